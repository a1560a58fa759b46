"""From a paper to the postings of its document."""

import re
from collections.abc import Iterable, Iterator
from typing import Any

from search.engines.whoosh_engine.schema import (
    LAST_POSITION,
    POSITION_SHIFT,
    SPAN_MASK,
    SPAN_SHIFT,
    TITLE,
    Posting,
    bare,
    form,
    packed,
)
from search.engines.whoosh_engine.weights import DEFAULT
from search.language.clean import clean
from search.language.words import WRITTEN, squeeze, tokens, written
from search.models import Paper

SECTION_GAP = 16
"""Positions left free between title, abstract and key words, so that no phrase reaches across."""

MARKUP = re.compile(r"[\\$&{]|</?[a-z]|\w-\s|\(cid:|[\x02\u00ad\u200b-\u200d\u2060\ufeff]")
"""Without any of these cleaning changes no letter of a word, and cleaning costs as much as all the rest."""

TITLE_NAME = re.compile(r"([^:]{2,40}): ")
NUMBERED = re.compile(r"-\d+$")
LONGEST_NAME = 160
KNOWN_PLANS = 200_000

Plan = tuple[tuple[tuple[str, int, str], ...], int]
"""A written word made ready: per reading its stem, its place bits and its exact form; and the word's width."""

_plans: dict[str, Plan] = {}


def document(paper: Paper) -> dict[str, Any]:
    """The fields of the paper's document, as `schema.SCHEMA` wants them."""
    places, words, title_counts = _analysed(paper)
    handle = paper.id.encode()
    return {
        "id": [(handle, 1, 1.0, b"")],
        "_stored_id": handle,
        "text": [_posting(stem, found, title_counts.get(stem, 0)) for stem, found in places.items()],
        "name": bare(names(paper)),
        "about": bare(about(paper)),
        "author": _authors(paper.authors),
        "venue": bare(words_of((paper.venue or "",))),
        "year": bare({str(paper.year)} if paper.year is not None else set()),
        "has": bare({what for what in ("code", "pdf") if getattr(paper, what)}),
        "words": " ".join(words).encode(),
    }


def names(paper: Paper) -> set[str]:
    """The keys under which the paper is asked for by name: its handle, which the library makes of the system's name,
    its whole title, and what stands before the title's colon."""
    title = paper.title or ""
    before_colon = TITLE_NAME.match(title)
    spellings = (paper.id, NUMBERED.sub("", paper.id), title, before_colon[1] if before_colon else "")
    return {squeeze(name)[:LONGEST_NAME] for name in spellings} - {""}


def about(paper: Paper) -> set[str]:
    """Words that are not of the text but by which a paper is asked for: authors, venue, year."""
    year = {str(paper.year)} if paper.year is not None else set()
    return words_of((*paper.authors, paper.venue or "")) | year


def words_of(texts: Iterable[str]) -> set[str]:
    """The folded words of some names, compounds in every reading."""
    return {token.exact for text in texts for token in tokens(text)}


def _analysed(paper: Paper) -> tuple[dict[str, list[int]], set[str], dict[str, int]]:
    """Stems with their places, the words, and how often a stem is in the title."""
    places: dict[str, list[int]] = {}
    words: set[str] = set()
    title_counts: dict[str, int] = {}
    position = 0
    for number, text in enumerate(_sections(paper)):
        title = 0 if number else TITLE
        for word in WRITTEN.findall(text):
            readings, width = _plans.get(word) or _plan(word)
            here = (min(LAST_POSITION, position)) << POSITION_SHIFT | title
            for stem, bits, exact in readings:
                words.add(exact)
                if stem in places:
                    places[stem].append(here + bits)
                else:
                    places[stem] = [here + bits]
            position += width
        position += SECTION_GAP
        if title:
            title_counts = {stem: len(found) for stem, found in places.items()}
    return places, words, title_counts


def _sections(paper: Paper) -> Iterator[str]:
    for text in (paper.title or "", paper.abstract):
        yield clean(text) if MARKUP.search(text) else text
    yield from paper.keywords


def _plan(word: str) -> Plan:
    known = written(word)
    readings = tuple(
        (
            reading.stem,
            reading.first << POSITION_SHIFT
            | min(reading.span, SPAN_MASK) << SPAN_SHIFT
            | form(reading.exact, reading.stem),
            reading.exact,
        )
        for reading in known.readings
    )
    if len(_plans) >= KNOWN_PLANS:
        _plans.clear()
    plan = _plans[word] = (readings, known.width)
    return plan


def _posting(stem: str, places: list[int], in_title: int) -> Posting:
    return (stem.encode(), len(places), len(places) + DEFAULT.title * in_title, packed(places))


def _authors(authors: tuple[str, ...]) -> list[Posting]:
    """The place of an author's word is the author's number, which tells one author's words from two authors'."""
    places: dict[str, list[int]] = {}
    for number, name in enumerate(authors):
        for token in tokens(name):
            places.setdefault(token.exact, []).append(number)
    return [(word.encode(), len(found), 1.0, packed(found)) for word, found in places.items()]
