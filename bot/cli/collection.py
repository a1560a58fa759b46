"""A test collection on disk: papers, questions, and which papers were judged to answer them."""

import csv
import gzip
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from search.models import Paper

Judgements = dict[str, dict[str, int]]
"""For each question the grades of the papers that were judged."""


class UnreadableCollection(Exception):
    """The folder holds no collection; the message is a sentence for the person."""


@dataclass(frozen=True, slots=True)
class Collection:
    """The papers carry numbers for handles, `names` their ids in the collection in the order of those numbers: an id
    such as `12` would be taken for a name that people ask for. Only questions with judgements are held."""

    papers: tuple[Paper, ...]
    names: tuple[str, ...]
    questions: dict[str, str]
    judgements: Judgements

    def name(self, handle: str) -> str:
        """The collection's id of the paper with this handle."""
        return self.names[int(handle.removeprefix(HANDLE))]


HANDLE = "document"


def read(folder: Path, split: str | None = None, abstracts: Path | None = None) -> Collection:
    """The collection in `folder`: `corpus.jsonl` {id, title, text}, `queries.jsonl` {id, text}, `qrels.tsv`, the first
    two perhaps with `.gz`. Of questions that name a split only those of `split` are taken, where one is given. A
    collection without a corpus is asked of `abstracts`, a file of papers whose titles are left out.

    Raises `UnreadableCollection`.
    """
    try:
        return _read(folder, split, abstracts)
    except (OSError, ValueError, LookupError, EOFError) as error:
        raise UnreadableCollection(f"{folder} holds no test collection that can be read: {_reason(error)}.") from error


def _read(folder: Path, split: str | None, abstracts: Path | None) -> Collection:
    corpus = _existing(folder / "corpus.jsonl") or abstracts
    rows = list(_rows(corpus or folder / "corpus.jsonl"))
    titled = corpus != abstracts
    judgements = _judgements(folder / "qrels.tsv")
    questions = {
        str(row["id"]): str(row["text"])
        for row in _rows(_existing(folder / "queries.jsonl") or folder / "queries.jsonl")
        if row["id"] in judgements and split in (None, row.get("split"))
    }
    if not rows or not questions:
        raise ValueError("no paper, or no question with a judgement")
    papers = tuple(_paper(number, row, titled) for number, row in enumerate(rows))
    names = tuple(str(row["id"]) for row in rows)
    return Collection(papers, names, questions, {name: judgements[name] for name in questions})


def _paper(number: int, row: dict[str, Any], titled: bool) -> Paper:
    text = row["text"] if "text" in row else row["abstract"]
    return Paper(id=f"{HANDLE}{number}", title=(row.get("title") if titled else None) or None, abstract=str(text))


def _existing(path: Path) -> Path | None:
    return next((each for each in (path, path.with_name(f"{path.name}.gz")) if each.is_file()), None)


def _rows(path: Path) -> Iterator[dict[str, Any]]:
    opened = gzip.open if path.suffix == ".gz" else open
    with opened(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            if line.strip():
                yield json.loads(line)


def _judgements(path: Path) -> Judgements:
    """Question, paper and grade between tabs; a first line of names is passed over."""
    found: Judgements = {}
    with path.open(encoding="utf-8", newline="") as lines:
        for question, paper, grade in csv.reader(lines, delimiter="\t"):
            if grade != "score":
                found.setdefault(question, {})[paper] = int(grade)
    return found


def _reason(error: Exception) -> str:
    if isinstance(error, KeyError):
        return f"a row has no {error}"
    return str(error) or type(error).__name__
