"""Previews of papers whose addresses people post; whatever is unclear gets none."""

from collections.abc import Iterator
from datetime import timedelta

from handlers.blocks.preview import preview_message
from handlers.messages import Linked, Preview
from handlers.ports import Services
from search.grammar.addresses import known_as
from search.models import Paper

MOST = 2
"""Links of a message; a list of them is there to be read, and not to be spread out."""
QUIET = timedelta(minutes=30)
"""In which a paper is shown once in a channel."""


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
