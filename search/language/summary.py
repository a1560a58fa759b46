"""Problem, idea and result of a paper, each in the abstract's own sentence."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from search.language.clean import clean
from search.language.contribution import contribution
from search.language.naming import stated_name
from search.language.sentences import sentences

_Score = Callable[[str, int, int], float]


@dataclass(frozen=True, slots=True)
class Summary:
    """Three different sentences of the cleaned abstract; None where it says no such thing."""

    problem: str | None
    idea: str | None
    result: str | None


_Cues = tuple[tuple[float, re.Pattern[str]], ...]


def _cue(weight: float, *choices: str) -> tuple[float, re.Pattern[str]]:
    return weight, re.compile("|".join(choices))


_PROBLEM: _Cues = (
    _cue(2.0, r"^(?:Despite|Although|While)\b"),
    _cue(3.0, r"^(?:However|Yet|But|Nonetheless|Nevertheless|Unfortunately)\b", r", (?:however|yet)\b", r"\bhowever, "),
    _cue(
        2.5,
        r"\b(?:challeng\w+|difficult\w*|bottleneck|hurdle|hinder\w*|obstacle|infeasible|intractable|prohibitive\w*)\b",
        r"\b(?:dilemma|misalign\w*)\b",
    ),
    _cue(
        2.5,
        r"\b(?:fails?|failed|failing|suffers?|struggles?|lacks?|lacking|ignores?|neglect\w*|overlook\w*|unable|cannot)\b",
        r"\b(?:degrad\w+|prevent\w*|limit(?:s|ed|ing)|limitations?|restricts?|costly|expensive|inefficien\w+)\b",
        r"\b(?:insufficient|impractical|unreliable|suboptimal|instability|unstable)\b",
    ),
    _cue(
        2.0,
        r"\b(?:remains?|unclear|unexplored|underexplored|open (?:question|problem)|unsolved|unresolved|unknown|gap)\b",
        r"\b(?:poorly understood|little is known)\b",
    ),
    _cue(
        1.0,
        r"\b(?:existing|current|prior|previous|traditional|conventional|state-of-the-art|typically|problem|issues?)\b",
        r"\b(?:often|only|demands?)\b",
    ),
    _cue(1.0, r"\?$"),
)
_RESULT: _Cues = (
    _cue(
        3.0,
        r"\b(?:[Ee]xperiment(?:s|al|ally)?|[Ee]mpirical(?:ly)?|[Ee]valuations?|[Rr]esults?|[Bb]enchmarks?)\b",
        r"\b[Cc]ase studies\b",
    ),
    _cue(
        3.0,
        r"\b(?:outperform\w*|state[- ]of[- ]the[- ]art|SOTA|surpass\w*|achiev\w+|improv\w+|speed-?up|faster)\b",
        r"\b(?:reduc(?:es|ed|ing)|superior\w*)\b",
    ),
    _cue(
        2.0,
        r"\b[Ww]e (?:also |further |then |theoretically |empirically )?(?:show|prove|demonstrate|find|establish)\b",
        r"\b[Ww]e (?:also |further |then )?(?:reveal|observe|validate|evaluate)\b",
        r"\b(?:and|,) find(?:ing)? that\b|, finding that\b",
        r"\b(?:suggests?|demonstrat\w+|reveals?|validat\w+|confirms?|highlight\w*|guarantee\w*|effectiveness)\b",
        r"\b(?:prov(?:es|ed|able|ably)|sample complexity)\b",
    ),
    _cue(2.0, r"\d(?:\.\d+)?\s?(?:%|×|x\b|points?|times)", r"\bup to\b"),
    _cue(1.0, r"\b(?:guarantees?|bounds?|approximation|optimal)\b"),
    _cue(0.5, r"\b(?:Overall|Across|Compared|Notably|As a result|Finally)\b"),
)
_NO_RESULT = re.compile(
    r"\b(?:available at|released? (?:at|on|the code)|publicly available|open-source (?:at|toolkit|[A-Z])|[Cc]ode (?:is|"
    r"can|to|will|and)|hope|future work|"
    r"aims? to|refer to|provid\w+ (?:valuable )?insights?|important implications)\b|https?://"
)
_POINTS_BACK = re.compile(
    r"^(?:This|These|It|They|Such|Our results (?:highlight|suggest|open)|Moreover|Furthermore|In addition|Additionally|"
    r"Also)\b"
)
_OF_OTHERS = re.compile(
    r"\b(?:baselines?|existing|current|conventional|prior|previous)\b[^.;]*\b(?:suffers?|degrad\w+|fails?|struggles?)\b"
)
_OWN = re.compile(r"\b(?:[Oo]ur|[Ww]e|first|outperform\w*|achiev\w+|improv\w+)\b")
_CONTRAST = re.compile(
    r"^(?:Unlike|Compared|In contrast|Our|We|In this (?:paper|work)|Experiments?|Empirical)\b|\b(?:[Ww]e|[Oo]ur)\b"
)


def summary(abstract: str) -> Summary:
    """The sentences that state the problem, the idea and the result, found by cue words and position."""
    return _summary(clean(abstract))


@lru_cache(maxsize=8192)
def _summary(text: str) -> Summary:
    parts = sentences(text)
    idea = contribution(parts, stated_name(text))
    problem = _best(parts, range(len(parts) if idea is None else idea), _problem_score, 2.0)
    if problem is None and idea == 0:  # an abstract that opens with its idea may say at once what it mends
        problem = _best(parts, range(1, min(3, len(parts))), _problem_score, 3.5)
    taken = {idea, problem}
    after = range(0 if idea is None else idea + 1, len(parts))
    result = _best(parts, [index for index in after if index not in taken], _result_score, 3.0)
    return Summary(*(None if index is None else parts[index] for index in (problem, idea, result)))


def _best(parts: Sequence[str], places: Sequence[int], score: _Score, least: float) -> int | None:
    scored = [(score(parts[place], place, len(parts)), place) for place in places]
    best = max(scored, default=(0.0, 0))
    return best[1] if best[0] >= least else None


def _problem_score(sentence: str, place: int, count: int) -> float:
    """Where the cues are equal, the last sentence before the idea states the problem most exactly."""
    found = sum(weight for weight, pattern in _PROBLEM if pattern.search(sentence))
    return (
        found + place / max(count, 1) - 4 * bool(_CONTRAST.search(sentence)) - 0.5 * bool(_POINTS_BACK.match(sentence))
    )


def _result_score(sentence: str, place: int, count: int) -> float:
    """That others fail is worth telling, but less than what the paper's own method does."""
    found = sum(weight for weight, pattern in _RESULT if pattern.search(sentence))
    failing = bool(_OF_OTHERS.search(sentence)) and not _OWN.search(sentence)
    lessened = 4 * bool(_NO_RESULT.search(sentence)) + 2 * failing + 0.5 * bool(_POINTS_BACK.match(sentence))
    return found + place / max(count, 1) - lessened
