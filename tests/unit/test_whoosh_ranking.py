"""Our ranking over columns beside Whoosh's own searcher on the same index, and the parts it is made of."""

import random
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from whoosh.index import FileIndex
from whoosh.query import Or, Term
from whoosh.scoring import BM25F

from search.engines.whoosh_engine import WhooshEngine
from search.engines.whoosh_engine.folder import opened
from search.engines.whoosh_engine.kept import Kept
from search.engines.whoosh_engine.schema import form
from search.engines.whoosh_engine.weights import DEFAULT, Weights
from search.grammar import parse, question
from search.language.stems import stem
from search.models import Changes, Paper

VOCABULARY = ("graph", "cache", "agents", "attention", "models", "learning", "prompt", "robust", "kernel", "turtle")
BM25 = Weights(pair=0.0, exact=0.0)
LONG = "graph cache agents attention models learning prompt"


def random_papers(count: int) -> tuple[Paper, ...]:
    dice = random.Random(5)
    return tuple(
        Paper(id=f"p{number:03}", abstract=" ".join(dice.choices(VOCABULARY, range(1, 11), k=dice.randint(3, 60))))
        for number in range(count)
    )


class LiveIdf(BM25F):  # type: ignore[misc]  # Whoosh ships no types.
    """Whoosh's BM25F with the idf over the papers that can be found, the marker left out."""

    def idf(self, searcher: "object", fieldname: str, text: bytes) -> float:
        reader = searcher.reader()  # type: ignore[attr-defined]
        papers, having = reader.doc_count() - 1, reader.doc_frequency(fieldname, text)
        return float(np.log1p((papers - having + 0.5) / (having + 0.5)))


@pytest.fixture
def engine(tmp_path: Path) -> WhooshEngine:
    """An engine that ranks by BM25 alone, as Whoosh does."""
    filled = WhooshEngine.open(tmp_path / "index", "library", BM25)
    filled.apply(Changes(1, random_papers(300)))
    return filled


def whoosh_scores(index: FileIndex, words: list[str]) -> dict[int, float]:
    query = Or([Term("text", stem(word).encode()) for word in words])
    with index.searcher(weighting=LiveIdf(B=BM25.b, K1=BM25.k1)) as searcher:
        return {hit.docnum: hit.score for hit in searcher.search(query, limit=None)}


@pytest.mark.parametrize(
    "words", [["turtle"], ["graph"], ["graph", "agents"], ["graph", "cache", "learning", "kernel"]]
)
def test_scores_are_those_of_whooshs_own_searcher(engine: WhooshEngine, tmp_path: Path, words: list[str]) -> None:
    expected = whoosh_scores(opened(tmp_path / "index"), words)
    handle = engine._latest().handle

    ours = {hit.id: hit.score for hit in engine.search(parse(" OR ".join(words)), 1000).hits}

    assert {handle(number) for number in expected} == set(ours)
    for number, score in expected.items():
        assert score == pytest.approx(ours[handle(number)], rel=0.01), "the average length counts the marker in Whoosh"


def test_the_first_ones_are_the_same_as_of_the_whole_sorted_list(engine: WhooshEngine) -> None:
    query = parse("graph agents attention models")
    whole = engine.search(query, 1000)

    for limit in (1, 2, 7, 50, 299):
        assert whole.hits[:limit] == engine.search(query, limit).hits
    assert whole.complete == sum(len(hit.terms) == 4 for hit in whole.hits)


def test_an_answer_is_given_again_until_the_index_changes(engine: WhooshEngine) -> None:
    first = engine.search(parse("turtle"), 5)
    again = engine.search(parse("turtle"), 5)
    engine.apply(Changes(2, (Paper(id="new", abstract="turtle"),)))

    assert first is again
    assert first is not engine.search(parse("turtle"), 5, 1)
    assert first.total + 1 == engine.search(parse("turtle"), 5).total


def test_the_typed_form_and_neighbours_come_first(tmp_path: Path) -> None:
    engine = WhooshEngine.open(tmp_path / "index", "library")
    engine.apply(
        Changes(
            1,
            (
                Paper(id="a", abstract="models cached learn"),
                Paper(id="b", abstract="model caching learn"),
                Paper(id="c", abstract="learn model caching"),
            ),
        )
    )

    assert ["b", "a", "c"] == [hit.id for hit in engine.search(parse("caching learn"), 5).hits]
    assert "a" == engine.search(parse("cached"), 5).hits[0].id


def test_a_word_in_the_title_counts_more(tmp_path: Path) -> None:
    engine = WhooshEngine.open(tmp_path / "index", "library")
    engine.apply(
        Changes(
            1,
            (
                Paper(id="a", title="On snails", abstract="turtles everywhere"),
                Paper(id="b", title="On turtles", abstract="snails everywhere"),
            ),
        )
    )

    assert ["b", "a"] == [hit.id for hit in engine.search(parse("turtles"), 5).hits]


def test_papers_of_several_segments_and_with_deletions_rank_as_those_of_one(tmp_path: Path) -> None:
    papers = random_papers(120)
    whole = WhooshEngine.open(tmp_path / "whole", "library")
    whole.apply(Changes(1, papers[:100]))
    parts = WhooshEngine.open(tmp_path / "parts", "library")
    parts.apply(Changes(1, papers[60:]))
    parts.apply(Changes(2, papers[:60], tuple(paper.id for paper in papers[100:])))
    parts.apply(Changes(3, papers[:5]))

    for typed in ("graph agents", '"graph cache"', "lear*", "kernel -graph", "turtle robust prompt", LONG):
        expected, found = whole.search(parse(typed), 1000), parts.search(parse(typed), 1000)
        assert (expected.total, expected.complete) == (found.total, found.complete)
        assert {hit.id: pytest.approx(hit.score, rel=1e-5) for hit in expected.hits} == {
            hit.id: hit.score for hit in found.hits
        }


def test_a_bounded_memory_forgets_what_was_asked_for_longest_ago() -> None:
    memory: Kept[str, int] = Kept(10)
    for number, key in enumerate("abc"):
        memory.put(key, number, 3)
    memory.get("a")
    memory.put("d", 9, 4)
    memory.put("d", 8, 4)

    assert [0, None, 2, 8] == [memory.get(key) for key in "abcd"]


def test_a_sign_tells_the_forms_of_a_stem_apart() -> None:
    assert 0 == form("graph", "graph")
    assert 0 < form("graphs", "graph") <= 0xFFF


def test_a_name_is_complete_however_its_parts_are_typed(tmp_path: Path) -> None:
    engine = WhooshEngine.open(tmp_path / "index", "library")
    named = Paper(id="rtz", title="RTZ-VI-LCB: Robust Games", abstract="We propose RTZ-VI-LCB. RTZ-VI-LCB is robust.")
    engine.apply(Changes(1, (named, *random_papers(20))))

    found = engine.search(parse("rtzvi lcb"), 5)

    assert (1, "rtz") == (found.complete, found.hits[0].id)


def test_a_paper_without_the_common_words_of_the_query_is_complete(tmp_path: Path) -> None:
    engine = WhooshEngine.open(tmp_path / "index", "library")
    engine.apply(Changes(1, (Paper(id="swim", abstract="Turtles swim."), Paper(id="other", abstract="The end of it."))))

    found = engine.search(parse("what is the turtle"), 5)

    assert (1, 1, ["swim"]) == (found.complete, found.total, [hit.id for hit in found.hits])


@pytest.mark.parametrize(
    ("typed", "found"), [("C#", ["sharp"]), ("c++", ["plus"]), ("F#", ["sharp"]), ("R", ["plain"])]
)
def test_languages_named_by_a_letter_and_a_sign_are_found(tmp_path: Path, typed: str, found: list[str]) -> None:
    engine = WhooshEngine.open(tmp_path / "index", "library")
    said = {"sharp": "Written in C# and F#.", "plus": "Written in C++.", "plain": "Written in C and R."}
    engine.apply(Changes(1, tuple(Paper(id=handle, abstract=abstract) for handle, abstract in said.items())))

    assert found == [hit.id for hit in engine.search(parse(typed), 5).hits]


def scores(tmp_path: Path, typed: str, papers: tuple[Paper, ...], weights: Weights = DEFAULT) -> dict[str, float]:
    engine = WhooshEngine.open(tmp_path / "index", "library", weights)
    engine.apply(Changes(1, papers))
    return {hit.id: hit.score for hit in engine.search(question(typed), 1000).hits}


def test_words_count_more_the_closer_they_stand(tmp_path: Path) -> None:
    texts = {"row": "graph cache b c d e f g", "close": "cache b graph c d e f g", "far": "graph b c d e f g cache"}

    found = scores(tmp_path, "graph cache", tuple(Paper(id=name, abstract=text) for name, text in texts.items()))

    assert found["row"] > found["close"] > found["far"]


def test_the_parts_of_a_compound_count_wherever_they_stand(tmp_path: Path) -> None:
    papers = (
        Paper(id="row", abstract="beta-band and waves"),
        Paper(id="parts", abstract="band and beta waves"),
        Paper(id="none", abstract="only calm and waves"),
    )

    found = scores(tmp_path, "beta-band waves of turtles in warm seas", papers)

    assert found["row"] > found["parts"] > found["none"]


def test_what_is_asked_twice_counts_twice(tmp_path: Path) -> None:
    papers = (Paper(id="a", abstract="turtles crawl"), Paper(id="b", abstract="snails crawl"))

    found = scores(tmp_path, "turtles or snails? turtles!", papers)

    assert found["a"] == pytest.approx(2 * found["b"])


def test_a_long_question_finds_papers_with_a_telling_word_of_it_but_no_tail(tmp_path: Path) -> None:
    crowd = tuple(Paper(id=f"crowd{number}", abstract="warm seas") for number in range(200))
    papers = (Paper(id="all", abstract="turtles swim far in warm seas and bask"), Paper(id="one", abstract="basking"))

    found = scores(tmp_path, "where do turtles swim and bask in warm seas", (*papers, *crowd))

    assert ["all", "one"] == list(found)


def rivals(count: int) -> tuple[Paper, ...]:
    """Papers alike that answer, and two more with one word of the question, one of which is about their topic."""
    answers = tuple(Paper(id=f"answer{n:02}", abstract="turtles swim far in warm seas by gyres") for n in range(count))
    others = tuple(Paper(id=f"other{number:02}", abstract="bakers knead dough") for number in range(200))
    more = (Paper(id="near", abstract="seas with gyres calm"), Paper(id="astray", abstract="seas with bread calm"))
    return (*answers, *more, *others)


@pytest.mark.parametrize(
    ("count", "weights", "helped"),
    [(12, DEFAULT, True), (12, replace(DEFAULT, feedback=0.0), False), (3, DEFAULT, False)],
)
def test_where_no_paper_stands_out_what_the_first_ones_share_counts_too(
    tmp_path: Path, count: int, weights: Weights, helped: bool
) -> None:
    found = scores(tmp_path, "how far do turtles swim in warm seas", rivals(count), weights)

    assert helped == (found["near"] > 1.2 * found["astray"])
