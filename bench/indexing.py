"""How fast papers are indexed, beside stock Whoosh with its StemmingAnalyzer in one run, and how soon one is found.

    python bench/indexing.py CORPUS [COUNT] [--processes N] [--whole] [--added FOLDER]

CORPUS holds a JSON object a line with `id`, `title` and `abstract`, plain or gzipped. Both sides index the same fields
of the same papers in one commit on one core; cleaning LaTeX and making columns count on our side. `two` is stock Whoosh
with two processes, and with `--processes 2` we are there with two workers as well. What they gain shows in the seconds
in all, and on cores that nobody else uses. Trust the ratios, not the seconds. With `--whole` the papers are taken in as
the bot does at its first start, 4,000 in a commit, by so many processes, and nothing is compared. With a FOLDER as
`bench/latency.py` leaves it, single papers are added to a copy of the index in it, and the time until each is found is
told.
"""

import argparse
import gzip
import json
import shutil
import tempfile
import time
from collections.abc import Callable
from functools import partial
from itertools import zip_longest
from pathlib import Path
from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage
from typing import NamedTuple

from whoosh.analysis import StemmingAnalyzer
from whoosh.fields import ID, TEXT, Schema
from whoosh.filedb.filestore import FileStorage

from search.engines.whoosh_engine import WhooshEngine
from search.grammar import parse
from search.models import Changes, Paper

ADDED = 30
COMMIT = 4_000
"""Papers, as in `bot.library.index`."""


def papers(corpus: Path, count: int | None) -> tuple[Paper, ...]:
    """The first papers of the corpus."""
    opened = gzip.open if corpus.suffix == ".gz" else open
    with opened(corpus, "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines][:count]
    return tuple(Paper(id=row["id"], title=row["title"], abstract=row["abstract"]) for row in rows)


def stock(folder: Path, library: tuple[Paper, ...], **writing: object) -> None:
    """Whoosh as its manual shows it."""
    schema = Schema(
        id=ID(stored=True, unique=True),
        title=TEXT(analyzer=StemmingAnalyzer()),
        abstract=TEXT(analyzer=StemmingAnalyzer()),
    )
    folder.mkdir()
    writer = FileStorage(str(folder)).create_index(schema).writer(**writing)
    for paper in library:
        writer.add_document(id=paper.id, title=paper.title, abstract=paper.abstract)
    writer.commit()


def stock_two(folder: Path, library: tuple[Paper, ...]) -> None:
    """The same with two processes."""
    stock(folder, library, procs=2, multisegment=True)


def ours(folder: Path, library: tuple[Paper, ...], processes: int = 1) -> None:
    """The engine, as the bot fills it."""
    WhooshEngine.open(folder, "bench", processes=processes).apply(Changes(1, library))


def whole(folder: Path, library: tuple[Paper, ...], processes: int) -> None:
    """A first build as the bot does it: commit by commit, with merges between them."""
    engine = WhooshEngine.open(folder, "bench", processes=processes)
    batches = [Changes(first + COMMIT, library[first : first + COMMIT]) for first in range(0, len(library), COMMIT)]
    with engine.building(len(library)) as ahead:
        for changes, following in zip_longest(batches, batches[1:]):
            if ahead is not None and following is not None:
                ahead(following)
            engine.apply(changes)
        told_memory(engine)


class Took(NamedTuple):
    """Seconds of this process's work, of its children's, and by the clock."""

    mine: float
    theirs: float
    clock: float

    @property
    def own(self) -> float:
        return self.mine + self.theirs


def used(who: int) -> float:
    """Seconds of work of this process or of its children, so that others on the machine count less."""
    usage = getrusage(who)
    return usage.ru_utime + usage.ru_stime


def measured(name: str, index: Callable[[Path, tuple[Paper, ...]], None], library: tuple[Paper, ...]) -> Took:
    """What indexing takes."""
    with tempfile.TemporaryDirectory() as folder:
        before = used(RUSAGE_SELF), used(RUSAGE_CHILDREN), time.perf_counter()
        index(Path(folder) / name, library)
        after = used(RUSAGE_SELF), used(RUSAGE_CHILDREN), time.perf_counter()
    took = Took(*(end - begin for begin, end in zip(before, after, strict=True)))
    print(
        f"{name:6} {took.own:6.1f} s of its own, {took.theirs:6.1f} of them in other processes, "
        f"{took.clock:6.1f} s in all, {len(library) / took.own:6.0f} papers a second of its own"
    )
    return took


def told_memory(engine: WhooshEngine) -> None:
    """The most memory of this process and of each worker, who had ours before they became what they are."""
    workers = engine._staff._workers
    pids = [str(process.pid) for process in workers._processes if process] if workers else []
    most = [
        int(line.split()[1]) >> 10
        for pid in ("self", *pids)
        for line in Path(f"/proc/{pid}/status").read_text(encoding="utf-8").splitlines()
        if line.startswith("VmHWM")
    ]
    print(f"{most[0]} MB at most in this process, the corpus among them; in workers {most[1:]}")


def added(index: Path) -> None:
    """Milliseconds from a paper's arrival until it is found, each time with a word that is new."""
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(index, Path(folder) / "index")
        (Path(folder) / "index").chmod(0o700)
        engine = WhooshEngine.open(Path(folder) / "index", "bench")
        engine.search(parse("a first question"), 10)
        took = []
        for number in range(ADDED):
            begun = time.perf_counter()
            paper = Paper(id=f"new{number}", title="A new paper", abstract=f"We add paper zzyzx{number} to all others.")
            engine.apply(Changes(engine.revision() + 1, (paper,)))
            assert engine.search(parse(f"zzyzx{number}"), 1).total == 1
            took.append(1000 * (time.perf_counter() - begun))
        took.sort()
        print(f"one paper more than {engine.size():,} is found after {took[ADDED // 2]:.0f} ms, {took[-1]:.0f} at most")


def main() -> None:
    """Every side once: a second time our words and cleaned texts would come from memory, 4.5 times as fast as stock."""
    asked = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    asked.add_argument("corpus", type=Path, help="a JSON object a line, plain or gzipped")
    asked.add_argument("count", type=int, nargs="?", help="only the first papers")
    asked.add_argument("--processes", type=int, default=1, help="how many workers help us")
    asked.add_argument("--whole", action="store_true", help="a first build as the bot does it")
    asked.add_argument("--added", type=Path, help="a folder with an index to which single papers are added")
    given = asked.parse_args()
    if given.added:
        added(given.added / "index")
    library = papers(given.corpus, given.count)
    if given.whole:
        measured("whole", partial(whole, processes=given.processes), library)
        return
    if given.processes > 1:
        helped = measured(f"ours {given.processes}", partial(ours, processes=given.processes), library)
    theirs, their_two, mine = (
        measured(name, index, library) for name, index in (("stock", stock), ("two", stock_two), ("ours", ours))
    )
    print(f"{theirs.own / mine.own:.2f} times as fast as stock Whoosh, {their_two.own / mine.own:.2f} as it with two")
    if given.processes > 1:
        free = helped.mine + helped.theirs / given.processes
        print(f"with {given.processes} workers {theirs.own / free:.2f} times where each has a core to itself, ", end="")
        print(f"{theirs.clock / helped.clock:.2f} by the clock in this run")


if __name__ == "__main__":
    main()
