"""Questions as people say them become queries, and no word that says something is lost on the way."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from search.grammar.idle import telling
from search.grammar.spoken import spoken
from search.language.words import WRITTEN
from search.query import AllOf, Author, Clause, Filter, Has, Phrase, Venue, Without, Word, Years

YEAR = 2025


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("hi! why is LRU eviction bad for KV caches, please?", "LRU eviction bad KV caches"),
        ("I'm looking for papers about kv cache eviction", "kv cache eviction"),
        ("the one about polar coordinates", "polar coordinates"),
        ("the puppeteer paper", "puppeteer"),
        ("who did particle swarm optimization of LLM teams?", "particle swarm optimization LLM teams"),
        ("what happens when you skip layers?", "skip layers"),
        ("could you show me something on reward machines, thanks", "reward machines"),
        ("entanglement in MDPs, what was that?", "entanglement MDPs"),
        ("anything on slow-fast SDEs?", "slow-fast SDEs"),
        ("sampling without training a score network", "sampling training score network"),
        ("an orchestrator trained by RL", "orchestrator trained RL"),
        ("inference by Gaussian processes", "inference Gaussian processes"),
        ("converges in 2000 steps", "converges 2000 steps"),
        ("agents with code generation", "agents code generation"),
        ("not only vision", "vision"),
        ("robots turning right", "robots turning right"),
        ("methods that do not need labels", "methods labels"),
        ("sorry, I meant graph edit distance", "graph edit distance"),
    ],
)
def test_the_words_are_those_that_say_something(said: str, words: str) -> None:
    found = spoken(said, YEAR)

    assert found.words == tuple(words.split())
    assert found.query is not None
    assert found.query.wanted == tuple(map(Word, found.words))
    assert (found.query.filters, found.query.excluded) == ((), ())


@pytest.mark.parametrize(
    ("said", "filters"),
    [
        ("kv cache since 2023", (Years(2023, None),)),
        ("kv cache after 2022", (Years(2023, None),)),
        ("kv cache from 2023 onwards", (Years(2023, None),)),
        ("kv cache before 2020?", (Years(None, 2019),)),
        ("kv cache from 2020 to 2023", (Years(2020, 2023),)),
        ("kv cache between 2023 and 2020", (Years(2020, 2023),)),
        ("kv cache in 2024", (Years(2024, 2024),)),
        ("papers from last year on kv cache", (Years(2024, 2024),)),
        ("kv cache this year", (Years(2025, 2025),)),
        ("kv cache in the last 3 years", (Years(2022, None),)),
        ("kv cache but not from 2023", (Without(Years(2023, 2023)),)),
        ("kv cache by Smith", (Author("Smith"),)),
        ("papers by smith and jones on kv cache", (Author("smith"), Author("jones"))),
        ("kv cache by Laurens van der Maaten et al. since 2010", (Author("Laurens van der Maaten"), Years(2010, None))),
        ("kv cache, not by Smith", (Without(Author("Smith")),)),
        ("kv cache at NeurIPS 2025", (Venue("NeurIPS"), Years(2025, 2025))),
        ("ICLR papers about kv cache", (Venue("ICLR"),)),
        ("kv cache with code", (Has("code"),)),
        ("kv cache papers that have their code available", (Has("code"),)),
        ("kv cache without code", (Without(Has("code")),)),
    ],
)
def test_conditions_are_read(said: str, filters: tuple[Filter, ...]) -> None:
    found = spoken(said, YEAR)

    assert found.query is not None
    assert found.query.filters == filters
    assert found.words == ("kv", "cache")


@pytest.mark.parametrize(
    ("said", "excluded"),
    [
        ("papers about kv cache but not eviction", (Word("eviction"),)),
        ("kv cache, but please not about prompt eviction", (Phrase(("prompt", "eviction")),)),
        ("papers on kv cache without quantization", (Word("quantization"),)),
        ("kv cache except vision, audio or robotics", (Word("vision"), Word("audio"), Word("robotics"))),
        ("kv cache excluding the ones that use reinforcement learning", (Phrase(("reinforcement", "learning")),)),
        ("any kv cache that isn't about vision?", (Word("vision"),)),
        ("kv cache -vision", (Word("vision"),)),
        (
            "kv cache but not anything about pruning heads of very large models",
            (AllOf(tuple(map(Word, ("pruning", "heads", "very", "large", "models")))),),
        ),
    ],
)
def test_what_is_to_be_left_out_is_left_out(said: str, excluded: tuple[Clause, ...]) -> None:
    found = spoken(said, YEAR)

    assert found.query is not None
    assert found.query.excluded == excluded
    assert found.words == ("kv", "cache")


@pytest.mark.parametrize("said", ["without vision", "not about vision", "no vision", "except vision"])
def test_what_goes_on_from_an_answer_may_only_leave_out(said: str) -> None:
    query = spoken(said, YEAR).query

    assert query is not None
    assert (query.wanted, query.filters, query.excluded) == ((), (), (Word("vision"),))


@pytest.mark.parametrize(
    ("said", "filters"),
    [("only since 2024", (Years(2024, None),)), ("2024", (Years(2024, 2024),)), ("by smith", (Author("smith"),))],
)
def test_what_goes_on_may_be_a_condition_alone(said: str, filters: tuple[Filter, ...]) -> None:
    query = spoken(said, YEAR).query

    assert query is not None
    assert (query.wanted, query.filters) == ((), filters)


def test_a_name_that_no_author_has_is_words() -> None:
    found = spoken("inference by Fisher", YEAR, lambda name: name != "Fisher")

    assert found.words == ("inference", "Fisher")


def test_words_in_quotes_stay_together_and_the_notation_of_the_search_is_kept() -> None:
    quoted = spoken('papers about "kv cache" in agents', YEAR).query
    noted = spoken("kv cache year:2024.. author:smith", YEAR).query

    assert quoted is not None
    assert quoted.wanted == (Word("agents"), Phrase(("kv", "cache")))
    assert noted is not None
    assert noted.filters == (Years(2024, None), Author("smith"))


@pytest.mark.parametrize("said", ["", "what can I do?", "  ", "the", "?!"])
def test_nothing_to_go_by_is_no_query(said: str) -> None:
    assert spoken(said, YEAR).query is None


ASKING = (
    *(
        "show me",
        "papers about",
        "but not",
        "since 2023",
        "by Smith",
        "with code",
        "in NeurIPS",
        "without",
        "or",
        "and",
    ),
    *(",", ".", "?", "2024", '"', "-", "last year", "kv", "cache", "GPT-4"),
)


@given(st.lists(st.sampled_from(ASKING) | st.text(max_size=8), max_size=14).map(" ".join))
def test_any_text_is_read_and_no_telling_word_is_lost(said: str) -> None:
    found = spoken(said, YEAR)
    told = repr(found.query)

    assert found.query is None or found.query.wanted or found.query.filters or found.query.excluded
    assert [word for word in ("kv", "cache", "GPT-4") if word in said.split() and word not in told] == []


@given(st.lists(st.from_regex(r"[a-z]{4,9}", fullmatch=True), min_size=1, max_size=9))
def test_plain_words_are_all_asked_for(words: list[str]) -> None:
    said = " ".join(words)
    kept = telling(tuple(WRITTEN.findall(said)))
    query = spoken(said, YEAR).query

    assert [word for word in kept if word not in repr(query) and word not in ("article", "articles", "search")] == []
