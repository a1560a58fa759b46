"""Words: folding, compounds in every reading, spelling variants, places."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from search.language.stems import american, stem
from search.language.words import STOP_WORDS, fold, squeeze, tokens


def exact(text: str) -> list[str]:
    return [token.exact for token in tokens(text)]


@pytest.mark.parametrize(
    ("written", "readings"),
    [
        ("C-IP", {"cip", "c", "ip"}),
        ("RTZ-VI-LCB", {"rtzvilcb", "rtz", "vi", "lcb"}),
        ("iP-VAE", {"ipvae", "ip", "vae"}),
        ("GPT-4", {"gpt4", "gpt", "4"}),
        ("GPT4", {"gpt4", "gpt", "4"}),
        ("state-of-the-art", {"stateoftheart", "state", "of", "the", "art"}),
        ("KVFlow", {"kvflow", "kv", "flow"}),
        ("ResNet-50", {"resnet50", "resnet", "res", "net", "50"}),
        ("Llama-3.1-70B", {"llama3.170b", "llama", "3.1", "70b"}),
        ("t-SNE", {"tsne", "t", "sne"}),
        ("AdS/CFT", {"adscft", "ads", "cft"}),
        ("O(n²)", {"on2", "o", "n2"}),
        ("p<0.05", {"p0.05", "p", "0.05"}),
        ("C++", {"c++", "c"}),
        ("C#", {"c#", "c"}),
        ("R", {"r"}),
        ("3D", {"3d"}),
        ("MoE", {"moe"}),
        ("naïve", {"naive"}),
        ("λ-calculus", {"λcalculus", "λ", "calculus"}),
        ("model's", {"model"}),
    ],
)
def test_a_compound_is_read_whole_and_in_parts(written: str, readings: set[str]) -> None:
    assert readings == set(exact(written))


def test_parts_take_positions_of_their_own_and_the_whole_spans_them() -> None:
    assert [("kvcache", 1, 2), ("kv", 1, 1), ("cache", 2, 1)] == [
        (token.exact, token.position, token.span) for token in tokens("the KV-cache rules")[1:4]
    ]
    assert tokens("the KV-cache rules")[-1].position == 3


def test_accents_are_folded_also_when_they_are_written_apart() -> None:
    assert exact("Erdős Rényi") == exact("Erdo\u030bs Re\u0301nyi") == ["erdos", "renyi"]


def test_greek_letters_fold_to_themselves_and_the_micro_sign_is_one_of_them() -> None:
    assert ("λ", "μ", "σ") == (fold("Λ"), fold("µ"), fold("ς"))


@pytest.mark.parametrize(
    ("british", "spelled"),
    [
        ("modelling", "modeling"),
        ("labelled", "labeled"),
        ("behaviour", "behavior"),
        ("colours", "colors"),
        ("optimise", "optimize"),
        ("generalisation", "generalization"),
        ("analyse", "analyze"),
        ("centre", "center"),
    ],
)
def test_british_and_american_spelling_share_a_stem(british: str, spelled: str) -> None:
    assert spelled == american(british)
    assert stem(british) == stem(spelled)


@pytest.mark.parametrize("word", ["noise", "precise", "exercise", "supervised", "promise", "otherwise", "four", "our"])
def test_words_that_only_look_british_stay(word: str) -> None:
    assert word == american(word)


def test_forms_of_a_word_share_a_stem_and_plural_acronyms_lose_their_s() -> None:
    assert stem("quantizing") == stem("quantized")
    assert stem("llms") == stem("llm")
    assert stem("gpt4s") == "gpt4s"


def test_a_name_squeezes_to_one_key_in_all_its_spellings() -> None:
    assert {"rtzvilcb"} == {squeeze(name) for name in ("RTZ-VI-LCB", "rtz vi lcb", "RtzViLcb", "rtz_vi_lcb")}
    assert squeeze("C++") == "c++"


def test_stop_words_are_folded_words() -> None:
    assert all(word == fold(word) for word in STOP_WORDS)
    assert "the" in STOP_WORDS


@given(st.text(max_size=200))
def test_every_token_lies_where_it_says(text: str) -> None:
    found = tokens(text)

    assert all(text[token.start : token.end] == token.surface for token in found)
    assert all(token.exact and token.stem and token.span >= 1 for token in found)
    assert [token.start for token in found if token.span == 1] == sorted(t.start for t in found if t.span == 1)


@given(st.text(max_size=60))
def test_folding_again_changes_nothing(text: str) -> None:
    assert fold(text) == fold(fold(text))


def test_a_word_of_forty_thousand_letters_is_one_word() -> None:
    assert [("a" * 40_000)] == exact("a" * 40_000)
