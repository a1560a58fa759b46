"""Taking changes into the index in one commit, with one writer at a time."""

import gc
import json
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import accumulate
from pathlib import Path
from typing import Any

import numpy as np

from search.engine import Progress
from search.engines.whoosh_engine.columns import Columns
from search.engines.whoosh_engine.document import Documents
from search.engines.whoosh_engine.draft import Known, draft_of, whoosh_told
from search.engines.whoosh_engine.merging import merged
from search.engines.whoosh_engine.snapshot import State
from search.engines.whoosh_engine.workers import Workers
from search.models import Changes, Paper

MANY = 500
BATCH = 64

MOST_SEGMENTS = 6
FEW_SEGMENTS = 3
"""When there are more than the one, the smallest are merged until the other is left. A paper is rewritten about as
often as the number of papers doubles, and a search asks few segments."""
MOST_MERGED = 12_000
"""Papers; larger segments are merged only as far as their number asks, since all of it is in memory meanwhile."""


def write(
    folder: Path, changes: Changes, state: State, known: Known, progress: Progress | None, workers: Workers | None
) -> None:
    """Delete what left or changed, add what is there now, and say so in the marker, all in one commit.

    Workers, where there are any, take the papers apart. `known` are segments that are open already. Raises
    `EngineUnavailable` when another process keeps the writer or the disk refuses, `DamagedError` when what is there
    already cannot be read.
    """
    papers = staying(changes)
    handles = [paper.id for paper in papers]
    if "" in handles:
        raise ValueError("a paper without a handle cannot be indexed")
    with _collector_resting(len(papers)), draft_of(folder) as draft:
        columns = _columns(papers, state, progress, workers)
        with whoosh_told():
            draft.delete((*handles, *changes.retired), known)
            draft.add(columns)
            draft.commit()


def staying(changes: Changes) -> list[Paper]:
    """The papers that are there afterwards, each once."""
    retired = set(changes.retired)
    return list({paper.id: paper for paper in changes.papers if paper.id not in retired}.values())


def empty(folder: Path, state: State) -> None:
    """Leave nothing but the marker, in one commit. Raises as `write` does."""
    with draft_of(folder) as draft, whoosh_told():
        draft.segments.clear()
        draft.add(_columns([], state, None, None))
        draft.commit()


def merge(folder: Path, known: Known) -> None:
    """Merge the smallest segments when there are many. Searching goes on with the old ones meanwhile. Raises as `write`
    does."""
    if len(known) <= MOST_SEGMENTS:
        return
    with _collector_resting(MANY), draft_of(folder) as draft, whoosh_told():
        small = _small(draft.segments)
        if len(draft.segments) > MOST_SEGMENTS:
            parts = [(draft.segment(each, known).columns, _kept(each)) for each in draft.segments if each in small]
            draft.segments = [each for each in draft.segments if each not in small]
            draft.add(merged(parts))
            draft.commit()


def _small(segments: list[Any]) -> list[Any]:
    """The smallest segments, which are to be one."""
    ordered = sorted(segments, key=lambda segment: segment.doc_count())
    sizes = accumulate(segment.doc_count() for segment in ordered[: len(ordered) - FEW_SEGMENTS + 1])
    count = sum(size <= MOST_MERGED for size in sizes)
    return ordered[: max(count, len(ordered) - MOST_SEGMENTS + 1)]


def _kept(segment: Any) -> Any:
    kept = np.ones(segment.doc_count_all(), bool)
    kept[list(segment.deleted_docs())] = False
    return kept


def _columns(papers: list[Paper], state: State, progress: Progress | None, workers: Workers | None) -> Columns:
    documents = Documents()
    for count in _taken_in(papers, documents) if workers is None else workers.taken_in(papers, documents):
        if progress is not None:
            progress(count)
    return documents.columns(json.dumps(state))


def _taken_in(papers: list[Paper], documents: Documents) -> Iterator[int]:
    """How many papers each time were put among the documents."""
    for first in range(0, len(papers), BATCH):
        batch = papers[first : first + BATCH]
        for paper in batch:
            documents.add(paper)
        yield len(batch)


@contextmanager
def _collector_resting(papers: int) -> Iterator[None]:
    """Millions of numbers wait in memory, none in a cycle; the collector would walk them all, again and again."""
    resting = papers >= MANY and gc.isenabled()
    if resting:
        gc.disable()
    try:
        yield
    finally:
        if resting:
            gc.enable()
