"""Which two papers a person is asked about: those whose answer would teach most, of what the channel has not had."""

from collections.abc import Collection, Iterable, Mapping
from hashlib import sha256
from itertools import combinations

from handlers.ballots import Comparison, Standing
from handlers.weekly.duelling import expected_wins, standings

UNKNOWN = Standing("", 0.0, -2.77, 2.77, 0, 0)
"""A paper that nobody has compared: average, as uncertain as the comparisons beforehand leave it."""


def pair(pool: Iterable[str], comparisons: Collection[Comparison], user_id: str) -> tuple[str, str] | None:
    """Two papers of the pool that this person has not compared, the same for the same answers; None where there are no
    such two. An answer teaches most where nobody knows how it will be, about papers that little is known of."""
    known = {each.paper_id: each for each in standings(comparisons)}
    done = {frozenset((one.winner, one.loser)) for one in comparisons if one.user_id == user_id}
    open_pairs = [two for two in combinations(sorted(set(pool)), 2) if frozenset(two) not in done]
    if not open_pairs:
        return None
    lots = {two: sha256("\n".join((user_id, *two)).encode()).hexdigest() for two in open_pairs}
    best = min(open_pairs, key=lambda two: (-_teaches(two, known), lots[two]))
    # Who stands first must not always be who comes first in the alphabet.
    return best if int(lots[best], 16) % 2 else (best[1], best[0])


def _teaches(two: tuple[str, str], known: Mapping[str, Standing]) -> float:
    one, other = (known.get(paper, UNKNOWN) for paper in two)
    chance = expected_wins(one.strength - other.strength)
    return round(chance * (1 - chance) * (_reach(one) ** 2 + _reach(other) ** 2), 6)


def _reach(standing: Standing) -> float:
    return standing.high - standing.low
