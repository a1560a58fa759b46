"""What is brought to a library in tests, and what it says and holds afterwards."""

import json
from pathlib import Path

from bot.library import LibraryReport
from bot.store import SqlStore
from search.models import Paper


def rows(folder: Path, *records: object, name: str = "own.jsonl") -> Path:
    """A file of JSON lines in this folder, which is made where need be."""
    folder.mkdir(exist_ok=True, parents=True)
    file = folder / name
    file.write_text("\n".join(json.dumps(record) for record in records), encoding="utf-8")
    return file


def counts(report: LibraryReport) -> tuple[int, int, int, int]:
    """How many papers were added, updated, retired and left as they were."""
    return report.added, report.updated, report.retired, report.unchanged


def shown(store: SqlStore) -> dict[str, Paper]:
    """The papers that are there, by handle."""
    return {paper.id: paper for paper in store.changes_since(0).papers}
