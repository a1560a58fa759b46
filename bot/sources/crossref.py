"""Crossref: what publishers register; abstracts only where they gave them."""

from urllib.parse import quote, urlencode

from bot.sources.service import Service
from bot.sources.wanted import Wanted
from search.formats import crossref


def _by_name(wanted: Wanted) -> str | None:
    return f"/works/{quote(wanted.value, safe='')}" if wanted.kind == "doi" else None


def _by_words(words: tuple[str, ...]) -> str:
    return f"/works?{urlencode({'query': ' '.join(words), 'filter': 'has-abstract:true', 'rows': 5})}"


CROSSREF = Service("Crossref", "https://api.crossref.org", 0.5, _by_name, _by_words, crossref.read)
