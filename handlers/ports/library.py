"""The papers themselves."""

from collections.abc import Iterable
from random import Random
from typing import Protocol

from search.models import Paper
from search.query import Identifier


class Library(Protocol):
    """All papers that are there."""

    def papers(self, ids: Iterable[str]) -> tuple[Paper, ...]:
        """These papers in the order asked, in one read; ids that are unknown or retired are left out."""

    def records(self, paper_id: str) -> tuple[Paper, ...]:
        """The records that this paper was made of, each as it was read; none where it was made of one."""

    def identified(self, identifier: Identifier) -> Paper | None:
        """The paper that this handle, arXiv id, DOI or address belongs to."""

    def named(self, name: str) -> Paper | None:
        """The paper with this handle, or else this whole title, or else this system's name; case, accents, spaces and
        signs make no difference."""

    def draw(self, count: int, random: Random) -> tuple[Paper, ...]:
        """Different papers drawn at random, by the same seed the same in every process; fewer when the library holds
        fewer."""

    def size(self) -> int:
        """How many papers there are, without the retired ones."""

    def revision(self) -> int:
        """The number of the last change to a paper; 0 for an empty library."""

    def added_since(self, revision: int, limit: int) -> tuple[Paper, ...]:
        """The papers that came after this revision and are there, the newest first, `limit` at most."""

    def present(self, ids: Iterable[str]) -> frozenset[str]:
        """Those of these handles whose papers are there."""

    def withdrawn(self) -> frozenset[str]:
        """The papers that their authors have withdrawn, by handle: they are found, and never suggested."""
