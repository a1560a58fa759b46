"""OpenReview: its second interface, and its first one for what was submitted before 2023."""

from urllib.parse import quote, urlencode

from bot.sources.service import Service
from bot.sources.wanted import Wanted
from search.formats import openreview


def _by_name(wanted: Wanted) -> str | None:
    return f"/notes?id={quote(wanted.value)}" if wanted.kind == "openreview" else None


def _by_words(words: tuple[str, ...]) -> str:
    asked = {"term": " ".join(words), "type": "terms", "content": "all", "source": "forum", "limit": 5}
    return f"/notes/search?{urlencode(asked)}"


OPENREVIEW = Service("OpenReview", "https://api2.openreview.net", 1.0, _by_name, _by_words, openreview.read)
OPENREVIEW_1 = Service(
    "OpenReview (before 2023)", "https://api.openreview.net", 1.0, _by_name, lambda _: None, openreview.read
)
