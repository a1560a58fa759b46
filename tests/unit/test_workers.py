"""Workers: bounded, fair, and finished before they stop."""

from collections.abc import Iterator
from functools import partial
from threading import Event

import pytest

from bot.slack.workers import Busy, Workers

WAIT = 10.0


@pytest.fixture
def gate() -> Iterator[Event]:
    """What keeps jobs busy until the test opens it."""
    gate = Event()
    yield gate
    gate.set()


def test_every_accepted_job_is_done_before_drain_returns() -> None:
    workers = Workers("test", threads=3, waiting=100)
    done: list[int] = []
    for number in range(50):
        workers.submit(partial(done.append, number))

    assert workers.drain(WAIT)
    assert sorted(done) == list(range(50))


def test_there_is_room_for_threads_and_waiting_jobs_and_no_more(gate: Event) -> None:
    workers = Workers("test", threads=2, waiting=3)
    for _ in range(5):
        workers.submit(lambda: gate.wait(WAIT))

    with pytest.raises(Busy):
        workers.submit(lambda: None)
    gate.set()
    assert workers.drain(WAIT)


def test_room_is_free_again_when_jobs_are_done() -> None:
    workers = Workers("test", threads=1, waiting=0)
    for _ in range(3):
        finished = Event()
        workers.submit(finished.set)
        assert finished.wait(WAIT)
        while workers.unfinished():
            pass

    assert workers.drain(WAIT)


def test_an_owner_has_only_a_part_of_the_room(gate: Event) -> None:
    workers = Workers("test", threads=1, waiting=10, per_owner=2)
    workers.submit(lambda: gate.wait(WAIT), "noisy")
    workers.submit(lambda: None, "noisy")

    with pytest.raises(Busy):
        workers.submit(lambda: None, "noisy")
    workers.submit(lambda: None, "normal")
    gate.set()
    assert workers.drain(WAIT)


def test_after_drain_nothing_is_accepted() -> None:
    workers = Workers("test", threads=1, waiting=1)
    workers.drain(WAIT)

    with pytest.raises(Busy):
        workers.submit(lambda: None)


def test_drain_gives_up_on_a_job_that_hangs(gate: Event) -> None:
    workers = Workers("test", threads=1, waiting=1)
    workers.submit(lambda: gate.wait(WAIT))

    assert not workers.drain(0)


def test_a_job_that_breaks_frees_its_room_and_the_thread_works_on() -> None:
    workers = Workers("test", threads=1, waiting=1)
    done = Event()

    def broken() -> None:
        raise ValueError

    workers.submit(broken)
    workers.submit(done.set)

    assert done.wait(WAIT)
    assert workers.drain(WAIT)
