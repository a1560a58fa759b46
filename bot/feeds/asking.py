"""Reads a feed page by page, back to where it was read before."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime

from bot.config import Feed
from bot.config.feeds import ALONE
from bot.sources import arxiv_feed, openreview_feed
from bot.sources.arxiv import ARXIV
from bot.sources.brought import Listing, Record
from bot.sources.errors import NoAnswer
from bot.sources.openreview import OPENREVIEW

Get = Callable[[str], bytes]
"""The body at an address. Raises `bot.sources.errors.SourceError`."""
MOST = {"arxiv": 10, "openreview": 40}
"""Pages at once: 2,000 papers of arXiv, in half a minute at best, and all 10,000 of the largest venue."""


@dataclass(frozen=True, slots=True)
class Asked:
    """The records, each once, with its latest state; `whole` unless there was more than is read at once."""

    records: tuple[Record, ...]
    whole: bool = True


@dataclass(frozen=True, slots=True)
class Origins:
    """Where the services are; only tests have others."""

    arxiv: str = ARXIV.origin
    openreview: str = OPENREVIEW.origin


REAL = Origins()


def asked(feed: Feed, get: Get, since: datetime | None, origins: Origins = REAL) -> Asked:
    """What has changed `since`. The first time it is the newest page of arXiv, which has no end, and all of a venue.

    Raises `bot.sources.errors.SourceError`.
    """
    if feed.kind == "openreview":
        there = openreview_feed.listing(feed.what, origins.openreview)
        gone = openreview_feed.listing(f"{feed.what}{openreview_feed.WITHDRAWN}", origins.openreview)
        found = _read(there, get, since, MOST["openreview"], feed)
        left = _read(gone, get, since, MOST["openreview"], None)
        return Asked(_once((*left.records, *found.records)), whole=found.whole and left.whole)
    query = f"cat:{_within(feed.what)}" if feed.kind == "arxiv-category" else feed.what
    listing = arxiv_feed.listing(query, origins.arxiv)
    if since is None:
        newest = _read(listing, get, None, 1, feed)
        return Asked(newest.records)
    return _read(listing, get, since, MOST["arxiv"], feed)


def _within(category: str) -> str:
    """An archive stands for all of its categories."""
    return category if "." in category or category in ALONE else f"{category}.*"


def _read(listing: Listing, get: Get, since: datetime | None, most: int, feed: Feed | None) -> Asked:
    """Without entries it is a name that nothing has, or a bad moment of the service; without `feed` that may be."""
    records: list[Record] = []
    for page in range(most):
        text = get(listing.address(page * listing.size)).decode("utf-8-sig", "replace")
        read = listing.read(text)
        if page == 0 and not read.entries and feed is not None:
            raise NoAnswer(f"Nothing is listed under {feed.name}: nothing is there yet, or it is called otherwise.")
        records += (record for record in read.records if since is None or record.changed >= since)
        reached = since is not None and all(record.changed < since for record in read.records)
        if read.entries < listing.size or reached:
            return Asked(_once(records))
    return Asked(_once(records), whole=False)


def _once(records: Iterator[Record] | list[Record] | tuple[Record, ...]) -> tuple[Record, ...]:
    """While pages are read, what changes moves forward, and what was on one page is on the next once more."""
    first: dict[str, Record] = {}
    for record in records:
        first.setdefault(record.name, record)
    return tuple(first.values())
