"""What a library is without one of its imports, from what each import did to its papers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from bot.store import Change, as_kept, with_kept
from bot.store.imports import RECORDS, Touch
from bot.store.kept_coats import KeptRecord
from search.models import Paper
from search.plan import Held
from search.reading import source_file


@dataclass(frozen=True, slots=True)
class Stayed:
    """A field that somebody changed since, or with an empty name the whole paper; `imports` are those that hold it."""

    paper_id: str
    field: str = ""
    imports: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Unwound:
    """What becomes of each paper that the import had: `papers` get fields back that are named in `restored`, `retired`
    ones leave, `stayed` tells what does not go back and why. `records` come back that others took the place of.

    Of the `disowned` no import is left that has them; those of them that are `left_to_seeds` stay while the seeds have
    them. `rewritten` are later imports, which are to lead back to what was before this one when they are undone.
    """

    papers: tuple[Paper, ...] = ()
    restored: Mapping[str, tuple[str, ...]]
    records: Mapping[str, Sequence[KeptRecord]]
    retired: tuple[str, ...] = ()
    stayed: tuple[Stayed, ...] = ()
    disowned: tuple[str, ...] = ()
    left_to_seeds: tuple[str, ...] = ()
    rewritten: Mapping[int, Sequence[Change]]


def unwind(
    number: int, touched: Mapping[str, Sequence[Touch]], held: Mapping[str, Held], seeds: frozenset[str]
) -> Unwound:
    """The library without the import of this number: `touched` has, of each paper that it had, what all imports did to
    it in their order; `held` how the papers are now. `seeds` are the names of the files in the seeds folder."""
    unwinding = _Unwinding(number, seeds)
    for paper_id, touches in touched.items():
        if paper_id in held:
            unwinding.take(held[paper_id], touches)
    return Unwound(
        papers=tuple(unwinding.papers),
        restored=unwinding.restored,
        records={paper_id: back for paper_id, back in unwinding.records.items() if paper_id not in unwinding.retired},
        retired=tuple(unwinding.retired),
        stayed=tuple(unwinding.stayed),
        disowned=tuple(unwinding.disowned),
        left_to_seeds=tuple(unwinding.left_to_seeds),
        rewritten=unwinding.rewritten,
    )


class _Unwinding:
    def __init__(self, number: int, seeds: frozenset[str]) -> None:
        self._number, self._seeds = number, seeds
        self.papers: list[Paper] = []
        self.restored: dict[str, tuple[str, ...]] = {}
        self.records: dict[str, Sequence[KeptRecord]] = {}
        self.retired: list[str] = []
        self.stayed: list[Stayed] = []
        self.disowned: list[str] = []
        self.left_to_seeds: list[str] = []
        self.rewritten: dict[int, list[Change]] = {}

    def take(self, old: Held, touches: Sequence[Touch]) -> None:
        """One paper."""
        mine = next(touch.change for touch in touches if touch.number == self._number)
        others = [touch for touch in touches if touch.number != self._number and not touch.undone]
        if not old.retired:
            self._give_back(old.paper, mine, [touch for touch in others if touch.number > self._number])
        if others or touches[0].change.was_imported:
            # What was imported before imports were kept counts as imported once.
            if mine.kind == "new":
                self.stayed.append(Stayed(old.paper.id, imports=tuple(touch.number for touch in others)))
            return
        self.disowned.append(old.paper.id)
        if source_file(old.paper) in self._seeds:
            self.left_to_seeds.append(old.paper.id)
        elif not old.retired:
            self.retired.append(old.paper.id)

    def _give_back(self, paper: Paper, mine: Change, later: Sequence[Touch]) -> None:
        now = as_kept(paper)
        back = {}
        rewritten = {touch.number: touch.change for touch in later}
        for name, after in mine.after.items():
            since = next((touch.number for touch in later if name in touch.change.before), None)
            if since is not None:
                self.stayed.append(Stayed(paper.id, name, (since,)))
                rewritten[since] = _led_back(rewritten[since], name, after, mine.before[name])
            elif now.get(name) == after:
                back[name] = mine.before[name]
            else:
                self.stayed.append(Stayed(paper.id, name))
        if mine.kind != "new":
            self._bring_back(paper.id, mine.before.get(RECORDS, ()), rewritten)
        if back:
            self.papers.append(with_kept(paper, back))
            self.restored[paper.id] = tuple(back)
        for touch in later:
            if rewritten[touch.number] != touch.change:
                self.rewritten.setdefault(touch.number, []).append(rewritten[touch.number])

    def _bring_back(self, paper_id: str, gone: Sequence[KeptRecord], later: dict[int, Change]) -> None:
        """The records come back, unless a later import took the place of this one's: then they come back with that."""
        for number, change in later.items():
            theirs = change.before.get(RECORDS, ())
            left = [record for record in theirs if record["number"] != self._number]
            if len(left) < len(theirs):
                later[number] = replace(change, before={**change.before, RECORDS: [*left, *gone]})
                return
        if gone:
            self.records[paper_id] = gone


def _led_back(change: Change, name: str, was: object, before: object) -> Change:
    """The change, which began with what the import before it left, as one that begins with what was before that."""
    if change.before[name] != was:
        return change
    return replace(change, before={**change.before, name: before})
