"""What a form of export is, and what comes of it."""

import re
from collections.abc import Callable
from dataclasses import dataclass

from search.exports.bibliography import Bibliography

LONGEST_NAME = 60
_NOT_IN_NAMES = re.compile(r"[\W_]+")


@dataclass(frozen=True, slots=True)
class Export:
    """A file. `missing` says of how many of its papers a field is unknown, such as `("title", 57)`."""

    name: str
    media_type: str
    text: str
    papers: int
    missing: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Form:
    """A form by the name that people type (`csl-json`), and by the label that they read (`CSL-JSON`)."""

    name: str
    label: str
    suffix: str
    media_type: str
    text: Callable[[Bibliography], str]

    def file_name(self, title: str) -> str:
        """`reading-list.bib`: nothing in it that a system could take for a folder, an option or a command."""
        stem = _NOT_IN_NAMES.sub("-", title.lower())[:LONGEST_NAME].strip("-")
        return f"{stem or 'papers'}{self.suffix}"
