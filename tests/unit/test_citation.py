"""BibTeX entries say what is known, and nothing in them breaks the file they are pasted into."""

import re

from hypothesis import given
from hypothesis import strategies as st

from search.citation import bibtex
from search.models import Paper


def test_an_entry_has_every_known_field() -> None:
    paper = Paper(
        id="kvflow",
        title="KVFlow: Efficient Caching for LLM-Based Multi-Agent Workflows",
        abstract="An abstract.",
        authors=("Zaifeng Pan", "Erwin Schrödinger"),
        year=2025,
        venue="NeurIPS & Friends",
        url="https://openreview.net/forum?id=5I_1&x=y",
        doi="10.1000/x_y",
        arxiv_id="2501.00001",
    )

    assert bibtex(paper) == (
        "@inproceedings{kvflow,\n"
        "  title = {{KVFlow}: Efficient Caching for {LLM}-Based Multi-Agent Workflows},\n"
        '  author = {Zaifeng Pan and Erwin Schr{\\"o}dinger},\n'
        "  booktitle = {NeurIPS {\\&} Friends},\n"
        "  year = {2025},\n"
        "  doi = {10.1000/x_y},\n"
        "  eprint = {2501.00001},\n"
        "  archiveprefix = {arXiv},\n"
        "  url = {https://openreview.net/forum?id=5I_1&x=y},\n"
        "}"
    )


def test_without_a_title_our_headline_stands_in_a_note() -> None:
    entry = bibtex(Paper(id="rac", abstract="We propose Return-Aware Context (RAC), a context for agents."))

    assert entry.startswith("@misc{rac,\n  note = {")
    assert "title" not in entry
    assert "author" not in entry


def test_a_paper_of_which_nothing_is_known_is_still_an_entry() -> None:
    assert re.fullmatch(r"@misc\{x,\n(  note = \{.*\},\n)?\}", bibtex(Paper(id="x", abstract="")))


def test_a_long_list_of_authors_ends_in_others() -> None:
    entry = bibtex(Paper(id="x", abstract="", title="T", authors=tuple(f"Author {number}" for number in range(3_000))))

    assert " and Author 99 and others}" in entry
    assert "Author 100" not in entry


def test_a_group_with_and_in_its_name_stays_one_author() -> None:
    assert "author = {{Research and Development}}" in bibtex(
        Paper(id="x", abstract="", authors=("Research and Development",))
    )


@given(
    st.builds(
        Paper,
        id=st.text(max_size=20),
        abstract=st.text(max_size=60),
        title=st.none() | st.text(max_size=60),
        authors=st.lists(st.text(max_size=20), max_size=4).map(tuple),
        venue=st.none() | st.text(max_size=20),
        url=st.none() | st.text(max_size=40),
        doi=st.none() | st.text(max_size=20),
    )
)
def test_braces_are_always_paired_and_every_field_is_a_line(paper: Paper) -> None:
    entry = bibtex(paper)

    depth = 0
    for sign in entry:
        depth += (sign == "{") - (sign == "}")
        assert depth >= 0
    assert depth == 0
    first, *fields, last = entry.split("\n")
    assert re.fullmatch(r"@(misc|inproceedings)\{[A-Za-z0-9:._/+-]+,", first)
    assert all(re.fullmatch(r"  [a-z]+ = \{.+\},", field) for field in fields)
    assert last == "}"
