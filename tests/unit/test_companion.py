"""Facts in a companion file find the papers they are about."""

from search.companion import completed
from search.models import Paper
from search.reading import Fact

PAPERS = (
    Paper(abstract="In this paper, we consider trees.", source="000_ab.txt#1", venue="COLT", year=2024),
    Paper(abstract="In this paper, we consider forests.", source="000_ab.txt#2"),
    Paper(abstract="Rivers run. So do we.", source="001_cd.txt#1"),
)


def fact(begins: str, file: str = "000", number: int = 1, **fields: object) -> Fact:
    about = Paper(abstract="", **{"title": "Told", **fields})  # type: ignore[arg-type]
    return Fact(file, number, begins, about, "companion.jsonl", "line 7")


def told(*facts: Fact) -> tuple[list[str | None], list[str]]:
    papers, problems = completed(PAPERS, facts)
    return [paper.title for paper in papers], [str(problem) for problem in problems]


def test_a_fact_is_joined_to_the_abstract_that_begins_so() -> None:
    assert told(fact("In this paper, we consider tr")) == (["Told", None, None], [])


def test_the_number_decides_between_two_that_begin_alike() -> None:
    assert told(fact("In this paper, we consider", number=2)) == ([None, "Told", None], [])


def test_a_wrong_number_does_not_matter_where_the_beginning_is_clear() -> None:
    assert told(fact("In this paper, we consider f", number=19)) == ([None, "Told", None], [])


def test_spaces_case_and_signs_of_the_beginning_do_not_matter() -> None:
    assert told(fact("in this  paper we Consider: trees")) == (["Told", None, None], [])


def test_a_renamed_file_keeps_its_facts_where_the_beginning_is_clear() -> None:
    assert told(fact("Rivers run", file="old.txt")) == ([None, None, "Told"], [])


def test_a_fact_without_a_paper_is_told() -> None:
    titles, problems = told(fact("Mountains stand"))

    assert titles == [None, None, None]
    assert problems[0].startswith('companion.jsonl, line 7: no abstract begins with "Mountains stand"')


def test_a_fact_that_fits_two_papers_is_told_and_fills_neither() -> None:
    titles, problems = told(fact("In this paper, we consider", number=9))

    assert titles == [None, None, None]
    assert problems[0].startswith('companion.jsonl, line 7: 2 abstracts begin with "In this paper, we consider"')


def test_facts_fill_gaps_and_weigh_more_than_the_heading() -> None:
    papers, _ = completed(PAPERS, [fact("In this paper, we consider trees", year=2025)])

    assert papers[0] == Paper(abstract=PAPERS[0].abstract, source="000_ab.txt#1", title="Told", venue="COLT", year=2025)


def test_a_beginning_without_letters_fits_nothing() -> None:
    assert told(fact("............"))[0] == [None, None, None]
