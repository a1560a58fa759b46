"""Recognises, among papers that look new, known ones in another coat: they fill gaps and add no paper."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from search.duplicates import Again, Answer, known_again
from search.models import Paper
from search.reading import Problem, filled


@dataclass(frozen=True, slots=True)
class Duplicate:
    """A paper that was read twice: where it stands again, and where it stood first, or what its handle is. `because`
    tells by what it is known where the abstract alone does not."""

    source: str
    first: str
    because: str = ""

    def __str__(self) -> str:
        """The whole sentence."""
        if self.because:
            return f"{self.source}: it is the same paper as {self.first} ({self.because}) and only fills its gaps."
        return f"{self.source}: it is the same abstract as {self.first} and was left out."


@dataclass(frozen=True, slots=True)
class Recognised:
    """`added` papers are new. `known` are held ones, by their places, with a record that may fill their gaps."""

    added: tuple[Paper, ...] = ()
    known: tuple[tuple[int, Paper], ...] = ()
    duplicates: tuple[Duplicate, ...] = ()
    doubtful: tuple[Problem, ...] = ()


def recognised(held: Sequence[Paper], read: Sequence[Paper]) -> Recognised:
    """What becomes of papers that were read. Nothing is merged on mere likeness; that is told, and both are kept."""
    found = {again.place: again for again in known_again(held, read)}
    rounds = _Rounds(held, read)
    for place, paper in enumerate(read):
        again = found.get(place)
        if again is not None and again.verdict.answer is Answer.SAME:
            rounds.merge(place, paper, again)
        else:
            rounds.keep(place, paper, again)
    return Recognised(
        tuple(rounds.added.values()), tuple(rounds.known), tuple(rounds.duplicates), tuple(rounds.doubtful)
    )


class _Rounds:
    """What was decided so far, paper by paper; `first` tells as which place a merged paper is known."""

    def __init__(self, held: Sequence[Paper], read: Sequence[Paper]) -> None:
        self.held, self.read = held, read
        self.added: dict[int, Paper] = {}
        self.known: list[tuple[int, Paper]] = []
        self.duplicates: list[Duplicate] = []
        self.doubtful: list[Problem] = []
        self.first: dict[int, int] = {}

    def keep(self, place: int, paper: Paper, again: Again | None) -> None:
        self.added[place] = paper
        if again is not None:
            beyond = again.known - len(self.held)
            other = self.held[again.known] if beyond < 0 else self.read[beyond]
            self.doubtful.append(_doubt(paper, again, other))

    def merge(self, place: int, paper: Paper, again: Again) -> None:
        first = self.first.get(again.known - len(self.held), again.known)
        self.first[place] = first
        beyond = first - len(self.held)
        if beyond < 0:
            self.known.append((first, paper))
            name = self.held[first].id
        else:
            name = self.added[beyond].source or "another one"
            self.added[beyond] = with_gaps_filled(self.added[beyond], paper)
        self.duplicates.append(Duplicate(paper.source or "a paper", name, str(again.verdict)))


def with_gaps_filled(paper: Paper, record: Paper) -> Paper:
    """The paper with what it lacks; its handle and where it came from stay."""
    return filled(paper, replace(record, id=paper.id))


def _doubt(paper: Paper, again: Again, other: Paper) -> Problem:
    file, _, number = (paper.source or "a paper").rpartition("#")
    named = other.id or other.source or "another one"
    return Problem(file or number, f"paper {number}", f"it may be the same as {named} ({again.verdict}); both are kept")
