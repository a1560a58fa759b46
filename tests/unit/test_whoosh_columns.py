"""The columns beside the index: made with a segment, made anew where they cannot be used, gone with the segment."""

import logging
import random
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from whoosh.index import open_dir
from whoosh.query import Term

from search.engines.whoosh_engine import WhooshEngine, columns_file
from search.engines.whoosh_engine.columns_file import Filed, UnusableColumns
from search.engines.whoosh_engine.document import Documents
from search.grammar import parse
from search.models import Changes, Paper, SearchResult

PAPERS = tuple(
    Paper(
        id=f"p{number}",
        title=f"System{number}: on turtles" if number % 2 else None,
        abstract=f"Word{number} and state-of-the-art turtles, in C++ and naïve λ-calculus. " * (number % 3 + 1),
        authors=("Ada Lovelace", "Emmy Ada Noether"),
        year=2000 + number,
        venue="NeurIPS",
        code="https://example.org",
        keywords=("sea care",),
    )
    for number in range(12)
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "index"


def filled(folder: Path) -> WhooshEngine:
    engine = WhooshEngine.open(folder, "library")
    engine.apply(Changes(5, PAPERS))
    return engine


def columns_of(folder: Path) -> Path:
    return next(folder.glob("*.columns"))


def another_format(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[len(columns_file.MAGIC)] += 1
    path.write_bytes(data)


def of_another_segment(path: Path) -> None:
    columns_file.write(path.parent, Filed("MAIN_other", 1), Documents().columns("{}"))
    (path.parent / "MAIN_other.columns").replace(path)


DAMAGES: dict[str, Callable[[Path], object]] = {
    "missing": Path.unlink,
    "empty": lambda path: path.write_bytes(b""),
    "cut off": lambda path: path.write_bytes(path.read_bytes()[:-1]),
    "no columns": lambda path: path.write_bytes(b"\xff" * 5000),
    "table of contents torn": lambda path: path.write_bytes(path.read_bytes().replace(b'"state"', b'"\0\0\0\0\0"')),
    "of another format": another_format,
    "of another segment": of_another_segment,
}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES.keys())
def test_columns_that_cannot_be_used_are_made_anew_openly(
    folder: Path, damage: Callable[[Path], object], caplog: pytest.LogCaptureFixture
) -> None:
    filled(folder)
    path = columns_of(folder)
    before = path.read_bytes()
    damage(path)

    with caplog.at_level(logging.WARNING):
        engine = WhooshEngine.open(folder, "library")

    assert (5, 12) == (engine.revision(), engine.size())
    assert "making them anew" in caplog.text
    assert before == path.read_bytes(), "what Whoosh keeps holds everything that the columns do"


def test_columns_of_segments_with_deleted_papers_and_old_markers_are_made_anew_whole(folder: Path) -> None:
    engine = filled(folder)
    engine.apply(Changes(6, (PAPERS[0], Paper(id="new", abstract="turtles")), retired=("p3", "p4")))
    engine.apply(Changes(7, retired=("p5",)))
    paths = sorted(folder.glob("*.columns"))
    before = [path.read_bytes() for path in paths]
    found = engine.search(parse("turtles OR word0"), 20)
    for path in paths:
        path.unlink()

    again = WhooshEngine.open(folder, "library")

    assert (7, 10) == (again.revision(), again.size())
    assert before == [path.read_bytes() for path in paths]
    assert found == again.search(parse("turtles OR word0"), 20)


def test_columns_are_gone_with_their_segment_and_so_is_what_was_left_unfinished(folder: Path) -> None:
    engine = filled(folder)
    path = columns_of(folder)
    unfinished = path.with_suffix(".columns.1.tmp")
    unfinished.touch()

    engine.clear()

    assert not path.exists()
    assert not unfinished.exists()
    assert 1 == len(list(folder.glob("*.columns")))


def test_a_segment_is_not_rewritten_when_papers_are_added(folder: Path) -> None:
    engine = filled(folder)
    path = columns_of(folder)
    written = path.stat().st_mtime_ns

    engine.apply(Changes(6, (Paper(id="new", abstract="turtles"),)))

    assert written == path.stat().st_mtime_ns
    assert 2 == len(list(folder.glob("*.columns")))
    assert 13 == engine.search(parse("turtles"), 5).total


def test_columns_are_mapped_not_read(folder: Path) -> None:
    filled(folder)

    snapshot = WhooshEngine.open(folder, "library")._latest()

    arrays = snapshot.segments[0].columns.arrays
    assert all(array.base is not None and not array.flags.writeable for array in arrays.values())


def test_what_is_half_written_is_never_taken_for_columns(tmp_path: Path) -> None:
    filed = Filed("MAIN_x", 7)
    columns_file.write(tmp_path, filed, Documents().columns("{}"))
    whole = (tmp_path / "MAIN_x.columns").read_bytes()
    for length in random.Random(3).sample(range(len(whole)), 40):
        (tmp_path / "MAIN_x.columns").write_bytes(whole[:length])
        with pytest.raises(UnusableColumns):
            columns_file.opened(tmp_path, filed)


def scores(result: SearchResult) -> list[tuple[str, float]]:
    return [(hit.id, round(hit.score, 4)) for hit in result.hits]


def test_merged_segments_are_what_indexing_their_papers_gives(folder: Path, tmp_path: Path) -> None:
    parts = WhooshEngine.open(folder, "library")
    for revision, paper in enumerate(PAPERS):
        parts.apply(Changes(revision + 1, (paper,)))
    parts.apply(Changes(5, retired=tuple(paper.id for paper in PAPERS[1::2])))
    whole = WhooshEngine.open(tmp_path / "whole", "library")
    whole.apply(Changes(5, PAPERS[::2]))

    assert 6 == parts.size()
    assert 6 >= len(parts._latest().segments)
    for typed in (
        "turtles",
        '"state of the art turtles"',
        "naive OR word4",
        "system*",
        "author:noether -word2",
        "sea care",
    ):
        expected, found = whole.search(parse(typed), 10), parts.search(parse(typed), 10)
        assert scores(expected) == scores(found)


def test_stock_whoosh_reads_what_was_filed(folder: Path) -> None:
    filled(folder)

    with open_dir(str(folder)).searcher() as searcher:
        hits = searcher.search(Term("text", b"turtl"), limit=None)
        reader = searcher.reader()
        postings = reader.postings("text", b"turtl")
        ids = reader.column_reader("id", translate=False)
        texts = reader.column_reader("words", translate=False)

        assert 12 == len(hits) == reader.doc_frequency("text", b"turtl")
        assert [f"p{number}".encode() for number in range(12)] == [ids[number] for number in postings.all_ids()]
        assert b"word3" in texts[3].split()


def test_stock_whoosh_merges_what_was_filed_and_the_engine_goes_on_with_it(folder: Path) -> None:
    engine = filled(folder)
    engine.apply(Changes(6, (Paper(id="new", abstract="turtles"),), retired=("p0",)))
    before = engine.search(parse("turtles word3"), 20)
    writer = open_dir(str(folder)).writer()
    writer.commit(optimize=True)

    after = WhooshEngine.open(folder, "library")

    assert (6, 12, 1) == (after.revision(), after.size(), len(after._latest().segments))
    found = after.search(parse("turtles word3"), 20)
    assert scores(before) == scores(found)


def test_long_lists_are_filed_in_blocks_that_whoosh_reads(folder: Path) -> None:
    many = tuple(Paper(id=f"m{number:04}", abstract="turtles " * (number % 4 + 1)) for number in range(1500))
    WhooshEngine.open(folder, "library").apply(Changes(1, many))

    reader = open_dir(str(folder)).reader()
    matcher = reader.postings("text", b"turtl")
    found = []
    while matcher.is_active():
        found.append((matcher.id(), matcher.weight(), len(np.frombuffer(matcher.value(), np.uint32))))
        matcher.next()

    assert [(number, float(number % 4 + 1), number % 4 + 1) for number in range(1500)] == found
    assert (1500, 3750.0) == (reader.doc_frequency("text", b"turtl"), reader.frequency("text", b"turtl"))
