"""The library's papers and the bot's own records, in SQL."""

from bot.store.errors import StoreError
from bot.store.imports import Change, Import
from bot.store.kept_coats import KeptCoat, KeptDoubt
from bot.store.library_state import LibraryState, Origin
from bot.store.rows import Entry, as_kept, entry_of, with_kept
from bot.store.sql_store import SqlStore
from bot.store.writing import Writing

__all__ = [
    "Change",
    "Entry",
    "Import",
    "KeptCoat",
    "KeptDoubt",
    "LibraryState",
    "Origin",
    "SqlStore",
    "StoreError",
    "Writing",
    "as_kept",
    "entry_of",
    "with_kept",
]
