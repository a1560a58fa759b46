"""The hundred questions, asked as a person asks them, and what is shown for each."""

import json
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from bot.library import catch_up, sync_seeds
from bot.store import SqlStore
from handlers.ports import Services
from handlers.talk.understanding import understand
from handlers.talk.weighing import rarity
from search.engines.whoosh_engine import WhooshEngine
from search.language.answering import answering
from tests.fakes_handlers import services

HERE = Path(__file__).parent
SEEDS = HERE.parents[1] / "seeds"
NOW = datetime(2025, 12, 1, 9, 0, tzinfo=UTC)
SHOWN = 3


@dataclass(frozen=True)
class Asked:
    """A question, the source of the right paper, whether that is among those shown, and the sentence beside it."""

    question: str
    source: str
    found: bool
    sentence: str


def rows(name: str) -> list[dict[str, Any]]:
    """The rows of one of the files here."""
    return [json.loads(line) for line in (HERE / name).read_text(encoding="utf-8").splitlines()]


def library(data: Path, seeds: Path = SEEDS) -> tuple[SqlStore, WhooshEngine]:
    """The papers of a folder and an index of them, in a data folder; to be closed."""
    store = SqlStore.open(data / "papers.sqlite3")
    engine = WhooshEngine.open(data / "index", store.library_id())
    sync_seeds(store, seeds)
    catch_up(store, engine)
    return store, engine


def ask_all(store: SqlStore, engine: WhooshEngine) -> list[Asked]:
    """All questions, in their order."""
    within = replace(services(), library=store.library, engine=engine)
    return [_ask(row["question"], row["source"], within) for row in rows("questions.jsonl")]


def _ask(question: str, source: str, within: Services) -> Asked:
    understood = understand(question, within, NOW)
    if understood.query is None:
        return Asked(question, source, False, "")
    hits = {hit.id: hit for hit in within.engine.search(understood.query, SHOWN).hits}
    right = next((paper for paper in within.library.papers(hits) if paper.source == source), None)
    if right is None:
        return Asked(question, source, False, "")
    weights = rarity(understood.query, within)
    sentence = answering(right, understood.asked, hits[right.id].terms, weights).text
    return Asked(question, source, True, sentence)
