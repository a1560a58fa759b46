"""The query language: operators, fields, identifiers, typed punctuation, and whatever else people type."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from search.errors import InvalidQuery
from search.grammar import asked, identify, parse, plain
from search.query import (
    AllOf,
    AnyOf,
    Author,
    Clause,
    Has,
    Identifier,
    Phrase,
    Prefix,
    Query,
    Venue,
    Without,
    Word,
    Years,
)


def words(*texts: str) -> tuple[Clause, ...]:
    return tuple(Word(text) for text in texts)


@pytest.mark.parametrize(
    ("typed", "wanted"),
    [
        ("kv cache", words("kv", "cache")),
        ('"kv cache" reuse', (Phrase(("kv", "cache")), Word("reuse"))),
        ("quant*", (Prefix("quant"),)),
        ("a b OR c", (Word("a"), AnyOf(words("b", "c")))),
        ("a OR b OR c", (AnyOf(words("a", "b", "c")),)),
        ("(a b) OR c", (AnyOf((AllOf(words("a", "b")), Word("c"))),)),
        ("((a)) (b c)", words("a", "b", "c")),
        ("a AND b", words("a", "b")),
        ("to be or not to be", words("to", "be", "or", "not", "to", "be")),
        ("C++ C# R 3D p<0.05", words("C++", "C#", "R", "3D", "p<0.05")),
        ("O(n²) AdS/CFT std::vector", words("O(n²)", "AdS/CFT", "std::vector")),
        ("KVFlow: Efficient, fast?", words("KVFlow", "Efficient", "fast")),
        ("foo,bar 1,000", words("foo", "bar", "1,000")),
        ("**bold** `code` _it_", words("bold", "code", "it")),
    ],
)
def test_what_is_wanted(typed: str, wanted: tuple[Clause, ...]) -> None:
    query = parse(typed)

    assert wanted == query.wanted
    assert ((), ()) == (query.excluded, query.filters)


@pytest.mark.parametrize(
    ("typed", "excluded"),
    [
        ("x -vision", words("vision")),
        ("x NOT vision", words("vision")),
        ('x -"large model"', (Phrase(("large", "model")),)),
        ("x -(b OR c)", (AnyOf(words("b", "c")),)),
        ("x —vision", words("vision")),
        ("x --vision", words("vision")),
    ],
)
def test_what_is_excluded(typed: str, excluded: tuple[Clause, ...]) -> None:
    assert Query(plain(typed), words("x"), excluded) == parse(typed)


@pytest.mark.parametrize(
    ("typed", "condition"),
    [
        ("year:2024", Years(2024, 2024)),
        ("year:2023..2025", Years(2023, 2025)),
        ("year:2023-2025", Years(2023, 2025)),
        ("year:2024..", Years(2024, None)),
        ("year:..2019", Years(None, 2019)),
        ("year:>2020", Years(2021, None)),
        ("year:&gt;=2020", Years(2020, None)),
        ("year:<2020", Years(None, 2019)),
        ("year:&lt;=2020", Years(None, 2020)),
        ("Year: 2024", Years(2024, 2024)),
        ("author:smith", Author("smith")),
        ('author:"Yufei Ding"', Author("Yufei Ding")),
        ("venue:NeurIPS", Venue("NeurIPS")),
        ("has:code", Has("code")),
        ("has:PDF", Has("pdf")),
        ("-author:smith", Without(Author("smith"))),
        ("NOT year:2024", Without(Years(2024, 2024))),
    ],
)
def test_conditions(typed: str, condition: Author) -> None:
    assert (condition,) == parse(typed).filters


@pytest.mark.parametrize(
    ("typed", "identifier"),
    [
        ("2301.00001", Identifier("arxiv", "2301.00001")),
        ("arXiv:2301.00001v2", Identifier("arxiv", "2301.00001")),
        ("arXiv: 2301.00001", Identifier("arxiv", "2301.00001")),
        ("https://arxiv.org/pdf/2301.00001v3.pdf", Identifier("arxiv", "2301.00001")),
        ("arxiv.org/abs/2301.00001", Identifier("arxiv", "2301.00001")),
        ("10.48550/arXiv.2301.00001", Identifier("arxiv", "2301.00001")),
        ("hep-th/9901001", Identifier("arxiv", "hep-th/9901001")),
        ("math.GT/0309136", Identifier("arxiv", "math/0309136")),
        ("10.1145/3583780.3614910.", Identifier("doi", "10.1145/3583780.3614910")),
        ("doi:10.1000/ABC(1)", Identifier("doi", "10.1000/abc(1)")),
        ("<https://doi.org/10.1000/ABC>", Identifier("doi", "10.1000/abc")),
        ("https://openreview.net/pdf?id=5Iw1nDtYmT", Identifier("url", "https://openreview.net/forum?id=5Iw1nDtYmT")),
        ("http://www.Example.org/Paper/#top", Identifier("url", "https://example.org/Paper")),
        ("id:KVFlow", Identifier("handle", "kvflow")),
    ],
)
def test_identifiers_in_all_their_spellings(typed: str, identifier: Identifier) -> None:
    assert identifier == parse(typed).identifier


@pytest.mark.parametrize(
    "typed", ["GPT-4", "state-of-the-art", "2399.00001", "AdS/CFT", "http:", "10.5", "and/or", "1.5.2"]
)
def test_words_that_are_no_identifiers(typed: str) -> None:
    assert identify(typed) is None
    assert parse(typed).wanted


@pytest.mark.parametrize(
    ("typed", "same"),
    [
        ("“graph neural” —vision year：2024", '"graph neural" -vision year:2024'),
        ("«graph\u00a0neural»", '"graph neural"'),
        ("＂ｇｒａｐｈ＂", '"graph"'),
        ("\u200bgraph\ufeff neu\u00adral", "graph neural"),
        ("<https://x.org|x.org> graph", "x.org graph"),
        ("<mailto:a@b.org|a@b.org>", "a@b.org"),
        ("<#C1|general> <@U1> graph", "general graph"),
        ("R&amp;D &lt;3", "R&D <3"),
        ("kv – cache", "kv – cache"),
        ("C‑IP", "C-IP"),
        ("a—b", "a b"),
    ],
)
def test_typed_punctuation_is_made_plain(typed: str, same: str) -> None:
    assert same == plain(typed)
    assert parse(same).wanted == parse(typed).wanted


def test_entities_are_decoded_exactly_once() -> None:
    assert "&lt; &amp;" == plain("&amp;lt; &amp;amp;")


@pytest.mark.parametrize(
    ("typed", "wanted"),
    [
        ("NOT NOT NOT attention", words("attention")),
        ("AND", words("AND")),
        ("OR", words("OR")),
        ("attention AND", words("attention")),
        ("OR attention", words("attention")),
        ("attention OR", words("attention")),
        ("[a TO", words("a", "TO")),
        ('"unbalanced quote', words("unbalanced", "quote")),
        ('r"[]"', words("r")),
        ("a~9", words("a")),
        ("attention~9", words("attention")),
        ("attention^3", words("attention")),
        ("a < b", words("a", "b")),
        ("(attention", words("attention")),
        ("attention)", words("attention")),
        ("http:", words("http")),
        ("title:", words("title")),
        ("title:attention", words("title", "attention")),
        ("url: x", words("url", "x")),
        ("*quant*", words("quant")),
        ("a OR -b c", words("a", "c")),
        ("author:", words("author")),
        ("published:[2023-01-01 to 2023-01-31]", words("published", "2023-01-01", "to", "2023-01-31")),
    ],
)
def test_malformed_operators_are_read_as_words(typed: str, wanted: tuple[Clause, ...]) -> None:
    assert wanted == parse(typed).wanted


@pytest.mark.parametrize(
    "typed", ["NOT NOT attention", "a~9", "attention OR", '"unbalanced', "title:attention", "a OR -b c", "q*nt"]
)
def test_a_changed_meaning_is_told(typed: str) -> None:
    assert parse(typed).notes


@pytest.mark.parametrize(
    "typed", ["kv cache", '"kv cache" -vision', "KVFlow: a cache", "a OR b", "year:2024 x", "quant*"]
)
def test_a_plain_query_has_no_notes(typed: str) -> None:
    assert () == parse(typed).notes


@pytest.mark.parametrize(
    ("typed", "advice"),
    [
        ("", "Type a few"),
        ("(", "Type a few"),
        ("^3", "Type a few"),
        ("~2", "Type a few"),
        ("*", "Type a few"),
        ('"[]"', "Type a few"),
        ("-vision", "Add a word"),
        ("-(a b)", "Add a word"),
        ("year:abc", "Write year:2024"),
        ("year:24", "Write year:2024"),
        ("year:2025..2020", "Write year:2020..2025"),
        ("has:video", "Write has:code"),
        ("qu*", "at least 3 letters"),
        ("x " * 33, "at most 32 words"),
        ('"' + "x " * 33 + '"', "at most 32 words"),
        ("(" * 9 + "a", "fewer"),
        ("a" * 301, "takes 300"),
        ("a" * 40_000, "40,000 characters"),
        ("(" * 5000, "takes 300"),
        ("a OR " * 5000, "takes 300"),
    ],
)
def test_what_cannot_be_searched_is_refused_with_advice(typed: str, advice: str) -> None:
    with pytest.raises(InvalidQuery, match=advice):
        parse(typed)


def test_a_query_with_conditions_only_is_a_query() -> None:
    assert Query("author:smith", filters=(Author("smith"),)) == parse("author:smith")


def test_entities_do_not_count_against_the_length() -> None:
    assert "<" * 200 + " a" == parse("&lt;" * 200 + " a").typed


@given(st.text(alphabet=st.sampled_from(list('ab*"()-~^:;[]<>&|,.?NOTRAD 0 1 year:“”—<@#')), max_size=320))
def test_whatever_is_typed_is_read_or_refused(typed: str) -> None:
    try:
        query = parse(typed)
    except InvalidQuery:
        return
    assert query.wanted or query.filters


@given(st.text(max_size=100))
def test_plain_text_stays_plain(typed: str) -> None:
    once = plain(typed)
    assert once == once.strip()
    assert '"' in once or "“" not in typed


@pytest.mark.parametrize(
    ("typed", "about"),
    [
        ("papers about diffusion", "diffusion"),
        ("Paper by Akyildiz", "Akyildiz"),
        ("show me something about diffusion", "diffusion"),
        ("please show me kvflow", "kvflow"),
        ("help me find diffusion papers", "diffusion"),
        ("what are the best papers on RAG?", "RAG"),
        ("can you find me papers on kv cache please", "kv cache"),
        ("hi paperboy, do we have anything on causal inference", "causal inference"),
        ("what do we have on red teaming", "red teaming"),
        ("tell me about kvflow", "kvflow"),
        ("diffusion papers", "diffusion"),
        ("papers like kvflow", "kvflow"),
        ("I’m looking for papers that use diffusion models", "diffusion models"),
        ("which papers use hypernetworks", "hypernetworks"),
        ("any work on quantization?", "quantization"),
        ('papers about "value decomposition" -vision', '"value decomposition" -vision'),
        ("papers about author:akyildiz", "author:akyildiz"),
    ],
)
def test_a_request_is_read_as_what_it_is_about(typed: str, about: str) -> None:
    assert parse(typed) == parse(about)


@pytest.mark.parametrize(
    "typed",
    [
        "papers",
        "show me papers",
        "papers with code",
        'diffusion "papers"',
        "a paper",
        "research on research",
        "a survey on transformers",
        "attention is all you need",
        "what is the best of both worlds",
        "neurips papers about agents",
        "tell me",
        '"papers about" diffusion',
    ],
)
def test_what_is_no_request_is_searched_as_typed(typed: str) -> None:
    assert parse(typed).typed == typed


@given(
    st.lists(
        st.sampled_from(["papers", "about", "show", "me", "the", "please", "!", "?", "x", "find"]), max_size=9
    ).map(" ".join)
)
def test_a_request_never_loses_all_its_words(typed: str) -> None:
    about = asked(typed)

    assert about == typed or "x" in about or about.strip(" !?")
