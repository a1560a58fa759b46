"""Joins facts from a companion file to the papers that they are about."""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from search.models import Paper
from search.reading import Fact, Problem, filled, source_file
from search.sameness import letters

OPENING = 1_000
"""Characters of an abstract in which its beginning is looked for."""


def completed(papers: Sequence[Paper], facts: Iterable[Fact]) -> tuple[tuple[Paper, ...], tuple[Problem, ...]]:
    """The papers with the facts filled in, and the facts that found no paper.

    A fact belongs to the paper of its file whose abstract begins as it says. Its number is only a hint, as paragraphs
    move; and when no file has the name, because it was renamed, another file's only paper that begins so will do.
    """
    openings = sorted((letters(paper.abstract[:OPENING]), place) for place, paper in enumerate(papers))
    complete, problems = list(papers), list[Problem]()
    for fact in facts:
        fitting = tuple(_beginning(openings, letters(fact.begins[:OPENING])))
        found = _choice(fact, fitting, papers)
        if found is None:
            problems.append(_missing(fact, len(fitting)))
        else:
            complete[found] = _told(complete[found], fact.about)
    return tuple(complete), tuple(problems)


def _beginning(openings: Sequence[tuple[str, int]], begins: str) -> Iterator[int]:
    start = bisect_left(openings, (begins, -1))
    while begins and start < len(openings) and openings[start][0].startswith(begins):
        yield openings[start][1]
        start += 1


def _choice(fact: Fact, fitting: Sequence[int], papers: Sequence[Paper]) -> int | None:
    named = [place for place in fitting if source_file(papers[place]).startswith(fact.file)]
    hinted = [place for place in named if (papers[place].source or "").endswith(f"#{fact.number}")]
    for choice in (hinted, named or fitting):
        if len(choice) == 1:
            return choice[0]
    return None


def _missing(fact: Fact, fitting: int) -> Problem:
    how_many = f"{fitting} abstracts begin" if fitting else "no abstract begins"
    reason = f'{how_many} with "{fact.begins}", as the paper in {fact.file} should that this line is about'
    return Problem(fact.stated_in, fact.place, reason)


def _told(paper: Paper, about: Paper) -> Paper:
    """What is said about a paper by itself weighs more than what a heading says about all of its file."""
    return filled(replace(about, abstract=paper.abstract, source=paper.source, id=paper.id), paper)
