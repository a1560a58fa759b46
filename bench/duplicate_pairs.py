"""How well records of the same paper are told from near misses, on a whole corpus.

    .venv/bin/python bench/duplicate_pairs.py CORPUS [--write]

CORPUS holds the papers of tests/quality/duplicates.jsonl: a JSON object a line with `id`, `title`, `abstract`,
`authors`, `year`, `venue` and `url`, plain or gzipped. Says what finding and judging all pairs of the corpus costs and
which answers are not the labelled ones. `--write` measures the labelled pairs anew, for when shingles have changed.
"""

import argparse
import gzip
import json
import resource
import time
from base64 import b64encode
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from search.duplicates import Answer, candidates, hint, known_again, overlap_of, traits, verdict
from search.models import OTHERS, Paper
from search.record import paper_of

LABELLED = Path(__file__).parents[1] / "tests" / "quality" / "duplicates.jsonl"
FIELDS = ("title", "abstract", "authors", "year", "venue", "url")


def _last_first(name: str) -> str:
    given, _, family = name.rpartition(" ")
    return f"{family}, {given[:1]}." if given else name


COATS: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
    "preprint": lambda row: {
        **row,
        "venue": "arXiv",
        "year": row["year"] - 1,
        "url": None,
        "abstract": "Abstract: " + row["abstract"].replace("fi", "\ufb01").replace("fl", "\ufb02"),
    },
    "latex": lambda row: {
        **row,
        "title": "{" + row["title"].replace(":", "}: \\emph{", 1) + "}",
        "abstract": row["abstract"].replace("\u00e9", "\\'e").replace("%", "\\%").replace(" we ", " \\textit{we} "),
        "authors": [_last_first(name) for name in row["authors"]],
    },
    "jats": lambda row: {
        **row,
        "title": row["title"].upper(),
        "url": None,
        "abstract": "<jats:p>" + row["abstract"].replace("&", "&amp;").replace("<", "&lt;") + "</jats:p>",
    },
    "first author": lambda row: {**row, "authors": [row["authors"][0], OTHERS], "venue": None, "url": None},
    "cut": lambda row: {**row, "abstract": row["abstract"][: len(row["abstract"]) * 2 // 3] + " ...", "year": None},
    "scanned": lambda row: {
        **row,
        "abstract": "\n".join(row["abstract"][at : at + 70] for at in range(0, len(row["abstract"]), 70)),
        "authors": [name.upper() for name in row["authors"]],
        "title": row["title"] + " (Extended Abstract)",
    },
    "untitled": lambda row: {**row, "title": None, "authors": [], "year": None, "venue": None, "url": None},
}
"""What a record of the corpus looks like from elsewhere; its key is the record's with `+NAME` behind it."""


def record(row: dict[str, Any], source: str) -> Paper:
    """The paper of a row of the corpus."""
    return paper_of({name: row.get(name) for name in FIELDS}, source)[0]


def dressed(rows: dict[str, dict[str, Any]], key: str) -> Paper:
    """The paper of this key, in its coat where the key names one."""
    known, _, coat = key.partition("+")
    return record(COATS[coat](rows[known]) if coat else rows[known], key)


def measured(rows: dict[str, dict[str, Any]], lines: list[dict[str, Any]]) -> list[str]:
    """The lines of the labelled set with what is measured of the corpus's texts: never the texts themselves."""
    papers = {line["paper"]: dressed(rows, line["paper"]) for line in lines if "paper" in line}
    anew = (_pair(papers, line) if "pair" in line else _facts(papers[line["paper"]], line["paper"]) for line in lines)
    return [json.dumps(line, ensure_ascii=False, separators=(",", ":")) for line in anew]


def _pair(papers: dict[str, Paper], line: dict[str, Any]) -> dict[str, Any]:
    overlap = overlap_of(*(traits(papers[key]).text for key in line["pair"]))
    return {**line, "overlap": [overlap.shared, overlap.first, overlap.second]}


def _facts(paper: Paper, key: str) -> dict[str, Any]:
    facts = {"title": paper.title, "authors": list(dict.fromkeys(paper.authors)), "year": paper.year}
    anchors = b64encode(hint(paper).anchors.tobytes()).decode()
    return {"paper": key, **facts, "venue": paper.venue, "url": paper.url, "anchors": anchors}


def judge(rows: dict[str, dict[str, Any]], pairs: list[dict[str, Any]]) -> None:
    """All pairs of the corpus: what it costs, and where the answers are not the labelled ones."""
    papers = [record(row, key) for key, row in rows.items()]
    began, before = time.perf_counter(), _megabytes()
    found = candidates([hint(paper) for paper in papers])
    print(f"candidates: {sum(1 for _ in found):,}, {time.perf_counter() - began:.1f} s, {_megabytes() - before} MB")
    began = time.perf_counter()
    answers = Counter(again.verdict.answer for again in known_again([], papers))
    print(f"all papers: {dict(answers)}, {time.perf_counter() - began:.1f} s, {_megabytes() - before} MB")
    labels = {tuple(each["pair"]): each["label"] for each in pairs}
    for again in known_again([], papers):
        pair = (papers[again.known].source, papers[again.place].source)
        if again.verdict.answer is Answer.SAME and labels.get(pair, labels.get(pair[::-1])) != "same":
            print("same, but not labelled so:", *pair, again.verdict)
    for pair, label in labels.items():
        answer = verdict(*(traits(replace(dressed(rows, key), id="")) for key in pair)).answer
        if (answer is Answer.SAME) != (label == "same"):
            print(f"labelled {label}, judged {answer}:", *pair)


def _megabytes() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def main() -> None:
    """Judges, or measures anew."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("corpus", type=Path)
    options.add_argument("--write", action="store_true")
    given = options.parse_args()
    opened = gzip.open if given.corpus.suffix == ".gz" else open
    with opened(given.corpus, "rt", encoding="utf-8") as lines:
        rows = {row["id"]: row for row in map(json.loads, lines)}
    labelled = [json.loads(line) for line in LABELLED.read_text(encoding="utf-8").splitlines()]
    if given.write:
        LABELLED.write_text("\n".join(measured(rows, labelled)) + "\n", encoding="utf-8")
    else:
        judge(rows, [line for line in labelled if "pair" in line])


if __name__ == "__main__":
    main()
