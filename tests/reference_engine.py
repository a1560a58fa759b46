"""The ranking once more, slowly and plainly, from Whoosh's own posting lists: what the columns must agree with."""

from collections import Counter
from functools import cache
from math import log1p
from pathlib import Path

import numpy as np
from whoosh.reading import IndexReader, TermNotFound

from search.engines.whoosh_engine.folder import opened
from search.engines.whoosh_engine.ranking import LEAST_SHARE, wanted
from search.engines.whoosh_engine.schema import FORM_MASK, POSITION_SHIFT, SPAN_MASK, SPAN_SHIFT, TITLE, form
from search.engines.whoosh_engine.weights import DEFAULT
from search.language.stems import stem
from search.language.words import squeeze, tokens
from search.query import AllOf, AnyOf, Author, Clause, Filter, Has, Phrase, Prefix, Query, Venue, Without, Word, Years

KNOWN_YEARS = range(2000, 2030)

Scores = dict[int, float]
Places = list[tuple[int, int, int, bool]]
"""Of each occurrence: where it begins, where it ends, its form, and whether it is in the title."""


class Reference:
    """The newest commit of an index, read through Whoosh alone. It ranks what has up to four different words, no paper
    of which is named by the whole query, and looks closely at every paper."""

    def __init__(self, folder: Path) -> None:
        self.reader: IndexReader = opened(folder).reader()
        self.postings = cache(self._postings)
        handles = self.reader.column_reader("id", translate=False)
        self.words: dict[int, bytes] = self.reader.column_reader("words", translate=False)
        self.handles = {n: handles[n].decode() for n in self.reader.all_doc_ids() if handles[n]}
        lengths = {number: self.reader.doc_field_length(number, "text", 0) for number in self.handles}
        average = float(sum(lengths.values()) / len(lengths))
        self.norms: Scores = {
            n: DEFAULT.k1 * (1 - DEFAULT.b + DEFAULT.b * each / average) for n, each in lengths.items()
        }

    def ranked(self, query: Query) -> list[tuple[str, float]]:
        """The whole list, as handles with scores."""
        times = Counter(wanted(query))
        found = {clause: self.match(clause) for clause in times}
        allowed = {n for n in self.handles if all(self.meets(n, each) for each in query.filters)}
        allowed -= {number for clause in query.excluded for number in self.match(clause)}
        had = Counter(number for scores in found.values() for number in scores)
        listed = [number for number in allowed if had[number] >= -(-len(times) // LEAST_SHARE)]
        scores = {n: sum(times[c] * each.get(n, 0.0) for c, each in found.items()) for n in listed}
        for number in listed:
            scores[number] += sum(times[clause] * self.exact(number, clause) for clause in times)
        for before, after in zip(query.wanted, query.wanted[1:], strict=False):
            if isinstance(before, Word) and isinstance(after, Word) and {before, after} <= set(times):
                for number, score in self.near(stem(before.text), stem(after.text), listed).items():
                    scores[number] += score
        order = sorted(listed, key=lambda n: (had[n] < len(times), -scores[n], self.handles[n]))
        return [(self.handles[number], scores[number]) for number in order]

    def match(self, clause: Clause) -> Scores:
        """The papers that match the clause, with their scores."""
        match clause:
            case Word(text):
                return self.word(text)
            case Phrase(words):
                return self.row(list(words))
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
        """A plain word in the text, as a name, and as an author, venue or year."""
        scores = self.row([text])
        for field, term, share in (("name", squeeze(text), DEFAULT.name), ("about", squeeze(text), DEFAULT.about)):
            papers = list(self.postings(field, term))
            for number in papers:
                scores[number] = scores.get(number, 0.0) + share * self.idf(len(papers))
        return scores

    def row(self, words: list[str]) -> Scores:
        """Words one after the other."""
        stems = [stem(squeeze(word)) for word in words]
        lists = [self.postings("text", each) for each in stems]
        sums: Scores = {}
        for number in set(lists[0]).intersection(*lists):
            ends = [{begin: end for begin, end, _, _ in each[number]} for each in lists]
            for _, end, _, titled in lists[0][number]:
                reached = end
                for following in ends[1:]:
                    reached = following.get(reached, -1)
                if reached >= 0:
                    sums[number] = sums.get(number, 0.0) + 1 + DEFAULT.title * titled
        return self.bm25(sums)

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
        if not isinstance(clause, Word):
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
                return all(number in self.postings("author", token.exact) for token in tokens(name))

    def idf(self, frequency: float) -> float:
        return log1p((len(self.handles) - frequency + 0.5) / (frequency + 0.5))

    def saturated(self, number: int, weight: float) -> float:
        return float(weight * (DEFAULT.k1 + 1) / (weight + self.norms[number]))

    def bm25(self, sums: Scores) -> Scores:
        return {number: self.idf(len(sums)) * self.saturated(number, weight) for number, weight in sums.items()}
