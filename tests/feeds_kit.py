"""Feeds of a store in memory, fetched from services on this machine, at a time that a test moves."""

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta

from bot.config.feeds import feeds
from bot.feeds import Feeds
from bot.feeds.asking import Origins
from bot.store import SqlStore
from bot.store.feeds import FeedState
from handlers.schedules import Posting
from handlers.shelves import Saved, Whose
from search.models import Paper
from tests.fakes_handlers import services as fakes
from tests.sources_kit import Rests, Services, access_to, client_of, served

START = datetime(2026, 12, 1, 8, 0, tzinfo=UTC)
ANN, BEN = "U0ANN", "U0BEN"
SUBJECTS = ["wells in dry lands", "songs of whales", "prices of bread", "cracks in old bridges", "letters", "bees"]


@dataclass
class Newsroom:
    """`origins` are one server on this machine; requests wait in a time of their own."""

    services: Services
    store: SqlStore
    named: str
    at: datetime = START
    rests: Rests = field(default_factory=Rests)
    source: Feeds = field(init=False)

    def __post_init__(self) -> None:
        self.source = self.another()

    def another(self) -> Feeds:
        """As another process would have them."""
        around = replace(fakes(), shelf=self.store.shelf, outbox=self.store.outbox)
        get = client_of(access_to(self.services.origin), self.rests).get
        origins = Origins(self.services.origin, self.services.origin)
        return Feeds(feeds(self.named), self.store, around, get, lambda: self.at, origins)

    def fetch(self, step: timedelta = timedelta(hours=2)) -> list[str]:
        self.at += step
        return list(self.source.round())

    def state(self, place: int = 0) -> FeedState:
        state = self.source.states()[place]
        assert state is not None
        return state

    def papers(self) -> list[Paper]:
        return sorted(self.store.changes_since(0).papers, key=lambda paper: paper.source or "")

    def save(self, paper: Paper, *users: str) -> None:
        for user in users:
            self.store.shelf.say(Whose("T1", user, paper.id), Saved(None, self.at))

    def told(self, user: str) -> list[Posting]:
        """The messages to this person, the newest first."""
        return list(self.store.outbox.latest("T1", user, "notice", 20))


@contextmanager
def newsroom(named: str) -> Iterator[Newsroom]:
    store = SqlStore.open(":memory:")
    try:
        with served() as services:
            yield Newsroom(services, store, named)
    finally:
        store.close()


def abstract_of(number: int, more: str = "") -> str:
    subject = SUBJECTS[number % len(SUBJECTS)]
    words = f"There are {number} kinds of {subject}. Of {subject} we know too little, and we count them anew."
    return f"{words} {more}".strip()


def entry(number: int, version: int = 1, changed: datetime = START, **more: str) -> str:
    """One paper of arXiv."""
    words = {"title": f"On {SUBJECTS[number % len(SUBJECTS)]}, part {number}", "summary": abstract_of(number)} | more
    texts = "".join(f"<{name}>{text}</{name}>" for name, text in words.items())
    address = f"http://arxiv.org/abs/2612.{number:05}v{version}"
    return (
        f"<entry><id>{address}</id><updated>{changed:%Y-%m-%dT%H:%M:%SZ}</updated>"
        f"<published>2026-11-01T08:00:00Z</published>{texts}<author><name>Ann Lee {number}</name></author>"
        f'<link title="pdf" href="{address}" rel="related"/></entry>'
    )


def atom_of(*entries: str) -> str:
    return f'<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom">{"".join(entries)}</feed>'


def notes_of(*numbers: int, changed: datetime = START, **more: str) -> str:
    """Papers of OpenReview."""
    return json.dumps({"notes": list(_notes(numbers, changed, more))})


def _notes(numbers: Sequence[int], changed: datetime, more: dict[str, str]) -> Iterator[dict[str, object]]:
    for number in numbers:
        words = {
            "title": f"On {SUBJECTS[number % len(SUBJECTS)]}, part {number}",
            "abstract": abstract_of(number),
            "venue": "NeurIPS 2025 poster",
        } | more
        forum = f"aB3dE5g{number:03}"
        content = {name: {"value": value} for name, value in words.items()}
        moment = int(changed.timestamp() * 1000)
        yield {"id": forum, "forum": forum, "tmdate": moment, "invitations": ["x"], "content": content}
