"""Pairs of records worth comparing, found among many without comparing each with each."""

from collections import defaultdict
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from search.duplicates.anchors import Anchors, anchors
from search.duplicates.exact import ExactName, exact_names
from search.duplicates.title import title_key
from search.models import Paper

COMMON = 30
"""A title or an address that this many records share says nothing about which of them are the same: `Preface`."""
COMMON_PLACES = 12
"""The same for an anchor, which may stand in a phrase that everybody uses."""
SHARED = 3
"""Anchors that two abstracts must share to be compared."""


@dataclass(frozen=True, slots=True)
class Hint:
    """All that finding candidates keeps of a record: less than 1 KB."""

    names: frozenset[ExactName]
    title: str
    anchors: Anchors


def hint(paper: Paper) -> Hint:
    """What may lead from this record to others of the same paper."""
    return Hint(exact_names(paper), title_key(paper.title), anchors(paper.abstract))


def candidates(hints: Sequence[Hint], new_from: int = 0) -> Iterator[tuple[int, int]]:
    """Pairs of places, the earlier first, each once and in order; the later one is not before `new_from`."""
    pairs = set(_sharing_keys(hints, new_from))
    pairs.update(_sharing_text(hints, new_from))
    yield from sorted(pairs)


def _sharing_keys(hints: Sequence[Hint], new_from: int) -> Iterator[tuple[int, int]]:
    wanted: set[Hashable] = {key for each in hints[new_from:] for key in (*each.names, each.title)}
    holders: dict[Hashable, list[int]] = defaultdict(list)
    for place, each in enumerate(hints):
        for key in (*each.names, each.title):
            if key and key in wanted:
                holders[key].append(place)
    for places in holders.values():
        if 1 < len(places) <= COMMON:
            yield from (pair for pair in combinations(places, 2) if pair[1] >= new_from)


def _sharing_text(hints: Sequence[Hint], new_from: int) -> Iterator[tuple[int, int]]:
    """The anchors of all records in one sorted column, in which equal ones lie side by side."""
    lengths = [len(each.anchors) for each in hints]
    if not sum(lengths[new_from:]):
        return
    numbers = np.concatenate([each.anchors for each in hints])
    owners = np.repeat(np.arange(len(hints), dtype=np.int32), lengths)
    new = np.isin(numbers, np.concatenate([each.anchors for each in hints[new_from:]]))
    numbers, owners = numbers[new], owners[new]
    order = np.argsort(numbers, kind="stable")
    numbers, owners = numbers[order], owners[order]
    starts = np.flatnonzero(np.concatenate(([True], numbers[1:] != numbers[:-1])))
    codes = np.concatenate([*_codes(owners, starts, np.diff(np.append(starts, len(numbers))), len(hints))])
    codes, times = np.unique(codes, return_counts=True)
    for code in codes[(times >= SHARED) & (codes % len(hints) >= new_from)].tolist():
        yield divmod(code, len(hints))


def _codes(
    owners: NDArray[np.int32], starts: NDArray[np.intp], lengths: NDArray[np.intp], count: int
) -> Iterator[NDArray[np.int64]]:
    """Each pair of a run as one number, for the runs of each length at a time."""
    yield np.zeros(0, dtype=np.int64)
    for length in range(2, COMMON_PLACES + 1):
        runs = owners[starts[lengths == length][:, None] + np.arange(length)].astype(np.int64)
        for first, second in combinations(range(length), 2):
            yield runs[:, first] * count + runs[:, second]
