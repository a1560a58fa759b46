"""The minute's tick: one job however often the bot starts, no flood after the clock jumps, no end by an error."""

import logging
from datetime import UTC, datetime, timedelta
from queue import SimpleQueue
from threading import Event, Lock, get_ident

import pytest

from bot import clock
from bot.scheduler import MINUTE, TICK, EveryMinute, Scheduler

NOW = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
SOON = 10
"""Seconds to wait at most for what happens at once."""


def test_the_first_tick_comes_at_once_and_in_another_thread() -> None:
    ticked = Event()
    threads: list[int] = []

    def tick() -> None:
        threads.append(get_ident())
        ticked.set()

    scheduler = Scheduler(tick)
    scheduler.start()
    arrived = ticked.wait(SOON)
    scheduler.stop()

    assert arrived
    assert get_ident() not in threads


def test_there_is_one_job_after_every_restart() -> None:
    counts = []
    for _ in range(5):
        scheduler = Scheduler(lambda: None)
        scheduler.start()
        counts.append(scheduler.jobs())
        scheduler.stop()

    assert [1, 1, 1, 1, 1] == counts


def test_a_tick_may_hold_what_cannot_be_pickled() -> None:
    lock, ticked = Lock(), Event()

    def tick() -> None:
        with lock:
            ticked.set()

    scheduler = Scheduler(tick)
    scheduler.start()
    arrived = ticked.wait(SOON)
    scheduler.stop()

    assert arrived


def test_a_failing_tick_is_logged_with_a_reference_and_the_job_stays(caplog: pytest.LogCaptureFixture) -> None:
    failed = Event()

    def tick() -> None:
        failed.set()
        raise RuntimeError("the disk is full")

    scheduler = Scheduler(tick)
    scheduler.start()
    arrived = failed.wait(SOON)
    jobs = scheduler.jobs()
    scheduler.stop()

    assert arrived
    assert 1 == jobs
    errors = [record for record in caplog.records if record.levelno == logging.ERROR]
    assert [("bot.scheduler", True)] == [(error.name, error.getMessage().startswith("r-")) for error in errors]
    assert "the disk is full" in str(errors[0].exc_info)


def test_stopping_waits_for_the_tick_under_way() -> None:
    begun, go_on, done = Event(), Event(), []

    def tick() -> None:
        begun.set()
        go_on.wait(SOON)
        done.append("whole")

    scheduler = Scheduler(tick)
    scheduler.start()
    begun.wait(SOON)
    go_on.set()
    scheduler.stop()

    assert ["whole"] == done


def test_stopping_is_harmless_when_nothing_runs() -> None:
    scheduler = Scheduler(lambda: None)

    scheduler.stop()
    scheduler.start()
    scheduler.stop()
    scheduler.stop()


@pytest.mark.parametrize(
    ("late", "expected"),
    [
        (timedelta(0), NOW + MINUTE),
        (timedelta(seconds=59), NOW + MINUTE),
        (timedelta(minutes=1), NOW + 2 * MINUTE),
        (timedelta(days=3650, seconds=30), NOW + timedelta(days=3650) + MINUTE),
        (timedelta(days=-1), NOW + MINUTE),
    ],
    ids=["on time", "within the minute", "a minute late", "ten years late", "set back"],
)
def test_the_next_tick_is_found_in_one_step(late: timedelta, expected: datetime) -> None:
    assert expected == EveryMinute().get_next_fire_time(NOW, NOW + late)


def test_ten_years_missed_are_one_run() -> None:
    trigger, due, runs = EveryMinute(), NOW, 0
    after = NOW + timedelta(days=3650)
    while due <= after:
        runs += 1
        due = trigger.get_next_fire_time(due, after)

    assert 1 == runs


def test_a_clock_that_was_set_back_by_a_day_stops_nothing() -> None:
    ticks: SimpleQueue[int] = SimpleQueue()
    scheduler = Scheduler(lambda: ticks.put(1))
    scheduler.start()
    ticks.get(timeout=SOON)
    # As APScheduler sees it: what was to come within a minute is a day away.
    scheduler._scheduler.modify_job(TICK, next_run_time=clock.now() + timedelta(days=1))
    ticks.get(timeout=SOON)
    due = scheduler._scheduler.get_job(TICK).next_run_time
    scheduler.stop()

    assert due <= clock.now() + MINUTE


def test_a_tick_can_be_had_at_once_and_never_beside_another() -> None:
    under_way, let_go, both = Event(), Event(), Event()
    running: list[int] = []
    most: list[int] = []

    def tick() -> None:
        running.append(1)
        most.append(len(running))
        under_way.set()
        let_go.wait(SOON)
        running.pop()
        if len(most) == 2:
            both.set()

    scheduler = Scheduler(tick)
    scheduler.start()
    assert under_way.wait(SOON)
    scheduler.tick_now()
    let_go.set()
    arrived = both.wait(SOON)
    scheduler.stop()

    assert arrived
    assert most == [1, 1]
