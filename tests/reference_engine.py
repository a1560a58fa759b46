"""The ranking once more, slowly and plainly, from Whoosh's own posting lists: what the columns must agree with."""

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache
from math import log1p
from pathlib import Path

import numpy as np
from whoosh.reading import IndexReader, TermNotFound

from search.engine import Progress
from search.engines.whoosh_engine import WhooshEngine
from search.engines.whoosh_engine.asked import wanted
from search.engines.whoosh_engine.folder import opened
from search.engines.whoosh_engine.ranking import WHOLE_NAME
from search.engines.whoosh_engine.rows import readings
from search.engines.whoosh_engine.schema import FORM_MASK, POSITION_SHIFT, SPAN_MASK, SPAN_SHIFT, TITLE, form
from search.engines.whoosh_engine.scoring import LEAST_SCORE, LEAST_SHARE, SHORT
from search.engines.whoosh_engine.weights import DEFAULT
from search.language.stems import stem
from search.language.words import STOP_WORDS, squeeze, tokens
from search.models import Changes, Hit, SearchResult
from search.query import AllOf, AnyOf, Author, Clause, Filter, Has, Phrase, Prefix, Query, Venue, Without, Word, Years

KNOWN_YEARS = range(2000, 2030)

Step = tuple[int, int, str]
"""A reading of a word in a row: its first position there, the one behind it, and its stem."""

Scores = dict[int, float]
Places = list[tuple[int, int, int, bool]]
"""Of each occurrence: where it begins, where it ends, its form, and whether it is in the title."""


class Reference:
    """The newest commit of an index, read through Whoosh alone. It looks closely at every paper, and knows no feedback,
    which questions of more than four words have where ten papers come near to the first one."""

    def __init__(self, folder: Path) -> None:
        self.reader: IndexReader = opened(folder).reader()
        self.postings, self.ends = cache(self._postings), cache(self._ends)
        handles = self.reader.column_reader("id", translate=False)
        self.words: dict[int, bytes] = self.reader.column_reader("words", translate=False)
        self.handles = {n: handles[n].decode() for n in self.reader.all_doc_ids() if handles[n]}
        lengths = {number: self.reader.doc_field_length(number, "text", 0) or 0 for number in self.handles}
        average = float(sum(lengths.values()) / len(lengths)) if lengths else 1.0
        self.norms: Scores = {
            n: DEFAULT.k1 * (1 - DEFAULT.b + DEFAULT.b * each / average) for n, each in lengths.items()
        }

    def ranked(self, query: Query) -> list[tuple[str, float]]:
        """The whole list, as handles with scores."""
        return [(self.handles[number], score) for number, score in self.listed(query).items()]

    def listed(self, query: Query) -> Scores:
        """The papers of the list with their scores, in order."""
        times = Counter(wanted(query))
        allowed, named, whole = self.allowed(query), self.named(query), self.whole(query)
        found = {clause: self.match(clause) for clause in times}
        found |= {part: self.match(part) for clause in times for part in _parts(clause)}
        had = Counter(number for clause in times for number in found[clause])
        scores = {n: self.single(n, times, found) for n in allowed}
        least = LEAST_SCORE * max(scores.values(), default=0.0) if len(times) > SHORT else 0.0
        enough = -(-len(times) // LEAST_SHARE) if len(times) <= SHORT else 0
        listed = [n for n in allowed if n in whole or (had[n] >= enough and 0.0 < scores[n] >= least)]
        for number in listed:
            scores[number] += sum(times[clause] * self.exact(number, clause) for clause in times)
            scores[number] += WHOLE_NAME * (number in named)
        for before, after in zip(query.wanted, query.wanted[1:], strict=False):
            if isinstance(before, Word) and isinstance(after, Word) and {before, after} <= set(times):
                for number, score in self.near(_leaves(before)[-1], _leaves(after)[0], listed).items():
                    scores[number] += score
        order = sorted(listed, key=lambda n: (n not in whole, -scores[n], self.handles[n]))
        return {number: scores[number] for number in order}

    def single(self, number: int, times: Mapping[Clause, int], found: Mapping[Clause, Scores]) -> float:
        """What a paper gets for each thing it has, and for the parts of compounds."""
        own = sum(count * found[clause].get(number, 0.0) for clause, count in times.items())
        parts = (count * found[part].get(number, 0.0) for clause, count in times.items() for part in _parts(clause))
        return own + DEFAULT.part * sum(parts)

    def allowed(self, query: Query) -> set[int]:
        """The papers that meet every condition."""
        allowed = {n for n in self.handles if all(self.meets(n, each) for each in query.filters)}
        return allowed - {number for clause in query.excluded for number in self.match(clause)}

    def whole(self, query: Query) -> set[int]:
        """The papers that have everything that was asked, or are named by it."""
        return self.allowed(query).intersection(*map(self.match, wanted(query))) | self.named(query)

    def named(self, query: Query) -> set[int]:
        """The papers that the whole query names."""
        words = [clause.text for clause in query.wanted if isinstance(clause, Word)]
        if not words or len(words) < len(query.wanted):
            return set()
        return set(self.postings("name", squeeze("".join(words)))) & self.allowed(query)

    def terms(self, number: int, clause: Clause) -> set[str]:
        """The stems of the clause that a paper has."""
        match clause:
            case Word(text):
                words = [text, *(part.text for part in _parts(clause))]
                return set().union(*(self.word_terms(number, word) for word in words))
            case Phrase(words):
                return {key for _, _, key in _steps(words)} if number in self.row(words) else set()
            case Prefix(letters):
                known = self.words[number].decode().split()
                return {stem(word) for word in known if word.startswith(squeeze(letters))}
            case AnyOf(parts) | AllOf(parts):
                return set().union(*(self.terms(number, part) for part in parts))

    def word_terms(self, number: int, text: str) -> set[str]:
        """The stems of a word that a paper has."""
        own = {key for _, _, key in _steps([text])} if number in self.row([text]) else set()
        if any(number in papers for papers, _ in self.extras(text)):
            own |= {part.readings[0].stem for part in readings(text)}
        return own

    def match(self, clause: Clause) -> Scores:
        """The papers that match the clause, with their scores."""
        match clause:
            case Word(text):
                return self.word(text)
            case Phrase(words):
                return self.row(words)
            case Prefix(letters):
                return self.beginning(squeeze(letters).encode())
            case AnyOf(options):
                each = [self.match(option) for option in options]
                return {n: sum(one.get(n, 0.0) for one in each) for n in set().union(*each)}
            case AllOf(parts):
                each = [self.match(part) for part in parts]
                return {n: sum(one[n] for one in each) for n in set(each[0]).intersection(*each)}

    def beginning(self, letters: bytes) -> Scores:
        """The papers with words that begin so, by how many."""
        counts = {n: sum(word.startswith(letters) for word in self.words[n].split()) for n in self.handles}
        return self.bm25({number: float(count) for number, count in counts.items() if count})

    def word(self, text: str) -> Scores:
        """A word in the text, which counts less where it is a compound, and as a name, author, venue or year."""
        share = 1.0 if _simple(text) else DEFAULT.compound
        scores = {number: share * score for number, score in self.row([text]).items()}
        for papers, worth in self.extras(text):
            for number in papers:
                scores[number] = scores.get(number, 0.0) + worth * self.idf(len(papers))
        return scores

    def extras(self, text: str) -> list[tuple[set[int], float]]:
        """The papers that have the word as a name, or as an author, venue or year, and what that is worth."""
        fields = [("name", DEFAULT.name), ("about", DEFAULT.about)]
        return [(set(self.postings(field, squeeze(text))), worth) for field, worth in fields[: 1 + _simple(text)]]

    def row(self, words: Iterable[str]) -> Scores:
        """Words one after the other, compounds in any reading."""
        steps = _steps(words)
        sums: Scores = {}
        for number in set().union(*(self.postings("text", key) for first, _, key in steps if not first)):
            begins = {(b, t) for first, _, key in steps if not first for b, _, _, t in self.places(key, number)}
            weights = [1 + DEFAULT.title * titled for b, titled in begins if self.reached(number, steps, 0, b)]
            sums |= {number: sum(weights)} if weights else {}
        return self.bm25(sums)

    def reached(self, number: int, steps: list[Step], place: int, position: int) -> bool:
        """Whether the rest of the row stands there."""
        return place == max(last for _, last, _ in steps) or any(
            self.reached(number, steps, last, end)
            for first, last, key in steps
            if first == place
            for end in self.ends(key, number).get(position, ())
        )

    def _ends(self, stem: str, number: int) -> dict[int, set[int]]:
        """Where a stem ends in a paper, by where it begins."""
        ends: dict[int, set[int]] = {}
        for begin, end, _, _ in self.places(stem, number):
            ends.setdefault(begin, set()).add(end)
        return ends

    def places(self, stem: str, number: int) -> Places:
        """Where a stem is in a paper."""
        return self.postings("text", stem).get(number, [])

    def near(self, left: str, right: str, papers: list[int]) -> Scores:
        """What two words that stand close add; how many papers of all have them so is told from these."""
        lefts, rights = self.postings("text", left), self.postings("text", right)
        both = set(lefts) & set(rights)
        seen = both & set(papers)
        if left == right or not seen:
            return {}
        sums: Scores = {}
        for number in seen:
            begins = [begin for begin, _, _, _ in rights[number]]
            for begin, end, _, titled in lefts[number]:
                if any(abs(begin - other) <= 4 for other in begins):
                    weight = (1.0 if end in begins else DEFAULT.apart) * (1 + DEFAULT.title * titled)
                    sums[number] = sums.get(number, 0.0) + weight
        idf = self.idf(len(sums) / len(seen) * len(both))
        return {n: DEFAULT.pair * idf * self.saturated(n, weight) for n, weight in sums.items()}

    def exact(self, number: int, clause: Clause) -> float:
        """What a paper gets that has the very form that was typed."""
        if not isinstance(clause, Word) or not _simple(clause.text):
            return 0.0
        exact = squeeze(clause.text)
        having = self.postings("text", stem(exact))
        same = any(kind == form(exact, stem(exact)) for _, _, kind, _ in having.get(number, []))
        return DEFAULT.exact * self.idf(len(having)) * same

    def _postings(self, field: str, term: str) -> dict[int, Places]:
        """Where a term is, by Whoosh's matcher."""
        try:
            matcher = self.reader.postings(field, term.encode())
        except TermNotFound:
            return {}
        found: dict[int, Places] = {}
        while matcher.is_active():
            value = matcher.value() if field in ("text", "author") else b""
            found[matcher.id()] = [
                (begin := p >> POSITION_SHIFT, begin + (p >> SPAN_SHIFT & SPAN_MASK), p & FORM_MASK, bool(p & TITLE))
                for p in np.frombuffer(value or b"", np.uint32).tolist()
            ]
            matcher.next()
        return found

    def meets(self, number: int, condition: Filter) -> bool:
        """Whether a paper meets a condition."""
        match condition:
            case Without(inner):
                return not self.meets(number, inner)
            case Venue(name):
                return all(number in self.postings("venue", token.exact) for token in tokens(name))
            case Years(first, last):
                years = range(first or 0, (last or 9999) + 1)
                return any(number in self.postings("year", str(year)) for year in KNOWN_YEARS if year in years)
            case Has(what):
                return number in self.postings("has", what)
            case Author(name):
                words = [token.exact for token in tokens(name) if token.span == 1]
                authors = ({who for _, _, who, _ in self.postings("author", w).get(number, [])} for w in words)
                return bool(set.intersection(*authors))

    def idf(self, frequency: float) -> float:
        return log1p((len(self.handles) - frequency + 0.5) / (frequency + 0.5))

    def saturated(self, number: int, weight: float) -> float:
        return float(weight * (DEFAULT.k1 + 1) / (weight + self.norms[number]))

    def bm25(self, sums: Scores) -> Scores:
        return {number: self.idf(len(sums)) * self.saturated(number, weight) for number, weight in sums.items()}


class ReferenceEngine:
    """The plain ranking behind the port. What is no ranking (taking papers in, what is missing, did you mean, similar
    papers) is the other engine's, on the same index."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._engine = WhooshEngine.open(folder, "library")
        self.revision, self.size, self.similar = self._engine.revision, self._engine.size, self._engine.similar

    def apply(self, changes: Changes, progress: Progress | None = None) -> None:
        self._engine.apply(changes, progress)

    def search(self, query: Query, limit: int, offset: int = 0) -> SearchResult:
        told = self._engine.search(query, 0)
        if not self._engine.size():
            return told
        reference = Reference(self._folder)
        listed = list(reference.listed(query).items())
        hits = tuple(
            Hit(reference.handles[n], score, frozenset[str]().union(*(reference.terms(n, c) for c in wanted(query))))
            for n, score in listed[offset : offset + limit]
        )
        return SearchResult(hits, len(listed), len(reference.whole(query)), told.missing, told.suggestion)


def _simple(text: str) -> bool:
    """Whether the word has one reading only."""
    return [1] == [len(part.readings) for part in readings(text)]


def _parts(clause: Clause) -> list[Word]:
    """The telling parts of a compound."""
    found = [each for part in readings(clause.text) for each in part.readings] if isinstance(clause, Word) else []
    leaves = [each.exact for each in found if len(found) > 1 and each.span == 1 and not each.bare]
    return [Word(leaf) for leaf in leaves if len(leaf) > 1 and leaf not in STOP_WORDS]


def _leaves(word: Word) -> list[str]:
    """The stems of the smallest parts of a word, in order."""
    found = [each for part in readings(word.text) for each in part.readings]
    return [each.stem for each in found if each.span == 1 and not each.bare] or [word.text]


def _steps(words: Iterable[str]) -> list[Step]:
    """All readings of words in a row."""
    steps, reached = [], 0
    for part in (part for word in words for part in readings(word)):
        found = (each for each in part.readings if not each.bare)
        steps += [(reached + each.first, reached + each.first + each.span, each.stem) for each in found]
        reached += part.width
    return steps
