"""OpenReview's papers of a venue, and those that were withdrawn from it."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from urllib.parse import urlencode

from bot.sources.brought import Listing, Page, Record
from bot.sources.errors import NoAnswer
from bot.sources.openreview import OPENREVIEW
from search.formats import openreview
from search.models import Paper

SIZE = 250
"""Notes of a page: about a megabyte, with all that a venue asks of its authors."""
WITHDRAWN = "/Withdrawn_Submission"
"""What OpenReview sets behind the venue of a paper when its authors withdraw it."""


def listing(venue: str, origin: str = OPENREVIEW.origin) -> Listing:
    """What is at a venue, or with `WITHDRAWN` behind its id was; what changed last first."""

    def address(start: int) -> str:
        asked = {"content.venueid": venue, "sort": "tmdate:desc", "limit": SIZE, "offset": start}
        return f"{origin}/notes?{urlencode(asked)}"

    return Listing(address, SIZE, lambda text: _page(text, withdrawn=venue.endswith(WITHDRAWN)))


def _page(text: str, *, withdrawn: bool) -> Page:
    try:
        answer = json.loads(text)
    except (ValueError, RecursionError):
        answer = None
    notes = answer.get("notes") if isinstance(answer, Mapping) else None
    if not isinstance(notes, list):
        raise NoAnswer("OpenReview answered with something that is no list of papers")
    read = (item for item in openreview.read("openreview", [text]) if isinstance(item, Paper))
    papers = {(paper.url or "").rpartition("=")[2]: paper for paper in read}
    return Page(tuple(_records(notes, papers, withdrawn)), len(notes))


def _records(notes: list[object], papers: dict[str, Paper], withdrawn: bool) -> Iterator[Record]:
    for note in notes:
        forum = note.get("forum") or note.get("id") if isinstance(note, Mapping) else None
        changed = _changed(note) if isinstance(note, Mapping) else None
        if not isinstance(forum, str) or changed is None:
            continue
        paper = papers.get(forum)
        named = replace(paper, source=f"openreview:{forum}#1") if paper else None
        yield Record(forum, changed, named, withdrawn=withdrawn)


def _changed(note: Mapping[str, object]) -> datetime | None:
    """When anything about it changed; in milliseconds, as all of OpenReview's moments are."""
    moments = (note.get(name) for name in ("tmdate", "mdate", "tcdate", "cdate"))
    moment = next((each for each in moments if isinstance(each, int)), None)
    try:
        return None if moment is None else datetime.fromtimestamp(moment / 1000, UTC)
    except (OverflowError, OSError, ValueError):
        return None
