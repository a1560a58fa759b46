"""Words in a row: the two ways to find them agree, and the row of what stands where says what the places say."""

import random
from pathlib import Path

import numpy as np
import pytest

from search.engines.whoosh_engine import WhooshEngine, rows
from search.engines.whoosh_engine.chains import chained
from search.engines.whoosh_engine.columns import Terms
from search.engines.whoosh_engine.inverting import spelt
from search.engines.whoosh_engine.rowsets import MANY, among, inside, merged
from search.engines.whoosh_engine.schema import POSITION_SHIFT, SPAN_MASK, SPAN_SHIFT
from search.engines.whoosh_engine.snapshot import Snapshot
from search.models import Changes, Paper

WRITTEN = (
    "the",
    "of",
    "graph",
    "graphs",
    "to",
    "real",
    "world",
    "real-world",
    "realworld",
    "C++",
    "C",
    "of-the",
    "x2y",
)
ASKED = ("the", "of", "graph", "real", "world", "real-world", "realworld", "C++", "C", "of-the", "x2y-real", "absent")


def papers(dice: random.Random, first: int, count: int) -> tuple[Paper, ...]:
    return tuple(
        Paper(
            id=f"p{number:03}",
            title=" ".join(dice.choices(WRITTEN, k=3)) if dice.random() < 0.5 else None,
            abstract=" ".join(dice.choices(WRITTEN, k=dice.randint(1, 40))),
        )
        for number in range(first, first + count)
    )


@pytest.fixture
def snapshot(tmp_path: Path) -> Snapshot:
    """Two segments, with papers that changed and that left."""
    dice = random.Random(3)
    engine = WhooshEngine.open(tmp_path / "index", "library")
    engine.apply(Changes(1, papers(dice, 0, 60)))
    engine.apply(Changes(2, papers(dice, 40, 30), ("p003", "p055")))
    return engine._latest()


def test_ways_gone_one_by_one_and_all_at_once_find_the_same(
    snapshot: Snapshot, monkeypatch: pytest.MonkeyPatch
) -> None:
    dice, found = random.Random(4), 0
    for _ in range(150):
        words = dice.choices(ASKED, k=dice.randint(1, 4))
        with monkeypatch.context() as patch:
            patch.setattr(rows, "MOST_WAYS", 0)
            expected = rows.in_a_row(snapshot, words)

        one_by_one = rows.in_a_row(snapshot, words)

        assert expected.papers.tolist() == one_by_one.papers.tolist(), words
        assert expected.scores.tolist() == pytest.approx(one_by_one.scores.tolist()), words
        found += len(expected.papers) > 0
    assert found > 50, "most of these rows are somewhere"


def test_a_row_with_too_many_ways_is_gone_all_at_once() -> None:
    steps = rows._steps([part for word in ("a-b", "c-d", "e-f") for part in rows.readings(word)])

    assert [] == rows._ways(steps)
    assert [["ab"], ["a", "b"]] == sorted(rows._ways(steps[:3]), key=len)


def test_each_occurrence_stands_in_the_row(snapshot: Snapshot) -> None:
    for part in snapshot.parts:
        text, standing = part.segment.text, part.segment.standing
        for number, term in enumerate(text.terms):
            chain = chained(part.segment, [term.decode()])
            assert chain is not None
            widths = chain.places >> SPAN_SHIFT & SPAN_MASK

            first = standing.begins[chain.papers] + (chain.places >> POSITION_SHIFT)
            smallest = [min(widths[first == begin].tolist()) for begin in first.tolist()]

            here, spans = standing.at(number, chain.begins)
            assert list(range(len(first))) == here.tolist()
            assert smallest == spans.tolist()
            assert set(widths.tolist()) <= set(standing.widths(number))


def test_a_stem_stands_nowhere_else(snapshot: Snapshot) -> None:
    segment = snapshot.parts[0].segment
    everywhere = np.arange(len(segment.standing.row))
    for number, term in enumerate(segment.text.terms):
        chain = chained(segment, [term.decode()])

        assert chain is not None
        assert set(chain.begins.tolist()) == set(segment.standing.at(number, everywhere)[0].tolist())


@pytest.mark.parametrize("count", [0, 1, 31, 32, 33, 64, 100])
def test_a_term_is_found_between_landmarks(count: int) -> None:
    known = [b"%03d" % (2 * number) for number in range(count)]
    terms = Terms(*spelt(known))

    assert list(range(count)) == [terms.number(term) for term in known]
    assert [None] * (count + 1) == [terms.number(b"%03d" % (2 * number - 1)) for number in range(count + 1)]
    assert [term for term in known if term.startswith(b"00")] == terms[slice(*_ends(terms.beginning(b"00")))]


def test_terms_within_terms_and_the_empty_one_are_told_apart() -> None:
    known = [b"", b"a", b"aa", b"ab", b"b", b"ba", b"bab"]
    terms, without = Terms(*spelt(known)), Terms(*spelt(known[1:]))

    assert list(range(7)) == [terms.number(term) for term in known]
    assert [None] * 4 == [terms.number(term) for term in (b"abb", b"c", b"baba", b"aba")]
    assert without.number(b"") is None


def _ends(places: range) -> tuple[int, int]:
    return places.start, places.stop


@pytest.mark.parametrize("width", [np.int32, np.int64])
@pytest.mark.parametrize("count", [0, 5, MANY + 5])
def test_rows_of_papers_are_sets(count: int, width: type[np.signedinteger]) -> None:
    values, others = np.arange(0, 3 * count, 3, dtype=width), np.arange(0, 5 * count, 5, dtype=np.int32)
    both = set(values.tolist()) & set(others.tolist())

    assert both == set(values[inside(values, others)].tolist())
    assert both == set(values[among(values, others, 5 * MANY + 25)].tolist())
    assert sorted({*values.tolist(), *others.tolist()}) == merged(values, others).tolist()
