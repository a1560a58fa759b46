"""Tables of text with any separator, any names of columns, and quotes that are never closed."""

import csv
import io

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from search.files.columns import field_of
from search.formats import csv_table
from search.models import Paper
from search.reading import Item, Problem, Skipped


def read(text: str) -> list[Item]:
    return list(csv_table.read("a.csv", text.splitlines(keepends=True)))


def papers(text: str) -> list[Paper]:
    return [item for item in read(text) if isinstance(item, Paper)]


@pytest.mark.parametrize("sign", [",", ";", "\t", "|"])
@pytest.mark.parametrize("top", ["", "sep={}\n", "An export of yesterday\n\n"])
def test_the_separator_is_found_below_whatever_stands_on_top(sign: str, top: str) -> None:
    text = (
        top.format(sign)
        + f'title{sign}abstract{sign}year\n"On{sign} Wells"{sign}"We count, and map; wells"{sign}2024\n'
    )
    (paper,) = papers(text)

    assert (paper.title, paper.abstract, paper.year) == (
        f"On{sign} Wells".replace("\t", ""),
        "We count, and map; wells",
        2024,
    )


@pytest.mark.parametrize(
    ("name", "field"),
    [
        ("Title", "title"),
        ("Article Title", "title"),
        ("paper_title", "title"),
        ("ABSTRACT", "abstract"),
        ("Abstract Note", "abstract"),
        ("Author(s)", "authors"),
        ("Author full names", ""),
        ("Author Full Names", "authors"),
        ("Publication Year", "year"),
        ("Source title", "venue"),
        ("container-title", "venue"),
        ("DOI", "doi"),
        ("arXiv ID", "arxiv_id"),
        ("PDF URL", "pdf"),
        ("Author Keywords", "keywords"),
        ("note", ""),
        ("", ""),
    ],
)
def test_columns_are_known_by_many_names(name: str, field: str) -> None:
    assert field_of(name) == (field or ("authors" if name == "Author full names" else ""))


def test_the_most_telling_of_several_columns_counts_where_it_is_filled() -> None:
    text = "summary,title,abstract\nShort.,A,Long.\nOnly.,B,\n"

    assert [paper.abstract for paper in papers(text)] == ["Long.", "Only."]


def test_lists_as_python_prints_them_are_lists() -> None:
    lists = "\"['Lee, Ann', 'Ray, Bo']\";\"['wells', 'maps']\""
    text = f'title;abstract;authors;keywords\nA;One.;{lists}\nB;Two.;"[\'Lee";x\n'
    first, second = papers(text)

    assert (first.authors, first.keywords) == (("Ann Lee", "Bo Ray"), ("wells", "maps"))
    assert second.authors == ("['Lee",)


def test_a_cell_may_hold_lines_and_the_line_of_each_row_is_known() -> None:
    text = 'title,abstract\nA,"One\ntwo."\nB,\nC,Three.\n,\n'
    found = read(text)

    assert [item.abstract for item in found if isinstance(item, Paper)] == ["One\ntwo.", "Three."]
    assert [item.place for item in found if isinstance(item, Skipped)] == ["line 4"]


def test_a_quote_that_is_never_closed_costs_its_row_and_no_other() -> None:
    rows = "".join(f"Title {number},Abstract {number}.\n" for number in range(3))
    found = read(f'title,abstract\n{rows}"Broken,Abstract.\n{rows}')

    assert len([item for item in found if isinstance(item, Paper)]) == 6
    assert [str(item) for item in found if isinstance(item, Skipped)] == [
        "a.csv, line 5: a quote in it is never closed; the record was left out."
    ]


def test_quotes_that_are_never_closed_cost_their_rows_in_a_long_table_too() -> None:
    rows = "".join(f"Title {number},Abstract {number}.\n" for number in range(2_100))
    found = read(f'title,abstract\n"Broken,A.\n{rows}"Broken,A.\n{rows}')

    assert len([item for item in found if isinstance(item, Paper)]) == 4_200
    assert [item.place for item in found if isinstance(item, Skipped)] == ["line 2", "line 2103"]


def test_a_table_without_an_abstract_is_told_by_its_columns() -> None:
    (told,) = read("name,size\na,1\n")

    assert str(told) == 'a.csv, line 1: no column is named abstract, the columns are "name,size".'
    assert not isinstance(told, Skipped)


def test_rows_with_too_few_and_too_many_cells_are_read_as_far_as_they_go() -> None:
    assert [paper.abstract for paper in papers("title,abstract\nA,One.,extra,more\nB\nC,Two.\n")] == ["One.", "Two."]


def test_what_a_spreadsheet_would_run_is_text() -> None:
    assert papers("title,abstract\n=cmd|'/c calc'!A1,@SUM(A1)\n")[0].title == "=cmd|'/c calc'!A1"


@settings(max_examples=80)
@given(st.lists(st.tuples(st.text(max_size=20), st.text(max_size=30)), max_size=5), st.sampled_from(",;\t|"))
def test_what_a_program_writes_is_read_again(rows: list[tuple[str, str]], sign: str) -> None:
    out = io.StringIO()
    csv.writer(out, delimiter=sign, lineterminator="\n").writerows([("title", "abstract"), *rows])
    lines = out.getvalue().replace("\r", "").splitlines(keepends=True)
    found = list(csv_table.read("a.csv", lines))

    assert all(isinstance(item, Paper | Problem) for item in found)
    assert len([item for item in found if isinstance(item, Paper)]) <= len(rows)
