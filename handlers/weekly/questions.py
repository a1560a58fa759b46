"""Two or three questions to begin a talk about a paper, each around something that its own abstract says."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from handlers.weekly.claims import DANGLES, LEAD, QUOTED, SHORTEST, balanced, capital, claim, quote
from search.language.clean import clean
from search.language.names import system_name
from search.language.phrases import noun_phrase
from search.language.sentences import sentences
from search.language.summary import Summary, summary
from search.language.vocabulary import CUE, GENERAL
from search.models import Paper

LEAST, MOST = 2, 3
_END = r"(?=[,;:.!?]?\s*$|[,;:]\s|\s\(|\s[—–])"
_CONDITION = re.compile(
    rf"\b(?:provided that|assuming(?: that)?|under (?:the assumption|mild|certain|standard|suitable)|as long as|"
    rf"given (?:appropriate|enough|sufficient(?:ly)?|only))\b.{{8,110}}?{_END}",
    re.IGNORECASE,
)
_WITHOUT = re.compile(
    rf"\bwithout (?!loss\b|compromising|sacrific|degrad|paramet|explicitly|fully|addressing)"
    rf"(?:any |the need for |requiring |relying on |using )?[\w’'-]+.{{0,70}}?{_END}",
    re.IGNORECASE,
)
_FIGURE = re.compile(r"(?<![\w.-])\d[\d,.]*\s?(?:%|×|x\b|times\b|points?\b|orders? of magnitude)")
_COMPARED = re.compile(
    r"\b(?:[Cc]ompared (?:to|with)|than|[Oo]utperform\w*|[Ss]urpass\w*) (?:the )?"
    r"(?P<name>[A-Z][\w.+-]*[A-Z\d][\w.+-]*(?: \d[\w.]*)?)(?=[\s,.;)]|$)"
)
_PROVEN = re.compile(
    r"\b(?:prov(?:e|es|ed|en|ably)|guarantees?|bounds?|sample complexity|theoretical)\b", re.IGNORECASE
)
_MEASURES = re.compile(r"\b(?:benchmark|dataset|corpus|testbed)\b")
_OWN_QUESTION = re.compile(r"^(?:But|So|Yet|[^:?]{3,40}:)\s+(?=\w)")


@dataclass(frozen=True, slots=True)
class _Said:
    """A question, and the sentence of the abstract that it is about."""

    question: str
    about: str


def questions(paper: Paper) -> tuple[str, ...]:
    """The same for the same paper; none where the abstract says too little. No two of them are about one sentence."""
    text = clean(paper.abstract)
    stated = summary(paper.abstract)
    asked: list[_Said] = []
    for most, possible in ((MOST, _possible(paper, text, stated)), (LEAST, _plain(stated))):
        for said in possible:
            if len(asked) < most and said.about not in {other.about for other in asked}:
                asked.append(said)
    return tuple(said.question for said in asked)


def _possible(paper: Paper, text: str, stated: Summary) -> Iterator[_Said]:
    """What can be asked, the most telling first."""
    parts = sentences(text)
    claims = tuple(filter(None, (stated.result, stated.idea)))
    yield from _first(_own_question, parts)
    yield from _first(_condition, parts)
    yield from _first(_without, claims)
    yield from _first(_figure, (*claims, *reversed(parts)))
    yield from _first(_compared, parts)
    yield from _first(_met, tuple(filter(None, (stated.problem,))))
    yield from _first(_doubted, claims[: bool(stated.result)])
    yield from _tried(system_name(paper), text, stated.idea or "")
    yield from _first(_simpler, tuple(filter(None, (stated.idea,))))


def _plain(stated: Summary) -> Iterator[_Said]:
    """What can be asked of many papers, and is of those that offer too little else."""
    if stated.problem:
        yield _Said("Have you met the problem yourself, and what did you do about it?", stated.problem)
    if stated.result:
        yield _Said("What would you have to see before you rely on the result?", stated.result)


def _first(ask: Callable[[str], str | None], parts: tuple[str, ...]) -> Iterator[_Said]:
    """The first sentence of which this can be asked."""
    for part in parts:
        found = ask(part)
        if found:
            yield _Said(found, part)
            return


def _own_question(part: str) -> str | None:
    """What the paper itself asks."""
    asked = _OWN_QUESTION.sub("", LEAD.sub("", part))
    whole = part.endswith("?") and SHORTEST < len(asked) <= QUOTED and not DANGLES.match(asked)
    return f"{quote(capital(asked))} What would you have answered before reading this paper?" if whole else None


def _condition(part: str) -> str | None:
    found = _CONDITION.search(part)
    return f"This holds {quote(found[0])}. Where in our own work would that fail?" if found else None


def _without(part: str) -> str | None:
    found = _WITHOUT.search(part)
    return f"It works {quote(found[0])}. What has to be paid for that instead?" if found else None


def _figure(part: str) -> str | None:
    found = _FIGURE.search(part)
    if not found:
        return None
    begin = max(
        (comma.end() for comma in re.finditer(r"[,;:] (?:and |but |while )?", part[: found.start()])), default=0
    )
    clause = part[begin:] if begin and not part[begin].isdigit() else part
    told = claim(clause)
    fits = told and found[0] in told
    return f"{quote(told)}: more or less than you expected, and how would you check it?" if fits else None


def _compared(part: str) -> str | None:
    found = _COMPARED.search(part)
    name = found["name"].rstrip(".-") if found else ""
    known = name and name not in GENERAL and name.removesuffix("s") not in GENERAL and not name.endswith("based")
    return f"Is {name} the comparison you would have chosen, or is one missing?" if known else None


def _met(problem: str) -> str | None:
    told = claim(problem)
    return f"{quote(told)}: have you met this yourself, and what did you do about it?" if told else None


def _doubted(result: str) -> str | None:
    told = claim(result)
    asks = "which assumption would you question first" if _PROVEN.search(result) else "what would make you doubt it"
    return f"{quote(told)}: {asks}?" if told else None


def _tried(name: str | None, text: str, idea: str) -> Iterator[_Said]:
    if not name or name not in text:
        return
    measures = rf"{re.escape(name)}\)?,? an?(?: [\w-]+){{0,5}} (?:benchmark|dataset|corpus|testbed)\b"
    if name.endswith("Bench") or re.search(measures, text):
        yield _Said(f"What would you want {name} to measure that it does not measure yet?", idea)
    else:
        yield _Said(f"Where would you try {name} first, and what does it need that we do not have?", idea)


def _simpler(idea: str) -> str | None:
    phrase = noun_phrase(idea, QUOTED) if CUE.search(idea) else ""
    named = phrase and not re.match(r"How\b", phrase) and not _MEASURES.search(phrase)
    sound = named and phrase.lower() in idea.lower() and not DANGLES.search(phrase) and balanced(phrase)
    return f"What is the simplest thing that might do as well as this: {quote(phrase)}?" if sound else None
