"""How fast each format is read and what memory that takes, beside a plain parser of the same format.

    .venv/bin/python bench/formats.py CORPUS [--count 5000] [--rounds 3]

CORPUS holds a JSON object a line with `title`, `abstract`, `authors`, `year` and `venue`, plain or gzipped; a file of
so many of its papers is made in each format. Both sides read it in processes of their own that take turns; told are the
median of the processor time and of what memory grew by. The plain parser only parses, to lists of dictionaries or a
tree: finding out the format, bounds against harm, cleaning, names of people and addresses are ours.
"""

import argparse
import csv
import gzip
import json
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from made_files import MADE, Row


def _plain_json(file: Path) -> object:
    with file.open(encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def _plain_csv(file: Path) -> object:
    with file.open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))


def _plain_bibtex(file: Path) -> object:
    from bibtexparser.entrypoint import parse_file

    return parse_file(str(file))


def _plain_ris(file: Path) -> object:
    import rispy

    with file.open(encoding="utf-8") as lines:
        return rispy.load(lines)


def _plain_csl(file: Path) -> object:
    return json.loads(file.read_text(encoding="utf-8"))


def _plain_xml(file: Path) -> object:
    from lxml import etree  # type: ignore[import-untyped]

    return etree.parse(file)


def _plain_yaml(file: Path) -> object:
    import yaml

    return list(yaml.load_all(file.read_text(encoding="utf-8"), yaml.CSafeLoader))


def _no_plain(_: Path) -> object:
    return None


PLAIN: dict[str, tuple[str, Callable[[Path], object]]] = {
    "json": ("json", _plain_json),
    "csv": ("csv", _plain_csv),
    "bibtex": ("bibtexparser", _plain_bibtex),
    "ris": ("rispy", _plain_ris),
    "nbib": ("none at hand", _no_plain),
    "text": ("none at hand", _no_plain),
    "endnote": ("none at hand", _no_plain),
    "wos": ("none at hand", _no_plain),
    "arxiv-listing": ("none at hand", _no_plain),
    "zotero": ("json", _plain_csl),
    "openalex": ("json", _plain_csl),
    "crossref": ("json", _plain_csl),
    "semanticscholar": ("json", _plain_csl),
    "openreview": ("json", _plain_csl),
    "pmlr": ("yaml", _plain_yaml),
    "dblp": ("lxml", _plain_xml),
    "csl-json": ("json", _plain_csl),
    "arxiv-atom": ("lxml", _plain_xml),
    "acl-anthology": ("lxml", _plain_xml),
    "pubmed": ("lxml", _plain_xml),
}


def rows(corpus: Path, count: int) -> list[Row]:
    """The first papers of the corpus that have all fields."""
    opened = gzip.open if corpus.suffix == ".gz" else open
    found: list[Row] = []
    with opened(corpus, "rt", encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            if all(row.get(name) for name in ("title", "abstract", "authors", "year", "venue")):
                wanted = {name: row[name] for name in ("title", "authors", "year", "venue")}
                found.append({**wanted, "abstract": " ".join(row["abstract"].split()), "number": len(found) + 1})
            if len(found) == count:
                break
    return found


def one(side: str, name: str, file: Path) -> None:
    """Reads the file, in a process of its own, and says what that took."""
    if side == "ours":
        from search.formats import examine

        def read() -> object:
            return examine(file, name)

    else:

        def read() -> object:
            return PLAIN[name][1](file)

    before, began = _megabytes(), time.process_time()
    kept = read()
    seconds = time.process_time() - began
    papers = len(kept.papers) if side == "ours" else 0  # type: ignore[attr-defined]
    print(json.dumps({"seconds": seconds, "megabytes": _megabytes() - before, "papers": papers}))


def _megabytes() -> float:
    """The most so far; what the system counts for a child includes the parent that made it."""
    lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmHWM"))


def measured(side: str, name: str, file: Path) -> Row:
    """What one reading took."""
    command = [sys.executable, __file__, "--one", side, name, str(file)]
    told: Row = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    return told


def main() -> None:
    """Measures and prints a table."""
    if sys.argv[1:2] == ["--one"]:
        one(sys.argv[2], sys.argv[3], Path(sys.argv[4]))
        return
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("corpus", type=Path)
    options.add_argument("--count", type=int, default=5_000)
    options.add_argument("--rounds", type=int, default=3)
    given = options.parse_args()
    papers = rows(given.corpus, given.count)
    print("| format | file | papers | a second | memory | plain parser | records a second | memory | times its time |")
    print("|---|---|---|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        for name, made in MADE.items():
            file = Path(folder) / f"{name}{made.ending}"
            records = made.between.join(map(made.record, papers))
            file.write_text(f"{made.before}{records}{made.behind}", encoding="utf-8")
            _print(name, file, len(papers), given.rounds)


def _print(name: str, file: Path, count: int, rounds: int) -> None:
    ours, plain = [], []
    for _ in range(rounds):
        ours.append(measured("ours", name, file))
        plain.append(measured("plain", name, file))
    own, other = (statistics.median(each["seconds"] for each in side) for side in (ours, plain))
    room, others = (statistics.median(each["megabytes"] for each in side) for side in (ours, plain))
    size = file.stat().st_size / 1_000_000
    known = PLAIN[name][1] is not _no_plain
    beside = f"{count / other:,.0f} | {others:.0f} MB | {own / other:.1f}" if known else "- | - | -"
    said = f"| {name} | {size:.1f} MB | {ours[0]['papers']:,} | {count / own:,.0f} | {room:.0f} MB | {PLAIN[name][0]} |"
    print(f"{said} {beside} |", flush=True)


if __name__ == "__main__":
    main()
