"""An engine and a library that are asked for the same thing once, for as long as one tick lasts."""

from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from random import Random

from handlers.ports import Services
from handlers.ports.library import Library
from search.engine import Progress, SearchEngine
from search.models import Changes, Hit, Paper, SearchResult
from search.query import Identifier, Query

KEPT = 256
"""Lists that are kept; each holds some hundred hits."""
KEPT_PAPERS = 2000
"""Papers that are kept, some ten megabytes."""
STEP = 100
"""Lists are asked for in these lengths, so that channels which have seen more or less of a topic share one."""


def for_one_tick(services: Services) -> Services:
    """The same services, for work that asks them for the same again and again; what they told once is told again."""
    if isinstance(services.engine, Once):
        return services
    return replace(services, engine=Once(services.engine), library=LibraryOnce(services.library))


@dataclass(frozen=True, slots=True)
class Once:
    """Stands in for an engine whose index does not change meanwhile."""

    engine: SearchEngine
    _kept: OrderedDict[Query, tuple[int, SearchResult]] = field(default_factory=OrderedDict)
    _alike: dict[tuple[str, int], tuple[Hit, ...]] = field(default_factory=dict)

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
        """As the engine would answer."""
        asked = paper_id, limit
        if asked not in self._alike:
            self._alike[asked] = self.engine.similar(paper_id, limit)
        return self._alike[asked]

    def revision(self) -> int:
        """As the engine answers."""
        return self.engine.revision()

    def size(self) -> int:
        """As the engine answers."""
        return self.engine.size()

    def apply(self, changes: Changes, progress: Progress | None = None) -> None:
        """What is kept would be wrong afterwards."""
        self._kept.clear()
        self._alike.clear()
        self.engine.apply(changes, progress)

    def _keep(self, query: Query, length: int, result: SearchResult) -> None:
        self._kept[query] = length, result
        self._kept.move_to_end(query)
        if len(self._kept) > KEPT:
            self._kept.popitem(last=False)


@dataclass(slots=True)
class LibraryOnce:
    """Stands in for a library that does not change meanwhile."""

    library: Library
    _papers: dict[str, Paper | None] = field(default_factory=dict)
    _asked: set[str] = field(default_factory=set)
    _present: set[str] = field(default_factory=set)
    _withdrawn: frozenset[str] | None = None

    def papers(self, ids: Iterable[str]) -> tuple[Paper, ...]:
        """As the library would answer."""
        wanted = tuple(ids)
        new = [paper_id for paper_id in wanted if paper_id not in self._papers]
        if len(self._papers) + len(new) > KEPT_PAPERS:
            self._papers.clear()
            new = list(wanted)
        if new:
            self._papers |= dict.fromkeys(new) | {paper.id: paper for paper in self.library.papers(new)}
        return tuple(paper for paper_id in wanted if (paper := self._papers[paper_id]))

    def present(self, ids: Iterable[str]) -> frozenset[str]:
        """As the library would answer."""
        wanted = frozenset(ids)
        new = wanted - self._asked
        if new:
            self._present |= self.library.present(sorted(new))
            self._asked |= new
        return wanted & self._present

    def withdrawn(self) -> frozenset[str]:
        """As the library would answer."""
        if self._withdrawn is None:
            self._withdrawn = self.library.withdrawn()
        return self._withdrawn

    def records(self, paper_id: str) -> tuple[Paper, ...]:
        """As the library answers."""
        return self.library.records(paper_id)

    def identified(self, identifier: Identifier) -> Paper | None:
        """As the library answers."""
        return self.library.identified(identifier)

    def named(self, name: str) -> Paper | None:
        """As the library answers."""
        return self.library.named(name)

    def draw(self, count: int, random: Random) -> tuple[Paper, ...]:
        """As the library answers."""
        return self.library.draw(count, random)

    def size(self) -> int:
        """As the library answers."""
        return self.library.size()

    def revision(self) -> int:
        """As the library answers."""
        return self.library.revision()

    def added_since(self, revision: int, limit: int) -> tuple[Paper, ...]:
        """As the library answers."""
        return self.library.added_since(revision, limit)
