"""Keeps the library level with the seeds folder and with what is imported, and the index level with the library."""

from bot.library.imports import import_files
from bot.library.index import ClearableEngine, catch_up, rebuild
from bot.library.meaning import Meaning
from bot.library.report import LibraryReport, Progress, sentences
from bot.library.seeds import sync_seeds

__all__ = [
    "ClearableEngine",
    "LibraryReport",
    "Meaning",
    "Progress",
    "catch_up",
    "import_files",
    "rebuild",
    "sentences",
    "sync_seeds",
]
