"""From papers to the columns of their segment."""

import re
from array import array
from collections.abc import Iterable, Iterator

import numpy as np

from search.engines.whoosh_engine.columns import FIELDS, PLACED, Column, Columns
from search.engines.whoosh_engine.inverting import Occurrences, codes, forward, handles, inverted, ranges, signs
from search.engines.whoosh_engine.schema import (
    LAST_POSITION,
    MARKER,
    POSITION_SHIFT,
    SPAN_MASK,
    SPAN_SHIFT,
    TITLE,
    form,
    kept_length,
)
from search.engines.whoosh_engine.standing import standing
from search.language.clean import clean
from search.language.words import WRITTEN, squeeze, tokens, written
from search.models import Paper

SECTION_GAP = 16
"""Positions left free between title, abstract and key words, so that no phrase reaches across."""

MARKUP = re.compile(r"[\\$&{]|</?[a-z]|\w-\s|\(cid:|[\x02\u00ad\u200b-\u200d\u2060\ufeff]")
"""Without any of these cleaning changes no letter of a word, and cleaning costs as much as all the rest."""

TITLE_NAME = re.compile(r"([^:]{2,40}): ")
SPELT = ("about", "name", "word")
"""The fields whose terms a misspelt word may be meant for."""

NUMBERED = re.compile(r"-\d+$")
LONGEST_NAME = 160


class Documents:
    """The papers of a segment to come, taken apart one by one and put into columns all at once."""

    def __init__(self) -> None:
        self._text = _Text()
        self._fields = {name: Occurrences() for name in FIELDS if name not in ("text", "word")}
        self._count = 0

    def add(self, paper: Paper) -> None:
        """One more paper."""
        self._text.add(self._count, paper)
        self._note("id", (paper.id,))
        self._note("name", names(paper))
        self._note("about", about(paper))
        self._note("venue", words_of((paper.venue or "",)))
        self._note("year", () if paper.year is None else (str(paper.year),))
        self._note("has", (what for what in ("code", "pdf") if getattr(paper, what)))
        for number, name in enumerate(paper.authors):
            for token in tokens(name):
                self._fields["author"].add(token.exact.encode(), self._count, number)
        self._count += 1

    def _note(self, field: str, terms: Iterable[str]) -> None:
        for term in terms:
            self._fields[field].add(term.encode(), self._count)

    def columns(self, state: str) -> Columns:
        """The columns of the papers, and of the marker that says this."""
        self._note("marker", (MARKER,))
        fields = (each.columns(name, placed=name in PLACED) for name, each in self._fields.items())
        arrays = {name: column for field in fields for name, column in field.items()}
        return completed(arrays | self._text.columns(), self._text.lengths(self._count + 1), state)


def completed(arrays: dict[str, Column], lengths: Column, state: str | None) -> Columns:
    """The columns of all fields, and those that follow from them."""
    size = len(lengths)
    more = {"lengths": lengths, "text.codes": codes(arrays, lengths), "handles": handles(arrays, size)}
    spelt = {f"{name}.signs": signs(arrays[f"{name}.letters"], arrays[f"{name}.ends"]) for name in SPELT}
    return Columns(arrays | forward(arrays, size) | standing(arrays, size) | more | spelt, state)


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


class _Lexicon(dict[str, int]):
    """Written words by number, each read once, and what each reads as: stems, words and the bits of its places."""

    def __init__(self) -> None:
        super().__init__()
        self.widths, self.counts = array("I"), array("I")
        self.stems, self.words, self.bits = array("I"), array("I"), array("I")
        self.known_stems: dict[bytes, int] = {}
        self.known_words: dict[bytes, int] = {}

    def __missing__(self, word: str) -> int:
        known = written(word)
        self.widths.append(known.width)
        self.counts.append(len(known.readings))
        for reading in known.readings:
            span = min(reading.span, SPAN_MASK) << SPAN_SHIFT
            self.bits.append(reading.first << POSITION_SHIFT | span | form(reading.exact, reading.stem))
            self.stems.append(self.known_stems.setdefault(reading.stem.encode(), len(self.known_stems)))
            self.words.append(self.known_words.setdefault(reading.exact.encode(), len(self.known_words)))
        number = self[word] = len(self)
        return number


class _Text:
    """The texts as rows of written words. What each word stands for is worked out for all of them at once."""

    def __init__(self) -> None:
        self._lexicon = _Lexicon()
        self._words = array("I")
        self._sections: list[tuple[int, int, int, int]] = []
        self._readings: tuple[Column, Column, Column] | None = None

    def add(self, number: int, paper: Paper) -> None:
        for place, text in enumerate(_sections(paper)):
            before = len(self._words)
            self._words.extend(map(self._lexicon.__getitem__, WRITTEN.findall(text)))
            self._sections.append((number, place, before, len(self._words) - before))

    def lengths(self, size: int) -> Column:
        """How many terms each paper has, as exact as Whoosh keeps it."""
        return kept_length(np.bincount(self._occurring()[0], minlength=size))

    def columns(self) -> dict[str, Column]:
        papers, reading, places = self._occurring()
        lexicon = self._lexicon
        stems, words = np.asarray(lexicon.stems)[reading], np.asarray(lexicon.words)[reading]
        text = inverted("text", list(lexicon.known_stems), stems, papers, places)
        return text | inverted("word", list(lexicon.known_words), words, papers)

    def _occurring(self) -> tuple[Column, Column, Column]:
        """Of every occurrence: its paper, its reading in the lexicon, and its place."""
        if self._readings is None:
            words = np.asarray(self._words)
            counts = np.asarray(self._lexicon.counts).astype(np.int64)
            papers, positions, in_title = self._positions(words)
            times = counts[words]
            reading = ranges((np.cumsum(counts) - counts)[words], times)
            places = np.minimum(positions, LAST_POSITION) << POSITION_SHIFT | in_title
            places = np.repeat(places, times) + np.asarray(self._lexicon.bits)[reading]
            self._readings = np.repeat(papers, times), reading, places
        return self._readings

    def _positions(self, words: Column) -> tuple[Column, Column, Column]:
        """Of every written word: its paper, its position there, and the bit that says that it is in the title."""
        papers, places, befores, counts = np.array(self._sections, np.int64).reshape(-1, 4).T
        reached = np.concatenate(([0], np.cumsum(np.asarray(self._lexicon.widths).astype(np.int64)[words])))
        opening = np.maximum.accumulate(np.where(places == 0, befores, 0))
        shifts = places * SECTION_GAP - reached[opening]
        positions = reached[:-1] + np.repeat(shifts, counts)
        return np.repeat(papers, counts), positions, np.repeat(np.where(places == 0, TITLE, 0), counts)


def _sections(paper: Paper) -> Iterator[str]:
    for text in (paper.title or "", paper.abstract):
        yield clean(text) if MARKUP.search(text) else text
    yield from paper.keywords
