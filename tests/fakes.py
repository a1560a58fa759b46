"""Working stand-ins for what the handlers need, held to the same contracts as the real things."""

from collections.abc import Iterable, Mapping
from random import Random

from bot.store.names import key, names
from handlers.errors import Unavailable
from search.models import Paper
from search.query import Identifier


class FakeLibrary:
    """A library in memory, of papers that have their handles; those that come first win a name that several have."""

    def __init__(self, papers: Iterable[Paper] = (), records: Mapping[str, tuple[Paper, ...]] | None = None) -> None:
        self.shown: dict[str, Paper] = {paper.id: paper for paper in papers}
        self.made_of = records or {}

    def papers(self, ids: Iterable[str]) -> tuple[Paper, ...]:
        return tuple(self.shown[paper_id] for paper_id in ids if paper_id in self.shown)

    def records(self, paper_id: str) -> tuple[Paper, ...]:
        return self.made_of.get(paper_id, ())

    def identified(self, identifier: Identifier) -> Paper | None:
        return self._called(identifier.kind, key(identifier.kind, identifier.value))

    def named(self, name: str) -> Paper | None:
        called = (self._called(kind, key(kind, name)) for kind in ("handle", "title", "system"))
        return next((paper for paper in called if paper), None)

    def draw(self, count: int, random: Random) -> tuple[Paper, ...]:
        drawn = random.sample(sorted(self.shown), min(max(count, 0), len(self.shown)))
        return tuple(self.shown[paper_id] for paper_id in drawn)

    def size(self) -> int:
        return len(self.shown)

    def revision(self) -> int:
        return len(self.shown)

    def added_since(self, revision: int, limit: int) -> tuple[Paper, ...]:
        return tuple(self.shown.values())[revision:][::-1][:limit]

    def present(self, ids: Iterable[str]) -> frozenset[str]:
        return frozenset(paper.id for paper in self.papers(ids))

    def withdrawn(self) -> frozenset[str]:
        return frozenset(paper.id for paper in self.shown.values() if paper.withdrawn)

    def _called(self, kind: str, called: str) -> Paper | None:
        found = (paper for paper in self.shown.values() if called and (kind, called) in names(paper))
        return next(found, None)


class BrokenLibrary(FakeLibrary):
    """A library that cannot be reached."""

    def papers(self, ids: Iterable[str]) -> tuple[Paper, ...]:
        raise Unavailable("The library is busy at the moment. Please try again in a minute.")

    def identified(self, identifier: Identifier) -> Paper | None:
        raise Unavailable("The library is busy at the moment. Please try again in a minute.")

    def named(self, name: str) -> Paper | None:
        raise Unavailable("The library is busy at the moment. Please try again in a minute.")

    def draw(self, count: int, random: Random) -> tuple[Paper, ...]:
        raise Unavailable("The library is busy at the moment. Please try again in a minute.")

    def size(self) -> int:
        raise Unavailable("The library is busy at the moment. Please try again in a minute.")
