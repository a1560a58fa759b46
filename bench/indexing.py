"""How fast papers are indexed, beside stock Whoosh with its StemmingAnalyzer in one run, and how soon one is found.

    python bench/indexing.py CORPUS [COUNT] [--added FOLDER]

CORPUS holds a JSON object a line with `id`, `title` and `abstract`, plain or gzipped. Both sides index the same fields
of the same papers in one commit on one core; cleaning LaTeX and making columns count on our side. `two` is stock Whoosh
with two processes, whose gain shows in the seconds in all, and on two cores. Trust the ratios, not the seconds. With a
FOLDER as `bench/latency.py` leaves it, single papers are added to a copy of the index in it, and the time until each is
found is told.
"""

import argparse
import gzip
import json
import shutil
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage

from whoosh.analysis import StemmingAnalyzer
from whoosh.fields import ID, TEXT, Schema
from whoosh.filedb.filestore import FileStorage

from search.engines.whoosh_engine import WhooshEngine
from search.grammar import parse
from search.models import Changes, Paper

ADDED = 30


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


def ours(folder: Path, library: tuple[Paper, ...]) -> None:
    """The engine, as the bot fills it."""
    WhooshEngine.open(folder, "bench").apply(Changes(1, library))


def own_time() -> float:
    """Seconds of this process's work and its children's."""
    return sum(used.ru_utime + used.ru_stime for used in (getrusage(RUSAGE_SELF), getrusage(RUSAGE_CHILDREN)))


def measured(name: str, index: Callable[[Path, tuple[Paper, ...]], None], library: tuple[Paper, ...]) -> float:
    """Seconds of own work, so that others on the machine count less."""
    with tempfile.TemporaryDirectory() as folder:
        wall, own = time.perf_counter(), own_time()
        index(Path(folder) / name, library)
        wall, own = time.perf_counter() - wall, own_time() - own
    print(
        f"{name:6} {own:7.1f} s of its own, {wall:7.1f} s in all, {len(library) / own:7.0f} papers a second of its own"
    )
    return own


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
    asked.add_argument("--added", type=Path, help="a folder with an index to which single papers are added")
    given = asked.parse_args()
    if given.added:
        added(given.added / "index")
    library = papers(given.corpus, given.count)
    their_time, their_two = measured("stock", stock, library), measured("two", stock_two, library)
    our_time = measured("ours", ours, library)
    print(f"{their_time / our_time:.2f} times as fast as stock Whoosh, {their_two / our_time:.2f} as it with two")


if __name__ == "__main__":
    main()
