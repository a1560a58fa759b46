"""Keeps the library level with the seeds folder and with what is imported, and the index level with the library."""

from bot.library.finding import FoundFiles, files_of
from bot.library.imports import HowToImport, import_files
from bot.library.index import ClearableEngine, catch_up, rebuild
from bot.library.looked_up import add_papers, fill_in
from bot.library.meaning import Meaning
from bot.library.report import LibraryReport, Progress, sentences
from bot.library.seeds import sync_seeds

__all__ = [
    "ClearableEngine",
    "FoundFiles",
    "HowToImport",
    "LibraryReport",
    "Meaning",
    "Progress",
    "add_papers",
    "catch_up",
    "files_of",
    "fill_in",
    "import_files",
    "rebuild",
    "sentences",
    "sync_seeds",
]
