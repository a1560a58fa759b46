"""How long a search takes, beside SQLite FTS5, Tantivy and bm25s, on one core and taking turns question by question.

    python bench/latency.py CORPUS FOLDER [--sizes 1000,22000] [--questions 200] [--bm25s]

CORPUS holds a JSON object a line with `id`, `title`, `abstract`, `authors`, `year` and `venue`, plain or gzipped. The
indexes are kept in FOLDER and used again. Whole answers are timed, top 10 with handles, through `engine.search` on our
side. Each question is asked once with others of its class asked before, so what is measured is warm but nothing comes
from a memory of answers. What counts is processor time, as others use the machine too. Needs tantivy, and bm25s where
that is asked for.
"""

import argparse
import gzip
import json
import os
import random
import re
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from engines import LETTERS, Asked, Bm25s, Fts5, Ours, Search, Tantivy

from search.engines.whoosh_engine import WhooshEngine
from search.language.sentences import sentences
from search.models import Paper

KINDS = ("title", "two words", "phrase", "prefix", "filtered", "five sentences", "fuzzy")
WARM = 50
PEERS = {"FTS5": Fts5, "Tantivy": Tantivy, "bm25s": Bm25s}


def papers(corpus: Path, count: int | None) -> tuple[Paper, ...]:
    """The first papers of the corpus."""
    opened = gzip.open if corpus.suffix == ".gz" else open
    with opened(corpus, "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line, _ in zip(lines, range(count or 10**9), strict=False)]
    return tuple(
        Paper(
            id=row["id"],
            title=row["title"],
            abstract=row["abstract"],
            authors=tuple(row["authors"] or ()),
            year=row["year"],
            venue=row["venue"],
        )
        for row in rows
    )


def questions(library: Sequence[Paper], kind: str, count: int) -> list[Asked]:
    """Questions as people have them, made of papers drawn by lot."""
    dice = random.Random(kind)
    made: list[Asked] = []
    while len(made) < count:
        paper = dice.choice(library)
        asked = _question(dice, kind, paper)
        if asked is not None:
            made.append(asked)
    return made


def _question(dice: random.Random, kind: str, paper: Paper) -> Asked | None:
    abstract = LETTERS.findall(paper.abstract)
    long = [word for word in abstract if len(word) > 5 and word.isascii() and word.isalpha()]
    if not paper.title or len(abstract) < 60 or len(long) < 10:
        return None
    first = dice.randrange(len(abstract) - 3)
    match kind:
        case "title":
            return Asked(kind, tuple(LETTERS.findall(paper.title)))
        case "two words":
            return Asked(kind, tuple(dice.sample(long, 2)))
        case "phrase":
            return Asked(kind, tuple(abstract[first : first + dice.choice((2, 3))]))
        case "prefix":
            return Asked(kind, (dice.choice(long)[: dice.choice((4, 5, 6))].lower(),))
        case "filtered":
            return Asked(kind, tuple(dice.sample(long, 3)), paper.year)
        case "fuzzy":
            word, other = dice.sample(long, 2)
            place = dice.randrange(1, len(word) - 1)
            return Asked(kind, (word[:place] + word[place + 1] + word[place] + word[place + 2 :], other))
    return Asked(kind, tuple(re.findall(r"\S+", " ".join(sentences(paper.abstract)[:5]))))


def timed(search: Search) -> float:
    begun = time.thread_time()
    search()
    return 1000 * (time.thread_time() - begun)


def measured(engines: dict[str, object], asked: list[Asked]) -> dict[str, list[float]]:
    """Milliseconds of each engine for each question but the first, which only warm up."""
    times: dict[str, list[float]] = {name: [] for name in engines}
    order = list(engines)
    for number, each in enumerate(asked):
        random.Random(number).shuffle(order)
        for name in order:
            search = engines[name].ready(each)  # type: ignore[attr-defined]
            if search is not None:
                took = timed(search)
                if number >= WARM:
                    times[name].append(took)
    return {name: sorted(each) for name, each in times.items() if each}


def rows(size: int, kind: str, times: dict[str, list[float]]) -> Iterator[str]:
    def cell(name: str) -> str:
        return f"{_part(times[name], 0.5):.2f} / {_part(times[name], 0.95):.2f}" if name in times else "-"

    ours = _part(times["paperboy"], 0.5)
    ratios = (f"{ours / _part(times[name], 0.5):.2f}" if name in times else "-" for name in ("FTS5", "Tantivy"))
    tail = f"{_part(times['paperboy'], 0.95) / ours:.1f}"
    cells = (cell(name) for name in ("paperboy", "FTS5", "Tantivy", "bm25s"))
    yield f"| {size:,} | {kind} | {' | '.join(cells)} | {' | '.join(ratios)} | {tail} |"


def _part(times: list[float], part: float) -> float:
    return times[min(len(times) - 1, int(part * len(times)))]


def opening(folder: Path) -> float:
    """Milliseconds until an engine on this folder has answered its first question, at best of five."""
    took = []
    for _ in range(5):
        begun = time.thread_time()
        WhooshEngine.open(folder / "index", "bench").size()
        took.append(1000 * (time.thread_time() - begun))
    return min(took)


def one_core() -> None:
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def main() -> None:
    """A table of all classes at each size."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("corpus", type=Path, help="papers, a JSON object a line, plain or gzipped")
    parser.add_argument("folder", type=Path, help="where indexes are kept")
    parser.add_argument("--sizes", default="1000,22000,86000", help="how many papers, in one run each")
    parser.add_argument("--questions", type=int, default=200, help="how many of each class are timed")
    parser.add_argument("--kinds", default=",".join(KINDS), help="which classes")
    parser.add_argument("--bm25s", action="store_true", help="bm25s too, which has to index anew each time")
    given = parser.parse_args()
    one_core()
    print("| papers | question | paperboy | FTS5 | Tantivy | bm25s | to FTS5 | to Tantivy | own p95 / p50 |")
    print("|---|---|---|---|---|---|---|---|---|")
    for size in map(int, given.sizes.split(",")):
        library = papers(given.corpus, size)
        place = given.folder / str(size)
        place.mkdir(parents=True, exist_ok=True)
        engines: dict[str, object] = {"paperboy": Ours(place, library)}
        engines |= {name: make(place, library) for name, make in PEERS.items() if name != "bm25s" or given.bm25s}
        for kind in given.kinds.split(","):
            asked = questions(library, kind, given.questions + WARM)
            print("\n".join(rows(size, kind, measured(engines, asked))), flush=True)
        print(f"<!-- {size:,} papers: opened in {opening(place):.1f} ms -->", flush=True)


if __name__ == "__main__":
    main()
