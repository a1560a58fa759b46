"""An engine that looks each topic up once, for as long as one tick lasts: many channels ask for the same."""

from collections import OrderedDict
from dataclasses import dataclass, field, replace

from search.engine import Progress, SearchEngine
from search.models import Changes, Hit, SearchResult
from search.query import Query

KEPT = 256
"""Lists that are kept; each holds some hundred hits."""
STEP = 100
"""Lists are asked for in these lengths, so that channels which have seen more or less of a topic share one."""


@dataclass(frozen=True, slots=True)
class Once:
    """Stands in for an engine whose index does not change meanwhile."""

    engine: SearchEngine
    _kept: OrderedDict[Query, tuple[int, SearchResult]] = field(default_factory=OrderedDict)

    def search(self, query: Query, limit: int, offset: int = 0) -> SearchResult:
        """As the engine would answer. Raises `InvalidQuery` and `EngineUnavailable`."""
        length, result = self._kept.get(query, (0, None))
        wanted = offset + limit
        if result is None or (length < wanted and length < result.total):
            length = -(-wanted // STEP) * STEP
            result = self.engine.search(query, length)
            self._keep(query, length, result)
        return replace(result, hits=result.hits[offset:wanted])

    def similar(self, paper_id: str, limit: int) -> tuple[Hit, ...]:
        """As the engine answers."""
        return self.engine.similar(paper_id, limit)

    def revision(self) -> int:
        """As the engine answers."""
        return self.engine.revision()

    def size(self) -> int:
        """As the engine answers."""
        return self.engine.size()

    def apply(self, changes: Changes, progress: Progress | None = None) -> None:
        """What is kept would be wrong afterwards."""
        self._kept.clear()
        self.engine.apply(changes, progress)

    def _keep(self, query: Query, length: int, result: SearchResult) -> None:
        self._kept[query] = length, result
        self._kept.move_to_end(query)
        if len(self._kept) > KEPT:
            self._kept.popitem(last=False)
