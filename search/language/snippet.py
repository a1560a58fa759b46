"""The sentence of an abstract that answers a query best, and where the query's words stand in it."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from search.language.clean import clean
from search.language.contribution import contribution
from search.language.names import system_name
from search.language.sentences import sentences
from search.language.words import WRITTEN, written
from search.models import Paper

LONGEST = 300
"""Characters of a snippet, the signs of omission included."""
OMITTED = "…"

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
    parts = sentences(clean(paper.abstract))
    if not parts:
        return Snippet("")
    standing = _standing(parts, terms)
    if not standing:
        return _cut(parts[contribution(parts, system_name(paper)) or 0], ())
    best = _best(parts, standing)
    return _cut(parts[best], _merged(parts[best], standing[best]))


def marked(paper: Paper, place: int, terms: frozenset[str], longest: int = LONGEST) -> Snippet:
    """The sentence at this place of the abstract, with the words of `terms` marked."""
    part = sentences(clean(paper.abstract))[place]
    return _cut(part, _merged(part, _matched(part, terms)), longest)


class Match(NamedTuple):
    """A word of a sentence, or a part of one, that was searched for; the rarer its stem, the more it says."""

    start: int
    end: int
    stem: str


def _best(parts: tuple[str, ...], standing: Mapping[int, list[Match]]) -> int:
    if len(standing) == 1:
        return next(iter(standing))
    stems = {place: {match.stem for match in matched} for place, matched in standing.items()}
    most = max(map(len, stems.values()))
    equals = [place for place, found in stems.items() if len(found) == most]
    often = Counter(match.stem for matched in standing.values() for match in matched)
    rarity = {place: sum(1 / often[stem] for stem in sorted(stems[place])) for place in equals}
    beside = {}
    if most > 1 and len(equals) > 1:
        beside = {place: _beside(parts[place], standing[place]) for place in equals}
    return max(equals, key=lambda place: (beside.get(place, 0), rarity[place], -place))


def _standing(parts: tuple[str, ...], terms: frozenset[str]) -> dict[int, list[Match]]:
    """The words of these stems, by the number of the sentence."""
    return {place: found for place, part in enumerate(parts) if (found := _matched(part, terms))} if terms else {}


def _matched(text: str, terms: frozenset[str]) -> list[Match]:
    """The words of a sentence that are of these stems, in reading order."""
    found: list[Match] = []
    for match in WRITTEN.finditer(text):
        for reading in written(match.group()).readings:
            if reading.stem in terms:
                offset = match.start()
                found.append(Match(offset + reading.start, offset + reading.end, reading.stem))
    found.sort(key=lambda each: (each.start, -each.end, each.stem))
    return found


def _beside(text: str, matched: Sequence[Match]) -> int:
    """How many different pairs of words stand side by side, in reading order."""
    neighbours = pairwise(matched)
    return len(
        {
            (left.stem, right.stem)
            for left, right in neighbours
            if left.stem != right.stem and left.end <= right.start and _BETWEEN.fullmatch(text, left.end, right.start)
        }
    )


def _merged(text: str, matched: Sequence[Match]) -> tuple[tuple[int, int], ...]:
    """One mark for words that overlap or stand side by side."""
    marks: list[tuple[int, int]] = []
    for start, end in sorted((each.start, each.end) for each in matched):
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
