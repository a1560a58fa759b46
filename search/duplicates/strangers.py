"""Whether records have anything by which they could be taken for one paper with records that came before."""

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable

from search.duplicates.candidates import SHARED, Hint, hint
from search.models import Paper
from search.sameness import fingerprint


class Strangers:
    """Records that came so far. It errs to one side only: what it calls strangers would never be compared."""

    def __init__(self) -> None:
        self._keys: set[Hashable] = set()
        self._holders: dict[int, list[int]] = defaultdict(list)
        self._count = 0

    def are(self, papers: Iterable[Paper]) -> bool:
        """Whether none of these has anything in common with those that came."""
        return not any(_keys(paper, known) & self._keys or self._shares_text(known) for paper, known in _hints(papers))

    def take(self, papers: Iterable[Paper]) -> None:
        """These came, too."""
        for paper, known in _hints(papers):
            self._keys |= _keys(paper, known)
            for anchor in known.anchors.tolist():
                self._holders[anchor].append(self._count)
            self._count += 1

    def _shares_text(self, known: Hint) -> bool:
        shared = Counter(place for anchor in known.anchors.tolist() for place in self._holders.get(anchor, ()))
        return any(times >= SHARED for times in shared.values())


def _hints(papers: Iterable[Paper]) -> Iterable[tuple[Paper, Hint]]:
    return ((paper, hint(paper)) for paper in papers)


def _keys(paper: Paper, known: Hint) -> set[Hashable]:
    return {*known.names, fingerprint(paper.abstract), *filter(None, [known.title])}
