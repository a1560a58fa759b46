"""arXiv: one request in three seconds (its terms of use); words are looked for in abstracts."""

from urllib.parse import quote, urlencode

from bot.sources.service import Service
from bot.sources.wanted import Wanted
from search.formats import arxiv_atom

FEW = 6
"""Words that must all be there; of more, one too often differs between versions."""


def _by_name(wanted: Wanted) -> str | None:
    return f"/api/query?id_list={quote(wanted.value, safe='/')}" if wanted.kind == "arxiv" else None


def _by_words(words: tuple[str, ...]) -> str:
    query = " AND ".join(f'abs:"{word}"' for word in words[:FEW])
    return f"/api/query?{urlencode({'search_query': query, 'max_results': 5})}"


ARXIV = Service("arXiv", "https://export.arxiv.org", 3.0, _by_name, _by_words, arxiv_atom.read)
