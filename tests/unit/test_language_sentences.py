"""Sentences: no abbreviation ends one, and nothing gets lost between them."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from search.language.sentences import sentences


@pytest.mark.parametrize(
    "sentence",
    [
        "Methods (e.g. FID) and others, i.e. Ours, struggle.",
        "As shown by Alaei et al. (2014), Smith et al. Use this.",
        "See Fig. 3, Eq. (2) and Sec. 4.1 for details.",
        "We analyze Llama 3.1, Qwen 3, and OLMo 2 vs. Others.",
        "The work of J. R. Smith and A. Turing holds.",
        "It gains 7.32% at p < 0.05 under 2.5x load.",
        "Code is at https://a.org/x.y?z=1 and more.",
        "It (i) feeds text, (ii) prompts the model, and (iii) scores it.",
        "StateEstimation (“what is the current state?”) and TransitionModeling (“what is next?”) matter.",
        "As introduced by Bshouty and Jackson [SIAM J. Comput. 1998, 28, 1136-1153], learning is hard.",
        "Data are i.i.d. samples, w.r.t. Lebesgue measure.",
    ],
)
def test_this_is_one_sentence(sentence: str) -> None:
    assert sentences(sentence) == (sentence,)


@pytest.mark.parametrize(
    "expected",
    [
        ("We ask why?", "It is hard.", "However, it works!"),
        ("It was shown by Smith et al.", "We go on."),
        ("He said “it works.”", "Then it did."),
        ("It scales to CelebA.", "iP-VAE also generalizes."),
        ("We use vitamin C.", "The end."),
        ("It costs 5.", "12 tasks follow."),
        ("It ends (in brackets).", "[2] says so."),
        ("It is on [0, 1.", "Then [2] says so."),
        ("An interval [0, 1[ is open.", "So is ]0, 1]."),
    ],
)
def test_these_are_sentences_of_their_own(expected: tuple[str, ...]) -> None:
    assert sentences(" ".join(expected)) == expected


def test_a_paragraph_ends_a_sentence_without_a_stop() -> None:
    assert sentences("Background\n\nWe begin") == ("Background", "We begin")


def test_nothing_has_no_sentences() -> None:
    assert sentences("") == ()


@given(st.lists(st.sampled_from(["We", "the", "et al.", "e.g.", "3.1", "A.", "end.", "Why?", "“So.”", "\n\n", "(x)."])))
@settings(max_examples=150)
def test_sentences_together_are_the_text(words: list[str]) -> None:
    text = " ".join(words)

    assert " ".join(sentences(text)).split() == text.split()
