"""JSON Lines: papers, facts about papers, and rows that are neither."""

import gzip
import json
import os
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from search.errors import UnreadableFile
from search.formats import json_lines, read
from search.language.clean import clean
from search.models import Paper
from search.reading import Fact, Problem

ROW = {"abstract": "We read rows."}


def of_rows(folder: Path, *rows: object) -> Path:
    file = folder / "papers.jsonl"
    file.write_text("\n".join(row if isinstance(row, str) else json.dumps(row) for row in rows), encoding="utf-8")
    return file


def only(folder: Path, **fields: object) -> tuple[Paper, list[str]]:
    reading = read(of_rows(folder, {**ROW, **fields}))
    return reading.papers[0], [problem.reason for problem in reading.problems]


def test_a_row_with_every_field_is_a_paper(tmp_path: Path) -> None:
    paper, problems = only(
        tmp_path,
        title="On\n  rows ",
        authors=["Ann Lee", "", " Bo Ray "],
        year=2024,
        venue="COLT",
        url="https://example.org/a",
        pdf="http://example.org/a.pdf",
        code="https://github.com/a/b",
        doi="10.1/x",
        arxiv_id="2401.00001",
        keywords=["rows", "files"],
        id="pc-1",
        track=None,
        tldr="",
    )

    assert problems == []
    assert paper == Paper(
        abstract="We read rows.",
        title="On rows",
        authors=("Ann Lee", "Bo Ray"),
        year=2024,
        venue="COLT",
        url="https://example.org/a",
        pdf="http://example.org/a.pdf",
        code="https://github.com/a/b",
        doi="10.1/x",
        arxiv_id="2401.00001",
        keywords=("rows", "files"),
        source="papers.jsonl#1",
    )


@pytest.mark.parametrize(
    ("authors", "names"),
    [
        ("Ann Lee; Bo Ray", ("Ann Lee", "Bo Ray")),
        ("Ann Lee, Bo Ray and Cy Doe", ("Ann Lee", "Bo Ray", "Cy Doe")),
        ("Ann Lee, Bo Ray, and Cy Doe", ("Ann Lee", "Bo Ray", "Cy Doe")),
        ("Smith, John and Doe, Jane", ("John Smith", "Jane Doe")),
        ("Smith, John", ("John Smith",)),
        ("Plato", ("Plato",)),
        ("Ann Lee, Bo Ray et al.", ("Ann Lee", "Bo Ray", "others")),
        ("Smith, John and Doe, Jane and others", ("John Smith", "Jane Doe", "others")),
        (["Ann Lee, Bo Ray, Cy Doe et al."], ("Ann Lee", "Bo Ray", "Cy Doe", "others")),
        (["Ann Lee, Bo Ray"], ("Ann Lee", "Bo Ray")),
        (["Smith, John"], ("John Smith",)),
        (["van der Berg, Anna Maria"], ("Anna Maria van der Berg",)),
        (["Research and Development"], ("Research and Development",)),
        ([{"name": "Ann Lee"}, {"name": "Bo Ray"}], ("Ann Lee", "Bo Ray")),
        ([f"Author {number}" for number in range(3000)], tuple(f"Author {number}" for number in range(3000))),
        ("", ()),
        (None, ()),
    ],
)
def test_authors_come_as_a_list_or_as_text(tmp_path: Path, authors: object, names: tuple[str, ...] | str) -> None:
    paper, problems = only(tmp_path, authors=authors)

    assert paper.authors == ((names,) if isinstance(names, str) else names)
    assert problems == []


@pytest.mark.parametrize(
    ("year", "known"),
    [
        (2024, 2024),
        ("2024", 2024),
        (" 2024 ", 2024),
        (2024.0, 2024),
        ("2026-6-30", 2026),
        ("2026-07-15T00:00:00Z", 2026),
        ("1987/05", 1987),
        (None, None),
        ("", None),
    ],
)
def test_a_year_is_read_from_numbers_texts_and_dates(tmp_path: Path, year: object, known: int | None) -> None:
    paper, problems = only(tmp_path, year=year)

    assert (paper.year, problems) == (known, [])


def test_wrapped_lines_are_joined_and_paragraphs_stay(tmp_path: Path) -> None:
    text = "Caches  of keys and values\n  grow with every token.\r\n\r\nThey are   thinned out here, without any loss."
    paper, problems = only(tmp_path, title="A long\n  title", abstract=text)

    assert (paper.title, problems) == ("A long title", [])
    assert clean(paper.abstract) == (
        "Caches of keys and values grow with every token.\n\nThey are thinned out here, without any loss."
    )


@pytest.mark.parametrize("year", ["soon", 0, -5, 99999, True, [2024], {"y": 1}, 1e300, "20245", float("nan")])
def test_a_nonsense_year_is_left_out_and_told(tmp_path: Path, year: object) -> None:
    paper, problems = only(tmp_path, year=year)

    assert paper.year is None
    assert problems == [f'its year "{year}" was left out, it is no year']


@pytest.mark.parametrize(
    "address",
    [
        "javascript:alert(1)",
        "ftp://example.org/x",
        "example.org/x",
        "https://",
        "https:///x",
        "https://a b/c",
        "https://example.org/<x>",
        "file:///etc/passwd",
        "https://example.org/" + "x" * 3000,
        7,
    ],
)
@pytest.mark.parametrize("field", ["url", "pdf", "code"])
def test_only_web_addresses_become_links(tmp_path: Path, field: str, address: object) -> None:
    paper, problems = only(tmp_path, **{field: address})

    assert getattr(paper, field) is None
    assert [problem.startswith(f"its {field} ") for problem in problems] == [True]


@pytest.mark.parametrize("field", ["title", "venue", "doi", "arxiv_id", "authors", "keywords"])
def test_a_field_of_a_wrong_kind_is_left_out_and_told(tmp_path: Path, field: str) -> None:
    paper, problems = only(tmp_path, **{field: {"not": "this"}})

    assert not getattr(paper, field)
    assert [problem.startswith(f"its {field} ") for problem in problems] == [True]


def test_paragraphs_of_an_abstract_are_kept(tmp_path: Path) -> None:
    paper, _ = only(tmp_path, abstract="  One\nline.\n\nAnother.\n")

    assert paper.abstract == "One\nline.\n\nAnother."


def test_characters_that_cannot_be_stored_are_replaced(tmp_path: Path) -> None:
    paper, _ = only(tmp_path, abstract="a\0b \ud800 c", title="\udfff")

    assert (paper.abstract, paper.title) == ("ab � c", "�")


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        ("{", "it is not valid JSON"),
        ("[" * 100_000, "its values are nested too deeply"),
        ("1" * 6_000, "it is not valid JSON"),
        ("[1]", "it is no JSON object"),
        ("null", "it is no JSON object"),
        ("{}", "it has no abstract"),
        ('{"abstract": null}', "it has no abstract"),
        ('{"abstract": "  "}', "it has no abstract"),
        ('{"abstract": 5}', 'it has no abstract, and its abstract "5" was left out, it is no text'),
        (
            json.dumps({"abstract": "x" * 20_001}),
            f'it has no abstract, and its abstract "{"x" * 60}…" was left out, it is longer than 20,000 characters',
        ),
        ('{"abstract_begins": "We read rows of", "n": 1}', "it does not name the file that it is about"),
        ('{"abstract_begins": "We", "file": "a"}', "abstract_begins must be a text of 12 characters or more"),
        ('{"abstract_begins": null, "file": "a"}', "abstract_begins must be a text of 12 characters or more"),
    ],
)
def test_a_bad_row_is_told_with_its_line_and_the_rest_is_read(tmp_path: Path, row: str, reason: str) -> None:
    reading = read(of_rows(tmp_path, ROW, "", row, ROW))

    assert [paper.source for paper in reading.papers] == ["papers.jsonl#1", "papers.jsonl#4"]
    assert [str(problem) for problem in reading.problems] == [f"papers.jsonl, line 3: {reason}; the line was left out."]


@pytest.mark.parametrize(
    ("field", "value", "reason"),
    [
        ("title", "long " * 250, "it is longer than 1,000 characters"),
        ("venue", "v" * 1_001, "it is longer than 1,000 characters"),
        ("authors", ["Ann Lee", "L" * 1_001], "it is longer than 1,000 characters"),
        ("authors", "L" * 900_000, "it is longer than 1,000 characters"),
        ("authors", ["Ann Lee"] * 10_001, "there are more than 10,000 of them"),
        ("authors", "Ann Lee, " * 10_001, "there are more than 10,000 of them"),
        ("keywords", "word;" * 10_001, "there are more than 10,000 of them"),
        ("url", "https://example.org/" + "a" * 2_000, "it is no web address"),
    ],
)
def test_a_field_that_is_longer_than_any_real_one_is_left_out_and_told(
    tmp_path: Path, field: str, value: object, reason: str
) -> None:
    paper, problems = only(tmp_path, **{field: value})

    assert not getattr(paper, field)
    assert [problem.partition(" was left out, ")[2] for problem in problems] == [reason]


def test_a_field_nested_as_deeply_as_json_goes_is_left_out_and_told(tmp_path: Path) -> None:
    rows = [f'{{"abstract": "We read rows.", "year": {"[" * depth}1{"]" * depth}}}' for depth in range(100, 1000, 10)]
    reading = read(of_rows(tmp_path, ROW, *rows))

    assert len(reading.problems) == len(rows)
    assert max(len(problem.reason) for problem in reading.problems) < 200


def test_authors_who_are_et_al_again_and_again_are_read(tmp_path: Path) -> None:
    paper, _ = only(tmp_path, authors="Ann Lee" + " et al." * 100)

    assert paper.authors[0].startswith("Ann Lee")


def test_a_row_without_an_abstract_that_names_a_file_is_a_fact(tmp_path: Path) -> None:
    row = {"file": "000", "n": 3, "title": "On rows", "authors": ["Ann Lee"], "abstract_begins": "We read rows of"}

    assert read(of_rows(tmp_path, row)).facts == (
        Fact(
            file="000",
            number=3,
            begins="We read rows of",
            about=Paper(abstract="", title="On rows", authors=("Ann Lee",), source="papers.jsonl#1"),
            stated_in="papers.jsonl",
            place="line 1",
        ),
    )


def test_a_gzipped_file_is_read_like_a_plain_one(tmp_path: Path) -> None:
    file = tmp_path / "papers.jsonl.gz"
    file.write_bytes(gzip.compress(b'\xef\xbb\xbf{"abstract": "We read rows."}\r\n'))

    assert read(file).papers == (Paper(abstract="We read rows.", source="papers.jsonl.gz#1"),)


@pytest.mark.parametrize("damage", [lambda packed: packed[:-20], lambda packed: b"no gzip", lambda packed: packed[:8]])
def test_a_damaged_archive_is_refused_whole(tmp_path: Path, damage: object) -> None:
    packed = gzip.compress(b"".join(b'{"abstract": "We read row %d."}\n' % number for number in range(500)))
    file = tmp_path / "papers.jsonl.gz"
    file.write_bytes(damage(packed) if callable(damage) else b"")

    with pytest.raises(UnreadableFile, match=r"^papers\.jsonl\.gz: "):
        read(file)


def test_a_bomb_is_refused_before_it_fills_the_memory(tmp_path: Path) -> None:
    file = tmp_path / "bomb.jsonl.gz"
    with gzip.open(file, "wb", compresslevel=1) as bomb:
        for _ in range(26):
            bomb.write(b" " * 8_000_000)

    with pytest.raises(UnreadableFile, match=r"unpacks to more than 200 MB"):
        read(file)


def test_a_file_that_is_too_big_is_refused_unread(tmp_path: Path) -> None:
    file = tmp_path / "big.jsonl"
    with file.open("wb") as sparse:
        sparse.truncate(200_000_001)

    with pytest.raises(UnreadableFile, match=r"bigger than 200 MB"):
        read(file)


@pytest.mark.parametrize(
    ("name", "reason"),
    [("folder.jsonl", "is a folder"), ("missing.txt", "no such file"), ("paper.pdf", "in no known form")],
)
def test_what_is_no_readable_file_is_refused_with_the_reason(tmp_path: Path, name: str, reason: str) -> None:
    (tmp_path / "folder.jsonl").mkdir()
    (tmp_path / "paper.pdf").write_text("So it goes.")

    with pytest.raises(UnreadableFile, match=reason):
        read(tmp_path / name)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)
FIELDS = ["abstract", "title", "authors", "year", "venue", "url", "keywords", "file", "n", "abstract_begins", "other"]


@settings(max_examples=60)
@given(st.lists(st.dictionaries(st.sampled_from(FIELDS), json_values) | json_values, max_size=4))
def test_any_rows_at_all_are_read_without_an_error(rows: list[object]) -> None:
    items = list(json_lines.read("any.jsonl", [json.dumps(row) for row in rows]))

    assert all(isinstance(item, Paper | Fact | Problem) for item in items)
    assert all(repr(item).encode() and item.abstract for item in items if isinstance(item, Paper))


def test_a_pipe_and_a_device_are_never_opened(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.jsonl")
    (tmp_path / "device.jsonl").symlink_to("/dev/zero")

    for name in ("pipe.jsonl", "device.jsonl"):
        with pytest.raises(UnreadableFile, match=rf"{name}: is no ordinary file\."):
            read(tmp_path / name)


def test_rows_of_arxivs_own_data_set_are_read(tmp_path: Path) -> None:
    row = {
        "id": "0704.0001",
        "authors": "C. Bal\\'azs, E. L. Berger",
        "title": "On\n  Rows",
        "journal-ref": "J.Rows 1 (2008)",
        "abstract": "  We read rows.\n",
        "versions": [{"version": "v1", "created": "Mon, 2 Apr 2007 19:18:42 GMT"}],
        "update_date": "2008-11-26",
        "authors_parsed": [["Balázs", "C.", ""], ["Berger", "E. L.", ""]],
    }
    (paper,) = read(of_rows(tmp_path, row)).papers

    assert (paper.arxiv_id, paper.year, paper.venue) == ("0704.0001", 2007, "J.Rows 1 (2008)")
    assert (paper.title, paper.authors) == ("On Rows", ("C. Balázs", "E. L. Berger"))
