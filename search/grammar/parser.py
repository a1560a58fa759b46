"""From marks to the query tree: what is wanted, what is excluded, and what must hold."""

from dataclasses import dataclass, field

from search.errors import InvalidQuery
from search.grammar.asking import asked
from search.grammar.clauses import either, flat, without
from search.grammar.fields import condition
from search.grammar.identifiers import identify
from search.grammar.marks import Mark, marks
from search.grammar.typed import plain
from search.language.words import WRITTEN, squeeze
from search.query import AllOf, Clause, Filter, Identifier, Phrase, Prefix, Query, Word

LONGEST = 300
"""How many letters a query may have, as typed and made plain."""

MOST_WORDS = 32
SHORTEST_PREFIX = 3
DEEPEST = 8
RAW_ALLOWANCE = 4
"""Slack writes `&amp;` for `&` and an address twice; a raw text beyond this many times `LONGEST` is not even read."""


def parse(text: str) -> Query:
    """The query that this text asks.

    Raises `InvalidQuery` when it is too long, asks for nothing, or has a condition that cannot be read; odd operators
    are read as words instead, with a note.
    """
    typed = plain(text) if len(text) <= RAW_ALLOWANCE * LONGEST else text
    if len(typed) > LONGEST:
        raise InvalidQuery(
            f"That is {len(typed):,} characters; a search takes {LONGEST}. Keep the words that matter most."
        )
    typed = asked(typed)
    reading = _Reading(tuple(marks(typed)))
    wanted = tuple(reading.clauses(depth=0))
    if not wanted and not reading.filters and not reading.excluded:
        wanted = tuple(reading.dropped)
    if not wanted and not reading.filters:
        raise InvalidQuery(_nothing_asked(reading))
    return Query(
        typed=typed,
        wanted=wanted,
        excluded=tuple(reading.excluded),
        filters=tuple(reading.filters),
        identifier=reading.identifier,
        notes=tuple(dict.fromkeys(reading.notes)),
    )


def _nothing_asked(reading: "_Reading") -> str:
    if reading.excluded:
        return (
            "That only says what to leave out. Add a word that the papers should have, for example: attention -vision"
        )
    return "There is no word to search for. Type a few, for example: kv cache eviction"


@dataclass(slots=True)
class _Reading:
    """The marks, how far they are read, and what was found on the way that does not stay in its place."""

    marks: tuple[Mark, ...]
    position: int = 0
    words: int = 0
    filters: list[Filter] = field(default_factory=list)
    excluded: list[Clause] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    dropped: list[Word] = field(default_factory=list)
    identifier: Identifier | None = None

    def clauses(self, depth: int) -> list[Clause]:
        """The clauses up to the closing bracket, or to the end."""
        found: list[Clause] = []
        joinable = joining = False
        while (mark := self._peek()) is not None and not (depth and mark.kind == "close"):
            if mark.kind == "or":
                joining = self._join(joinable)
                continue
            clause = self._clause(depth)
            if clause is None:
                joinable = joinable and mark.kind in ("note", "close", "and")
                if joining and not joinable:
                    self.notes.append("OR joins words and phrases only; next to a condition I left it out.")
                    joining = False
                continue
            found[-1:] = [either(found[-1], clause)] if joining else [*found[-1:], clause]
            joinable, joining = True, False
        return found if depth else [part for clause in found for part in flat(clause)]

    def _peek(self) -> Mark | None:
        return self.marks[self.position] if self.position < len(self.marks) else None

    def _join(self, joinable: bool) -> bool:
        mark = self.marks[self.position]
        self.position += 1
        following = self._peek()
        if joinable and following is not None and following.kind not in ("or", "and", "close"):
            return True
        self._drop(mark)
        return False

    def _drop(self, mark: Mark) -> None:
        self.notes.append(f"{mark.text} has nothing to work on here, so I did not read it as an operator.")
        if mark.text.isalpha():
            self.dropped.append(Word(mark.text))

    def _clause(self, depth: int) -> Clause | None:
        """The clause at this position; None for what is no clause of its own."""
        mark = self.marks[self.position]
        self.position += 1
        match mark.kind:
            case "word" | "prefix" | "phrase":
                return self._words(mark)
            case "open":
                return self._group(depth + 1)
            case "not":
                return self._exclusion(mark, depth)
            case "field":
                return self._field(mark)
            case "and":
                self._and(mark)
            case "note":
                self.notes.append(mark.text)
        return None

    def _words(self, mark: Mark) -> Clause | None:
        if mark.kind == "word":
            return self._word(mark.text)
        return self._prefix(mark.text) if mark.kind == "prefix" else self._phrase(mark.text)

    def _and(self, mark: Mark) -> None:
        following = self._peek()
        if self.position == 1 or following is None or following.kind in ("and", "or", "close"):
            self._drop(mark)

    def _word(self, text: str) -> Word | None:
        if not WRITTEN.search(text):
            return None
        self._count(1)
        self.identifier = self.identifier or identify(text)
        return Word(text)

    def _prefix(self, letters: str) -> Prefix:
        if len(squeeze(letters)) < SHORTEST_PREFIX:
            raise InvalidQuery(
                f"“{letters}*” is too short: write at least {SHORTEST_PREFIX} letters before the star, as in quant*"
            )
        self._count(1)
        return Prefix(letters)

    def _phrase(self, text: str) -> Phrase | None:
        words = tuple(word for word in text.split() if WRITTEN.search(word))
        self._count(len(words))
        return Phrase(words) if words else None

    def _count(self, words: int) -> None:
        self.words += words
        if self.words > MOST_WORDS:
            raise InvalidQuery(f"A search takes at most {MOST_WORDS} words. Keep the ones that matter most.")

    def _group(self, depth: int) -> Clause | None:
        if depth > DEEPEST:
            raise InvalidQuery(f"Brackets go {DEEPEST} deep at most. Write the search with fewer of them.")
        parts = self.clauses(depth)
        self.position += 1
        return AllOf(tuple(parts)) if len(parts) > 1 else next(iter(parts), None)

    def _exclusion(self, mark: Mark, depth: int) -> Clause | None:
        following = self._peek()
        if following is None or following.kind in ("and", "or", "close", "note"):
            self._drop(mark)
            return None
        if following.kind == "not":
            return self._doubled(depth)
        filters = len(self.filters)
        clause = self._clause(depth)
        self.filters[filters:] = [without(condition) for condition in self.filters[filters:]]
        if clause is not None:
            self.excluded.append(clause)
            if depth:
                self.notes.append("What is excluded inside brackets is excluded from the whole search.")
        return None

    def _doubled(self, depth: int) -> Clause | None:
        """`NOT NOT x`: nobody means that as logic, so the word itself is read."""
        self.notes.append("I read a repeated NOT as a mistake and left it out.")
        while (mark := self._peek()) is not None and mark.kind == "not":
            self.position += 1
        return None if self._peek() is None else self._clause(depth)

    def _field(self, mark: Mark) -> Clause | None:
        if mark.field == "id":
            self.identifier = self.identifier or identify(mark.text) or Identifier("handle", mark.text.casefold())
            return self._word(mark.text)
        self.filters.append(condition(mark.field, mark.text))
        return None
