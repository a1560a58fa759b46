"""A paper as a row of the table, and back."""

from collections.abc import Mapping
from dataclasses import fields
from typing import Any, NamedTuple

from bot.store.names import Name, names
from bot.store.tables import papers
from search.ingest import Held
from search.models import Paper
from search.sameness import fingerprint

FIELDS = tuple(field.name for field in fields(Paper))
COLUMNS = tuple(papers.c[name] for name in FIELDS)
"""The columns that make a paper."""


class Entry(NamedTuple):
    """All that is stored of a paper. Finding its names means reading its abstract, so this is made before the write
    lock is taken."""

    row: dict[str, Any]
    names: frozenset[Name]


def entry_of(paper: Paper) -> Entry:
    """The values of `COLUMNS` and what follows from them, and the names."""
    values = {name: getattr(paper, name) for name in FIELDS}
    lists = {"authors": list(paper.authors), "keywords": list(paper.keywords)}
    return Entry({**values, **lists, "fingerprint": fingerprint(paper.abstract)}, names(paper))


def paper_of(values: Mapping[Any, Any]) -> Paper:
    """The paper in a row that has `COLUMNS`."""
    lists = {"authors": tuple(values["authors"]), "keywords": tuple(values["keywords"])}
    return Paper(**{**{name: values[name] for name in FIELDS}, **lists})


def held_of(values: Mapping[Any, Any]) -> Held:
    """The paper with what the library knows about how it is held."""
    return Held(paper_of(values), imported=values["imported"], retired=values["retired"])
