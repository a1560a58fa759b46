"""Handles: short names for papers that people can remember and type."""

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from itertools import count

from search.language.clean import clean
from search.language.headline import headline
from search.language.names import system_name
from search.language.vocabulary import pairs, word_set
from search.language.words import STOP_WORDS
from search.models import Paper

SHORTEST, LONGEST = 2, 40
RESERVED = word_set(
    """
    search find show similar random help status subscribe subscriptions unsubscribe week list save export import
    add forget note read share settings cancel all none
    """
)
"""Words that are or may become sub-commands."""

_MOST_WORDS = 3
_OFTEN = 5
_ROOT = 7  # words that share so many letters are forms of one word
_GENERIC = word_set(
    """
    paper work study method methods approach approaches framework frameworks algorithm algorithms model models
    technique techniques system systems problem problems task tasks novel new simple effective efficient
    efficiently general first based using use used via towards toward propose present introduce learning learn
    learned data performance results show towards large small many multiple various different several two three
    better improved improving improve high low understanding analysis study studying investigating exploring
    rethinking revisiting beyond step taking capable must even well across under over through without within
    between both also can may their other more most evaluating evaluation analyzing analysing methods mechanism
    strategy procedure rule paradigm directly explicitly gradually how what why when does do has have been which
    whose perform making make enabling enables allow allows given designing design developing provide providing
    comprising employs instead called named such scale only setting settings application applications during
    family ability leveraging adaptive complex real existing unknown
    """
)
_IN_WORD = re.compile(r"\w")
_WORD = re.compile(r"[^\W_]+(?:[-’'][^\W_]+)*")
_SPELLED_OUT = str.maketrans(
    pairs(
        """
    ł l ø o đ d ß ss æ ae œ oe ð d þ th ı i ² 2 ³ 3 α alpha β beta γ gamma δ delta ε epsilon λ lambda μ mu π pi
    σ sigma τ tau φ phi ψ psi ω omega θ theta η eta κ kappa ρ rho ℓ l ∞ infinity
    """
    )
    | {"+": " plus "}
)


def handles(paper: Paper) -> Iterator[str]:
    """Candidates without end, the best first: the system's name, then key words, then the best with -2, -3 ...

    Each is 2 to 40 lower-case ASCII letters, digits and hyphens.
    """
    best = ""
    for candidate in _candidates(paper):
        if candidate != best and _is_usable(candidate):
            best = best or candidate
            yield candidate
    if not best:
        best = "paper"
        yield best
    for number in count(2):
        ending = f"-{number}"
        yield best[: LONGEST - len(ending)].rstrip("-") + ending


def _candidates(paper: Paper) -> Iterator[str]:
    name = system_name(paper)
    if name:
        yield handle_of(name)
    yield _key_words(paper)


@lru_cache(maxsize=50_000)
def handle_of(name: str) -> str:
    """`iP-VAE` as `ip-vae`, `Müller’s α` as `mullers-alpha`; empty when nothing can be typed."""
    plain = unicodedata.normalize("NFKD", name.casefold().translate(_SPELLED_OUT))
    plain = re.sub(r"['’\u0300-\u036f]", "", plain)
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:LONGEST].rstrip("-")


def _is_usable(handle: str) -> bool:
    return SHORTEST <= len(handle) <= LONGEST and handle not in RESERVED


def _key_words(paper: Paper) -> str:
    """Up to three words in reading order: the most telling ones of the headline, rare words before common ones."""
    text = clean(paper.abstract).lower()
    words = [word for word in _WORD.findall(headline(paper)) if _tells(word)]
    unique: list[str] = []
    for word in words:
        root = handle_of(word)[:_ROOT]
        if not any(root in handle_of(other) or handle_of(other)[:_ROOT] in handle_of(word) for other in unique):
            unique.append(word)
    best = sorted(unique, key=lambda word: (-_weight(word, text), unique.index(word)))[:_MOST_WORDS]
    chosen = [handle_of(word) for word in unique if word in best]
    while len(chosen) > 1 and len("-".join(chosen)) > LONGEST:
        chosen.pop()
    return "-".join(chosen)[:LONGEST].rstrip("-")


def _tells(word: str) -> bool:
    plain = word.lower()
    return len(handle_of(word)) > 2 and plain not in STOP_WORDS and plain not in _GENERIC


def _weight(word: str, text: str) -> float:
    """Said often in this abstract, and long or compound, as the words of one subject are."""
    return _said(word.removesuffix("s").lower(), text) + min(len(word), 14) / 7 + ("-" in word)


def _said(word: str, text: str) -> int:
    """How often words of the text begin with this one; five times are often."""
    said, place = 0, text.find(word)
    while place >= 0 and said < _OFTEN:
        said += not (place and _IN_WORD.match(text, place - 1))
        place = text.find(word, place + len(word))
    return said
