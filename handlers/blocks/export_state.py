"""What the buttons of an export remember: which papers, and in which form."""

from dataclasses import dataclass
from typing import Literal

from handlers.blocks.state import packed, unpacked
from search.exports import FORMS

Source = Literal["list", "picks", "search"]
SOURCES: tuple[Source, ...] = ("list", "picks", "search")
ACTIONS = tuple(f"export:{form}" for form in FORMS)
"""Buttons that stand side by side need different names."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """The papers of one's reading list, of the channel's weeks, or of a search; and the form, once it is chosen."""

    source: Source
    query: str = ""
    form: str = ""


def export_value(wanted: Wanted) -> str:
    """For a button."""
    return packed(s=wanted.source, q=wanted.query, f=wanted.form)


def wanted_of(value: str) -> Wanted | None:
    """What this value names; None when it is not one of ours or of another version."""
    match unpacked(value):
        case {"s": str(named), "q": str(query), "f": str(form)} if form in FORMS:
            source = next((known for known in SOURCES if known == named), None)
            return Wanted(source, query, form) if source else None
    return None
