"""The sentence of an abstract that answers a question, in the abstract's own words."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from search.language.clean import clean
from search.language.contribution import contribution
from search.language.names import system_name
from search.language.prose import PROSE
from search.language.questions import Aim, aim, heads
from search.language.sentences import sentences
from search.language.snippet import Snippet, marked
from search.language.words import STOP_WORDS, tokens
from search.models import Paper

Rarity = Mapping[str, float]
"""What each stem says (inverse document frequency, above 0); a stem that is not in it says as much as the mean."""

LONGEST = 400
"""Characters of an answer: most sentences stand whole."""

_COMMON = 0.4
"""What a word counts that abstracts on any topic have."""
_DAMPED = 0.5
"""The power of its rarity that a word counts with, so that one rare word of many does not decide alone, however large
the library is."""
_HEAD = 2.0
"""What a word counts of which the question asks the number or the kind."""


def _any(*patterns: str) -> re.Pattern[str]:
    return re.compile("|".join(patterns), re.IGNORECASE)


_FITTING: dict[Aim, tuple[tuple[float, re.Pattern[str]], ...]] = {
    "speed": (
        (
            0.5,
            _any(
                r"\d(?:\.\d+)?\s?(?:×|x\b)", r"\d\S* times\b", r"\d[^.;]*\bfaster\b", r"\bspeed-?ups? of (?:up to )?\d"
            ),
        ),
        (0.25, _any(r"\d\s?%")),
    ),
    "number": ((0.5, _any(r"(?<![\w-])\d[\d.,]*(?!\s?-?D\b)(?:\s?[%×]|x\b|\b)")),),
    "reason": (
        (0.45, _any(r"\b(?:because|due to|owing to|reasons?|causes?|caused by|stems? from|inclined)\b")),
        (
            0.25,
            _any(
                r"\b(?:since|leads? to|leading to|fails? to|often|hence|therefore|thereby|induces?)\b",
                r"\b(?:exacerbated|incurs?|suppress\w*|prohibitive|suffers?|lack\w*|limit\w*)\b",
            ),
        ),
    ),
    "way": (
        (
            0.2,
            _any(
                r"\b(?:by \w+ing|via|using|uses?|through|propos\w+|introduc\w+|presents?|develop|leverag\w+)\b",
                r"\b(?:employs?|learns?|based on|specifically|constructs?|combin\w+|we recommend)\b",
            ),
        ),
    ),
    "finding": (
        (
            0.3,
            _any(
                r"\b(?:we|and|but|then|also|further|first) (?:find|show|prove|demonstrate|observe|identify)\b",
                r"\b(?:findings?|results?|analysis|study|evaluation|experiments?)\b[^.;]*"
                r"\b(?:show|demonstrate|reveal|suggest)s?\b",
                r"\b(?:reveal(?:s|ed|ing)?|discover|uncover|recommend|conclude|achiev\w+|outperform\w*|surpass\w*)\b",
                r"\benables?\b",
            ),
        ),
    ),
}
"""What marks a sentence that gives what is asked for, and what that is worth beside having every word, which is 1."""

_PRIOR: dict[Aim, tuple[float, float, float]] = {
    "speed": (-0.3, 0.0, 0.1),
    "number": (-0.2, 0.0, 0.1),
    "reason": (0.1, -0.1, 0.05),
    "fact": (-0.2, 0.0, 0.05),
    "definition": (-0.2, 0.2, 0.05),
    "finding": (-0.5, 0.0, 0.1),
    "way": (-0.3, 0.15, 0.1),
    "theme": (-0.4, 0.3, 0.05),
}
"""What a sentence is worth before the one that says what the paper does, that one itself, and one after it: what stands
before it is mostly of others."""

_DEFINING = (
    r"\b(?:propos|introduc|present|develop|construct|utiliz|call|nam)\w*\b[^.;]{{0,80}}?{name}",
    r"{name}(?:\s*\([^)]*\))?,?\s+(?:is|are|an?|the|which|measures?|quantif\w+)\b",
)
_DEFINED = re.compile(r"^.*?what(?:'s| is| are| was| were)\s+(?:an?\s+|the\s+)?|[\s?.!]+$", re.IGNORECASE)
_POINTS_BACK = re.compile(
    r"^(?:This|These|Those|That|It|They|Such|Moreover|Furthermore|In addition|Additionally|Also|We also|We further)\b"
)
_IDLE = _any(r"\b(?:available at|open-source|released? (?:at|the code)|code is)\b", r"https?://", r"\?$")
_OUTLOOK = _any(
    r"\b(?:highlights? (?:the|this|both)|potential of|offer guidelines|we hope|aims? to|future work)\b",
    r"\bimportant (?:step|implications)\b",
)


@dataclass(frozen=True, slots=True)
class _Asked:
    """The question, what it asks for, and what each stem of it weighs: together 1."""

    question: str
    aim: Aim
    weights: dict[str, float]


def answering(paper: Paper, question: str, terms: frozenset[str], rarity: Rarity | None = None) -> Snippet:
    """The sentence that answers `question` (as `Understood.asked` has it) best, with the words of `terms` (the stems
    that the paper matched, as in `Hit.terms`) marked. Without either, what the paper contributes."""
    parts = sentences(clean(paper.abstract))
    if not parts:
        return Snippet("")
    asked = _Asked(question, aim(question), _weights(terms, heads(question), rarity or {}))
    idea = contribution(parts, system_name(paper))
    best = max(range(len(parts)), key=lambda place: (_score(parts[place], place, idea, asked), -place))
    return marked(paper, best, terms, LONGEST)


def _weights(terms: frozenset[str], asked_for: frozenset[str], rarity: Rarity) -> dict[str, float]:
    mean = sum(rarity.values()) / len(rarity) if rarity else 1.0
    weights = {
        term: max(rarity.get(term, mean), 0.0) ** _DAMPED
        * (_COMMON if term in PROSE else 1.0)
        * (_HEAD if term in asked_for else 1.0)
        for term in sorted(terms - STOP_WORDS)
    }
    whole = sum(weights.values())
    return {term: weight / whole for term, weight in weights.items()} if whole else {}


def _score(sentence: str, place: int, idea: int | None, asked: _Asked) -> float:
    stems = {token.stem for token in tokens(sentence)}
    said = sum(weight for term, weight in asked.weights.items() if term in stems)
    before, itself, after = _PRIOR[asked.aim]
    prior = 0.0 if idea is None else before if place < idea else itself if place == idea else after
    lessened = 0.1 * bool(_POINTS_BACK.match(sentence)) + 0.25 * bool(_OUTLOOK.search(sentence))
    return said + prior + _fits(sentence, asked) - lessened - 0.5 * bool(_IDLE.search(sentence))


def _fits(sentence: str, asked: _Asked) -> float:
    if asked.aim == "definition":
        name = re.escape(_DEFINED.sub("", asked.question))
        return 0.4 * any(re.search(form.format(name=name), sentence, re.IGNORECASE) for form in _DEFINING)
    return next((worth for worth, signs in _FITTING.get(asked.aim, ()) if signs.search(sentence)), 0.0)
