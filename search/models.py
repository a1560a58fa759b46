"""The values this storey speaks of: papers, changes to them, and what a search found."""

from dataclasses import dataclass

OTHERS = "others"
"""Stands for the authors that a source does not name, as in BibTeX."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Paper:
    """One paper of the library; only the abstract is certain, every other field may be unknown.

    `id` is the handle people type (`kvflow`). It is empty until the library has given the paper one, and never changes
    afterwards. `abstract` and `title` are kept as read; `search.language` makes them readable. The last of `authors`
    is `OTHERS` when whoever wrote the record did not name them all. `source` says where the paper came from,
    `FILE.txt#N` (N from 1) for a seed. One that was `withdrawn` by its authors is found all the same, and says so.
    """

    abstract: str
    id: str = ""
    title: str | None = None
    authors: tuple[str, ...] = ()
    year: int | None = None
    venue: str | None = None
    url: str | None = None
    pdf: str | None = None
    code: str | None = None
    doi: str | None = None
    arxiv_id: str | None = None
    keywords: tuple[str, ...] = ()
    source: str | None = None
    withdrawn: bool = False


@dataclass(frozen=True, slots=True)
class Changes:
    """What happened to the library between two revisions: the papers as they now are, and the ids that left."""

    revision: int
    papers: tuple[Paper, ...] = ()
    retired: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Hit:
    """A paper that a search found: its handle, its score (higher is better; only the order means anything) and the
    query words that it matched, in the words of `search.language.words`; none where it was found by meaning."""

    id: str
    score: float
    terms: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class SearchResult:
    """One window of a ranked list.

    `total` papers are in the whole list and `complete` of them have everything that was asked; those come first.
    `missing` are the asked words that no paper has. `suggestion` is a whole corrected query, offered only where a
    word is missing and the corrected query finds papers. `by_meaning` of the `total` have too
    little of what was asked and are there because they mean something like it.
    """

    hits: tuple[Hit, ...]
    total: int
    complete: int
    missing: tuple[str, ...] = ()
    suggestion: str | None = None
    by_meaning: int = 0
