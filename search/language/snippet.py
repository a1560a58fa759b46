"""The sentence of an abstract that answers a query best, and where the query's words stand in it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

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
    """The sentence with the most different `terms` (stems), among equals the one where more of them stand side by side
    (`KV cache` says more than `key-value (KV) tensors ... caching`), then that with the rarer words, then the earlier.

    Without terms, or when the abstract has none of them, the sentence that states the contribution, without marks.
    """
    parts, standing = _read(clean(paper.abstract))
    if not parts:
        return Snippet("")
    found = [standing[term] for term in sorted(terms) if term in standing]
    if not found:
        return _cut(parts[contribution(parts, system_name(paper)) or 0], ())
    best = _best(parts, found)
    return _cut(parts[best], _merged(parts[best], _tokens(found, best)))


def marked(paper: Paper, place: int, terms: frozenset[str], longest: int = LONGEST) -> Snippet:
    """The sentence at this place of the abstract, with the words of `terms` marked."""
    parts, standing = _read(clean(paper.abstract))
    found = [standing[term] for term in sorted(terms) if term in standing]
    return _cut(parts[place], _merged(parts[place], _tokens(found, place)), longest)


def _best(parts: tuple[str, ...], found: Sequence["_Stem"]) -> int:
    if len(found) == 1:
        return min(found[0].tokens)
    worth: dict[int, tuple[int, float]] = {}
    for stem in found:
        for place in stem.tokens:
            stems, rarity = worth.get(place, (0, 0.0))
            worth[place] = stems + 1, rarity + stem.rarity
    most = max(stems for stems, _ in worth.values())
    equals = [place for place, (stems, _) in worth.items() if stems == most]
    beside = {}
    if most > 1 and len(equals) > 1:
        beside = {place: _beside(parts[place], _tokens(found, place)) for place in equals}
    return max(equals, key=lambda place: (beside.get(place, 0), worth[place][1], -place))


class _Stem(NamedTuple):
    """Where a stem stands: its tokens by the number of the sentence; the rarer it is, the more it says."""

    rarity: float
    tokens: dict[int, list[Token]]


@lru_cache(maxsize=KEPT)
def _read(text: str) -> tuple[tuple[str, ...], dict[str, _Stem]]:
    """The sentences, and where each stem stands in them: searches mostly find the same papers."""
    parts = sentences(text)
    places: dict[str, dict[int, list[Token]]] = {}
    for place, part in enumerate(parts):
        for token in tokens(part):
            places.setdefault(token.stem, {}).setdefault(place, []).append(token)
    return parts, {stem: _Stem(1 / sum(map(len, by.values())), by) for stem, by in places.items()}


def _tokens(found: Sequence[_Stem], place: int) -> list[Token]:
    """The words of one sentence that are of these stems, in reading order."""
    return sorted(
        (token for stem in found for token in stem.tokens.get(place, ())), key=lambda token: (token.start, -token.end)
    )


def _beside(text: str, matched: Sequence[Token]) -> int:
    """How many different pairs of words stand side by side, in reading order."""
    neighbours = pairwise(matched)
    return len(
        {
            (left.stem, right.stem)
            for left, right in neighbours
            if left.stem != right.stem and left.end <= right.start and _BETWEEN.fullmatch(text, left.end, right.start)
        }
    )


def _merged(text: str, matched: Sequence[Token]) -> tuple[tuple[int, int], ...]:
    """One mark for words that overlap or stand side by side."""
    marks: list[tuple[int, int]] = []
    for start, end in sorted((token.start, token.end) for token in matched):
        if marks and (start <= marks[-1][1] or _BETWEEN.fullmatch(text, marks[-1][1], start)):
            marks[-1] = (marks[-1][0], max(end, marks[-1][1]))
        else:
            marks.append((start, end))
    return tuple(marks)


def _cut(text: str, marks: tuple[tuple[int, int], ...], longest: int = LONGEST) -> Snippet:
    """The part of a long sentence that holds most of its marks, cut between words."""
    if len(text) <= longest:
        return Snippet(text, marks)
    start, end = _window(text, marks, longest)
    before, after = (OMITTED if start else ""), (OMITTED if end < len(text) else "")
    shift = len(before) - start
    inside = tuple((first + shift, last + shift) for first, last in marks if start <= first and last <= end)
    return Snippet(before + text[start:end] + after, inside)


def _window(text: str, marks: tuple[tuple[int, int], ...], longest: int) -> tuple[int, int]:
    room = longest - 2 * len(OMITTED)
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
