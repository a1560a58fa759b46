"""Words as the index, the query and the snippet all see them: folded, stemmed, and compounds in every reading."""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from search.language.stems import stem

COMMON = """
a about an and any are as at be been but by can could did do does for from had has have how i if in into is it its me my
no not of on or our should so some such than that the their them then there these they this those to us was we were what
when where which who whom whose why will with would you your
"""
STOP_WORDS = frozenset(COMMON.split())
"""Folded words too common to ask for by themselves; they count only in phrases, or when nothing else is left."""

LETTERS = r"[^\W_]+(?:[\u0300-\u036f]+[^\W_]*)*"
SIGN = r"(?:\+\+|\#(?!\w))"
JOINT = r"[-\u2010-\u2013\u2212/._'’:<>=≤≥+*^@&(√|×·\\~]{1,3}"
WRITTEN = re.compile(rf"{LETTERS}{SIGN}?(?:{JOINT}{LETTERS}{SIGN}?)*")
ATOM = re.compile(rf"(?:\d+(?:\.\d+)*(?:[^\W\d_](?![^\W\d_]))?|(?:[^\W\d_]|[\u0300-\u036f])+){SIGN}?")
CAMEL = re.compile(r"[A-Z]+(?=[A-Z][a-z]{2})|[A-Z]?[a-z]+|[A-Z]+s?")
POSSESSIVE = ("'s", "’s", "'S", "’S")
SIGNS = "+#"
BETWEEN = bytes(code for code in range(128) if not chr(code).isalnum() and chr(code) not in SIGNS)
LONGEST_JOINED = 6
CACHED_WORDS = 60_000

UNDECOMPOSED = str.maketrans(
    {"ł": "l", "ø": "o", "đ": "d", "ħ": "h", "ı": "i", "æ": "ae", "œ": "oe", "ð": "d", "þ": "th", "\u2044": "/"}
)


class Reading(NamedTuple):
    """One way to read a written word or a part of it: `RTZ-VI-LCB` reads as `rtzvilcb` and as `rtz`, `vi`, `lcb`.

    `start` and `end` are offsets in the written word. It stands at `first`, counted in parts from the word's beginning,
    and is `span` parts wide. A `bare` reading leaves out signs that were written (`c` of `C++`): good for finding the
    word, too loose for asking.
    """

    exact: str
    stem: str
    start: int
    end: int
    first: int
    span: int
    bare: bool


class Written(NamedTuple):
    """A word as written, in all its readings; the widest first. It takes `width` positions of the text."""

    readings: tuple[Reading, ...]
    width: int


@dataclass(frozen=True, slots=True)
class Token:
    """A reading in its place: `text[start:end] == surface`, `exact` is the surface folded and joined, `stem` what the
    index knows it by. A compound comes whole first and then in parts, so the ranges of tokens may nest. `position`
    counts parts from the beginning of the text, and the reading takes `span` of them."""

    surface: str
    start: int
    end: int
    exact: str
    stem: str
    position: int
    span: int


class _Leaf(NamedTuple):
    start: int
    end: int
    letters: int
    piece: int


_known: dict[str, Written] = {}


def fold(word: str) -> str:
    """The word without accents and case, compatibility letters made plain (`ﬁ`, `²`); Greek letters stay themselves."""
    if word.isascii():
        return word.lower()
    plain = unicodedata.normalize("NFKD", word)
    kept = "".join(letter for letter in plain if not unicodedata.combining(letter))
    return unicodedata.normalize("NFC", kept.casefold().translate(UNDECOMPOSED))


def squeeze(text: str) -> str:
    """The folded letters, digits and `+ #` of the text with nothing between them: one key for all its spellings."""
    folded = fold(text)
    if folded.isascii():
        return folded.encode().translate(None, BETWEEN).decode()
    return "".join(letter for letter in folded if letter.isalnum() or letter in SIGNS)


def tokens(text: str) -> tuple[Token, ...]:
    """Every reading of every word of the text, in reading order."""
    return tuple(_tokens(text))


def _tokens(text: str) -> Iterator[Token]:
    position = 0
    for match in WRITTEN.finditer(text):
        offset = match.start()
        word = written(match.group())
        for reading in word.readings:
            start, end = offset + reading.start, offset + reading.end
            place = position + reading.first
            yield Token(text[start:end], start, end, reading.exact, reading.stem, place, reading.span)
        position += word.width


def written(word: str) -> Written:
    """All readings of one written word, as `WRITTEN` finds them in a text."""
    known = _known.get(word)
    if known is None:
        known = _read(word)
        if len(_known) >= CACHED_WORDS:
            _known.clear()
        _known[word] = known
    return known


def _read(word: str) -> Written:
    if word.isalpha() and (word[1:].islower() or word.isupper()):
        return Written((_simple(word, 0, 0),), 1)
    parts = word.split("-")
    if len(parts) <= LONGEST_JOINED and all(map(_is_uncut, parts)):
        return _hyphenated(word, parts)
    body = word[:-2] if word.endswith(POSSESSIVE) else word
    leaves = _leaves(body)
    readings = (_reading(body, leaves, first, last) for first, last in _groups(leaves))
    return Written(tuple(each for reading in readings for each in (reading, *_bare(reading))), len(leaves))


def _is_uncut(part: str) -> bool:
    """Whether it is all letters, and no capital among them shows where it could be cut."""
    return part.isalpha() and (part[1:].islower() or part.isupper() or part.islower())


def _simple(part: str, start: int, first: int) -> Reading:
    exact = fold(part)
    return Reading(exact, stem(exact), start, start + len(part), first, 1, False)


def _hyphenated(word: str, parts: list[str]) -> Written:
    """The common case of a compound: plain words with hyphens between them."""
    exact = fold("".join(parts))
    readings = [Reading(exact, stem(exact), 0, len(word), 0, len(parts), False)]
    start = 0
    for first, part in enumerate(parts):
        readings.append(_simple(part, start, first))
        start += len(part) + 1
    return Written(tuple(readings), len(parts))


def _leaves(word: str) -> list[_Leaf]:
    """The smallest parts: between signs, between letters and digits, at camel humps; `3D`, `L2`, `iP` stay whole."""
    leaves: list[_Leaf] = []
    pieces: list[list[re.Match[str]]] = []
    for atom in ATOM.finditer(word):
        if pieces and pieces[-1][-1].end() == atom.start():
            pieces[-1].append(atom)
        else:
            pieces.append([atom])
    for number, piece in enumerate(pieces):
        lone = len(piece) > 1 and any(atom.end() - atom.start() == 1 and atom.group().isalpha() for atom in piece)
        if lone:
            leaves.append(_Leaf(piece[0].start(), piece[-1].end(), piece[0].start(), number))
        else:
            leaves.extend(leaf for atom in piece for leaf in _humps(atom, number))
    return leaves


def _humps(atom: re.Match[str], piece: int) -> list[_Leaf]:
    start, text = atom.start(), atom.group()
    humps = [] if text.islower() or not text.isalpha() else list(CAMEL.finditer(text))
    if len(humps) < 2 or any(hump.end() - hump.start() < 2 for hump in humps) or not text.isascii():
        return [_Leaf(start, atom.end(), start, piece)]
    return [_Leaf(start + hump.start(), start + hump.end(), start, piece) for hump in humps]


def _groups(leaves: list[_Leaf]) -> list[tuple[int, int]]:
    """Which runs of leaves are read as one: the word, its pieces, their letters, and every leaf; the widest first."""
    groups = {(index, index) for index in range(len(leaves))}
    if len(leaves) <= LONGEST_JOINED:
        groups.add((0, len(leaves) - 1))
    for level in ("piece", "letters"):
        ends: dict[int, tuple[int, int]] = {}
        for index, leaf in enumerate(leaves):
            name = getattr(leaf, level)
            ends[name] = (ends.get(name, (index, index))[0], index)
        groups.update(ends.values())
    return sorted(groups, key=lambda group: (group[0], -group[1]))


def _reading(word: str, leaves: list[_Leaf], first: int, last: int) -> Reading:
    parts = (word[leaf.start : leaf.end] for leaf in leaves[first : last + 1])
    exact = fold("".join(parts if first == last else (part.rstrip(SIGNS) for part in parts)))
    return Reading(exact, stem(exact), leaves[first].start, leaves[last].end, first, last - first + 1, False)


def _bare(reading: Reading) -> tuple[Reading, ...]:
    exact = reading.exact.rstrip(SIGNS)
    return () if exact == reading.exact else (reading._replace(exact=exact, stem=stem(exact), bare=True),)
