"""Exports: keys that stay, cells and marks that do nothing, and what is missing said."""

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from search.exports import FORMS, write
from search.exports.bibliography import entry
from search.exports.csv_table import safe
from search.exports.markdown import escaped
from search.models import Paper
from tests import exports_kit as kit

KVFLOW = Paper(id="kvflow", title="KVFlow", abstract="About caches.", authors=("Ann Lee",), year=2025, venue="NeurIPS")
UNTITLED = Paper(id="rac", abstract="We propose Return-Aware Context (RAC), a context for agents.")
BEGINS_FORMULA = re.compile(r"\s*[=+\-@＝＋－＠\t\r]")


def test_the_forms_are_those_that_people_type() -> None:
    assert list(FORMS) == ["bibtex", "ris", "csv", "markdown", "csl-json"]
    assert all(form.label and form.suffix.startswith(".") and "/" in form.media_type for form in FORMS.values())


@pytest.mark.parametrize("form", FORMS.values(), ids=list(FORMS))
def test_the_same_papers_give_the_same_file_in_their_order_and_each_once(form: object) -> None:
    name = next(name for name, each in FORMS.items() if each is form)
    once = write([UNTITLED, KVFLOW], FORMS[name])
    twice = write(iter([UNTITLED, KVFLOW, UNTITLED]), FORMS[name])

    assert once == twice
    assert once.papers == 2
    assert once.text.index("rac") < once.text.index("kvflow")


@pytest.mark.parametrize("form", FORMS.values(), ids=list(FORMS))
def test_no_papers_are_a_file_too(form: object) -> None:
    name = next(name for name, each in FORMS.items() if each is form)
    nothing = write([], FORMS[name])

    assert (nothing.papers, nothing.missing) == (0, ())
    assert "None" not in nothing.text


def test_what_is_missing_is_counted() -> None:
    with_doi = Paper(id="x", abstract="", doi="10.1000/1")

    assert write([KVFLOW, UNTITLED, with_doi], FORMS["csv"]).missing == (
        ("title", 2), ("authors", 2), ("year", 2), ("venue", 2), ("link", 2),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("My reading list", "my-reading-list.bib"),
        ("#kv-cache · picks", "kv-cache-picks.bib"),
        ("../../etc/passwd\0", "etc-passwd.bib"),
        ("-rf", "rf.bib"),
        ("…", "papers.bib"),
        ("読書", "読書.bib"),
        ("x" * 300, "x" * 60 + ".bib"),
    ],
)
def test_the_file_is_named_after_the_list(title: str, name: str) -> None:
    assert write([KVFLOW], FORMS["bibtex"], title=title).name == name


def test_a_handle_is_the_key_and_anything_else_becomes_one_that_stays() -> None:
    odd = [Paper(id=name, abstract=name) for name in ("a b", "a-b", "A-b", "é{", "", "x,y")]
    keys = [entry(paper).key for paper in odd]

    assert keys[1] == "a-b"
    assert len({key.casefold() for key in keys}) == len(odd)
    assert all(re.fullmatch(r"[a-z0-9-]+", key) for key in keys)
    assert keys == [entry(paper).key for paper in odd]


def test_identifiers_come_without_what_resolves_them() -> None:
    known = entry(Paper(id="x", abstract="", doi="https://doi.org/10.1000/1", arxiv_id="arXiv:2501.00001"))

    assert (known.doi, known.arxiv_id) == ("10.1000/1", "2501.00001")


def test_a_note_keeps_its_lines_where_the_form_has_lines() -> None:
    notes = {"kvflow": "first\nsecond # line\r\n\r\n> third"}

    assert "> first\n>\n> second \\# line\n>\n> \\> third\n" in write([KVFLOW], FORMS["markdown"], notes).text
    assert (
        json.loads(write([KVFLOW], FORMS["csl-json"], notes).text)[0]["annote"] == "first\n\nsecond # line\n\n> third"
    )
    assert "N1  - Note: first second # line > third\r\n" in write([KVFLOW], FORMS["ris"], notes).text


@pytest.mark.parametrize("form", FORMS.values(), ids=list(FORMS))
def test_notes_of_papers_that_are_not_written_stay_out(form: object) -> None:
    name = next(name for name, each in FORMS.items() if each is form)

    assert "secret" not in write([KVFLOW], FORMS[name], {"rac": "secret"}).text


@pytest.mark.parametrize(
    ("cell", "written"),
    [
        ("=1+1", "'=1+1"),
        ("+1", "'+1"),
        ("-1", "'-1"),
        ("@SUM(A1)", "'@SUM(A1)"),
        ("\t=1+1", "'=1+1"),
        ("\r=1+1", "'=1+1"),
        ("＝1+1", "'＝1+1"),
        ("'=1", "''=1"),
        ("Ann;=cmd|'/c calc'!A1", "Ann;'=cmd|'/c calc'!A1"),
        ("Ann; -1", "Ann; '-1"),
        ("'tis a well-known fact; a+b = c", "'tis a well-known fact; a+b = c"),
    ],
)
def test_a_cell_that_would_be_a_formula_is_marked_as_text(cell: str, written: str) -> None:
    assert safe(cell) == written


@given(st.lists(st.text("ab=+-@;,'\"\t\r\n＝ ", max_size=12), min_size=3, max_size=3))
def test_no_program_sees_a_formula_wherever_it_parts_the_cells(texts: list[str]) -> None:
    title, name, note = texts
    paper = Paper(id="x", title=title, abstract=note, authors=(name,), keywords=(note,))
    text = write([paper], FORMS["csv"], {"x": note}).text

    for cell in kit.cells_where_semicolons_part(text):
        assert not BEGINS_FORMULA.match(cell), cell
    for read in kit.csv_table(text):
        assert read.note == " ".join(note.split())


@pytest.mark.parametrize(
    "plain",
    [
        "<script>alert(1)</script>", "![x](http://a.b)", "[a]: http://b.c", "# head", "1. one", "1) one", "- item",
        "+ item", ":tada: a:b 10:30", "(1) one", "A. B.", "5.4 e.g. 3 > 2", "==a==", "& so", "a_b_c",
        "> quote", "***", "---", "===", "`code`", "~~gone~~", "| a | b |", "http://a.b and www.a.b and a@b.c",
        "&amp; &#60;", "a\\", "**bold** _it_ $x$ ^2^ :tada: {x}", "~~~", "* * *", "    code", "\tcode",
    ],
)  # fmt: skip
def test_markdown_in_foreign_text_says_what_it_says(plain: str) -> None:
    blocks, addresses, kinds = kit.markdown(f"{escaped(plain.strip())}\n")

    assert blocks == [plain.strip()]
    assert not addresses
    assert kinds <= {"paragraph_open", "paragraph_close", "inline", "text", "text_special"}
