"""The channels of people, remembered for a moment: their Home is shown again after everything they press there."""

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from threading import Lock

from handlers.ports.workspace import People

FRESH = timedelta(minutes=2)
"""Whoever has just come into a channel sees it in their Home a little later."""
REMEMBERED = 1_000


@dataclass(frozen=True, slots=True)
class RememberedPeople:
    """Stands behind `handlers.ports.workspace.People` where nothing depends on who has come or gone just now."""

    people: People
    clock: Callable[[], datetime]
    _known: OrderedDict[tuple[str, str], tuple[datetime, tuple[str, ...]]] = field(default_factory=OrderedDict)
    _lock: Lock = field(default_factory=Lock)

    def zone(self, team_id: str, user_id: str) -> str | None:
        """As it is."""
        return self.people.zone(team_id, user_id)

    def channels_of(self, team_id: str, user_id: str) -> tuple[str, ...]:
        """As they were a moment ago."""
        now, who = self.clock(), (team_id, user_id)
        with self._lock:
            known = self._known.get(who)
        if known and timedelta() <= now - known[0] < FRESH:
            return known[1]
        channels = self.people.channels_of(team_id, user_id)
        with self._lock:
            self._known[who] = (now, channels)
            self._known.move_to_end(who)
            while len(self._known) > REMEMBERED:
                self._known.popitem(last=False)
        return channels
