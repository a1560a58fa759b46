"""The papers that match something, each with its score."""

from dataclasses import dataclass

import numpy as np

from search.engines.whoosh_engine.columns import Impacts, Numbers

NO_PAPERS = np.zeros(0, np.int32)
NO_SCORES = np.zeros(0, np.float32)


@dataclass(frozen=True, slots=True)
class Match:
    """The papers that match, ascending, with their scores; the stems that matched, each with its papers; and the
    beginnings of words that were asked for."""

    papers: Numbers
    scores: Impacts
    stems: tuple[tuple[str, Numbers], ...] = ()
    prefixes: tuple[str, ...] = ()

    @property
    def stem(self) -> str | None:
        """The one stem whose papers these are."""
        return self.stems[0][0] if len(self.stems) == 1 and self.stems[0][1] is self.papers else None


NO_MATCH = Match(NO_PAPERS, NO_SCORES)
