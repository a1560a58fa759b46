"""The library's papers and the bot's own records, in SQL."""

from bot.store.errors import StoreError
from bot.store.library_state import LibraryState, Origin
from bot.store.rows import Entry, entry_of
from bot.store.sql_store import SqlStore
from bot.store.writing import Writing

__all__ = ["Entry", "LibraryState", "Origin", "SqlStore", "StoreError", "Writing", "entry_of"]
