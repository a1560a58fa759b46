"""What becomes of the papers that are held, record by record."""

from collections.abc import Sequence
from dataclasses import replace

from search.duplicates import Coat
from search.matching import Known
from search.models import Paper
from search.plan import Held, Plan
from search.reading import filled, source_file
from search.wardrobe import SAME_ABSTRACT, Coats, back_with, led_by, with_coat, with_gaps_filled


class Results:
    """What becomes of the papers that are held, record by record."""

    def __init__(self, held: Sequence[Held], swept: frozenset[str], partial: bool) -> None:
        self._held, self._swept, self._partial = held, swept, partial
        self._papers: dict[int, Paper] = {}
        self._coats: dict[int, Coats] = {}

    def meet(self, known: Known, read: Paper) -> None:
        """The record is this one, as it reads now."""
        if known.coat is not None:
            self._dress_again(known.place, known.coat, read)
            return
        before = self._held[known.place]
        self._papers[known.place] = merged(before, read, self._swept, self._partial)
        if before.retired:
            self._coats[known.place] = back_with(before.coats, read)
        elif _leads(before, read, self._swept):
            kept = before.imported or self._partial
            self._coats[known.place] = led_by(before.coats, before.paper, read) if kept else before.coats
        else:
            self._coats[known.place] = with_coat(before.coats, before.paper, Coat(read, SAME_ABSTRACT))

    def _dress_again(self, place: int, known: Coat, read: Paper) -> None:
        because = known.because or SAME_ABSTRACT
        if source_file(read) == source_file(known.record):
            # A paper that was joined to this one can be had back, also when its record was edited.
            self.dress(place, Coat(replace(read, id=known.record.id), because), known)
        else:
            self.dress(place, Coat(read, because))

    def dress(self, place: int, coat: Coat, instead: Coat | None = None) -> None:
        """The record is a further one of this paper, or is read now `instead` of another one."""
        before = self._held[place]
        shown = self._papers.get(place, before.paper)
        self._coats[place] = with_coat(self._coats.get(place, before.coats), shown, coat, instead)
        self._papers[place] = with_gaps_filled(shown, coat.record)

    def plan(self) -> Plan:
        """What is to be done with these, and with those of which no record was read."""
        changed = {
            place for place, after in self._papers.items()
            if self._held[place].retired or after != self._held[place].paper
        }  # fmt: skip
        left = (
            old.paper
            for place, old in enumerate(self._held)
            if place not in self._papers and not old.retired and not old.imported
        )
        return Plan(
            updated=tuple(after for place, after in self._papers.items() if place in changed),
            retired=tuple(paper for paper in left if source_file(paper) in self._swept),
            unchanged=tuple(after for place, after in self._papers.items() if place not in changed),
            coats={
                self._papers[place].id: coats
                for place, coats in self._coats.items()
                if coats != self._held[place].coats
            },
        )


def merged(before: Held, read: Paper, swept: frozenset[str], partial: bool = False) -> Paper:
    """The one record of a paper that is held and was read again; where a swept file has it, that file has its say."""
    now = replace(read, id=before.paper.id)
    if source_file(read) in swept:
        return filled(now, before.paper) if before.imported or partial else now
    if before.retired:
        # What it was went with those who said so: the seeds that dropped it, the import that was taken back.
        return now
    return filled(now, before.paper) if _leads(before, read, swept) else filled(before.paper, now)


def _leads(before: Held, read: Paper, swept: frozenset[str]) -> bool:
    return source_file(read) in {*swept, source_file(before.paper)}
