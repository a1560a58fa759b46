"""Previews of papers whose addresses people post; whatever is unclear gets none."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from handlers.blocks.preview import preview_message
from handlers.messages import Reply
from handlers.ports import Services
from search.grammar.addresses import known_as
from search.models import Paper

MOST = 2
"""Links of a message; a list of them is there to be read, and not to be spread out."""
QUIET = timedelta(minutes=30)
"""In which a paper is shown once in a channel."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Linked:
    """Addresses that somebody put into a message. `member` says whether the bot is in the conversation, and `sent`
    whether the message is there, or still being typed."""

    links: tuple[str, ...]
    channel_id: str
    message_ts: str
    team_id: str
    member: bool
    sent: bool
    now: datetime


@dataclass(frozen=True, slots=True)
class Preview:
    """What an address leads to, to be shown below it; once within `quiet` for each `key` in the workspace."""

    link: str
    key: str
    quiet: timedelta
    message: Reply


def previews(linked: Linked, services: Services) -> tuple[Preview, ...]:
    """One for each paper, below its first address. Raises Unavailable.

    While a message is being typed nobody knows where it will be said: it gets its previews when it is sent. In direct
    messages with the bot the address is a question, which is answered.
    """
    links = tuple(dict.fromkeys(linked.links))
    at_home = linked.channel_id.startswith("D")
    if not linked.sent or not linked.member or at_home or len(links) > MOST:
        return ()
    first: dict[str, Preview] = {}
    for made in _made(links, linked, services):
        first.setdefault(made.key, made)
    return tuple(first.values())


def _made(links: tuple[str, ...], linked: Linked, services: Services) -> Iterator[Preview]:
    for link in links:
        paper = _paper(link, services)
        message = preview_message(paper) if paper else None
        if paper and message:
            yield Preview(link, f"preview:{linked.channel_id}:{paper.id}", QUIET, message)


def _paper(link: str, services: Services) -> Paper | None:
    # Slack escapes the addresses of its events, and wants them back as they came.
    known = map(services.library.identified, known_as(link.replace("&amp;", "&")))
    return next(filter(None, known), None)
