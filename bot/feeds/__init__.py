"""Papers that come by themselves: feeds are fetched, a folder is watched, and people hear of papers that changed."""

from bot.feeds.background import Background
from bot.feeds.rounds import Feeds
from bot.feeds.telling import facts, told

__all__ = ["Background", "Feeds", "facts", "told"]
