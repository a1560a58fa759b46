"""What planning reads of the store for several digests at once."""

from collections.abc import Sequence
from dataclasses import dataclass

from handlers.digests.due import Due
from handlers.digests.unseen import Known, known_of
from handlers.ports import Services


@dataclass(frozen=True, slots=True)
class Desk:
    """What is read for several digests at once; `taken` are the keys that postings of their workspaces have."""

    services: Services
    known: Known
    taken: frozenset[tuple[str, str]]

    def key(self, due: Due, kind: str) -> str:
        """Also where another process has planned the same moment of this channel before one of these subscriptions was
        there: theirs is a posting of its own then."""
        key = due.key(kind)
        return f"{key}:{due.slots[0][0].id}" if (due.team_id, key) in self.taken else key


def desk_for(few: Sequence[Due], services: Services) -> Desk:
    """What these need. Raises `Unavailable`."""
    keys: dict[str, list[str]] = {}
    for due in few:
        keys.setdefault(due.team_id, []).extend((due.key("digest"), due.key("missed")))
    taken = ((team_id, key) for team_id, asked in keys.items() for key in services.outbox.taken(team_id, asked))
    return Desk(services, known_of((schedule for due in few for schedule, _ in due.slots), services), frozenset(taken))
