"""Recognises, among papers that look new, known ones in another coat: they fill gaps and add no paper."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from search.duplicates import Again, Answer, Coat, known_again
from search.models import Paper
from search.reading import Problem
from search.wardrobe import Coats, with_coat, with_gaps_filled


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
class Doubt:
    """Two papers that may be one; both are kept. A handle, or the place of a paper among those added."""

    one: str | int
    other: str | int
    because: str


@dataclass(frozen=True, slots=True)
class Recognised:
    """`added` papers are new, `coats` are the records of those of them that have several. `known` are records of papers
    that were known before, by the places of these, each with why it is one."""

    added: tuple[Paper, ...] = ()
    coats: Mapping[int, Coats] = field(default_factory=dict)
    known: tuple[tuple[int, Coat], ...] = ()
    duplicates: tuple[Duplicate, ...] = ()
    doubtful: tuple[Problem, ...] = ()
    doubts: tuple[Doubt, ...] = ()


def recognised(
    held: Sequence[Paper], read: Sequence[Paper], repeated: Mapping[int, Sequence[Coat]] | None = None
) -> Recognised:
    """What becomes of papers that were read. Nothing is merged on mere likeness; that is told, and both are kept.

    Several of `held` may be records of one paper; all of them carry its handle. `repeated` are further records of
    papers that were read, by the places of these.
    """
    found = {again.place: again for again in known_again(held, read)}
    rounds = _Rounds(held, read)
    for place, paper in enumerate(read):
        again = found.get(place)
        if again is not None and again.verdict.answer is Answer.SAME:
            rounds.merge(place, paper, again)
        else:
            rounds.keep(place, paper, again)
        for coat in (repeated or {}).get(place, ()):
            rounds.dress(rounds.first.get(place, len(held) + place), coat)
    return rounds.result()


class _Rounds:
    """What was decided so far, paper by paper; `first` tells as which place a merged paper is known."""

    def __init__(self, held: Sequence[Paper], read: Sequence[Paper]) -> None:
        self.held, self.read = held, read
        self.added: dict[int, Paper] = {}
        self.coats: dict[int, Coats] = {}
        self.known: list[tuple[int, Coat]] = []
        self.duplicates: list[Duplicate] = []
        self.doubtful: list[Problem] = []
        self.doubts: list[tuple[int, int, str]] = []
        self.first: dict[int, int] = {}

    def keep(self, place: int, paper: Paper, again: Again | None) -> None:
        self.added[place] = paper
        if again is not None:
            beyond = again.known - len(self.held)
            other = self.held[again.known] if beyond < 0 else self.read[beyond]
            self.doubtful.append(_doubt(paper, again, other))
            self.doubts.append((place, self.first.get(beyond, again.known), str(again.verdict)))

    def merge(self, place: int, paper: Paper, again: Again) -> None:
        first = self.first.get(again.known - len(self.held), again.known)
        self.first[place] = first
        beyond = first - len(self.held)
        known = self.held[first] if beyond < 0 else self.added[beyond]
        name = known.id or known.source or "another one"
        self.dress(first, Coat(paper, str(again.verdict)))
        self.duplicates.append(Duplicate(paper.source or "a paper", name, str(again.verdict)))

    def dress(self, first: int, coat: Coat) -> None:
        beyond = first - len(self.held)
        if beyond < 0:
            self.known.append((first, coat))
        else:
            shown = self.added[beyond]
            self.coats[beyond] = with_coat(self.coats.get(beyond, ()), shown, coat)
            self.added[beyond] = with_gaps_filled(shown, coat.record)

    def result(self) -> Recognised:
        places = {place: number for number, place in enumerate(self.added)}
        return Recognised(
            added=tuple(self.added.values()),
            coats={places[place]: coats for place, coats in self.coats.items() if coats},
            known=tuple(self.known),
            duplicates=tuple(self.duplicates),
            doubtful=tuple(self.doubtful),
            doubts=tuple(self._told(place, other, because, places) for place, other, because in self.doubts),
        )

    def _told(self, place: int, other: int, because: str, places: Mapping[int, int]) -> Doubt:
        beyond = other - len(self.held)
        return Doubt(places[place], self.held[other].id if beyond < 0 else places[beyond], because)


def _doubt(paper: Paper, again: Again, other: Paper) -> Problem:
    file, _, number = (paper.source or "a paper").rpartition("#")
    named = other.id or other.source or "another one"
    return Problem(file or number, f"paper {number}", f"it may be the same as {named} ({again.verdict}); both are kept")
