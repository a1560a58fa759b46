"""Papers from the services that keep them: arXiv, OpenReview, Crossref and Semantic Scholar, asked politely."""

from bot.sources.access import Access
from bot.sources.client import Client, Turns
from bot.sources.exchange import Bounds
from bot.sources.lookup import Found, Sources, client_of, opened
from bot.sources.typed import Asked, asked_from
from bot.sources.wanted import Wanted, wanted_from

__all__ = [
    "Access",
    "Asked",
    "Bounds",
    "Client",
    "Found",
    "Sources",
    "Turns",
    "Wanted",
    "asked_from",
    "client_of",
    "opened",
    "wanted_from",
]
