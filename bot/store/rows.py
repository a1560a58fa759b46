"""A paper as a row of the table, and back."""

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any, NamedTuple

from bot.store.names import Name, names
from bot.store.tables.papers import papers
from search.models import Paper
from search.plan import Held
from search.sameness import fingerprint
from search.wardrobe import Coats

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


def as_kept(paper: Paper) -> dict[str, Any]:
    """Every field of the paper as JSON has it."""
    values = ((name, getattr(paper, name)) for name in FIELDS)
    return {name: list(value) if isinstance(value, tuple) else value for name, value in values}


def with_kept(paper: Paper, values: Mapping[str, Any]) -> Paper:
    """The paper with these fields, which are as `as_kept` gives them."""
    given: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in values.items()}
    return replace(paper, **given)


def kept_record(values: Mapping[str, Any]) -> Paper:
    """The record that `as_kept` gave, also where it was written before papers had all of their fields."""
    return with_kept(Paper(abstract=""), {name: value for name, value in values.items() if name in FIELDS})


def held_of(values: Mapping[Any, Any], coats: Coats = ()) -> Held:
    """The paper with what the library knows about how it is held."""
    return Held(paper_of(values), imported=values["imported"], retired=values["retired"], coats=coats)
