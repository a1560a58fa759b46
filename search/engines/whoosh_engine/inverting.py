"""Occurrences of terms, in the order of papers, turned into posting lists in the order of terms."""

from array import array
from collections.abc import Iterable

import numpy as np

from search.engines.whoosh_engine.columns import FORWARD_BITS, Column, Numbers
from search.engines.whoosh_engine.schema import TITLE, coded

HALF = 16

FIRST_LETTER = ord("a")
LETTER_BITS = 26
LONGEST_SIGNED = 63


class Occurrences:
    """Terms of one field as they come along: which term, in which paper, and where."""

    def __init__(self) -> None:
        self.terms: dict[bytes, int] = {}
        self.numbers = array("I")
        self.papers = array("I")
        self.places = array("I")

    def add(self, term: bytes, paper: int, place: int = 0) -> None:
        """One more; papers come in ascending order."""
        self.numbers.append(self.terms.setdefault(term, len(self.terms)))
        self.papers.append(paper)
        self.places.append(place)

    def take(self, other: "Occurrences", papers: int) -> None:
        """Those of some more papers, as another one has them; `papers` come before them."""
        self.numbers.frombytes(renumbered(self.terms, other.terms, other.numbers).tobytes())
        self.papers.frombytes((np.asarray(other.papers) + np.uint32(papers)).tobytes())
        self.places.extend(other.places)

    def columns(self, field: str, *, placed: bool = False) -> dict[str, Column]:
        """The columns of the field."""
        numbers, papers = np.asarray(self.numbers), np.asarray(self.papers)
        places = np.asarray(self.places) if placed else None
        return inverted(field, list(self.terms), numbers, papers, places)


def renumbered(known: dict[bytes, int], terms: Iterable[bytes], numbers: "array[int]") -> Column:
    """Numbers of terms as the numbers under which the terms are known; those that are not become so."""
    places = np.array([known.setdefault(term, len(known)) for term in terms], np.uint32)
    return np.asarray(places[np.asarray(numbers)])


def inverted(
    field: str, terms: list[bytes], numbers: Column, papers: Column, places: Column | None = None
) -> dict[str, Column]:
    """The columns of a field whose occurrences are of the terms with these numbers; without places each paper has a
    term once."""
    order = np.array(sorted(range(len(terms)), key=terms.__getitem__), np.int64)
    ranks = np.empty(len(terms), np.uint32)
    ranks[order] = np.arange(len(terms), dtype=np.uint32)
    letters, ends = spelt([terms[number] for number in order.tolist()])
    by_term = stable_order(ranks[numbers])
    numbers, papers = ranks[numbers[by_term]], papers[by_term]
    new = np.ones(len(numbers), bool)
    new[1:] = (numbers[1:] != numbers[:-1]) | (papers[1:] != papers[:-1])
    starts = np.flatnonzero(new)
    columns = {
        f"{field}.letters": letters,
        f"{field}.ends": ends,
        f"{field}.firsts": counted(numbers[starts], len(terms)),
        f"{field}.papers": papers[starts].astype(np.int32),
    }
    if places is not None:
        columns[f"{field}.starts"] = np.append(starts, len(numbers)).astype(np.uint32)
        columns[f"{field}.places"] = places[by_term].astype(np.uint32)
    return columns


def stable_order(numbers: Column) -> Numbers:
    """The order by number, equal ones as they came: radix sort by halves, as NumPy has it for small numbers only."""
    order = np.argsort((numbers & 0xFFFF).astype(np.uint16), kind="stable")
    if not len(numbers) or int(numbers.max()) <= 0xFFFF:
        return order
    return np.asarray(order[np.argsort((numbers >> HALF).astype(np.uint16)[order], kind="stable")])


def ranges(begins: Numbers, counts: Column) -> Numbers:
    """The numbers of all ranges, one after the other."""
    reached = counts.cumsum()
    return np.asarray((begins - (reached - counts)).repeat(counts) + np.arange(reached[-1] if len(reached) else 0))


def counted(numbers: Column, count: int) -> Column:
    """Where the run of each number begins in an ordered row, and where the last one ends."""
    return np.concatenate(([0], np.cumsum(np.bincount(numbers, minlength=count)))).astype(np.uint32)


def spelt(terms: list[bytes]) -> tuple[Column, Column]:
    """Terms as one row of letters, and where each ends."""
    ends = np.zeros(len(terms) + 1, np.uint32)
    np.cumsum([len(term) for term in terms], out=ends[1:])
    return np.frombuffer(b"".join(terms), np.uint8), ends


def codes(columns: dict[str, Column], lengths: Column) -> Column:
    """Of each posting of the text all that BM25 asks of it, in 16 bits."""
    starts = columns["text.starts"].astype(np.int64)
    if len(starts) == 1:
        return np.zeros(0, np.uint16)
    titles = np.add.reduceat((columns["text.places"] & TITLE != 0).astype(np.int64), starts[:-1])
    return coded(np.diff(starts), titles, lengths[columns["text.papers"]])


def forward(columns: dict[str, Column], size: int) -> dict[str, Column]:
    """The words of each paper as numbers, in order."""
    papers = columns["word.papers"]
    words = np.repeat(np.arange(len(columns["word.firsts"]) - 1, dtype=np.uint32), np.diff(columns["word.firsts"]))
    words = words[stable_order(papers.view(np.uint32))]
    upper = words >> FORWARD_BITS
    upper = upper.astype(np.min_scalar_type(upper.max(initial=0)))
    return {"forward": words.astype(np.uint16), "forward.upper": upper, "forward.starts": counted(papers, size)}


def handles(columns: dict[str, Column], size: int) -> Column:
    """The place of each paper's handle in the order of handles; -1 for a document without one."""
    places = np.full(size, -1, np.int32)
    places[columns["id.papers"]] = np.repeat(
        np.arange(len(columns["id.firsts"]) - 1, dtype=np.int32), np.diff(columns["id.firsts"])
    )
    return places


def signs(letters: Column, ends: Column) -> Column:
    """For each term, which Latin letters it has and how many letters in all, to find those that are spelt alike; 0 for
    what holds anything but letters or is too long to be a word."""
    if not len(letters):
        return np.zeros(len(ends) - 1, np.uint32)
    bits = np.zeros(256, np.uint32)
    bits[FIRST_LETTER : FIRST_LETTER + LETTER_BITS] = 1 << np.arange(LETTER_BITS, dtype=np.uint32)
    begins = np.minimum(ends[:-1], len(letters) - 1).astype(np.int64)
    which = np.bitwise_or.reduceat(bits[letters], begins)
    count = np.add.reduceat((letters & 0xC0 != 0x80).astype(np.int64), begins)
    odd = np.logical_or.reduceat((bits[letters] == 0) & (letters < 0x80), begins)
    return np.where(odd | (count > LONGEST_SIGNED), 0, count.astype(np.uint32) << LETTER_BITS | which).astype(np.uint32)
