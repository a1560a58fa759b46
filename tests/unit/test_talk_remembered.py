"""What an answer was about survives the way through Slack, within its bounds."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from handlers.talk.querying import as_fields, as_query, conditions, joined, narrowed
from handlers.talk.remembered import MOST, Topic, facts, length, remembered
from search.query import AllOf, AnyOf, Author, Clause, Filter, Has, Phrase, Prefix, Query, Venue, Without, Word, Years

TEXT = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=30)
PLAIN = st.one_of(
    TEXT.map(Word), st.lists(TEXT, min_size=1, max_size=3).map(lambda words: Phrase(tuple(words))), TEXT.map(Prefix)
)
CLAUSES: st.SearchStrategy[Clause] = st.recursive(
    PLAIN,
    lambda inner: st.lists(inner, min_size=1, max_size=3).flatmap(
        lambda parts: st.sampled_from([AnyOf(tuple(parts)), AllOf(tuple(parts))])
    ),
    max_leaves=5,
)
YEAR = st.none() | st.integers(1900, 2100)
PLAIN_FILTERS = st.one_of(
    TEXT.map(Author), TEXT.map(Venue), st.builds(Years, YEAR, YEAR), st.sampled_from([Has("code"), Has("pdf")])
)
FILTERS: st.SearchStrategy[Filter] = PLAIN_FILTERS | PLAIN_FILTERS.map(Without)
QUERIES = st.builds(
    Query,
    typed=TEXT,
    wanted=st.lists(CLAUSES, max_size=4).map(tuple),
    excluded=st.lists(CLAUSES, max_size=2).map(tuple),
    filters=st.lists(FILTERS, max_size=3).map(tuple),
)
KV = Query("kv cache", (Word("kv"), Word("cache")))


@given(QUERIES)
def test_a_query_comes_back_as_it_was(query: Query) -> None:
    assert as_query(json.loads(json.dumps(as_fields(query)))) == query


@given(QUERIES, st.lists(TEXT, max_size=10), TEXT)
def test_a_topic_comes_back_whole_where_it_fits_and_fits_in_any_case(query: Query, ids: list[str], asked: str) -> None:
    topic = Topic(kind="search", query=query, words=("a", "b"), asked=asked, shown=tuple(ids), upto=12, looked="x")
    made = facts(topic)

    assert length(made) <= MOST
    assert remembered(json.loads(json.dumps(made))) == topic or length(made) > MOST - 1_500


def test_a_topic_too_long_for_its_place_keeps_what_is_looked_for() -> None:
    long = Query("x" * 4_000, tuple(Word(f"{'word' * 10}{number}") for number in range(40)), filters=(Has("code"),))
    kept = remembered(facts(Topic(kind="search", query=long, words=("w" * 3_000,), asked="a" * 4_000, upto=3)))

    assert kept
    assert kept.query
    assert kept.query.wanted == long.wanted[: len(kept.query.wanted)] != ()
    assert kept.query.filters == long.filters


@pytest.mark.parametrize(
    "made",
    [None, {}, {"v": 2, "k": "search"}, {"v": 1, "k": "search"}, {"v": 1, "k": "like"}, {"v": 1, "k": "else", "b": "x"},
     {"v": 1, "k": "search", "q": {"w": [[]]}}, {"v": 1, "k": "search", "q": {"f": [{"has": "money"}]}},
     {"v": 1, "k": "search", "q": [], "w": 3}, {"v": 1, "k": "search", "q": {"w": 5}}],
)  # fmt: skip
def test_what_is_not_ours_is_nothing(made: dict[str, Any] | None) -> None:
    assert remembered(made) is None


def test_new_conditions_join_the_old_ones() -> None:
    finer = joined(
        joined(KV, Query("", filters=(Years(2020, None),))), Query("", filters=(Years(2024, None), Has("code")))
    )
    without = joined(finer, Query("", excluded=(Word("cache"),)))

    assert finer.filters == (Years(2024, None), Has("code"))
    assert (without.wanted, without.excluded) == ((Word("kv"),), (Word("cache"),))
    assert conditions(without) == ("without cache", "since 2024", "with code")
    assert without.typed == "kv, without cache, since 2024, with code"
    assert narrowed(KV, Word("agents")).wanted == (*KV.wanted, Word("agents"))
    assert narrowed(KV, Years(2024, 2024)).filters == (Years(2024, 2024),)
