"""The sentence of an abstract that answers a query best, and where the query's words stand in it."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from search.language.clean import clean
from search.language.contribution import contribution
from search.language.names import system_name
from search.language.sentences import sentences
from search.language.words import Token, tokens
from search.models import Paper

LONGEST = 300
"""Characters of a snippet, the signs of omission included."""
OMITTED = "…"
KEPT = 256
"""Abstracts whose words are kept at hand, some twenty megabytes."""

_BETWEEN = re.compile(r"[\s-]*")


@dataclass(frozen=True, slots=True)
class Snippet:
    """A piece of an abstract; `text[start:end]` of each mark are words that were searched for, in reading order."""

    text: str
    marks: tuple[tuple[int, int], ...] = ()


def snippet(paper: Paper, terms: frozenset[str]) -> Snippet:
    """The sentence with the most different `terms` (stems), among equals that with the rarer words, then the earlier.

    Without terms, or when the abstract has none of them, the sentence that states the contribution, without marks.
    """
    parts, places = _read(clean(paper.abstract))
    if not parts:
        return Snippet("")
    found: dict[int, list[Token]] = {}
    for place, token in (standing for term in terms for standing in places.get(term, ())):
        found.setdefault(place, []).append(token)
    if not found:
        return _cut(parts[contribution(parts, system_name(paper)) or 0], ())
    often = Counter(token.stem for matched in found.values() for token in matched)
    best = max(found, key=lambda place: (*_worth(found[place], often), -place))
    return _cut(parts[best], _merged(parts[best], found[best]))


@lru_cache(maxsize=KEPT)
def _read(text: str) -> tuple[tuple[str, ...], dict[str, list[tuple[int, Token]]]]:
    """The sentences, and for each stem in which of them it stands and where: searches mostly find the same papers."""
    parts = sentences(text)
    places: dict[str, list[tuple[int, Token]]] = {}
    for place, part in enumerate(parts):
        for token in tokens(part):
            places.setdefault(token.stem, []).append((place, token))
    return parts, places


def _worth(matched: Sequence[Token], often: Counter[str]) -> tuple[int, float]:
    stems = {token.stem for token in matched}
    return len(stems), sum(1 / often[stem] for stem in sorted(stems))


def _merged(text: str, matched: Sequence[Token]) -> tuple[tuple[int, int], ...]:
    """One mark for words that overlap or stand side by side."""
    marks: list[tuple[int, int]] = []
    for start, end in sorted((token.start, token.end) for token in matched):
        if marks and (start <= marks[-1][1] or _BETWEEN.fullmatch(text, marks[-1][1], start)):
            marks[-1] = (marks[-1][0], max(end, marks[-1][1]))
        else:
            marks.append((start, end))
    return tuple(marks)


def _cut(text: str, marks: tuple[tuple[int, int], ...]) -> Snippet:
    """The part of a long sentence that holds most of its marks, cut between words."""
    if len(text) <= LONGEST:
        return Snippet(text, marks)
    start, end = _window(text, marks)
    before, after = (OMITTED if start else ""), (OMITTED if end < len(text) else "")
    shift = len(before) - start
    inside = tuple((first + shift, last + shift) for first, last in marks if start <= first and last <= end)
    return Snippet(before + text[start:end] + after, inside)


def _window(text: str, marks: tuple[tuple[int, int], ...]) -> tuple[int, int]:
    room = LONGEST - 2 * len(OMITTED)
    starts = [0, *(first for first, _ in marks)]
    best = max(
        starts, key=lambda place: (sum(place <= first and last <= place + room for first, last in marks), -place)
    )
    spread = max((last for first, last in marks if first >= best and last <= best + room), default=best)
    start = max(0, min(best - (room - (spread - best)) // 2, len(text) - room)) if best else 0
    start = _word_start(text, start, min(best, marks[0][0]) if marks and best else start)
    end = min(start + room, len(text))
    return start, _word_end(text, end, max(spread, start + 1))


def _word_start(text: str, place: int, latest: int) -> int:
    """The first word that begins at or after `place`, but not after `latest`."""
    if place == 0 or text[place - 1].isspace():
        return place
    space = text.find(" ", place, latest)
    return space + 1 if space >= 0 else place


def _word_end(text: str, place: int, earliest: int) -> int:
    """The end of the last whole word before `place`, but not before `earliest`."""
    if place == len(text) or text[place].isspace():
        return place
    space = text.rfind(" ", earliest, place)
    return space if space >= 0 else place
