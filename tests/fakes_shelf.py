"""What people keep of papers for themselves, and what is known of them, in memory."""

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import replace
from datetime import UTC, datetime

from handlers.errors import Unavailable
from handlers.shelves import Noted, Shelved, Whose, Word, after, seen_by_others
from search.record import writable
from tests.fakes_schedules import BUSY

EVER = datetime.min.replace(tzinfo=UTC)


class MemoryShelf:
    """While `unavailable` it cannot be asked."""

    def __init__(self, *, unavailable: bool = False) -> None:
        self.unavailable = unavailable
        self.kept: dict[Whose, Shelved] = {}

    def say(self, whose: Whose, word: Word) -> Shelved:
        before = self.shelved(whose)
        self.kept[whose] = after(before, replace(word, text=writable(word.text)) if isinstance(word, Noted) else word)
        return before

    def shelved(self, whose: Whose) -> Shelved:
        self._reach()
        return self.kept.get(whose, Shelved(paper_id=whose.paper_id, user_id=whose.user_id))

    def of_person(self, team_id: str, user_id: str) -> tuple[Shelved, ...]:
        self._reach()
        theirs = [
            one
            for whose, one in self.kept.items()
            if (whose.team_id, whose.user_id) == (team_id, user_id)
            and one != Shelved(paper_id=one.paper_id, user_id=one.user_id)
        ]
        theirs.sort(key=lambda one: one.paper_id)
        theirs.sort(key=lambda one: one.saved or one.noted or EVER, reverse=True)
        return tuple(sorted(theirs, key=lambda one: one.state is None))

    def shown(self, team_id: str, user_id: str, channel_id: str) -> tuple[Shelved, ...]:
        return tuple(filter(None, (seen_by_others(one, channel_id) for one in self.of_person(team_id, user_id))))

    def notes(self, team_id: str, channel_id: str, paper_id: str) -> tuple[Shelved, ...]:
        self._reach()
        there = [
            one
            for whose, one in self.kept.items()
            if (whose.team_id, whose.paper_id, one.note_channel) == (team_id, paper_id, channel_id)
        ]
        shown = list(filter(None, (seen_by_others(one, channel_id) for one in there)))
        return tuple(sorted(shown, key=lambda one: (one.noted or EVER, one.user_id)))

    def keepers(self, paper_id: str) -> tuple[tuple[str, str], ...]:
        self._reach()
        theirs = [whose for whose, one in self.kept.items() if whose.paper_id == paper_id and one.state]
        return tuple(sorted((whose.team_id, whose.user_id) for whose in theirs))

    def saves(self, team_id: str, channel_ids: Collection[str]) -> Mapping[str, Mapping[str, int]]:
        self._reach()
        return {
            channel_id: Counter(
                one.paper_id
                for whose, one in self.kept.items()
                if (whose.team_id, one.saved_in) == (team_id, channel_id) and one.state
            )
            for channel_id in channel_ids
        }

    def _reach(self) -> None:
        if self.unavailable:
            raise Unavailable(BUSY)


class MemoryPrivacy:
    """Over a shelf: all that is known of people here."""

    def __init__(self, shelf: MemoryShelf) -> None:
        self._shelf = shelf

    def kept(self, team_id: str, user_id: str) -> tuple[tuple[str, int], ...]:
        count = len(self._shelf.of_person(team_id, user_id))
        return (("papers saved, rated, noted or hidden", count),) if count else ()

    def forget(self, team_id: str, user_id: str) -> None:
        self._shelf.kept = {
            whose: one
            for whose, one in self._shelf.kept.items()
            if (whose.team_id, whose.user_id) != (team_id, user_id)
        }
