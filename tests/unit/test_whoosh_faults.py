"""The Whoosh engine when its folder is damaged, foreign, full, or used by many at once."""

import os
import pickle
import resource
import shutil
import signal
import stat
import subprocess
import sys
import textwrap
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from search.engines.whoosh_engine import WhooshEngine
from search.errors import EngineUnavailable
from search.grammar import parse
from search.models import Changes, Paper

ROOT = Path(__file__).parents[2]


def papers(*numbers: int) -> tuple[Paper, ...]:
    return tuple(Paper(id=f"p{number}", abstract=f"Paper {number} has word{number} and turtles.") for number in numbers)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "index"


def filled(folder: Path, count: int = 3) -> None:
    WhooshEngine.open(folder, "library").apply(Changes(5, papers(*range(count))))


def broken(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.parent.glob("index-broken-*"))


def only(folder: Path, pattern: str) -> Path:
    return next(iter(folder.glob(pattern)))


def halved(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def as_file(folder: Path) -> None:
    shutil.rmtree(folder)
    folder.write_text("not a folder")


DAMAGES: dict[str, Callable[[Path], object]] = {
    "empty table of contents": lambda folder: only(folder, "*.toc").write_bytes(b""),
    "half a table of contents": lambda folder: halved(only(folder, "*.toc")),
    "random table of contents": lambda folder: only(folder, "*.toc").write_bytes(os.urandom(500)),
    "no table of contents": lambda folder: only(folder, "*.toc").unlink(),
    "empty segment": lambda folder: only(folder, "*.seg").write_bytes(b""),
    "half a segment": lambda folder: halved(only(folder, "*.seg")),
    "random segment": lambda folder: only(folder, "*.seg").write_bytes(os.urandom(1000)),
    "no segment": lambda folder: only(folder, "*.seg").unlink(),
    "a file in its place": as_file,
    "no permissions": lambda folder: folder.chmod(0o000),
    "readable by others": lambda folder: folder.chmod(0o755),
}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES.keys())
def test_whatever_cannot_be_opened_is_set_aside_and_begun_anew(folder: Path, damage: Callable[[Path], object]) -> None:
    filled(folder)
    damage(folder)

    engine = WhooshEngine.open(folder, "library")
    if engine.revision() == 0:
        assert ["index-broken-1"] == broken(folder)
        engine.apply(Changes(5, papers(0, 1, 2)))

    assert (5, 3) == (engine.revision(), engine.size())
    assert ["p1"] == [hit.id for hit in engine.search(parse("word1"), 5).hits]


def test_only_the_newest_damaged_index_is_kept(folder: Path) -> None:
    for _ in range(3):
        filled(folder)
        DAMAGES["empty table of contents"](folder)
        WhooshEngine.open(folder, "library")

    assert ["index-broken-3"] == broken(folder)


@pytest.mark.parametrize("library_id", ["another", ""])
def test_the_index_of_another_library_is_not_used(folder: Path, library_id: str) -> None:
    filled(folder)

    assert (0, 0) == (WhooshEngine.open(folder, library_id).revision(), WhooshEngine.open(folder, library_id).size())
    assert ["index-broken-1"] == broken(folder)


def test_the_index_of_another_analysis_is_not_used(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    filled(folder)
    monkeypatch.setattr("search.engines.whoosh_engine.engine.ANALYSIS", 999)

    assert 0 == WhooshEngine.open(folder, "library").revision()


def test_damage_noticed_while_searching_is_told_and_mended_by_the_next_catch_up(folder: Path) -> None:
    engine = WhooshEngine.open(folder, "library")
    filled(folder)
    only(folder, "*.seg").write_bytes(b"\xff" * 100)
    only(folder, "*.columns").unlink()

    with pytest.raises(EngineUnavailable, match="built anew"):
        engine.search(parse("turtles word1"), 5)

    assert 0 == engine.revision()
    engine.apply(Changes(5, papers(0, 1, 2)))
    assert 3 == engine.search(parse("turtles"), 5).total


class Marker:
    """Unpickling this leaves a file behind."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> tuple[Callable[..., None], tuple[Path]]:
        return (Path.touch, (self.path,))


def test_a_folder_others_could_have_written_is_never_unpickled(folder: Path, tmp_path: Path) -> None:
    filled(folder)
    toc = only(folder, "*.toc")
    toc.write_bytes(toc.read_bytes()[:16] + pickle.dumps(Marker(tmp_path / "ran")))
    folder.chmod(0o777)

    assert 0 == WhooshEngine.open(folder, "library").revision()
    assert not (tmp_path / "ran").exists()


def test_the_folder_is_private_and_an_empty_one_is_used_as_it_is(folder: Path) -> None:
    folder.mkdir(mode=0o755)
    filled(folder)

    assert 0o700 == stat.S_IMODE(folder.stat().st_mode)
    assert [] == broken(folder)


def run(code: str, *arguments: object) -> "subprocess.Popen[bytes]":
    script = "import sys\nfrom pathlib import Path\n" + textwrap.dedent(code)
    return subprocess.Popen([sys.executable, "-c", script, *map(str, arguments)], cwd=ROOT)


WRITE_ON = """
    from search.engines.whoosh_engine import WhooshEngine
    from search.models import Changes, Paper
    engine = WhooshEngine.open(Path(sys.argv[1]), "library")
    first = engine.revision()
    Path(sys.argv[2]).touch()
    for revision in range(first + 1, first + 400):
        new = tuple(Paper(id=f"r{revision}-{n}", abstract=f"rev{revision} turtles " * 20) for n in range(3))
        engine.apply(Changes(revision, new))
"""


def test_killed_at_any_moment_the_index_holds_one_revision_whole(folder: Path, tmp_path: Path) -> None:
    for delay in (0.01, 0.05, 0.13, 0.21, 0.34):
        begun = tmp_path / f"begun-{delay}"
        process = run(WRITE_ON, folder, begun)
        while not begun.exists() and process.poll() is None:
            os.sched_yield()
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(delay)
        process.send_signal(signal.SIGKILL)
        process.wait()

        engine = WhooshEngine.open(folder, "library")
        revision = engine.revision()
        assert [] == broken(folder)
        assert 3 * revision == engine.size()
        assert (3 if revision else 0) == engine.search(parse(f"rev{revision}"), 5).complete


def test_a_full_disk_is_told_and_nothing_is_lost(folder: Path) -> None:
    filled(folder)
    engine = WhooshEngine.open(folder, "library")
    more = papers(*range(3, 400))
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    ignored = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (4096, hard))
    try:
        with pytest.raises(EngineUnavailable, match=r"\(File too large\)\. Free some space .* the papers are safe"):
            engine.apply(Changes(6, more))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        signal.signal(signal.SIGXFSZ, ignored)

    assert (5, 3) == (engine.revision(), engine.size())
    engine.apply(Changes(6, more))
    assert (6, 400) == (engine.revision(), engine.size())
    assert ["p399"] == [hit.id for hit in engine.search(parse("word399"), 5).hits]


def test_a_folder_that_cannot_be_made_is_named_with_the_reason(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("no folder")
    with pytest.raises(EngineUnavailable, match=rf"in {tmp_path}/data/index cannot be written \(.+\)\. Check whose"):
        WhooshEngine.open(tmp_path / "data" / "index", "library")


def test_a_paper_that_cannot_be_read_fails_its_changes_and_leaves_the_index_writable(folder: Path) -> None:
    filled(folder)
    engine = WhooshEngine.open(folder, "library")

    with pytest.raises(ValueError, match="handle"):
        engine.apply(Changes(6, (Paper(abstract="no handle"),)))
    with pytest.raises(TypeError):
        engine.apply(Changes(6, (Paper(id="x", abstract=None),)))  # type: ignore[arg-type]  # What a bug might pass.

    assert 5 == engine.revision()
    engine.apply(Changes(6, papers(9)))
    assert 4 == engine.size()


WRITE_TEN = """
    from search.engines.whoosh_engine import WhooshEngine
    from search.models import Changes, Paper
    engine = WhooshEngine.open(Path(sys.argv[1]), "library")
    for n in range(10):
        engine.apply(Changes(100 + n, (Paper(id=f"{sys.argv[2]}-{n}", abstract="turtles from elsewhere"),)))
"""


def test_eight_threads_and_two_processes_write_while_others_search(folder: Path) -> None:
    filled(folder, 1)
    engine = WhooshEngine.open(folder, "library")
    processes = [run(WRITE_TEN, folder, name) for name in ("one", "two")]

    def write(thread: int) -> None:
        for number in range(5):
            engine.apply(Changes(10 + number, papers(100 + 10 * thread + number)))

    def search(_: int) -> int:
        return max(engine.search(parse("turtles -elsewhere"), 100).total for _ in range(50))

    with ThreadPoolExecutor(12) as pool:
        written = [pool.submit(write, thread) for thread in range(8)]
        searched = list(pool.map(search, range(4)))
        for each in written:
            each.result()

    assert [0, 0] == [process.wait() for process in processes]
    assert min(searched) >= 1
    assert 1 + 40 + 20 == engine.size() == engine.search(parse("turtles"), 100).total
    assert [] == broken(folder)


def test_an_answer_in_the_making_outlives_a_commit(folder: Path) -> None:
    filled(folder)
    engine = WhooshEngine.open(folder, "library")
    snapshot = engine._latest()
    for revision in range(6, 12):
        engine.apply(Changes(revision, papers(revision), retired=("p0",)))

    assert ["p0", "p1", "p2"] == sorted(map(snapshot.handle, snapshot.papers("text", "turtl").tolist()))
    assert 8 == engine.search(parse("turtles"), 20).total


def test_a_thousand_updates_are_one_batch(folder: Path) -> None:
    engine = WhooshEngine.open(folder, "library")
    engine.apply(Changes(1, papers(*range(1000))))
    engine.apply(Changes(2, tuple(Paper(id=f"p{number}", abstract="snails") for number in range(1000))))

    assert (1000, 1000, 0) == (
        engine.size(),
        engine.search(parse("snails"), 1).total,
        engine.search(parse("turtles"), 1).total,
    )
