"""How fast papers are indexed, beside stock Whoosh with its StemmingAnalyzer in the same run.

    .venv/bin/python bench/index_speed.py CORPUS [COUNT]

CORPUS holds a JSON object a line with `id`, `title` and `abstract`, plain or gzipped. Both sides index the same papers
in one commit; cleaning LaTeX counts on our side. Trust the ratio, not the seconds.
"""

import argparse
import gzip
import json
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from whoosh.analysis import StemmingAnalyzer
from whoosh.fields import ID, TEXT, Schema
from whoosh.filedb.filestore import FileStorage

from search.engines.whoosh_engine import WhooshEngine
from search.models import Changes, Paper


def papers(corpus: Path, count: int | None) -> tuple[Paper, ...]:
    """The first papers of the corpus."""
    opened = gzip.open if corpus.suffix == ".gz" else open
    with opened(corpus, "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines][:count]
    return tuple(Paper(id=row["id"], title=row["title"], abstract=row["abstract"]) for row in rows)


def stock(folder: Path, library: tuple[Paper, ...]) -> None:
    """Whoosh as its manual shows it."""
    schema = Schema(
        id=ID(stored=True, unique=True),
        title=TEXT(analyzer=StemmingAnalyzer()),
        abstract=TEXT(analyzer=StemmingAnalyzer()),
    )
    folder.mkdir()
    writer = FileStorage(str(folder)).create_index(schema).writer()
    for paper in library:
        writer.add_document(id=paper.id, title=paper.title, abstract=paper.abstract)
    writer.commit()


def ours(folder: Path, library: tuple[Paper, ...]) -> None:
    """The engine, as the bot fills it."""
    WhooshEngine.open(folder, "bench").apply(Changes(1, library))


def measured(name: str, index: Callable[[Path, tuple[Paper, ...]], None], library: tuple[Paper, ...]) -> float:
    """Seconds of this process's own work, so that others on the machine count less."""
    with tempfile.TemporaryDirectory() as folder:
        wall, own = time.perf_counter(), time.process_time()
        index(Path(folder) / name, library)
        wall, own = time.perf_counter() - wall, time.process_time() - own
    print(f"{name:6} {own:7.1f} s of its own, {wall:7.1f} s in all, {len(library) / own:7.0f} papers a second")
    return own


def main() -> None:
    """Both sides twice, in turns, because caches and neighbours favour whoever comes later."""
    asked = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    asked.add_argument("corpus", type=Path, help="a JSON object a line, plain or gzipped")
    asked.add_argument("count", type=int, nargs="?", help="only the first papers")
    given = asked.parse_args()
    library = papers(given.corpus, given.count)
    for _ in range(2):
        their_time = measured("stock", stock, library)
        our_time = measured("ours", ours, library)
        print(f"ratio {our_time / their_time:.2f} (under 1 is faster than stock)")


if __name__ == "__main__":
    main()
