"""One store, used by several processes at once: what is claimed is claimed once, and no revision is given twice."""

import json
import subprocess
import sys
from collections import Counter
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from bot.store import SqlStore, entry_of
from search.models import Paper

NOW = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
PROCESSES = 2
CLAIMS = 60
CHANGES = 15
WORK = f"""
import json, sys
from datetime import UTC, datetime
from pathlib import Path
from bot.library import sync_seeds
from bot.store import SqlStore, entry_of
from search.models import Paper

place, me, folder = sys.argv[1:]
now = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
print("ready", flush=True)
sys.stdin.readline()
store = SqlStore.open(place)
claimed = [number for number in range({CLAIMS}) if store.claim("T1", f"share:{{number}}", now)]
seeds = sync_seeds(store, Path(folder)).added
given = []
for number in range({CHANGES}):
    with store.writing() as writing:
        writing.add([entry_of(Paper(id=f"{{me}}-{{number}}", abstract=f"By {{me}}, {{number}}."))], imported=True)
        given.append(writing.revision())
    with store.writing() as writing:
        writing.update([entry_of(Paper(id=f"{{me}}-0", abstract=f"Changed by {{me}}, {{number}}."))])
        given.append(writing.revision())
print(json.dumps({{"library": store.library_id(), "claimed": claimed, "seeds": seeds, "given": given}}))
store.close()
"""


def together(place: str, folder: Path) -> list[dict[str, Any]]:
    """What several processes tell of their work, which they begin at the same moment."""
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", WORK, place, f"p{number}", folder],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for number in range(PROCESSES)
    ]
    for process in processes:
        assert process.stdout
        assert process.stdout.readline() == "ready\n"
    for process in processes:
        assert process.stdin
        process.stdin.write("\n")
        process.stdin.flush()
    told = [process.communicate()[0] for process in processes]
    assert [process.returncode for process in processes] == [0] * PROCESSES
    return [json.loads(text) for text in told]


def test_processes_on_one_new_store_agree_on_it_claim_once_and_give_no_revision_twice(
    place: str, tmp_path: Path
) -> None:
    folder = tmp_path / "seeds"
    folder.mkdir()
    (folder / "a.txt").write_text("Papers\n\n" + "\n\n".join(f"We study the number {n} in depth." for n in range(20)))
    told = together(place, folder)
    store = SqlStore.open(place)
    library_id, size, changes = store.library_id(), store.library.size(), store.changes_since(0)
    store.close()

    assert {process["library"] for process in told} == {library_id}
    assert Counter(number for process in told for number in process["claimed"]) == dict.fromkeys(range(CLAIMS), 1)
    assert sum(process["seeds"] for process in told) == 20
    assert sorted(number for process in told for number in process["given"]) == list(
        range(21, 21 + 2 * CHANGES * PROCESSES)
    )
    assert changes.revision == 20 + 2 * CHANGES * PROCESSES
    assert size == len(changes.papers) == 20 + CHANGES * PROCESSES


def test_a_reading_sees_one_moment_whatever_others_store_meanwhile(place: str) -> None:
    store, other = SqlStore.open(place), SqlStore.open(place)
    with store._reading() as connection:
        before = connection.exec_driver_sql("SELECT revision FROM library").scalar()
        with other.writing() as writing:
            writing.add([entry_of(Paper(id="one", abstract="On one."))], imported=False)
        papers = connection.exec_driver_sql("SELECT count(*) FROM papers").scalar()
        after = connection.exec_driver_sql("SELECT revision FROM library").scalar()
    later = store.library.revision()
    store.close()
    other.close()

    assert (before, papers, after, later) == (0, 0, 0, 1)


def test_a_claim_that_lasts_for_a_while_can_be_made_again_after_it(place: str) -> None:
    store, other = SqlStore.open(place), SqlStore.open(place)
    half_an_hour = timedelta(minutes=30)
    minutes = (0, 1, 29, 30, 31, 59, 60)
    claimed = [
        one.claim("T1", "preview", NOW + timedelta(minutes=minute), half_an_hour)
        for minute, one in zip(minutes, (store, other) * 4, strict=False)
    ]
    elsewhere = store.claim("T2", "preview", NOW, half_an_hour)
    for_good = [store.claim("T1", "share", NOW + timedelta(days=day)) for day in (0, 400)]
    store.close()
    other.close()

    assert claimed == [True, False, False, True, False, False, True]
    assert elsewhere
    assert for_good == [True, False]
