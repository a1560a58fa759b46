"""The texts of papers as rows of written words, each word read once and all of them placed at once."""

import re
from array import array
from collections.abc import Iterator

import numpy as np

from search.engines.whoosh_engine.columns import Column
from search.engines.whoosh_engine.inverting import inverted, ranges, renumbered
from search.engines.whoosh_engine.schema import (
    LAST_POSITION,
    POSITION_SHIFT,
    SPAN_MASK,
    SPAN_SHIFT,
    TITLE,
    form,
    kept_length,
)
from search.language.clean import clean
from search.language.words import WRITTEN, written
from search.models import Paper

SECTION_GAP = 16
"""Positions left free between title, abstract and key words, so that no phrase reaches across."""

SIGNS = r"\\$&{\x02\u00ad\u200b-\u200d\u2060\ufeff"
MARKUP = re.compile(rf"[{SIGNS}<(-](?:(?<=[{SIGNS}])|(?<=<)/?[a-z]|(?<=\w-)\s|(?<=\()cid:)")
"""Without any of these cleaning changes no letter of a word, and cleaning costs as much as all the rest. A pattern
that begins with a set of signs is looked for several times as fast as one that begins with alternatives."""


class Lexicon(dict[str, int]):
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

    def take(self, other: "Lexicon") -> Column:
        """The words of another lexicon, and under which number each is known here."""
        known = len(self)
        numbers = np.array([self.setdefault(word, len(self)) for word in other], np.uint32)
        new = numbers >= known
        self.widths.frombytes(np.asarray(other.widths)[new].tobytes())
        self.counts.frombytes(np.asarray(other.counts)[new].tobytes())
        readings = new.repeat(other.counts)
        self.bits.frombytes(np.asarray(other.bits)[readings].tobytes())
        for terms, mine, theirs in (
            (self.known_stems, self.stems, (other.known_stems, other.stems)),
            (self.known_words, self.words, (other.known_words, other.words)),
        ):
            mine.frombytes(renumbered(terms, *theirs)[readings].tobytes())
        return numbers


class Texts:
    """The texts as rows of written words. What each word stands for is worked out for all of them at once."""

    def __init__(self) -> None:
        self.lexicon = Lexicon()
        self.words = array("I")
        self.sections: list[tuple[int, int, int, int]] = []
        self._readings: tuple[Column, Column, Column] | None = None

    def add(self, number: int, paper: Paper) -> None:
        """The texts of one more paper."""
        for place, text in enumerate(_sections(paper)):
            before = len(self.words)
            self.words.extend(map(self.lexicon.__getitem__, WRITTEN.findall(text)))
            self.sections.append((number, place, before, len(self.words) - before))

    def take(self, other: "Texts", papers: int) -> None:
        """The texts of some more papers, as another one has them; `papers` come before them."""
        before = len(self.words)
        self.words.frombytes(self.lexicon.take(other.lexicon)[np.asarray(other.words)].tobytes())
        self.sections += [
            (papers + number, place, before + first, count) for number, place, first, count in other.sections
        ]

    def lengths(self, size: int) -> Column:
        """How many terms each paper has, as exact as Whoosh keeps it."""
        return kept_length(np.bincount(self._occurring()[0], minlength=size))

    def columns(self) -> dict[str, Column]:
        """The columns of the stems with their places, and of the words."""
        papers, reading, places = self._occurring()
        lexicon = self.lexicon
        stems, words = np.asarray(lexicon.stems)[reading], np.asarray(lexicon.words)[reading]
        text = inverted("text", list(lexicon.known_stems), stems, papers, places)
        return text | inverted("word", list(lexicon.known_words), words, papers)

    def _occurring(self) -> tuple[Column, Column, Column]:
        """Of every occurrence: its paper, its reading in the lexicon, and its place."""
        if self._readings is None:
            words = np.asarray(self.words)
            counts = np.asarray(self.lexicon.counts).astype(np.int64)
            papers, positions, in_title = self._positions(words)
            times = counts[words]
            reading = ranges((np.cumsum(counts) - counts)[words], times)
            places = np.minimum(positions, LAST_POSITION) << POSITION_SHIFT | in_title
            places = np.repeat(places, times) + np.asarray(self.lexicon.bits)[reading]
            self._readings = np.repeat(papers, times), reading, places
        return self._readings

    def _positions(self, words: Column) -> tuple[Column, Column, Column]:
        """Of every written word: its paper, its position there, and the bit that says that it is in the title."""
        papers, places, befores, counts = np.array(self.sections, np.int64).reshape(-1, 4).T
        reached = np.concatenate(([0], np.cumsum(np.asarray(self.lexicon.widths).astype(np.int64)[words])))
        opening = np.maximum.accumulate(np.where(places == 0, befores, 0))
        shifts = places * SECTION_GAP - reached[opening]
        positions = reached[:-1] + np.repeat(shifts, counts)
        return np.repeat(papers, counts), positions, np.repeat(np.where(places == 0, TITLE, 0), counts)


def _sections(paper: Paper) -> Iterator[str]:
    for text in (paper.title or "", paper.abstract):
        yield clean(text) if MARKUP.search(text) else text
    yield from paper.keywords
