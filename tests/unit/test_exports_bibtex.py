"""BibTeX entries say what is known, and nothing in them breaks the file they are pasted into."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pybtex.database import Person as Read

from search.exports import FORMS, write
from search.exports.bibtex import citation
from search.exports.latex import latex
from search.exports.person import person
from search.models import Paper

WORD = st.text("abcÉdeß'XYZ-.", min_size=1, max_size=6).filter(lambda word: word[0].isalpha())


def test_a_citation_has_every_known_field_but_the_abstract() -> None:
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

    assert citation(paper) == (
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
    entry = citation(Paper(id="rac", abstract="We propose Return-Aware Context (RAC), a context for agents."))

    assert entry == "@misc{rac,\n  note = {Title unknown; in short: RAC: a context for agents},\n}"


def test_a_paper_of_which_nothing_is_known_is_still_an_entry() -> None:
    assert re.fullmatch(r"@misc\{x,\n  note = \{.*\},\n\}", citation(Paper(id="x", abstract="")))


def test_a_long_list_of_authors_ends_in_others_where_it_is_pasted_and_is_whole_in_a_file() -> None:
    paper = Paper(id="x", abstract="", title="T", authors=tuple(f"Ann {letter * 3}" for letter in "abcdefg" * 40))

    assert citation(paper).count(" and ") == 100
    assert " and others}" in citation(paper)
    assert write([paper], FORMS["bibtex"]).text.count(" and ") == 279


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("Research and Development", "{Research and Development}"),
        ("Gemini Team", "{Gemini Team}"),
        ("Meta, Inc.", "{Meta, Inc.}"),
        ("Pan, Zaifeng", "Zaifeng Pan"),
        ("Hal Daumé III", "Daum{\\'e}, III, Hal"),
        ("Plato", "Plato"),
        ("D’Ambrosio", "D'Ambrosio"),
    ],
)
def test_a_name_is_written_so_that_bibtex_knows_its_parts(name: str, written: str) -> None:
    assert f"author = {{{written}}}" in citation(Paper(id="x", abstract="", title="T", authors=(name,)))


@pytest.mark.parametrize(
    ("venue", "begins", "field"),
    [
        ("Journal of Machine Learning Research", "@article{", "journal"),
        ("Proceedings of the Journal Track", "@inproceedings{", "booktitle"),
        ("arXiv", "@misc{", "howpublished"),
        ("ICML", "@inproceedings{", "booktitle"),
    ],
)
def test_a_venue_tells_the_kind_of_entry(venue: str, begins: str, field: str) -> None:
    entry = citation(Paper(id="x", abstract="", title="T", venue=venue))

    assert entry.startswith(begins)
    assert f"{field} = {{{venue}}}" in entry


@given(st.lists(WORD, min_size=1, max_size=5))
def test_a_name_has_the_parts_that_bibtex_sees_in_it(words: list[str]) -> None:
    name = " ".join(words)
    parts, read = person(name), Read(name)

    assert parts.said == name
    if not parts.suffix:
        assert parts.given == " ".join(read.first_names + read.middle_names)
        assert parts.particle == " ".join(read.prelast_names)
        assert parts.family == " ".join(read.last_names)


@pytest.mark.parametrize(
    ("plain", "set_as"),
    [
        ("“a” – b — c", "``a'' -- b --- c"),
        ("a--b", "a-{}-b"),
        ("{x}", r"{\ensuremath{\lbrace}}x{\ensuremath{\rbrace}}"),
        ("Martínez", r"Mart{\'i}nez"),
        ("ℝᵈ", r"{\ensuremath{\mathbb{R}}}{\ensuremath{^{d}}}"),
        ("Θ\u0307 and x\u0302", r"{\ensuremath{\dot{\ensuremath{\Theta}}}} and {\ensuremath{\hat{x}}}"),
        ("50% & #1_2", r"50{\%} {\&} {\#}1{\_}2"),
    ],
)
def test_text_is_set_as_it_reads(plain: str, set_as: str) -> None:
    assert latex(plain) == set_as


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
    entry = write([paper], FORMS["bibtex"], {paper.id: "a note } with \\ {"}).text.rstrip("\n")

    depth = 0
    for sign in entry:
        depth += (sign == "{") - (sign == "}")
        assert depth >= 0
    assert depth == 0
    first, *fields, last = entry.split("\n")
    assert re.fullmatch(r"@(misc|article|inproceedings)\{[a-z0-9._-]+,", first)
    assert all(re.fullmatch(r"  [a-z]+ = \{.+\},", field) for field in fields)
    assert last == "}"
