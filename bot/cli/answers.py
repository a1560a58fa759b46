"""An answer of `paperboy search`: what was found, as JSON, as a row of columns, or set for a terminal."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from rich.text import Text

from bot import clock
from bot.cli.opening import screen_facts
from bot.terminal import Line, Screen, safe, set_lines
from handlers.blocks.lines import facts
from handlers.blocks.results import relaxed_sentence
from handlers.ports import Services
from search.errors import InvalidQuery
from search.grammar import parse
from search.language.headline import headline
from search.language.snippet import snippet
from search.models import Hit, Paper, SearchResult
from search.query import Query

MOST_KEPT = 5_000
"""Papers kept at hand, some ten megabytes."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to one typed query; `error` is a sentence when it could not be searched. `ms` are milliseconds."""

    query: str
    ms: float
    total: int = 0
    relaxed: str | None = None
    suggestion: str | None = None
    found: tuple[tuple[Hit, Paper], ...] = ()
    notes: tuple[str, ...] = ()
    error: str | None = None

    def as_json(self) -> dict[str, Any]:
        """The documented fields, in their order."""
        if self.error is not None:
            return {"query": self.query, "error": self.error}
        return {
            "query": self.query,
            "total": self.total,
            "relaxed": self.relaxed,
            "suggestion": self.suggestion,
            "ms": self.ms,
            "hits": [_hit_json(hit, paper) for hit, paper in self.found],
        }

    def as_row(self) -> str:
        """The query, the number of papers and their names, with tabs between; or the query, `error` and why."""
        query = " ".join(safe(self.query).split())
        if self.error is not None:
            return f"{query}\terror\t{' '.join(safe(self.error).split())}"
        return f"{query}\t{self.total}\t{' '.join(paper.id for _, paper in self.found)}"


@dataclass(frozen=True, slots=True)
class Search:
    """Answers queries over one library. A paper is read once: a thousand queries mostly find the same ones."""

    services: Services
    limit: int
    _papers: dict[str, Paper] = field(default_factory=dict)

    def answer(self, typed: str) -> Answer:
        """A query that cannot be searched is an answer too; every other trouble is raised."""
        elapsed = clock.stopwatch()
        try:
            query = parse(typed)
            result = _result(query, self.services, self.limit)
        except InvalidQuery as error:
            return Answer(typed, _milliseconds(elapsed()), error=str(error))
        return Answer(
            typed,
            _milliseconds(elapsed()),
            result.total,
            relaxed_sentence(query, result, result.hits),
            result.suggestion,
            tuple(self._found(result)),
            query.notes,
        )

    def _found(self, result: SearchResult) -> Iterator[tuple[Hit, Paper]]:
        """The hits with their papers; one that left the library since the index was written has nothing to show."""
        unread = [hit.id for hit in result.hits if hit.id not in self._papers]
        if unread:
            if len(self._papers) > MOST_KEPT:
                self._papers.clear()
                unread = [hit.id for hit in result.hits]
            self._papers.update({paper.id: paper for paper in self.services.library.papers(unread)})
        return ((hit, self._papers[hit.id]) for hit in result.hits if hit.id in self._papers)


def _result(query: Query, services: Services, limit: int) -> SearchResult:
    paper = services.library.identified(query.identifier) if query.identifier else None
    if paper is not None:
        return SearchResult((Hit(paper.id, 1.0),), total=1, complete=1)
    if query.identifier and not (query.wanted or query.excluded or query.filters):
        return SearchResult((), total=0, complete=0)
    return services.engine.search(query, limit)


def _milliseconds(seconds: float) -> float:
    return round(seconds * 1000, 2)


def _hit_json(hit: Hit, paper: Paper) -> dict[str, Any]:
    return {
        "id": paper.id,
        "headline": headline(paper),
        "score": round(hit.score, 4),
        "source": paper.source,
        "snippet": snippet(paper, hit.terms).text,
    }


def as_text(answer: Answer) -> str:
    """The answer set for a terminal."""
    count = "1 paper" if answer.total == 1 else f"{answer.total:,} papers" if answer.total else "No paper found"
    lines = [Line(Text(count, "bold"))]
    lines += [Line(Text(safe(note)), close=True) for note in (*answer.notes, answer.relaxed) if note]
    if answer.suggestion:
        lines.append(Line(Text(f"Did you mean: {safe(answer.suggestion)}"), close=True))
    for number, (hit, paper) in enumerate(answer.found, 1):
        lines += _entry(number, hit, paper)
    width, styled = screen_facts()
    return set_lines(lines, Screen(width, styled))


def _entry(number: int, hit: Hit, paper: Paper) -> list[Line]:
    known = (paper.id, *facts(paper), paper.source)
    name = Text(safe(f"{number}. {headline(paper)}"), "bold")
    return [
        Line(name),
        Line(_marked(paper, hit), "   ", close=True),
        Line(Text(safe(" · ".join(filter(None, known))), "bright_black"), "   ", close=True),
    ]


def _marked(paper: Paper, hit: Hit) -> Text:
    found = snippet(paper, hit.terms)
    text = Text()
    end = 0
    for start, stop in sorted(found.marks):
        text.append(safe(found.text[end:start]))
        text.append(safe(found.text[start:stop]), "bold")
        end = stop
    return text.append(safe(found.text[end:]))
