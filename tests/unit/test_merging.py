"""Several records of one paper become one and can be told apart again."""

from dataclasses import replace

import pytest

from search.duplicates import Value, merge, split
from search.duplicates.exact import ExactName
from search.models import OTHERS, Paper

PREPRINT = Paper(
    abstract="The swell bends.",
    id="swell",
    title="Swell",
    authors=("Ana Núñez", OTHERS),
    arxiv_id="2101.00001",
    source="a.bib#1",
)
PRINT = Paper(
    abstract="The swell bends around islands.",
    title="Swell around Islands",
    authors=("Ana Núñez", "Lei Zhang"),
    year=2021,
    doi="10.1000/swell",
    source="b.ris#7",
)
TALK = Paper(abstract="A talk.", url="https://example.org/talks/7", year=2022, source="c.csv#2")


def test_the_first_record_counts_and_the_others_fill_its_gaps() -> None:
    merged = merge([PREPRINT, PRINT, TALK])

    assert merged.paper == replace(
        PREPRINT, authors=PRINT.authors, year=2021, doi="10.1000/swell", url="https://example.org/talks/7"
    )
    assert merged.records == (PREPRINT, PRINT, TALK)


def test_every_exact_name_is_kept() -> None:
    assert merge([PREPRINT, PRINT, TALK]).names == {
        ExactName("arxiv", "2101.00001"),
        ExactName("doi", "10.1000/swell"),
        ExactName("url", "example.org/talks/7"),
    }


def test_every_value_is_listed_with_where_it_came_from() -> None:
    values = set(merge([PREPRINT, PRINT]).values())

    assert {Value("title", "Swell", "a.bib#1"), Value("title", "Swell around Islands", "b.ris#7")} <= values
    assert {value.value for value in values if value.field == "abstract"} == {PREPRINT.abstract, PRINT.abstract}
    assert Value("doi", "10.1000/swell", "b.ris#7") in values
    assert {value.field for value in values}.isdisjoint({"id", "source"})


@pytest.mark.parametrize("taken", [PRINT, TALK])
def test_a_record_is_split_off_as_it_came(taken: Paper) -> None:
    left, away = split(merge([PREPRINT, PRINT, TALK]), taken.source or "")

    assert away == taken
    assert left == merge([record for record in (PREPRINT, PRINT, TALK) if record is not taken])


def test_the_handle_stays_with_what_is_left_when_the_first_record_is_split_off() -> None:
    left, away = split(merge([PREPRINT, PRINT]), "a.bib#1")

    assert left.paper == replace(PRINT, id="swell")
    assert away == replace(PREPRINT, id="")


def test_what_was_merged_in_any_number_of_steps_is_the_same() -> None:
    assert merge([*merge([PREPRINT, PRINT]).records, TALK]) == merge([PREPRINT, PRINT, TALK])


def test_nothing_cannot_be_merged_nor_the_only_record_split_off() -> None:
    with pytest.raises(ValueError, match="nothing"):
        merge([])
    with pytest.raises(ValueError, match="no second record"):
        split(merge([PREPRINT]), "a.bib#1")
    with pytest.raises(ValueError, match="no second record"):
        split(merge([PREPRINT, PRINT]), "z.bib#1")
