"""Measuring the ranking: test collections read, figures and their significance, and the command that prints them."""

import gzip
import json
import math
import sys
from pathlib import Path

import pytest

from bot.cli import main
from bot.cli.collection import Collection, UnreadableCollection, read
from bot.cli.measures import NAMES, measured, p_value
from search.grammar import question
from search.query import Word

PAPERS = (
    {"id": "1", "title": "Turtles", "text": "They swim far."},
    {"id": "2", "title": "", "text": "Snails crawl and turtles swim in the warm sea."},
    {"id": "3", "title": "Bread", "text": "Bakers knead dough."},
)
QUESTIONS = (
    {"id": "a", "text": "WHAT IS KNOWN OF TURTLES AND NOT OF SNAILS", "split": "test"},
    {"id": "b", "text": "kneading dough", "split": "train"},
    {"id": "c", "text": "not judged"},
)


def lines(rows: tuple[dict[str, str], ...]) -> bytes:
    return "".join(json.dumps(row) + "\n" for row in rows).encode()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "corpus.jsonl.gz").write_bytes(gzip.compress(lines(PAPERS)))
    (tmp_path / "queries.jsonl").write_bytes(lines(QUESTIONS))
    (tmp_path / "qrels.tsv").write_text("query-id\tcorpus-id\tscore\na\t2\t2\na\t1\t0\nb\t3\t1\n")
    return tmp_path


def evaluate(*arguments: str | Path) -> int | str | None:
    with pytest.raises(SystemExit) as left:
        main(["evaluate", *map(str, arguments)])
    return left.value.code


def test_a_collection_holds_its_papers_and_the_judged_questions(folder: Path) -> None:
    found = read(folder)

    assert ("1", "2", "3") == found.names
    assert [("Turtles", "They swim far."), (None, PAPERS[1]["text"]), ("Bread", "Bakers knead dough.")] == [
        (paper.title, paper.abstract) for paper in found.papers
    ]
    assert ["1", "2", "3"] == [found.name(paper.id) for paper in found.papers]
    assert {"a": {"2": 2, "1": 0}, "b": {"3": 1}} == found.judgements
    assert {"a", "b"} == set(found.questions)


def test_of_a_split_only_its_questions_are_taken(folder: Path) -> None:
    assert {"a": {"2": 2, "1": 0}} == read(folder, split="test").judgements


def test_without_a_corpus_the_papers_come_from_elsewhere_and_without_titles(folder: Path, tmp_path: Path) -> None:
    (folder / "corpus.jsonl.gz").rename(tmp_path / "papers.jsonl.gz")

    found: Collection = read(folder, abstracts=tmp_path / "papers.jsonl.gz")

    assert [None, None, None] == [paper.title for paper in found.papers]


@pytest.mark.parametrize(
    ("name", "content", "reason"),
    [
        ("queries.jsonl", b"{}\n", "no 'id'"),
        ("queries.jsonl", b"", "no question|no paper"),
        ("queries.jsonl", b"nonsense\n", "Expecting value"),
        ("qrels.tsv", b"a\t1\n", "unpack"),
        ("corpus.jsonl", b'{"id": "1"}\n', "no 'abstract'"),
    ],
)
def test_what_is_no_collection_is_named_with_its_reason(folder: Path, name: str, content: bytes, reason: str) -> None:
    (folder / name).write_bytes(content)

    with pytest.raises(UnreadableCollection, match=rf"{folder.name} .*({reason})"):
        read(folder)


def test_a_question_is_its_words_each_as_often_as_it_stands_there() -> None:
    assert (
        tuple(map(Word, ["TURTLES", "AND", "NOT", "snails", "year:2024", "TURTLES"]))
        == question('TURTLES AND NOT "snails", year:2024 TURTLES?').wanted
    )
    assert 400 == len(question("word " * 400).wanted)


def test_the_measures_are_those_of_their_definitions() -> None:
    pytest.importorskip("ir_measures")
    judgements = {"a": {"2": 2, "1": 0}, "b": {"3": 1}, "c": {"9": 1}}

    figures = measured(judgements, {"a": ["1", "2", "5"], "b": ["3"], "c": []})

    assert {
        "nDCG@10": pytest.approx((1 / math.log2(3), 1.0, 0.0)),
        "MAP": pytest.approx((0.5, 1.0, 0.0)),
        "Recall@100": pytest.approx((1.0, 1.0, 0.0)),
        "MRR@10": pytest.approx((0.5, 1.0, 0.0)),
    } == figures.values
    assert 0.5 == figures.mean("MAP")


def test_chance_is_likely_for_equals_and_unlikely_where_one_is_always_better() -> None:
    theirs = [0.1 * (number % 7) for number in range(40)]

    assert 1.0 == p_value(theirs, theirs)
    assert p_value([value + 0.05 for value in theirs], theirs) < 0.001
    assert p_value([value + 0.05 * (-1) ** place for place, value in enumerate(theirs)], theirs) > 0.9


def test_two_ways_to_rank_are_compared(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("ir_measures")

    assert 0 == evaluate(folder, "--set", "title=4", "--compare", "title=0")
    table = [line.split() for line in capfd.readouterr().out.splitlines()]

    assert ["2", "questions"] == table[0]
    assert list(NAMES) == [row[0] for row in table[-4:]]
    for _, value, compared, difference, chance in table[-4:]:
        assert float(compared) - float(value) == pytest.approx(float(difference), abs=2e-4)
        assert 0 < float(chance) <= 1


def test_without_its_package_a_sentence_says_how_to_get_it(
    folder: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "ir_measures", None)

    assert 1 == evaluate(folder)
    assert "pip install 'paperboy-slack[evaluate]'" in capfd.readouterr().err


@pytest.mark.parametrize(
    ("option", "typed", "said"),
    [
        ("--set", "k1", "'k1' is not of the form NAME=NUMBER"),
        ("--compare", "b=much", "'b=much' is not of the form NAME=NUMBER"),
        ("--set", "nonsense=1", "no weight “nonsense”. There are k1, b,"),
    ],
)
def test_weights_that_cannot_be_read_are_wrong_usage(
    folder: Path, option: str, typed: str, said: str, capfd: pytest.CaptureFixture[str]
) -> None:
    assert 2 == evaluate(folder, option, typed)
    assert said in capfd.readouterr().err
