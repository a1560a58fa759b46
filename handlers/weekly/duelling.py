"""How papers stand when people said which of two they would rather read: the model of Bradley and Terry."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import exp, log, sqrt

import numpy as np

from handlers.ballots import Comparison, Standing

__all__ = ["Standing", "expected_wins", "standings"]

MOST = 400
"""Papers that are reckoned with at once, those of the latest comparisons: the matrix grows with their square."""
ROUNDS = 1_000
"""The algorithm comes closer with each round; it ends here whatever happens."""
CLOSE = 1e-7
"""No worth changes by a greater part of itself any more: that is close enough."""
NINETEEN_IN_TWENTY = 1.96
"""Standard errors to each side."""

Met = Mapping[str, Mapping[str, int]]
"""How often each paper was compared with each of those that it was compared with."""


@dataclass(frozen=True, slots=True)
class _Duels:
    """`won` and `lost` count for each paper; all in the order of the alphabet, so that sums come out alike."""

    won: Mapping[str, int]
    lost: Mapping[str, int]
    met: Met


def standings(comparisons: Iterable[Comparison]) -> tuple[Standing, ...]:
    """Every paper that was compared, the strongest first.

    A paper of worth p beats one of worth q in p / (p + q) of all comparisons. The worths are found by the MM algorithm
    of D. R. Hunter, "MM algorithms for generalized Bradley-Terry models" (The Annals of Statistics 32, 2004); how sure
    they are, by the inverse of the information matrix there. Each paper has one win and one loss beforehand against
    an average paper of worth 1: so there is always one best solution, and no paper is infinitely good after one duel.
    """
    duels = _counted(_latest(comparisons))
    if not duels.met:
        return ()
    worths = _worths(duels)
    found = (
        _standing(paper, worths[paper], error, duels)
        for paper, error in zip(duels.met, _errors(duels.met, worths), strict=True)
    )
    return tuple(sorted(found, key=lambda standing: (-round(standing.strength, 6), standing.paper_id)))


def expected_wins(strength: float) -> float:
    """The share of comparisons with an average paper that a paper of this strength wins."""
    return 1 / (1 + exp(-strength))


def _latest(comparisons: Iterable[Comparison]) -> list[tuple[str, str]]:
    """Winners and losers, as long as they are not too many papers."""
    papers: set[str] = set()
    found: list[tuple[str, str]] = []
    newest = sorted(comparisons, key=lambda each: (each.at, each.user_id, each.winner, each.loser), reverse=True)
    for each in newest:
        pair = {each.winner, each.loser}
        if len(pair) == 2 and len(papers | pair) <= MOST:
            papers |= pair
            found.append((each.winner, each.loser))
    return found


def _counted(duels: Iterable[tuple[str, str]]) -> _Duels:
    won: Counter[str] = Counter()
    lost: Counter[str] = Counter()
    met: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for winner, loser in sorted(duels):
        won[winner] += 1
        lost[loser] += 1
        met[winner][loser] += 1
        met[loser][winner] += 1
    return _Duels(won, lost, {paper: dict(sorted(met[paper].items())) for paper in sorted(met)})


def _worths(duels: _Duels) -> dict[str, float]:
    worths = dict.fromkeys(duels.met, 1.0)
    for _ in range(ROUNDS):
        new = {
            paper: (1 + duels.won[paper]) / _weight(worths[paper], others, worths)
            for paper, others in duels.met.items()
        }
        moved = max(abs(new[paper] / worths[paper] - 1) for paper in worths)
        worths = new
        if moved < CLOSE:
            break
    return worths


def _weight(worth: float, others: Mapping[str, int], worths: Mapping[str, float]) -> float:
    return 2 / (worth + 1) + sum(count / (worth + worths[other]) for other, count in others.items())


def _errors(met: Met, worths: Mapping[str, float]) -> list[float]:
    """The standard error of each paper's strength."""
    place = {paper: number for number, paper in enumerate(met)}
    information = np.zeros((len(met), len(met)))
    for paper, others in met.items():
        # The comparisons beforehand make it positive definite, so that it has an inverse.
        information[place[paper], place[paper]] = 2 * _spread(worths[paper], 1.0)
        for other, count in others.items():
            known = count * _spread(worths[paper], worths[other])
            information[place[paper], place[paper]] += known
            information[place[paper], place[other]] = -known
    return [sqrt(float(variance)) for variance in np.diag(np.linalg.inv(information))]


def _spread(worth: float, other: float) -> float:
    share = worth / (worth + other)
    return share * (1 - share)


def _standing(paper: str, worth: float, error: float, duels: _Duels) -> Standing:
    strength, reach = log(worth), NINETEEN_IN_TWENTY * error
    return Standing(paper, strength, strength - reach, strength + reach, duels.won[paper], duels.lost[paper])
