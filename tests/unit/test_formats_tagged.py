"""RIS, EndNote, NBIB and Web of Science as they are found."""

from collections.abc import Callable, Iterable, Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from search.files.limits import Limits
from search.files.tagged import longest, records
from search.formats import endnote, nbib, ris, web_of_science
from search.models import Paper
from search.reading import Item, Skipped

Read = Callable[[str, Iterable[str]], Iterator[Item]]
ALL: list[Read] = [ris.read, endnote.read, nbib.read, web_of_science.read]


def read(text: str, reader: Read = ris.read) -> list[Item]:
    return list(reader("a.ris", text.splitlines(keepends=True)))


def papers(text: str, reader: Read = ris.read) -> list[Paper]:
    return [item for item in read(text, reader) if isinstance(item, Paper)]


@pytest.mark.parametrize(
    "text",
    [
        "TY  - JOUR\nAB  - One.\nER  - \nTY  - JOUR\nAB  - Two.\nER  - \n",
        "TY  - JOUR\nAB  - One.\nTY  - JOUR\nAB  - Two.\n",
        "AB  - One.\nER  -\n\n\nAB  - Two.\nER  -",
        "Record #1 of 2\nA: b\n1.\nTY  - JOUR\nAB  - One.\nER  - \n\nRecord #2\nTY  - JOUR\nAB  - Two.\nER  - \n",
        "TY  - JOUR\nN2  - One.\nER  - \nTY  -\nN2  - Two.\nER  - \n",
        "TY - JOUR\nAB - One.\nER -\nTY - JOUR\nAB - Two.\nER -\n",
    ],
)
def test_ris_records_are_told_apart_whatever_is_missing(text: str) -> None:
    assert [paper.abstract for paper in papers(text)] == ["One.", "Two."]


def test_a_value_may_go_on_over_lines_and_empty_lines() -> None:
    text = (
        "TY  - JOUR\nN1  - Cited by: 3\n\nExport date: today\nAB  - One\n  two.\n\nThree.\nKW  - wells\nmaps\nER  - \n"
    )
    (paper,) = papers(text)

    assert paper.abstract == "One two.\n\nThree."
    assert paper.keywords == ("wells", "maps")


@pytest.mark.parametrize(
    ("line", "name", "value"),
    [
        ("PY  - 2001/09/01/", "year", 2001),
        ("Y1  - 2014//", "year", 2014),
        ("PY  - 10 15", "year", None),
        ("T1  - On Wells.", "title", "On Wells"),
        ("JF  - JOURNAL OF WELLS AND MAPS", "venue", "Journal of Wells and Maps"),
        ("T2  - PLOS", "venue", "PLOS"),
        ("A1  - Marx, Karl", "authors", ("Karl Marx",)),
        ("L1  - https://example.org/a.pdf", "pdf", "https://example.org/a.pdf"),
        ("UR  - https://example.org/a", "url", "https://example.org/a"),
        ("L2  - http://arxiv.org/pdf/2111.09920.pdf", "arxiv_id", "2111.09920"),
        ("DO  - doi:10.1000/x", "doi", "10.1000/x"),
    ],
)
def test_ris_fields_are_read_for_what_they_say(line: str, name: str, value: object) -> None:
    assert getattr(papers(f"TY  - JOUR\nAB  - One.\n{line}\nER  - \n")[0], name) == value


def test_a_year_that_is_none_is_told_with_the_line_of_its_record() -> None:
    told = read("\n\nTY  - JOUR\nAB  - One.\nPY  - 10 15\nER  - \n")[1]

    assert str(told) == 'a.ris, line 3: its year "10 15" was left out, it is no year.'


def test_a_record_without_an_abstract_is_named_by_its_title() -> None:
    (left_out,) = read("TY  - JOUR\nTI  - On Wells\nER  - \n")

    assert isinstance(left_out, Skipped)
    assert left_out.reason == '"On Wells" has no abstract; the record was left out'


@pytest.mark.parametrize("nothing", ["", "-", "N/A", "[No abstract available]", "None", "Abstract not available."])
def test_words_for_no_abstract_are_none(nothing: str) -> None:
    assert papers(f"TY  - JOUR\nTI  - On Wells\nAB  - {nothing}\nER  - \n") == []


def test_endnote_records_end_before_the_next_and_at_empty_lines() -> None:
    text = "%0 Book\n%X One.\n%A Lee, Ann\n%A Ray, Bo\n%0 Thesis\n%X Two.\n\n%T Three\n%X Three.\n"
    found = papers(text, endnote.read)

    assert [paper.abstract for paper in found] == ["One.", "Two.", "Three."]
    assert found[0].authors == ("Ann Lee", "Bo Ray")


def test_pubmed_names_are_the_full_ones_and_teams_come_last() -> None:
    text = "PMID- 1\nAU  - Lee A\nFAU - Lee, Ann\nCN  - Wells Team\nAB  - One,\n      two.\nLID - 10.1/x [doi]\n"
    (paper,) = papers(text, nbib.read)

    assert (paper.abstract, paper.authors, paper.doi) == ("One, two.", ("Ann Lee", "Wells Team"), "10.1/x")
    assert paper.url == "https://pubmed.ncbi.nlm.nih.gov/1/"


def test_web_of_science_has_an_author_a_line_and_codes_in_brackets() -> None:
    text = (
        "FN X\nVR 1.0\nPT J\nAU Lee, A. (a@example.org)\n   Ray, B.\nTI On\n   Wells.\nSO CONDOR\n"
        "AB One\n   two.\nDE Aves [Forest / / ] [Fire / / ].; maps\nER\n\nEF\n"
    )
    (paper,) = papers(text, web_of_science.read)

    assert (paper.title, paper.authors, paper.venue) == ("On Wells", ("A. Lee", "B. Ray"), "CONDOR")
    assert (paper.abstract, paper.keywords) == ("One two.", ("Aves", "maps"))


def test_a_record_that_is_too_long_is_left_out_and_told() -> None:
    lines = ["TY  - JOUR\n", *["AB  - xxxxxxxxxx\n"] * 20, "ER  - \n", "TY  - JOUR\n", "AB  - One.\n", "ER  - \n"]
    found = list(records(lines, ris.TAGS, lambda fields: {"abstract": longest(fields, "AB")}, Limits(record=100)))

    assert found == [(1, "it is longer than 100 characters"), (23, {"abstract": "One."})]


@settings(max_examples=80)
@given(st.text(alphabet="TYAERBPMID%0X- \n1a", max_size=80), st.sampled_from(ALL))
def test_any_text_at_all_is_read_without_an_error(text: str, reader: Read) -> None:
    assert all(item.abstract for item in read(text, reader) if isinstance(item, Paper))
