"""A question as people say it: what it asks for, without the words that only ask."""

import re
from collections.abc import Callable
from dataclasses import dataclass

from search.errors import InvalidQuery
from search.grammar.asking import asked
from search.grammar.clauses import without
from search.grammar.idle import telling, unframed
from search.grammar.left_out import NEGATION, left_out
from search.grammar.parser import LONGEST, parse
from search.grammar.said_conditions import conditions
from search.grammar.typed import plain
from search.language.words import WRITTEN
from search.query import Clause, Filter, Phrase, Query, Word

_NOTATION = re.compile(r"\b(?:author|venue|year|has|id):\S|\S \b(?:OR|NOT)\b \S|(?<!\S)-[\"\w]|\w{3}\*(?!\S)")
"""What only the notation of `/papers search` has."""
_QUOTED = re.compile(r'"([^"]*\S[^"]*)"')
_NEGATED = re.compile(rf"(?:{NEGATION}|\bnot\b)\s*$", re.IGNORECASE)
_GAP = "\x00"
"""Stands where a condition was, so that what is left out ends there."""


@dataclass(frozen=True, slots=True)
class Spoken:
    """What was said: `query` is None where nothing was; one that only leaves out (`without vision`) goes on from
    another and cannot be searched alone. `words` are those it took, as they were written; `about` is the question made
    plain, the conditions left out."""

    query: Query | None
    words: tuple[str, ...] = ()
    about: str = ""


def spoken(text: str, this_year: int, is_author: Callable[[str], bool] = bool) -> Spoken:
    """The question in this text, however long. `this_year` tells what `last year` is, and `is_author` whether a paper
    here has an author of this name. Never raises; what it cannot read as a condition is words."""
    said = plain(text)
    if _NOTATION.search(said) and len(said) <= LONGEST:
        try:
            return _noted(parse(said))
        except InvalidQuery:
            pass  # Then it was no notation; its words are still a question.
    rest, filters = _without_conditions(unframed(said), this_year, is_author)
    rest, excluded = _without_left_out(rest)
    about = asked(" ".join(rest.replace(_GAP, " ").split()).strip(" ,;"))
    phrases = tuple(Phrase(tuple(WRITTEN.findall(quoted))) for quoted in _QUOTED.findall(about))
    phrases = tuple(phrase for phrase in phrases if len(phrase.words) > 1)
    words = telling(tuple(WRITTEN.findall(_QUOTED.sub(_loose, about))))
    wanted: tuple[Clause, ...] = (*map(Word, words), *phrases)
    if not (wanted or filters or excluded):
        return Spoken(None, (), said)
    shown = (*words, *(f"“{' '.join(phrase.words)}”" for phrase in phrases))
    return Spoken(Query(about or said, wanted, excluded, filters), shown, about or said)


def _loose(match: re.Match[str]) -> str:
    """One word in quotes is a word; several are a phrase and stand apart."""
    return match[1] if len(WRITTEN.findall(match[1])) < 2 else " "


def _noted(query: Query) -> Spoken:
    """A search in the notation of the slash command."""
    words = tuple(clause.text for clause in query.wanted if isinstance(clause, Word))
    return Spoken(query, words or (query.typed,), query.typed)


def _without_conditions(text: str, this_year: int, is_author: Callable[[str], bool]) -> tuple[str, tuple[Filter, ...]]:
    kept: list[str] = []
    filters: list[Filter] = []
    place = 0
    for start, end, found in conditions(text, this_year, is_author):
        before = text[place:start]
        negated = _NEGATED.search(before)
        kept.append(before[: negated.start()] if negated else before)
        filters += map(without, found) if negated else found
        place = end
    return _GAP.join([*kept, text[place:]]), tuple(dict.fromkeys(filters))


def _without_left_out(text: str) -> tuple[str, tuple[Clause, ...]]:
    kept: list[str] = []
    excluded: list[Clause] = []
    place = 0
    for start, end, found in left_out(text):
        kept.append(text[place:start])
        excluded += found
        place = end
    return _GAP.join([*kept, text[place:]]), tuple(dict.fromkeys(excluded))
