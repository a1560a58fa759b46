"""Whether a record that was found is of a paper whose title nobody told, and what it adds to it."""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, fields, replace

from rapidfuzz import fuzz

from search.language.clean import clean
from search.language.naming import is_distinct
from search.language.words import STOP_WORDS
from search.models import Paper
from search.reading import filled
from search.sameness import letters

SAME = 97.0
"""Percent of equal letters from which on two abstracts are two prints of one text. Of 100 letters three may differ: a
formula, a corrected word. Abstracts that one group wrote for two papers are further apart."""
ENOUGH = 200
"""Letters; shorter texts must be equal, as a few letters can be all the difference between two of them."""
COMPARED = 20_000
WORD = re.compile(r"[A-Za-z][A-Za-z0-9]*(?:-[A-Za-z0-9]+)*")
MOST_WORDS = 8
SHORTEST = 5


@dataclass(frozen=True, slots=True)
class Match:
    """A record that is of the paper: where it is from, and the percent of letters that the two abstracts share."""

    found: Paper
    service: str
    alike: float

    @property
    def sureness(self) -> str:
        """How sure it is, for people."""
        return "the abstract is the same" if self.alike >= 100 else f"{self.alike:.1f} % of the abstract is the same"


def matches(held: Paper, found: Iterable[Paper], service: str) -> tuple[Match, ...]:
    """The records with a title and this paper's abstract, the surest first; with several titles nothing is sure."""
    fitting = (Match(each, service, agreement(held.abstract, each.abstract)) for each in found if each.title)
    return tuple(sorted((match for match in fitting if match.alike), key=lambda match: -match.alike))


def titles(found: Iterable[Match]) -> tuple[str, ...]:
    """The different titles of these, in their order."""
    by_letters = {letters(clean(match.found.title or "")): match.found.title or "" for match in reversed([*found])}
    return tuple(reversed(by_letters.values()))


def agreement(first: str, second: str) -> float:
    """The percent of letters that two abstracts share once they are readable; 0 where they are not the same text."""
    one, other = letters(clean(first))[:COMPARED], letters(clean(second))[:COMPARED]
    if one == other:
        return 100.0 if one else 0.0
    if min(len(one), len(other)) < ENOUGH:
        return 0.0
    alike = fuzz.ratio(one, other, score_cutoff=SAME)
    return min(alike, 99.9)


def telling_words(abstract: str) -> tuple[str, ...]:
    """Words that few other abstracts have together: names first, then what is said often and is long."""
    words = [word for word in WORD.findall(clean(abstract)) if word.casefold() not in STOP_WORDS]
    said = Counter(word.casefold() for word in words)
    best: dict[str, str] = {}
    for word in words:
        if is_distinct(word) or len(word) >= SHORTEST:
            best.setdefault(word.casefold(), word)
    ranked = sorted(best.values(), key=lambda word: -_weight(word, said[word.casefold()]))
    return tuple(ranked[:MOST_WORDS])


def _weight(word: str, said: int) -> float:
    return 3.0 * is_distinct(word) + min(said, 4) + min(len(word), 14) / 5


def completed(held: Paper, found: Paper) -> Paper:
    """The paper with what it lacks; whatever it has stays as it is."""
    return filled(held, replace(found, id=held.id, source=held.source))


def gained(before: Paper, after: Paper) -> dict[str, str]:
    """The fields that were empty and are not any more, as text."""
    new = [each.name for each in fields(after) if getattr(after, each.name) and not getattr(before, each.name)]
    return {name: _shown(getattr(after, name)) for name in new}


def _shown(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)
