"""The forms papers come in, and which of them a file has."""

from pathlib import Path

from search.errors import UnreadableFile
from search.formats import json_lines, seed_text
from search.formats._lines import lines
from search.models import Paper
from search.reading import Fact, Problem, Reading

FORMATS = (seed_text, json_lines)
SUFFIXES = tuple(suffix for form in FORMATS for suffix in form.SUFFIXES)


def is_known(path: Path) -> bool:
    """Whether the name ends as one of the formats does (`.txt`, `.jsonl.gz`)."""
    return _suffix(path) in SUFFIXES


def read(path: Path) -> Reading:
    """All that the file holds.

    Raises `UnreadableFile` when it holds nothing we can read; the message names the file and the reason.
    """
    form = next((form for form in FORMATS if _suffix(path) in form.SUFFIXES), None)
    if form is None:
        raise UnreadableFile(
            f"{path.name}: is in no known form; files may end in {', '.join(SUFFIXES)}, also with .gz."
        )
    problems: list[Problem] = []
    items = tuple(form.read(path.name, lines(path, problems)))
    papers = tuple(item for item in items if isinstance(item, Paper))
    facts = tuple(item for item in items if isinstance(item, Fact))
    problems.extend(item for item in items if isinstance(item, Problem))
    if not papers and not facts:
        because = f" ({problems[0]})" if problems else ""
        raise UnreadableFile(f"{path.name}: holds no abstract{because}.")
    return Reading(papers, facts, tuple(problems))


def _suffix(path: Path) -> str:
    named = path.with_suffix("") if path.suffix.casefold() == ".gz" else path
    return named.suffix.casefold()
