"""An engine that ranks by words and by meaning: it wraps any other engine, and does without meaning where it must."""

import logging
from dataclasses import dataclass, replace
from functools import lru_cache

from search.engine import Progress, SearchEngine
from search.engines.hybrid_engine.fusion import Fused, Fusion, fused
from search.engines.hybrid_engine.nearest import Near
from search.engines.hybrid_engine.vectors import VectorIndex
from search.engines.hybrid_engine.wanted import allowed, open_to_more, words
from search.errors import EngineUnavailable
from search.models import Changes, Hit, SearchResult
from search.query import Query

LOG = logging.getLogger(__name__)

DEPTH = 1000
"""So many papers of the ranking by words are ranked anew; those behind them stay as they are."""

KEPT = 128
"""How many ranked lists are kept, some hundred kilobytes each at most."""


@dataclass(frozen=True, slots=True)
class Reordered:
    """The first papers of a ranking by words in their new order, with what else the ranking says."""

    fused: Fused
    words: SearchResult


class HybridEngine:
    """See `search.engine.SearchEngine`. The papers with everything that was asked stay before all others.

    The vectors may be behind: then papers are ranked by their words alone, as where the model fails.
    """

    def __init__(self, engine: SearchEngine, vectors: VectorIndex, weights: Fusion | None = None) -> None:
        self._engine = engine
        self._vectors = vectors
        self._weights = weights or Fusion()
        self._reordered = lru_cache(KEPT)(self._reorder)
        self._failed = ""

    def revision(self) -> int:
        """The revision that the papers are found at; their vectors may be behind."""
        return self._engine.revision()

    def size(self) -> int:
        """How many papers can be found."""
        return self._engine.size()

    def similar(self, paper_id: str, limit: int) -> tuple[Hit, ...]:
        """The papers that the other engine says are most like this one."""
        return self._engine.similar(paper_id, limit)

    def apply(self, changes: Changes, progress: Progress | None = None) -> None:
        """The index takes the changes in, and so do the vectors where nothing was left out before.

        Encoding takes long; who cannot wait applies changes to the index and to the vectors apart from each other.
        """
        level = self._level()
        self._engine.apply(changes, progress)
        if level:
            try:
                self._vectors.apply(changes)
            except EngineUnavailable as error:
                self._say(error)

    def search(self, query: Query, limit: int, offset: int = 0) -> SearchResult:
        """The window of the ranked list. Raises as the other engine does."""
        reordered = self._by_meaning(query) if limit > 0 else None
        if reordered is None:
            return self._engine.search(query, limit, offset)
        hits = reordered.fused.hits[offset : offset + limit]
        total = reordered.words.total + reordered.fused.added
        if len(hits) < limit and offset + len(hits) < total:
            behind = max(offset, len(reordered.fused.hits))
            hits += self._engine.search(query, limit - len(hits), behind).hits
        return replace(reordered.words, hits=hits, total=total, by_meaning=reordered.fused.added)

    def _by_meaning(self, query: Query) -> Reordered | None:
        """None where the words alone decide."""
        if query.identifier or not words(query).strip() or not self._level():
            return None
        try:
            return self._reordered(query, self._engine.revision(), self._vectors.commit().state.revision)
        except EngineUnavailable as error:
            self._say(error)
            return None

    def _reorder(self, query: Query, _revision: int, _vectors_revision: int) -> Reordered:
        """The revisions are there for the memory of what was ranked before: another revision is another question."""
        found = self._engine.search(query, DEPTH)
        commit = self._vectors.commit()
        asked = self._vectors.encoder.encode_query(words(query))
        likeness = commit.likeness((hit.id for hit in found.hits), asked)
        more = Near([], likeness[:0])
        # Where not all papers with some of the words are in view, nobody can tell which of the others have none.
        if found.total <= len(found.hits) and open_to_more(query):
            more = self._more(query, found, commit.nearest(asked, self._weights.added + len(found.hits)))
        return Reordered(fused(found.hits, found.complete, likeness, more, self._weights), replace(found, hits=()))

    def _more(self, query: Query, found: SearchResult, near: Near) -> Near:
        """Those of the near papers that may be added."""
        known = {hit.id for hit in found.hits}
        places = [
            place
            for place, (handle, likeness) in enumerate(zip(near.handles, near.likeness.tolist(), strict=True))
            if handle not in known and likeness >= self._weights.least
        ]
        if places:
            fits = allowed(self._engine, query)
            places = [place for place in places if fits(near.handles[place])][: self._weights.added]
        return Near([near.handles[place] for place in places], near.likeness[places])

    def _level(self) -> bool:
        """Whether the vectors are of the same papers as the index."""
        revision = self._engine.revision()
        try:
            return self._vectors.revision() == revision
        except EngineUnavailable as error:
            self._say(error)
            return False

    def _say(self, error: EngineUnavailable) -> None:
        """In the log, once until something else is wrong."""
        if self._failed != str(error):
            self._failed = str(error)
            LOG.warning("Papers are ranked by their words alone: %s", error)
