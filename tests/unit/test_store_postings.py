"""Schedules and postings in a database that several threads and processes use, or that an older version made."""

import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import create_engine

from bot.store import SqlStore
from tests.posting_kit import LEASE, NOW, TEAM, posting, schedule

TAKE_ALL = """
import sys
from datetime import timedelta
from bot.store import SqlStore
from tests.posting_kit import LEASE, NOW

store = SqlStore.open(sys.argv[1])
print("ready", flush=True)
sys.stdin.readline()
left = 190  # some are the other one's, however late it begins
while left and (taken := store.despatch.take(sys.argv[2], NOW, LEASE, apart=timedelta(0))):
    print(taken.key, store.despatch.sent(taken, "1.1", NOW))
    left -= 1
store.close()
"""
PLAN_ALL = """
import sys
from bot.store import SqlStore
from tests.posting_kit import posting

store = SqlStore.open(sys.argv[1])
print("ready", flush=True)
sys.stdin.readline()
for week in range(100):
    slot = f"{2026 + week // 50}-W{week % 50 + 1:02}"
    if store.outbox.plan(posting(f"{sys.argv[2]}:{week}", slots=(("s1", slot),)), [("s1", f"paper-{week}")]):
        print(week)
store.close()
"""


def said_by_two_processes(program: str, file: Path) -> list[list[str]]:
    """What each of two processes printed that ran the program on the store at the same time."""
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", program, str(file), name], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        for name in ("one", "two")
    ]
    for process in processes:
        assert process.stdout
        assert process.stdout.readline() == "ready\n"
    for process in processes:
        assert process.stdin
        process.stdin.write("\n")
        process.stdin.flush()
    said = [process.communicate(timeout=120)[0].splitlines() for process in processes]
    assert [process.returncode for process in processes] == [0, 0]
    return said


def in_threads(work: Callable[[int], None], count: int) -> None:
    threads = [threading.Thread(target=work, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def test_two_processes_take_each_of_200_postings_once(tmp_path: Path) -> None:
    file = tmp_path / "paperboy.sqlite3"
    store = SqlStore.open(file)
    for number in range(200):
        store.outbox.plan(posting(f"key-{number}", channel_id=f"C{number // 2}"))

    said = said_by_two_processes(TAKE_ALL, file)
    counts = store.despatch.counts()
    store.close()

    assert sorted(line for lines in said for line in lines) == sorted(f"key-{number} True" for number in range(200))
    assert counts == {"sent": 200}


def test_of_two_processes_that_plan_the_same_slots_one_plans_each(tmp_path: Path) -> None:
    file = tmp_path / "paperboy.sqlite3"
    store = SqlStore.open(file)
    store.schedules.add(schedule("s1"))

    said = said_by_two_processes(PLAN_ALL, file)
    counts, shown = store.despatch.counts(), store.outbox.shown("s1")
    store.close()

    assert sorted(int(week) for lines in said for week in lines) == list(range(100))
    assert counts == {"pending": 100}
    assert shown == {f"paper-{week}" for week in range(100)}


def test_a_channel_has_one_posting_on_its_way_however_many_threads_take(tmp_path: Path) -> None:
    store = SqlStore.open(tmp_path / "paperboy.sqlite3")
    for number in range(20):
        store.outbox.plan(posting(f"key-{number}", channel_id=f"C{number % 2}"))
    taken: list[str] = []

    def take(number: int) -> None:
        for _ in range(3):
            found = store.despatch.take(f"thread-{number}", NOW, LEASE)
            taken.extend([found.channel_id] if found else [])

    in_threads(take, 6)
    counts = store.despatch.counts()
    store.close()

    assert Counter(taken) == {"C0": 1, "C1": 1}
    assert counts == {"pending": 18, "sending": 2}


def test_of_many_threads_that_pause_a_channel_one_is_given_each_schedule(tmp_path: Path) -> None:
    store = SqlStore.open(tmp_path / "paperboy.sqlite3")
    for number in range(5):
        store.schedules.add(schedule(f"s{number}"))
    paused: list[str] = []

    def pause(_: int) -> None:
        paused.extend(one.id for one in store.schedules.pause_channel(TEAM, "C1", "I was removed."))

    in_threads(pause, 6)
    store.close()

    assert sorted(paused) == ["s0", "s1", "s2", "s3", "s4"]


def test_what_was_planned_and_taken_is_there_after_opening_again(tmp_path: Path) -> None:
    file = tmp_path / "paperboy.sqlite3"
    before = SqlStore.open(file)
    before.schedules.add(schedule())
    before.outbox.plan(posting("a", slots=(("s1", "2026-W49"),)), [("s1", "kvflow")])
    taken = before.despatch.take("me", NOW, LEASE)
    before.close()

    after = SqlStore.open(file)
    unclear, shown = after.despatch.unclear(NOW + LEASE), after.outbox.shown("s1")
    settled = [one.settled for one in after.schedules.active()]
    after.close()

    assert list(unclear) == [taken]
    assert (set(shown), settled) == ({"kvflow"}, ["2026-W49"])


def of_the_first_version(file: Path) -> None:
    """A library as the first version left it, with a paper and a claim."""
    config = Config()
    config.set_main_option("script_location", "bot.store:migrations")
    engine = create_engine(f"sqlite:///{file}")
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
        connection.exec_driver_sql("INSERT INTO library VALUES (1, 'known', 1)")
        connection.exec_driver_sql(
            "INSERT INTO papers (id, abstract, authors, keywords, imported, retired, fingerprint, added, revision) "
            "VALUES ('one', 'On one.', '[]', '[]', 1, 0, 'f', 1, 1)"
        )
        connection.exec_driver_sql("INSERT INTO claims VALUES ('T1', 'share', 1764579600)")
    engine.dispose()


def test_a_library_of_the_first_version_keeps_what_it_has_and_takes_schedules(tmp_path: Path) -> None:
    file = tmp_path / "paperboy.sqlite3"
    of_the_first_version(file)

    store = SqlStore.open(file)
    kept = (
        store.library_id(),
        store.library.revision(),
        store.library.papers(["one"])[0].abstract,
        store.claim("T1", "share", NOW),
    )
    store.schedules.add(schedule())
    planned = store.outbox.plan(posting(slots=(("s1", "2026-W49"),)), [("s1", "one")])
    store.close()

    assert kept == ("known", 1, "On one.", False)
    assert planned
