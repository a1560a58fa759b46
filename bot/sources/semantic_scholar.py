"""Semantic Scholar: knows papers by the names that others gave them; without a key, all who ask share one rate."""

from urllib.parse import quote, urlencode

from bot.sources.service import Service
from bot.sources.wanted import Wanted
from search.formats import semantic_scholar

PREFIXES = {"arxiv": "ARXIV:", "doi": "DOI:", "acl": "ACL:", "semantic-scholar": ""}
FIELDS = "title,abstract,authors,year,venue,publicationVenue,journal,externalIds,url,openAccessPdf"


def _by_name(wanted: Wanted) -> str | None:
    if wanted.kind not in PREFIXES:
        return None
    return f"/graph/v1/paper/{quote(PREFIXES[wanted.kind] + wanted.value, safe=':/')}?fields={FIELDS}"


def _by_words(words: tuple[str, ...]) -> str:
    return f"/graph/v1/paper/search?{urlencode({'query': ' '.join(words), 'limit': 5, 'fields': FIELDS})}"


SEMANTIC_SCHOLAR = Service(
    "Semantic Scholar", "https://api.semanticscholar.org", 1.5, _by_name, _by_words, semantic_scholar.read
)
