"""Replicas of the poster are killed again and again while they send, and what the channels show is counted.

    python bench/crash_rounds.py                      200 rounds of 20 schedules and 2 replicas
    python bench/crash_rounds.py --rounds 20 --seed 7
    python bench/crash_rounds.py --lag 400            a Slack that shows a message only minutes after taking it
    python bench/crash_rounds.py --postgres ADDRESS   on a PostgreSQL server where these rounds may make databases

In each round several replicas get `kill -9` at a named point, between calls that Slack answers with 429 or 5xx, too
late, or not at all although it took the message. The exit status is 1 when a post is missing, there twice or out of
order, or a round does not come to its end. With a lag of more than a minute doubled posts are what is measured: it is
the one window that cannot be closed.
"""

import argparse
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.crash.nursery import Nursery, open_nursery
from tests.crash.replica import POINTS
from tests.crash.round import SCHEDULES, open_round
from tests.postgres_kit import postgres_at

Place = Callable[[], str]


@contextmanager
def places(address: str | None) -> Iterator[Place]:
    """Where each round has its store: a file of its own folder, or a schema of its own on the server."""
    if address is None:
        yield str
        return
    with postgres_at(address) as server:
        yield server.schema


def one_round(
    number: int, seed: int, lag: float, nursery: Nursery, place: Place
) -> tuple[list[str], int, Counter[str]]:
    """What was wrong, how many posts were doubled, and where replicas were to die."""
    random = Random(f"{seed} {number}")
    orders = [(random.choice(POINTS), random.randint(1, 5)) for _ in range(random.randint(2, 6))]
    with tempfile.TemporaryDirectory() as folder, open_round(Path(folder), nursery, place()) as crashing:
        crashing.fault(random, hang=number % 5 == 0, lag=lag)
        crashing.orders = list(orders)
        try:
            crashing.run(seconds=180)
        except AssertionError as error:
            return [str(error)], 0, Counter()
        return crashing.problems(), crashing.doubled(), Counter(point for point, _ in orders)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rounds", type=int, default=200, help="how many (200)")
    parser.add_argument("--seed", type=int, default=1, help="of the choice of points and faults (1)")
    parser.add_argument("--lag", type=float, default=55.0, help="seconds until a message is found in its channel (55)")
    parser.add_argument("--postgres", help="the address of a server; without it each round has a SQLite file")
    chosen = parser.parse_args()
    began, wrong, doubled, orders = time.monotonic(), 0, 0, Counter[str]()
    with open_nursery() as nursery, places(chosen.postgres) as place:
        for number in range(chosen.rounds):
            problems, twice, ordered = one_round(number, chosen.seed, chosen.lag, nursery, place)
            wrong, doubled, orders = wrong + bool(problems), doubled + twice, orders + ordered
            if problems:
                print(f"Round {number}: {'; '.join(problems)}", flush=True)
        killed = nursery.killed.total()
    print(f"{chosen.rounds} rounds, {chosen.rounds * SCHEDULES} posts due, {time.monotonic() - began:.0f} s.")
    print(f"Ordered to die: {', '.join(f'{point} {orders[point]}' for point in POINTS)}; killed there: {killed}.")
    print(f"Rounds with something wrong: {wrong}; posts that were doubled: {doubled}.")
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
