"""Whether a paper fits the conditions of a query, for lists that no search has made."""

from handlers.blocks import lines
from handlers.talk.weighing import stems
from search.language.words import fold, tokens
from search.models import Paper
from search.query import AnyOf, Author, Clause, Filter, Has, Prefix, Query, Venue, Without, Years


def fits(paper: Paper, query: Query) -> bool:
    """Whether it has all that is wanted, nothing that is excluded, and meets every condition."""
    if not all(_meets(paper, condition) for condition in query.filters):
        return False
    if not (query.wanted or query.excluded):
        return True
    known = paper_stems(paper)
    return all(_has(clause, known) for clause in query.wanted) and not any(
        _has(clause, known) for clause in query.excluded
    )


def paper_stems(paper: Paper) -> frozenset[str]:
    """What the paper's title and abstract are made of."""
    return frozenset(token.stem for token in tokens(f"{paper.title or ''} {paper.abstract}"))


def _has(clause: Clause, known: frozenset[str]) -> bool:
    match clause:
        case Prefix(letters):
            return any(stem.startswith(fold(letters)) for stem in known)
        case AnyOf(options):
            return any(_has(option, known) for option in options)
    return stems(clause) <= known


def _meets(paper: Paper, condition: Filter) -> bool:
    match condition:
        case Author(name):
            return any(fold(name) in fold(author) for author in paper.authors)
        case Venue(name):
            return fold(name) in fold(paper.venue or "")
        case Years(first, last):
            return paper.year is not None and (first or 0) <= paper.year <= (last or 9999)
        case Has(what):
            return bool(lines.code(paper) if what == "code" else paper.pdf)
        case Without(barred):
            return not _meets(paper, barred)
