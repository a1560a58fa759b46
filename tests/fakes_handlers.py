"""Five papers, an engine that finds them and a healthy bot, for the tests of the handlers."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import lru_cache
from random import Random

from handlers.messages import Request
from handlers.ports import Services
from handlers.ports.health import Status
from handlers.windows import Press
from search.engine import Progress
from search.errors import EngineUnavailable
from search.language.words import fold, tokens
from search.models import Changes, Hit, Paper, SearchResult
from search.query import (
    AllOf,
    AnyOf,
    Author,
    Clause,
    Filter,
    Has,
    Phrase,
    Prefix,
    Query,
    Venue,
    Word,
    Years,
)

from search.query import Without  # isort: skip
from tests.fakes import FakeLibrary
from tests.fakes_intake import MemoryIntake
from tests.fakes_outbox import MemoryOutbox
from tests.fakes_schedules import FakePeople, MemorySchedules
from tests.fakes_shelf import MemoryPrivacy, MemoryShelf
from tests.fakes_talk import MemoryThreads
from tests.fakes_visits import MemoryVisits
from tests.fakes_week import MemoryWeek

NOW = datetime(2025, 12, 1, 9, 0, tzinfo=UTC)

KVFLOW = Paper(
    id="kvflow",
    title="KVFlow: Efficient Prefix Caching for Accelerating LLM-Based Multi-Agent Workflows",
    abstract=(
        "Large language model agents keep a KV cache for their prompts. However, current systems evict the cache of "
        "the agent that was used least recently, which fails to foresee the next step. We propose KVFlow, a cache "
        "manager that knows the workflow. KVFlow evicts the cache of the agent that acts last. KVFlow is 1.83 times "
        "faster than SGLang with large prompts."
    ),
    authors=("Zaifeng Pan", "Ajjkumar Patel", "Zhengding Hu", "Yipeng Shen"),
    year=2025,
    venue="NeurIPS",
    url="https://openreview.net/forum?id=5Iw1nDtYmT&a=b",
    source="000.txt#2",
)
FORESTS = Paper(
    id="forest-kernel",
    title="Random Forests as Kernels",
    abstract="We study random forests. We propose a kernel that reads a forest as distances. It works on small tables.",
    authors=("Ada Lovelace",),
    year=2019,
    code="https://github.com/ada/forests",
    pdf="https://example.org/forests.pdf",
    arxiv_id="1901.00001",
)
EVICTION = Paper(
    id="rent-eviction",
    title="Predicting Eviction in Cities",
    abstract="Eviction hurts families. We predict eviction from public records.",
    year=2021,
)
UNTITLED = Paper(id="rac", abstract="We propose Return-Aware Context (RAC), which reads the episodic return.")
EMPTY = Paper(id="nothing-known", title="   ", abstract="")
PAPERS = (KVFLOW, FORESTS, EVICTION, UNTITLED, EMPTY)


class HandlersEngine:
    """Finds by stems: papers with every clause first, then those with a third of the clauses or more."""

    def __init__(self, papers: Iterable[Paper] = PAPERS, suggestion: str | None = None) -> None:
        self.held = {paper.id: paper for paper in papers}
        self.suggestion = suggestion

    def revision(self) -> int:
        return 1

    def apply(self, changes: Changes, progress: Progress | None = None) -> None:
        self.held |= {paper.id: paper for paper in changes.papers}

    def size(self) -> int:
        return len(self.held)

    def search(self, query: Query, limit: int, offset: int = 0) -> SearchResult:
        ranked = sorted(
            filter(None, (self._hit(query, paper) for paper in self.held.values())), key=lambda hit: -hit.score
        )
        complete = sum(hit.score >= len(query.wanted) for hit in ranked)
        missing = tuple(clause.text for clause in query.wanted if isinstance(clause, Word) and not self._known(clause))
        return SearchResult(
            tuple(ranked[offset : offset + limit]), len(ranked), complete, missing, self.suggestion if missing else None
        )

    def similar(self, paper_id: str, limit: int) -> tuple[Hit, ...]:
        if paper_id not in self.held:
            return ()
        return tuple(Hit(held, 1.0, frozenset({"cach"})) for held in self.held if held != paper_id)[:limit]

    def _known(self, clause: Clause) -> bool:
        return any(_matches(clause, paper) for paper in self.held.values())

    def _hit(self, query: Query, paper: Paper) -> Hit | None:
        matched = [clause for clause in query.wanted if _matches(clause, paper)]
        barred = any(_matches(clause, paper) for clause in query.excluded)
        if barred or not all(_passes(condition, paper) for condition in query.filters):
            return None
        if len(matched) < -(-len(query.wanted) // 3):
            return None
        return Hit(paper.id, float(len(matched)), frozenset().union(*map(_stems, matched)) & _paper_stems(paper))


@lru_cache(maxsize=2_000)
def _paper_stems(paper: Paper) -> frozenset[str]:
    return frozenset(token.stem for token in tokens(f"{paper.title or ''} {paper.abstract}"))


def _stems(clause: Clause) -> frozenset[str]:
    match clause:
        case Word(text):
            return frozenset(token.stem for token in tokens(text))
        case Phrase(words):
            return frozenset(token.stem for word in words for token in tokens(word))
        case Prefix(letters):
            return frozenset({fold(letters)})
        case AnyOf(parts) | AllOf(parts):
            return frozenset().union(*map(_stems, parts))


def _matches(clause: Clause, paper: Paper) -> bool:
    match clause:
        case AnyOf(options):
            return any(_matches(option, paper) for option in options)
        case Prefix(letters):
            return any(stem.startswith(fold(letters)) for stem in _paper_stems(paper))
        case _:
            return _stems(clause) <= _paper_stems(paper)


def _passes(condition: Filter, paper: Paper) -> bool:
    match condition:
        case Author(name):
            return any(fold(name) in fold(author) for author in paper.authors)
        case Venue(name):
            return fold(name) in fold(paper.venue or "")
        case Years(first, last):
            return paper.year is not None and (first or 0) <= paper.year <= (last or 9999)
        case Has(what):
            return bool(paper.code if what == "code" else paper.pdf)
        case Without(barred):
            return not _passes(barred, paper)


class BrokenEngine(HandlersEngine):
    """An index that is being rebuilt."""

    def search(self, query: Query, limit: int, offset: int = 0) -> SearchResult:
        raise EngineUnavailable("the index is being rebuilt")

    def similar(self, paper_id: str, limit: int) -> tuple[Hit, ...]:
        raise EngineUnavailable("the index is being rebuilt")


@dataclass(frozen=True)
class GoodHealth:
    """A bot with these facts."""

    facts: Sequence[tuple[str, str]] = field(default=(("Version", "0.1.0"), ("Papers", "5")))

    def status(self) -> Status:
        return Status(tuple(self.facts))


def services(
    papers: Iterable[Paper] = PAPERS,
    *,
    library: FakeLibrary | None = None,
    engine: HandlersEngine | None = None,
    health: GoodHealth | None = None,
    people: FakePeople | None = None,
    schedules: MemorySchedules | None = None,
    outbox: MemoryOutbox | None = None,
    week: MemoryWeek | None = None,
    threads: MemoryThreads | None = None,
    shelf: MemoryShelf | None = None,
    intake: MemoryIntake | None = None,
) -> Services:
    """Everything a handler may use, over these papers; an outbox needs the schedules that it was made with."""
    held = tuple(papers)
    schedules = schedules or MemorySchedules()
    outbox = outbox or MemoryOutbox(schedules)
    shelf = shelf or MemoryShelf()
    return Services(
        library or FakeLibrary(held),
        engine or HandlersEngine(held),
        health or GoodHealth(),
        people or FakePeople(),
        schedules,
        outbox,
        week or MemoryWeek(outbox),
        threads=threads or MemoryThreads(),
        shelf=shelf,
        privacy=MemoryPrivacy(shelf),
        visits=MemoryVisits(),
        intake=intake or MemoryIntake(),
        random=Random(7),
    )


def request(text: str) -> Request:
    """`/papers` with this text."""
    return Request(text=text, user_id="U0READER1", team_id="T0TEAM", channel_id="C0CHANNEL", now=NOW)


def press(action_id: str, value: str, *, user_id: str = "U0READER1", message_ts: str = "1764579600.000100") -> Press:
    """A pressed button."""
    return Press(
        action_id=action_id,
        value=value,
        user_id=user_id,
        team_id="T0TEAM",
        channel_id="C0CHANNEL",
        message_ts=message_ts,
        now=NOW,
    )
