"""How feeds and the watched folder are doing, in sentences for people."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime

from bot.config import Feed
from bot.feeds.rounds import Feeds
from bot.library import Watched
from bot.store.feeds import FeedState
from handlers.errors import Unavailable

SHOWN = 8
"""Feeds that `/papers status` names; the command line has them all."""


def facts(watched: Watched | None, feeds: Feeds) -> tuple[tuple[str, str], ...]:
    """For `/papers status`: only what is set."""
    found = [("Watched folder", watched.told())] if watched else []
    if feeds.feeds:
        try:
            found.append(("Feeds", summary(feeds.feeds, feeds.states())))
        except Unavailable:
            found.append(("Feeds", "cannot be read now"))
    return tuple(found)


def told(feed: Feed, state: FeedState | None) -> str:
    """When it was fetched and what it brought, or what keeps it from it; and when it is fetched next."""
    if state is None:
        return f"{feed.name}: not fetched yet."
    return f"{feed.name}: {' '.join(_parts(state))}"


def summary(feeds: Sequence[Feed], states: Sequence[FeedState | None]) -> str:
    """All of them in short, those that have trouble first."""
    pairs = sorted(zip(feeds, states, strict=True), key=lambda pair: not (pair[1] and pair[1].failures))
    sentences = [told(feed, state) for feed, state in pairs[:SHOWN]]
    more = len(pairs) - SHOWN
    return " ".join([*sentences, *([f"And {more} more."] if more > 0 else [])])


def _parts(state: FeedState) -> Iterator[str]:
    if state.fetched:
        yield f"fetched {_said(state.fetched)}, {state.latest:,} new then and {state.papers:,} in all."
    elif not state.failures:
        yield "being fetched for the first time."
    if state.trouble:
        yield state.trouble if state.trouble.endswith((".", "?")) else f"{state.trouble}."
    if state.failures > 1:
        yield f"It failed {state.failures} times in a row."
    yield f"Next {_said(state.next)}."


def _said(moment: datetime) -> str:
    return f"{moment.astimezone(UTC):%Y-%m-%d %H:%M} UTC"
