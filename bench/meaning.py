"""How much a model adds: the ranking by words beside words and meaning, and the best of bm25s, FTS5 and Tantivy.

    python bench/meaning.py COLLECTIONS MODEL NAME ... [--abstracts FILE] [--half odd|even] [--split scifact=test]
        [--vectors FOLDER] [--set meaning=0.45]

COLLECTIONS and the options are those of bench/quality.py, MODEL what PAPERBOY_MODEL takes. Encoding takes 20 to 100 ms
a paper on one core; with --vectors it is done once. Needs what bench/quality.py needs and the extra `semantic`.
"""

import argparse
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from bench.quality import ENGINES, OURS, Collection, collections  # noqa: E402
from bot.cli.evaluate import index, ranked  # noqa: E402
from bot.cli.measures import NAMES, Figures, measured, p_value  # noqa: E402
from search.engines.hybrid_engine import Fusion, HybridEngine, OnnxEncoder, VectorIndex  # noqa: E402
from search.engines.whoosh_engine import WhooshEngine  # noqa: E402
from search.models import Changes  # noqa: E402


def figures(asked: Collection, vectors: VectorIndex, weights: Fusion) -> dict[str, Figures]:
    """Of each way to rank, by its name."""
    found = {name: measured(asked.judgements, engine(asked)) for name, engine in ENGINES.items() if name != OURS}
    if vectors.revision() == 0:
        vectors.apply(Changes(1, asked.papers), Counted(len(asked.papers)))
    with tempfile.TemporaryDirectory() as folder:
        words = WhooshEngine.open(Path(folder), "trial")
        index(asked, words)
        found["words"] = measured(asked.judgements, ranked(asked, words))
        both = HybridEngine(words, vectors, weights)
        began = time.process_time()
        found["and meaning"] = measured(asked.judgements, ranked(asked, both))
        print(f"{(time.process_time() - began) / len(asked.questions) * 1e3:.0f} ms a question", file=sys.stderr)
    return found


class Counted:
    """Says now and then how far the encoding is."""

    def __init__(self, total: int) -> None:
        self.total, self.done, self.began = total, 0, time.process_time()

    def __call__(self, papers: int) -> None:
        self.done += papers
        each = (time.process_time() - self.began) / self.done * 1e3
        print(f"\r{self.done:,} of {self.total:,} encoded, {each:.0f} ms each", end="", file=sys.stderr)


def main() -> None:
    """Each collection, and the means at the end."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("model")
    parser.add_argument("names", nargs="+")
    parser.add_argument("--abstracts", type=Path)
    parser.add_argument("--half", choices=("odd", "even"))
    parser.add_argument("--split", action="append", default=[])
    parser.add_argument("--vectors", type=Path, default=Path(tempfile.gettempdir()) / "paperboy-vectors")
    parser.add_argument("--set", action="append", default=[], metavar="NAME=NUMBER")
    given = parser.parse_args()
    weights = Fusion(**{name: float(number) for name, number in (each.split("=") for each in given.set)})
    encoder = OnnxEncoder.open(given.model)
    gains: dict[str, list[float]] = {name: [] for name in NAMES}
    for name, asked in collections(given):
        vectors = VectorIndex(given.vectors / name, name, encoder)
        found = figures(asked, vectors, weights)
        print(f"\n| {name} | {' | '.join(found)} | over the best | p to words |\n|---|{'---|' * (len(found) + 2)}")
        for measure in NAMES:
            means = {way: each.mean(measure) for way, each in found.items()}
            best = max(value for way, value in means.items() if way not in ("words", "and meaning"))
            gains[measure].append(means["and meaning"] / best - 1)
            chance = p_value(found["and meaning"].values[measure], found["words"].values[measure])
            cells = " | ".join(f"{value:.4f}" for value in means.values())
            print(f"| {measure} | {cells} | {gains[measure][-1]:+.1%} | {chance:.4f} |", flush=True)
    print("\nmean gain:", ", ".join(f"{name} {sum(each) / len(each):+.1%}" for name, each in gains.items() if each))


if __name__ == "__main__":
    main()
