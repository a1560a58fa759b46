"""Snippets: the sentence that answers a query, with the words marked in it."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from search.language.snippet import LONGEST, Snippet, snippet
from search.language.words import tokens
from search.models import Paper

ABSTRACT = (
    "Caches are popular. Current systems evict KV caches early, which hurts eviction. "
    "We present **KVFlow**, a cache framework. It prefetches tensors."
)


def stems(query: str) -> frozenset[str]:
    return frozenset(token.stem for token in tokens(query))


def marked(found: Snippet) -> list[str]:
    return [found.text[start:end] for start, end in found.marks]


def test_the_sentence_with_most_of_the_words_is_shown_and_marked() -> None:
    found = snippet(Paper(abstract=ABSTRACT), stems("kv cache eviction"))

    assert found.text == "Current systems evict KV caches early, which hurts eviction."
    assert marked(found) == ["evict KV caches", "eviction"]


def test_among_equals_the_rarer_word_counts() -> None:
    found = snippet(Paper(abstract=ABSTRACT), stems("prefetching"))

    assert found.text == "It prefetches tensors."
    assert marked(found) == ["prefetches"]


def test_among_equals_words_side_by_side_count_before_rare_ones() -> None:
    abstract = "Key-value (KV) tensors need prefix caching. Systems evict KV caches early. A cache has a KV."
    found = snippet(Paper(abstract=abstract), stems("kv cache"))

    assert found.text == "Systems evict KV caches early."


@pytest.mark.parametrize("query", ["", "zebra"])
def test_without_a_match_the_contribution_is_shown(query: str) -> None:
    assert snippet(Paper(abstract=ABSTRACT), stems(query)) == Snippet("We present KVFlow, a cache framework.")


def test_an_empty_abstract_has_an_empty_snippet() -> None:
    assert snippet(Paper(abstract=" "), stems("x")) == Snippet("")


def test_a_long_sentence_is_cut_around_the_marks_at_spaces() -> None:
    words = ["filler"] * 60 + ["needle", "thread"] + ["filler"] * 60

    found = snippet(Paper(abstract=" ".join(words)), stems("needle thread"))

    assert len(found.text) <= LONGEST
    assert found.text.startswith("…filler ")
    assert found.text.endswith(" filler…")
    assert marked(found) == ["needle thread"]


WORDS = "cache caches KV-cache policy agents evict. The long and $x$ eviction"


@given(
    st.lists(st.sampled_from(WORDS.split()), max_size=120),
    st.sampled_from(["cache", "kv cache eviction", "policy agents", "long", "zebra"]),
)
@settings(max_examples=150)
def test_marks_are_in_order_apart_and_on_words(words: list[str], query: str) -> None:
    asked = stems(query)

    found = snippet(Paper(abstract=" ".join(words)), asked)

    assert len(found.text) <= LONGEST
    assert list(found.marks) == sorted(found.marks)
    assert all(end < start for (_, end), (start, _) in zip(found.marks, found.marks[1:], strict=False))
    assert all(stems(text) & asked for text in marked(found))
