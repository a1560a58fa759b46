"""Keeps the library level with the seeds folder and with what is imported, and the index level with the library."""

from bot.library.by import By
from bot.library.fed import Fed, Met, Taken, take_in
from bot.library.finding import FoundFiles, files_of
from bot.library.imports import HowToImport, import_files
from bot.library.index import ClearableEngine, catch_up, rebuild
from bot.library.looked_up import add_papers, fill_in
from bot.library.meaning import Meaning
from bot.library.merges import join, keep_apart, split
from bot.library.report import LibraryReport, Progress, sentences
from bot.library.seeds import sync_seeds
from bot.library.undoing import undo
from bot.library.watching import Watched

__all__ = [
    "By",
    "ClearableEngine",
    "Fed",
    "FoundFiles",
    "HowToImport",
    "LibraryReport",
    "Meaning",
    "Met",
    "Progress",
    "Taken",
    "Watched",
    "add_papers",
    "catch_up",
    "files_of",
    "fill_in",
    "import_files",
    "join",
    "keep_apart",
    "rebuild",
    "sentences",
    "split",
    "sync_seeds",
    "take_in",
    "undo",
]
