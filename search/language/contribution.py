"""The sentence in which an abstract says what the paper contributes."""

import re
from functools import lru_cache

from search.language.vocabulary import CUE, SUBJECTS, word_set

_STUDIES = (
    "study|investigate|consider|explore|examine|analyze|analyse|address|revisit|show|prove|demonstrate|formalize|"
    "formalise|uncover|"
    "characterize|characterise|provide|establish|give|focus|take|build|leverage|argue|ask|tackle|reveal|describe|"
    "enforce|employ|extend|"
    "formulate|define|evaluate|compare|report|apply|use|discuss|obtain|find|aim|learn|train|improve|observe|identify|"
    "cast|adapt|view|"
    "explores|investigates|studies|examines|considers|addresses|shows|provides|proves|analyzes|aims|focuses|describes|"
    "discusses|deals"
)
STUDY_CUE = re.compile(
    rf"\b{SUBJECTS},? (?:\w+ly )?(?:(?:first|then|also|thus|further|here) )?(?:\w+ly )?(?P<verb>{_STUDIES})\b"
)
_FINDS = word_set("find observe reveal evaluate report obtain compare use identify aims aim learn train")
_PROVES = word_set("show prove demonstrate shows proves")
_HERE = re.compile(
    r"\b(?:[Ii]n this (?:paper|work|study|article|research|report|thesis)|[Tt]his (?:paper|work|article|study)|"
    r"[Hh]ere,)"
)
_SIDE = re.compile(
    r"^(?:Moreover|Furthermore|In addition|Additionally|Besides|Then|Finally|Lastly|We also|We further|Also|Second|"
    r"Third|Afterwards|"
    r"Building on|As a result)\b|\b[Ww]e (?:then|also|further|finally|additionally)\b|\bfurther (?:introduce|propose|"
    r"present)\b"
)
_VAGUE = re.compile(
    r"(?:propose|present|introduce|provide) (?:a|an) (?:\w+ )?solution (?:to this problem|built)|supported by our|"
    r"future"
)
_OF_OTHERS = re.compile(r"\b(?:have been|has been|was|were) (?:recently )?(?:proposed|introduced|developed)\b")
_WHOLE_NEW = re.compile(r"\b(?:novel|new|first|simple|general|framework|method|algorithm|approach|benchmark)\b")


@lru_cache(maxsize=4096)
def contribution(sentences: tuple[str, ...], name: str | None = None) -> int | None:
    """The index of that sentence, or None when none of them announces anything; `name` is the system's name."""
    scores = [_score(sentence, index, name) for index, sentence in enumerate(sentences)]
    best = max(scores, default=0.0)
    return scores.index(best) if best > 1 else None


def _score(sentence: str, index: int, name: str | None) -> float:
    here = bool(_HERE.search(sentence))
    if CUE.search(sentence):
        score = 10.0
    elif study := STUDY_CUE.search(sentence):
        score = _study_score(study["verb"], here)
    elif name is not None and _names_first(sentence, name):
        score = 4.0
    else:
        return 0.0
    score += 4 * here + 0.5 * bool(_WHOLE_NEW.search(sentence))
    score += 5 * (name is not None and _mentions(sentence, name))
    score -= (
        4 * bool(_SIDE.search(sentence)) + 3 * bool(_VAGUE.search(sentence)) + 4 * bool(_OF_OTHERS.search(sentence))
    )
    return score - 0.3 * index


def _study_score(verb: str, here: bool) -> float:
    """`In this paper, we prove that ...` is a contribution, `we find that ...` only a finding."""
    if verb in _PROVES and here:
        return 7.0
    return 2.0 if verb in _PROVES | _FINDS else 5.0


def _mentions(sentence: str, name: str) -> bool:
    return re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", sentence) is not None


def _names_first(sentence: str, name: str) -> bool:
    return re.search(rf"\b[Oo]ur\b[^,.]*,? {re.escape(name)}\b", sentence) is not None
