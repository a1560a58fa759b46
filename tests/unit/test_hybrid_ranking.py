"""Ranking by words and by meaning: what meaning may do, what it may not, and that everything works without it."""

from pathlib import Path

import numpy as np
import pytest

from search.engine import SearchEngine
from search.engines.hybrid_engine import Fusion, HybridEngine, VectorIndex
from search.engines.hybrid_engine.fusion import fused
from search.engines.hybrid_engine.nearest import Near
from search.engines.whoosh_engine import WhooshEngine
from search.grammar import parse
from search.models import Changes, Hit, Paper
from tests.fakes_encoder import WordEncoder

PAPERS = (
    Paper(id="terrapins", abstract="Terrapins sleep.", year=2020, authors=("Ada Lovelace",)),
    Paper(id="tortoises", abstract="Tortoises sleep in winter gardens.", year=2021),
    Paper(id="turtles", abstract="Turtles: a survey.", year=2022),
    Paper(id="bread", abstract="Bakers knead dough with yeast overnight.", year=2020),
    Paper(id="cars", abstract="Automobiles drive on roads.", year=2021),
    *(Paper(id=f"other-{letter}", abstract=f"Matter{letter}, subject{letter}.") for letter in "abcdefghijklmnop"),
)


class Set:
    """The engine alone, the vectors alone, and both together."""

    def __init__(self, folder: Path) -> None:
        self.encoder = WordEncoder(own=0.3)
        self.words: SearchEngine = WhooshEngine.open(folder / "index", "library")
        self.vectors = VectorIndex(folder / "vectors", "library", self.encoder)
        self.both = HybridEngine(self.words, self.vectors)

    def found(self, typed: str) -> list[str]:
        return [hit.id for hit in self.both.search(parse(typed), 10).hits]


@pytest.fixture
def engines(tmp_path: Path) -> Set:
    made = Set(tmp_path)
    made.both.apply(Changes(5, PAPERS))
    return made


def test_a_paper_that_says_it_in_other_words_is_found_behind_those_that_say_it(engines: Set) -> None:
    result = engines.both.search(parse("turtles"), 10)

    assert {"turtles", "terrapins", "tortoises"} == {hit.id for hit in result.hits}
    assert ("turtles", 1, 3, 2) == (result.hits[0].id, result.complete, result.total, result.by_meaning)
    assert [frozenset({"turtl"}), frozenset(), frozenset()] == [hit.terms for hit in result.hits]


def test_a_word_that_no_paper_has_is_still_named_as_missing(engines: Set) -> None:
    result = engines.both.search(parse("car"), 10)

    assert ("cars", 0, 1, ("car",)) == (result.hits[0].id, result.complete, result.by_meaning, result.missing)


@pytest.mark.parametrize(
    ("typed", "ids"),
    [
        ("turtles year:2020..2021", {"terrapins", "tortoises"}),
        ("turtles year:2021 -gardens", set()),
        ("turtles -gardens", {"turtles", "terrapins"}),
        ("turtles -sleep", {"turtles"}),
        ("turtles author:lovelace", {"terrapins"}),
        ("turtles author:nobody", set()),
        ('"turtles"', {"turtles"}),
        ("turtle*", {"turtles"}),
        ("turtles OR yeast", {"turtles", "bread"}),
        ("year:2020", {"terrapins", "bread"}),
    ],
)
def test_conditions_exclusions_and_exact_wordings_stay_strict(engines: Set, typed: str, ids: set[str]) -> None:
    assert ids == set(engines.found(typed))


@pytest.mark.parametrize("typed", ["turtles year:2020..2021", "turtles -gardens"])
def test_where_a_condition_says_too_little_to_be_checked_nothing_is_added(
    engines: Set, monkeypatch: pytest.MonkeyPatch, typed: str
) -> None:
    monkeypatch.setattr("search.engines.hybrid_engine.wanted.MOST", 0)

    assert 0 == engines.both.search(parse(typed), 10).by_meaning


def test_complete_papers_stay_first_however_near_the_others_are(engines: Set) -> None:
    long = Paper(id="long", abstract=f"Terrapins, {' and '.join(f'matter {letter}x' for letter in 'abcdefghi')} sleep.")
    engines.both.apply(Changes(6, (long, Paper(id="near", abstract="Terrapins terrapins."))))

    result = engines.both.search(parse("terrapins sleep"), 10)

    assert {"terrapins", "long"} == {hit.id for hit in result.hits[: result.complete]}


def test_among_complete_papers_meaning_has_a_say(engines: Set) -> None:
    filler = " ".join(f"word{chr(97 + number)}" for number in range(20))
    said = Paper(id="a-mention", abstract=f"Turtles turtles {filler}")
    about = Paper(id="b-about", abstract=f"Turtles, {'tortoises ' * 4} {filler}")
    engines.both.apply(Changes(7, (said, about)))
    by_words = [hit.id for hit in engines.words.search(parse("turtles"), 10).hits]

    by_both = engines.found("turtles")

    assert by_words.index("a-mention") < by_words.index("b-about")
    assert by_both.index("b-about") < by_both.index("a-mention")


def test_while_vectors_are_behind_words_alone_decide(engines: Set) -> None:
    engines.words.apply(Changes(6, (Paper(id="new", abstract="Turtles, newly."),)))

    assert engines.words.search(parse("turtles"), 10) == engines.both.search(parse("turtles"), 10)

    engines.vectors.apply(Changes(6, (Paper(id="new", abstract="Turtles, newly."),)))
    assert {"turtles", "new", "terrapins", "tortoises"} == set(engines.found("turtles"))


def test_an_index_that_is_ahead_does_not_make_vectors_skip_what_they_lack(engines: Set) -> None:
    engines.words.apply(Changes(6, (Paper(id="new", abstract="Newly."),)))

    engines.both.apply(Changes(7, (Paper(id="newer", abstract="Newer."),)))

    assert (7, 5) == (engines.both.revision(), engines.vectors.revision())


def test_a_model_that_fails_is_said_once_in_the_log(engines: Set, caplog: pytest.LogCaptureFixture) -> None:
    engines.encoder.broken = True

    assert ["turtles"] == engines.found("turtles")
    assert ["bread"] == engines.found("yeast")
    assert ["Papers are ranked by their words alone: the model cannot be run"] == caplog.messages


def test_the_same_question_is_ranked_once_for_each_revision(engines: Set) -> None:
    for offset in (0, 1, 2, 0):
        engines.both.search(parse("turtles"), 1, offset)
    assert ["turtles"] == engines.encoder.asked

    engines.both.apply(Changes(6, (Paper(id="new", abstract="Turtles, newly."),)))

    assert "new" in engines.found("turtles")
    assert ["turtles", "turtles"] == engines.encoder.asked


def test_windows_reach_from_the_papers_ranked_anew_into_those_behind_them(
    engines: Set, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("search.engines.hybrid_engine.engine.DEPTH", 3)
    more = tuple(Paper(id=f"more-{number}", abstract="Turtles. " + "again " * number) for number in range(6))
    engines.both.apply(Changes(9, more))
    query = parse("turtles")

    whole = [hit.id for hit in engines.both.search(query, 20).hits]

    assert 7 == len(whole) == len(set(whole)) == engines.both.search(query, 20).total
    assert whole == [hit.id for offset in range(8) for hit in engines.both.search(query, 1, offset).hits]


def test_a_paper_that_was_meant_by_name_stays_first_and_does_not_hush_the_words_of_the_others() -> None:
    hits = (Hit("named", 110.0), Hit("b", 10.0), Hit("c", 5.0))

    ranked = fused(hits, 3, np.array([0.0, 0.1, 0.2], np.float32), Near([], np.zeros(0, np.float32)), Fusion(0.3))

    assert ["named", "b", "c"] == [hit.id for hit in ranked.hits]
