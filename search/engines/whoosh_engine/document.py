"""From papers to the columns of their segment."""

import re
from collections.abc import Iterable

from search.engines.whoosh_engine.columns import FIELDS, PLACED, Column, Columns
from search.engines.whoosh_engine.inverting import Occurrences, codes, forward, handles, signs
from search.engines.whoosh_engine.schema import MARKER
from search.engines.whoosh_engine.standing import standing
from search.engines.whoosh_engine.starts import shortened
from search.engines.whoosh_engine.texts import Texts
from search.language.words import squeeze, tokens
from search.models import Paper

TITLE_NAME = re.compile(r"([^:]{2,40}): ")
SPELT = ("about", "name", "word")
"""The fields whose terms a misspelt word may be meant for."""

NUMBERED = re.compile(r"-\d+$")
LONGEST_NAME = 160


class Documents:
    """The papers of a segment to come, taken apart one by one and put into columns all at once."""

    def __init__(self) -> None:
        self.texts = Texts()
        self.fields = {name: Occurrences() for name in FIELDS if name not in ("text", "word")}
        self.count = 0

    def add(self, paper: Paper) -> None:
        """One more paper."""
        self.texts.add(self.count, paper)
        self._note("id", (paper.id,))
        self._note("name", names(paper))
        self._note("about", about(paper))
        self._note("venue", words_of((paper.venue or "",)))
        self._note("year", () if paper.year is None else (str(paper.year),))
        self._note("has", (what for what in ("code", "pdf") if getattr(paper, what)))
        for number, name in enumerate(paper.authors):
            for token in tokens(name):
                self.fields["author"].add(token.exact.encode(), self.count, number)
        self.count += 1

    def _note(self, field: str, terms: Iterable[str]) -> None:
        for term in terms:
            self.fields[field].add(term.encode(), self.count)

    def take(self, others: "Documents") -> None:
        """Some more papers, which were taken apart by themselves; the same as adding each of them."""
        for name, found in self.fields.items():
            found.take(others.fields[name], self.count)
        self.texts.take(others.texts, self.count)
        self.count += others.count

    def columns(self, state: str) -> Columns:
        """The columns of the papers, and of the marker that says this."""
        self._note("marker", (MARKER,))
        fields = (each.columns(name, placed=name in PLACED) for name, each in self.fields.items())
        arrays = {name: column for field in fields for name, column in field.items()}
        return completed(arrays | self.texts.columns(), self.texts.lengths(self.count + 1), state)


def taken_apart(papers: Iterable[Paper]) -> Documents:
    """These papers alone."""
    documents = Documents()
    for paper in papers:
        documents.add(paper)
    return documents


def completed(arrays: dict[str, Column], lengths: Column, state: str | None) -> Columns:
    """The columns of all fields, and those that follow from them."""
    size = len(lengths)
    more = {"lengths": lengths, "text.codes": codes(arrays, lengths), "handles": handles(arrays, size)}
    spelt = {f"{name}.signs": signs(arrays[f"{name}.letters"], arrays[f"{name}.ends"]) for name in SPELT}
    more |= forward(arrays, size) | standing(arrays, size)
    for name in PLACED:
        starts = shortened(arrays.pop(f"{name}.starts"))
        more |= {f"{name}.starts.fulls": starts.fulls, f"{name}.starts.lows": starts.lows}
    return Columns(arrays | more | spelt, state)


def names(paper: Paper) -> set[str]:
    """The keys under which the paper is asked for by name: its handle, which the library makes of the system's name,
    its whole title, and what stands before the title's colon."""
    title = paper.title or ""
    before_colon = TITLE_NAME.match(title)
    spellings = {paper.id, NUMBERED.sub("", paper.id), title, before_colon[1] if before_colon else ""}
    return {squeeze(name)[:LONGEST_NAME] for name in spellings} - {""}


def about(paper: Paper) -> set[str]:
    """Words that are not of the text but by which a paper is asked for: authors, venue, year."""
    year = {str(paper.year)} if paper.year is not None else set()
    return words_of((*paper.authors, paper.venue or "")) | year


def words_of(texts: Iterable[str]) -> set[str]:
    """The folded words of some names, compounds in every reading."""
    return {token.exact for text in texts for token in tokens(text)}
