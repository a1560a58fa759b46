"""What every search engine promises, whatever stands behind it."""

from collections.abc import Callable
from typing import Protocol

from search.models import Changes, Hit, SearchResult
from search.query import Query

Progress = Callable[[int], None]
"""Called with the number of papers written since the last call."""

Ahead = Callable[[Changes], None]
"""Called with changes that are applied soon, so that work on them can begin."""


class SearchEngine(Protocol):
    """An index over the library's papers: a cache that knows which revision of the library it holds.

    Any method may raise `EngineUnavailable`. Searching is safe from several threads while another one writes, and sees
    what was applied before the call.
    """

    def revision(self) -> int:
        """The library revision this index holds; 0 when it is empty or new."""

    def apply(self, changes: Changes, progress: Progress | None = None) -> None:
        """Take the changes in and hold `changes.revision` afterwards; applying the same changes again changes nothing.

        A crash in between leaves the old revision or the new one, never a mixture.
        """

    def search(self, query: Query, limit: int, offset: int = 0) -> SearchResult:
        """The window `[offset, offset + limit)` of the ranked list; an offset past the end gives no hits.

        Raises `InvalidQuery` when nothing of the query can be searched.
        """

    def similar(self, paper_id: str, limit: int) -> tuple[Hit, ...]:
        """The papers most like this one, best first, itself left out; none when the id is unknown."""

    def size(self) -> int:
        """How many papers can be found."""
