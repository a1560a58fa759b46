"""What a question says to leave out: `but not Y`, `except Y`, `papers about X without Y`."""

import re
from collections.abc import Iterator

from search.language.words import STOP_WORDS, WRITTEN, fold
from search.query import AllOf, Clause, Phrase, Word

_MERELY = r"(?!\s+(?:only|just|merely|necessarily|yet|always|all|every|so|as|too|sure|to)\b)"
NEGATION = (
    rf"(?:,\s*)?\b(?:but|and|just|though)\s+(?:please\s+)?not\b{_MERELY}|,\s*not\b{_MERELY}|^not\b{_MERELY}|"
    r"(?:,\s*)?\b(?:but\s+)?(?:except(?:ing)?(?:\s+(?:for|from))?|excluding|exclude|leaving\s+out|other\s+than)\b|"
    r"\b(?:that|which)\s+(?:(?:is|are)\s+not|(?:is|are)n't)\s+(?:about|on|concerned\s+with)\b|"
    r"(?:,\s*|\b(?:but|and)\s+|^)without\b|^(?:leave\s+out|no(?=\s+\w))\b|\bbut\s+no(?:thing|ne)?\b"
)
_SAID = re.compile(NEGATION, re.IGNORECASE)
_PAPERS_WITHOUT = re.compile(
    r"\b(?:papers?|articles?|work|anything|something|everything|ones|those)\b[^,;.?!\x00]*?\bwithout\b"
    r"(?!\s+(?:\w+ing\b|any\b|the\b|a\b|an\b|needing\b))",
    re.IGNORECASE,
)
_ENDS = re.compile(
    r"[;.?!\x00]|,(?!\s*(?:or|nor|and)?\s*[\w-]+(?:\s+[\w-]+)?\s*(?:[,?.!]|$|\s(?:or|nor|and)\b))|\bbut\b|\s-\s"
)
_LEADING = re.compile(
    r"^\s*(?:(?:any|anything|the|those|ones|papers?|articles?|work|stuff|things|something|that|which|are|is|use|uses|using|deal|"
    r"deals|dealing|with|do|mention|mentions|about|on|for|in|of|from|a|an|only|purely)\s+)*",
    re.IGNORECASE,
)
_ITEMS = re.compile(r"\s*(?:,\s*(?:or|nor|and)\b|,|\b(?:or|nor|and)\b|/)\s*", re.IGNORECASE)
_LONGEST_PHRASE = 4


def left_out(text: str) -> Iterator[tuple[int, int, tuple[Clause, ...]]]:
    """Where the text says so, and what not to find. `without Y` says so after `papers about`; elsewhere it mostly tells
    what a paper does (`sampling without training`)."""
    place = 0
    while match := _next(text, place):
        begins, starts = match
        end = _end(text, starts)
        clauses = tuple(_clauses(_LEADING.sub("", text[starts:end], count=1)))
        if clauses:
            yield begins, end, clauses
        place = max(end, starts)


def _next(text: str, place: int) -> tuple[int, int] | None:
    said = _SAID.search(text, place) if place else _SAID.search(text)
    papers = _PAPERS_WITHOUT.search(text, place)
    found = [(said.start(), said.end())] if said else []
    found += [(papers.end() - len("without"), papers.end())] if papers else []
    return min(found, default=None)


def _end(text: str, start: int) -> int:
    return min(
        (match.start() for pattern in (_ENDS, _SAID) if (match := pattern.search(text, start))), default=len(text)
    )


def _clauses(said: str) -> Iterator[Clause]:
    for item in _ITEMS.split(said):
        words = WRITTEN.findall(item)
        while words and fold(words[0]) in STOP_WORDS:
            words = words[1:]
        while words and fold(words[-1]) in STOP_WORDS | {"please", "papers", "paper", "ones"}:
            words = words[:-1]
        if len(words) > _LONGEST_PHRASE:
            yield AllOf(tuple(Word(word) for word in words if fold(word) not in STOP_WORDS))
        elif words:
            yield Word(words[0]) if len(words) == 1 else Phrase(tuple(words))
