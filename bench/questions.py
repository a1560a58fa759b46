"""The hundred questions of tests/quality, asked of the seeds alone or mixed into a larger library.

    python bench/questions.py [PAPERS.jsonl.gz] [--data FOLDER] [--print]

Says how often the right paper is among the first three, in all and by halves (the odd and the even lines of
questions.jsonl; what is tuned is tuned on the odd ones). With --print each question stands there with the sentence that
is shown for it, to be judged by whoever reads only these two. --data keeps the index for the next run.
"""

import argparse
import shutil
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from tests.quality.asking import SEEDS, SHOWN, Asked, ask_all, library  # noqa: E402


def ask(papers: Path | None, data: Path) -> list[Asked]:
    """All questions, asked of the seeds and these papers."""
    seeds = data / "seeds"
    if not seeds.exists():
        shutil.copytree(SEEDS, seeds)
        if papers:
            shutil.copy(papers, seeds)
    store, engine = library(data, seeds)
    print(f"{engine.size():,} papers")
    try:
        return ask_all(store, engine)
    finally:
        engine.close()
        store.close()


def main() -> None:
    """The counts, and what was asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("papers", type=Path, nargs="?")
    parser.add_argument("--data", type=Path)
    parser.add_argument("--print", action="store_true", dest="printed")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        if given.data:
            given.data.mkdir(parents=True, exist_ok=True)
        asked = ask(given.papers, given.data or Path(folder))
    for name, part in (("all", asked), ("odd lines", asked[::2]), ("even lines", asked[1::2])):
        print(f"{name}: {sum(each.found for each in part)} of {len(part)} in the first {SHOWN}")
    for each in asked:
        if given.printed:
            print(f"\n{each.question}\n    {each.sentence or '(not found)'}")
        elif not each.found:
            print(f"not found: {each.question}")


if __name__ == "__main__":
    main()
