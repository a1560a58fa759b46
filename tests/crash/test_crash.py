"""Bots that are killed while they plan and send: each due post is in its channel exactly once, in order."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from tests.crash.nursery import WAIT, Nursery, open_nursery
from tests.crash.replica import POINTS
from tests.crash.round import Round, open_round
from tests.postgres_kit import Postgres


@pytest.fixture(scope="module")
def nursery() -> Iterator[Nursery]:
    with open_nursery() as opened:
        yield opened


@pytest.fixture
def crashing(tmp_path: Path, nursery: Nursery) -> Iterator[Round]:
    nursery.killed.clear()
    with open_round(tmp_path, nursery) as opened:
        yield opened


@pytest.mark.parametrize("point", POINTS)
def test_each_post_comes_once_though_replicas_are_killed(crashing: Round, point: str) -> None:
    crashing.fault(Random(point), hang=point == "claimed")
    crashing.orders = [(point, 1), (point, 4), (point, 2)]
    crashing.run()

    assert crashing.problems() == []
    assert crashing.nursery.killed.total() >= 2


@pytest.mark.parametrize("point", ["claimed", "accepted"])
def test_replicas_on_a_server_are_killed_and_each_post_comes_once(
    tmp_path: Path, nursery: Nursery, postgres: Postgres, point: str
) -> None:
    nursery.killed.clear()
    with open_round(tmp_path, nursery, postgres.schema()) as crashing:
        crashing.fault(Random(point))
        crashing.orders = [("planning", 2), (point, 1), (point, 3)]
        crashing.run()

        assert crashing.problems() == []
        assert nursery.killed.total() >= 2


def test_a_process_that_slept_over_its_lease_sends_nothing(crashing: Round) -> None:
    sleeper = crashing.start("sending", 1, signal.SIGSTOP)
    while sleeper not in crashing.nursery.stopped:
        crashing.nursery.hear(wait=WAIT)
    crashing.run()
    assert crashing.problems() == []

    os.kill(crashing.nursery.living[sleeper], signal.SIGCONT)
    os.kill(crashing.nursery.living[sleeper], signal.SIGTERM)
    while sleeper in crashing.nursery.living:
        crashing.nursery.hear(wait=WAIT)

    assert crashing.problems() == []
