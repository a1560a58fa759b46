"""The slowest of many queries that people never type: up to 300 characters of whatever the grammar knows.

    python bench/fuzz.py FOLDER [--queries 3000] [--seed 1]

FOLDER holds an index as `bench/latency.py` leaves it. Each query is asked of an engine that is otherwise warm, and the
slowest ones are printed with their processor time. The exit status is 1 when one took over 250 ms.
"""

import argparse
import random
import sys
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from search.engines.whoosh_engine import WhooshEngine
from search.errors import InvalidQuery
from search.grammar import parse
from search.language.words import STOP_WORDS

LONGEST = 300
MOST = 250.0
LETTERS = "abcdefghijklmnopqrstuvwxyz"
COMMON = sorted(STOP_WORDS)
FREQUENT = ["model", "learning", "data", "method", "paper", "network", "training", "results", "propose", "task"]
ODD = ["state-of-the-art", "C++", "GPT-4", "O(n²)", "a-b-c-d-e-f", "x" * 60, "λ", "year:2000..2024", "-of", "-model*"]


def _word(dice: random.Random) -> str:
    return dice.choice(
        (
            dice.choice(COMMON),
            dice.choice(FREQUENT),
            dice.choice(FREQUENT),
            "".join(dice.choices(LETTERS, k=dice.randint(1, 12))),
            dice.choice(ODD),
        )
    )


def _prefix(dice: random.Random) -> str:
    return dice.choice(("con", "pro", "the", "mod", "int", "pre", "dis", "".join(dice.choices(LETTERS, k=3)))) + "*"


def _phrase(dice: random.Random) -> str:
    words = COMMON if dice.random() < 0.6 else FREQUENT
    return '"' + " ".join(dice.choices(words, k=dice.randint(2, 4))) + '"'


def _misspelt(dice: random.Random) -> str:
    word = list(dice.choice(FREQUENT))
    word[dice.randrange(len(word))] = dice.choice(LETTERS)
    return "".join(word)


def _group(dice: random.Random) -> str:
    return "(" + dice.choice((" OR ", " ")).join(_part(dice) for _ in range(dice.randint(2, 5))) + ")"


def _part(dice: random.Random) -> str:
    kinds: tuple[Callable[[random.Random], str], ...] = (_word, _prefix, _phrase, _misspelt)
    return _group(dice) if dice.random() < 0.1 else dice.choice(kinds)(dice)


def query(dice: random.Random) -> str:
    """A query of parts of one kind or of all, as long as one may be."""
    only = dice.choice((_word, _prefix, _phrase, _misspelt, _group, _part, _part, _part))
    text = ""
    while len(text) < LONGEST - 10:
        text += only(dice) + dice.choice((" ", " ", " OR ", " -"))
    return text[:LONGEST]


def main() -> int:
    """The slowest ten."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", type=Path, help="of one size, as bench/latency.py leaves it")
    parser.add_argument("--queries", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    engine = WhooshEngine.open(given.folder / "index", "bench")
    engine.search(parse("a first question"), 10)
    took: list[tuple[float, str]] = []
    dice = random.Random(given.seed)
    while len(took) < given.queries:
        text = query(dice)
        try:
            asked = parse(text)
            begun = time.thread_time()
            engine.search(asked, 10)
        except InvalidQuery:
            continue
        took.append((1000 * (time.thread_time() - begun), text))
    took.sort(reverse=True)
    middle = took[len(took) // 2][0]
    print(
        f"{engine.size():,} papers, {len(took):,} queries: {middle:.1f} ms in the middle, {took[0][0]:.0f} ms at most."
    )
    for milliseconds, text in took[:10]:
        print(f"{milliseconds:7.1f} ms  {text}")
    return int(took[0][0] > MOST)


if __name__ == "__main__":
    sys.exit(main())
