"""A channel with subscriptions over thirteen papers on two topics, for the tests of digests."""

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from handlers.calendar import Timetable
from handlers.digests.planning import plan_digests
from handlers.messages import Reply
from handlers.ports import Services
from handlers.schedules import Posting, Schedule
from handlers.subscriptions.topics import topic_key
from search.grammar import parse
from search.models import Hit, Paper
from tests.fakes_handlers import HandlersEngine, services
from tests.fakes_outbox import MemoryOutbox
from tests.fakes_schedules import FakePeople, MemorySchedules

TEAM, HERE, ADA = "T0TEAM", "C0CHANNEL", "U0READER1"
BEFORE = datetime(2025, 11, 28, 12, 0, tzinfo=UTC)
MONDAY = datetime(2025, 12, 1, 8, 0, tzinfo=UTC)
"""Nine o'clock in Berlin."""
NEXT_MONDAY = datetime(2025, 12, 8, 8, 0, tzinfo=UTC)
MONDAYS = Timetable(rhythm="weekly", weekday=0, hour=9, minute=0, zone="Europe/Berlin")
DAILY = replace(MONDAYS, rhythm="daily")


def paper(name: str, about: str) -> Paper:
    """A paper that has these words."""
    return Paper(id=name, title=f"On {about}", abstract=f"We study {about}. It works well.")


CACHES = tuple(paper(f"cache-{number:02}", "a cache") for number in range(1, 13))
BOTH = paper("both", "a cache with eviction")
EVICTIONS = tuple(paper(f"eviction-{number}", "an eviction") for number in range(1, 4))
LIBRARY = (BOTH, *CACHES, *EVICTIONS)


class ListEngine(HandlersEngine):
    """Finds as the other one does; each paper is most like those of its own kind."""

    def similar(self, paper_id: str, limit: int) -> tuple[Hit, ...]:
        kind = paper_id.partition("-")[0]
        alike = [held for held in self.held if held.partition("-")[0] == kind and held != paper_id]
        return tuple(Hit(held, 1.0) for held in alike[:limit])


def subscription(query: str = "cache", **other: Any) -> Schedule:
    """A digest of this channel, each Monday at nine in Berlin."""
    values: dict[str, Any] = {
        "id": query.replace(" ", "-"),
        "team_id": TEAM,
        "channel_id": HERE,
        "kind": "digest",
        "query": query,
        "key": topic_key(parse(query)),
        "timetable": MONDAYS,
        "creator": ADA,
        "created": BEFORE,
        "since": BEFORE,
    }
    return Schedule(**(values | other))


def stage(*schedules: Schedule, papers: tuple[Paper, ...] = LIBRARY, engine: HandlersEngine | None = None) -> Services:
    """Services over these subscriptions; Ada and the bot are in two channels."""
    people = FakePeople(zones={ADA: "Europe/Berlin"}, channels={ADA: (HERE, "C0OTHER")})
    held = MemorySchedules(schedules)
    return services(
        papers, engine=engine or ListEngine(papers), people=people, schedules=held, outbox=MemoryOutbox(held)
    )


def planned(over: Services, now: datetime = MONDAY, channel_id: str = HERE) -> Posting:
    """The one posting that planning at this moment made in the channel."""
    before = {posting.key for posting in over.outbox.latest(TEAM, channel_id, "digest", 1000)}
    plan_digests(now, over)
    (posting,) = (made for made in over.outbox.latest(TEAM, channel_id, "digest", 1000) if made.key not in before)
    return posting


def message_of(posting: Posting) -> Reply:
    """What the posting says."""
    assert posting.message
    return Reply(posting.message["text"], tuple(posting.message["blocks"]), public=True)


def handles(reply: Reply) -> list[str]:
    """The papers of the message, in order."""
    small = [block["elements"][0]["text"] for block in reply.blocks if block["type"] == "context"]
    return [text.strip("`") for text in small if text.startswith("`")]
