"""Several segments become one, without the papers that were deleted."""

import numpy as np

from search.engines.whoosh_engine.columns import FIELDS, PLACED, Column, Columns, Mask
from search.engines.whoosh_engine.document import completed
from search.engines.whoosh_engine.inverting import inverted


def merged(parts: list[tuple[Columns, Mask]]) -> Columns:
    """The columns of the papers that each part keeps, those of the first part first."""
    numbers = _numbers([kept for _, kept in parts])
    arrays = {}
    for name in FIELDS:
        arrays.update(_field(name, [columns for columns, _ in parts], numbers))
    lengths = np.concatenate([columns.arrays["lengths"][kept] for columns, kept in parts])
    states = [columns.state for columns, kept in parts if columns.state is not None and _holds_marker(columns, kept)]
    return completed(arrays, lengths, states[-1] if states else None)


def _numbers(kept: list[Mask]) -> list[Column]:
    """The new number of each paper; -1 for those that go."""
    numbers, reached = [], 0
    for mask in kept:
        numbers.append(np.where(mask, reached + np.cumsum(mask, dtype=np.int32) - 1, -1).astype(np.int32))
        reached += int(np.count_nonzero(mask))
    return numbers


def _holds_marker(columns: Columns, kept: Mask) -> bool:
    return bool(kept[columns.field("marker").papers].any())


def _field(name: str, parts: list[Columns], numbers: list[Column]) -> dict[str, Column]:
    """One field of all parts: every occurrence with its term, paper and place, put in order anew."""
    terms: dict[bytes, int] = {}
    rows = [_occurring(name, columns, number, terms) for columns, number in zip(parts, numbers, strict=True)]
    which, papers, places = (np.concatenate(each) for each in zip(*rows, strict=True))
    del rows  # as large as all three, and not needed while these are put in order
    return _without_unused(name, list(terms), which, papers, places if name in PLACED else None)


def _occurring(name: str, columns: Columns, numbers: Column, terms: dict[bytes, int]) -> tuple[Column, Column, Column]:
    field = columns.field(name)
    which = np.array([terms.setdefault(term, len(terms)) for term in field.terms], np.uint32)
    which, papers = np.repeat(which, np.diff(field.firsts)), numbers[field.papers]
    places = field.places
    if name in PLACED:
        counts = field.starts.counts(slice(0, len(field.papers)))
        which, papers = np.repeat(which, counts), np.repeat(papers, counts)
    kept = papers >= 0
    return which[kept], papers[kept], places[kept] if name in PLACED else places


def _without_unused(
    name: str, terms: list[bytes], which: Column, papers: Column, places: Column | None
) -> dict[str, Column]:
    """Terms that only deleted papers had are gone."""
    used = np.bincount(which, minlength=len(terms)) > 0
    renumbered = (np.cumsum(used) - 1).astype(np.uint32)
    left = [term for term, still in zip(terms, used.tolist(), strict=True) if still]
    return inverted(name, left, renumbered[which], papers, places)
