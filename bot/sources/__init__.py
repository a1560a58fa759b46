"""Papers from the services that keep them: arXiv, OpenReview, Crossref and Semantic Scholar, asked politely."""

from bot.sources.access import Access
from bot.sources.client import Client
from bot.sources.lookup import Found, Sources, opened
from bot.sources.typed import Asked, asked_from
from bot.sources.wanted import Wanted, wanted_from

__all__ = ["Access", "Asked", "Client", "Found", "Sources", "Wanted", "asked_from", "opened", "wanted_from"]
