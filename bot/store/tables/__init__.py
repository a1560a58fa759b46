"""The tables as they are now; the migrations lead to them."""

# All are read whichever is asked for, so that the metadata knows every one.
from bot.store.tables import feeds, imports, papers, people, posts, schedules, week

__all__ = ["feeds", "imports", "papers", "people", "posts", "schedules", "week"]
