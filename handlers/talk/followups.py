"""What a person says to go on from an answer: `more`, `the second one`, `only since 2024`, `like 3`, `why?`."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from search.grammar import plain
from search.grammar.spoken import spoken
from search.query import Query

LAST = -1
THIS = 0
"""Stand for the last paper of the list, and for the one that was spoken of last."""


@dataclass(frozen=True, slots=True)
class More:
    """The next papers of the list."""


@dataclass(frozen=True, slots=True)
class Nth:
    """The paper with this number: to be shown, or the start of a look for papers like it."""

    number: int
    wish: Literal["show", "like"] = "show"


@dataclass(frozen=True, slots=True)
class Why:
    """Why these papers, or the one with this number."""

    number: int | None = None


@dataclass(frozen=True, slots=True)
class Only:
    """The same search with these conditions and words as well."""

    more: Query
    words: tuple[str, ...] = ()


FollowUp = More | Nth | Why | Only

_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
_CARDINALS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_COUNTED = {word: number for words in (_ORDINALS, _CARDINALS) for number, word in enumerate(words, start=1)}
_KIND = r"(?:one|paper|result|hit|article)"
_DIGITS = r"[1-9]\d?(?:st|nd|rd|th)?"
_ONE = (
    rf"(?:(?:the )?(?:(?:(?P<nth>{_DIGITS}|{'|'.join(_ORDINALS)}|last)(?: {_KIND})?)|"
    rf"(?:(?:number |no\.? ?|nr\.? ?|# ?|{_KIND} (?:number |no\.? ?|# ?)?)"
    rf"(?P<counted>{_DIGITS}|{'|'.join(_CARDINALS)})))"
    rf"|(?P<this>(?:this|that)(?: {_KIND})?|it))(?: (?:of (?:them|these|those)|in the list|above))?"
)
_POLITE = r"(?:(?:ok|okay|and|now|then|so|great|nice|please|pls|thanks|thank you|cool|hm+|well)[ ,.!]+)*"
_ASK = r"(?:(?:can|could|would|will) (?:you|i|we) (?:please )?)?"
_SHOW = (
    r"(?:(?:(?:show|open|read|see|give|get|explain|describe|summari[sz]e|(?:i )?(?:want|take)|let'?s see)(?: me| us)?"
    r"(?: more)?(?: (?:about|on|of))?|tell me(?: more)? (?:about|on)|more (?:about|on)|details (?:on|of|about)|"
    r"(?:link|code|pdf|authors?|abstract|citation) (?:of|for|to)|who (?:wrote|made)|"
    r"what(?:'s| is| about| is in| does)?|how about) )?"
)
_PLEASE = r"(?: (?:please|pls|then|instead))?"
_PAPERS = r"(?:papers?|results?|ones?|articles?|work|stuff|something|others?|anything)"
_MORE = re.compile(
    rf"{_POLITE}{_ASK}(?:(?:show|give|find|get|list|are there|is there|any|some|got|see) (?:me |us )?)*"
    r"(?:the |a few )?(?:more(?: of (?:them|these|those))?|next|others|rest|go on|continue|keep going|"
    rf"(?:what|anything) else)(?: {_PAPERS})?{_PLEASE}",
)
_SHOWN = re.compile(rf"{_POLITE}{_ASK}{_SHOW}{_ONE}(?: (?:about|do|say|propose|find))?{_PLEASE}")
_LIKE = re.compile(
    rf"{_POLITE}{_ASK}(?:(?:show|find|give|get|search|look)(?: me| us| for)? )?(?:(?:more|other|some|any|the) )*"
    rf"(?:{_PAPERS} )?(?:that are )?(?:like|similar to|close to|near(?:est)?(?: to)?|related to) {_ONE}{_PLEASE}",
)
_WHY = re.compile(
    rf"{_POLITE}(?:but )?(?:why|how come)(?: (?:did|do|have) you (?:show|shown|pick|picked|find|found|chose|choose)"
    rf"(?: me)?)?(?: (?:is|are|was|were))?(?: (?:{_ONE}|(?:these|those|them)(?: (?:papers|ones|results|three))?))?"
    r"(?: (?:here|there|first|shown|found|on top|in the list))?",
)
_CONDITION = (
    r"(?:since|after|before|until|from|between|in|during|newer than|older than|this year|last year|past year|without|"
    r"excluding|except|minus|no|not|but not|with|by|at|about|on|having)\b"
)
_ONLY = re.compile(r"(?:but )?(?:only|just|(?:restrict|limit|narrow)(?: it| them| this)?(?: down)? to) (?P<what>.+)")
_ALSO = re.compile(r"(?:(?:and|but) )?(?:also|additionally|plus) (?P<what>.+)")
_BARE = re.compile(rf"(?:and |but )?(?P<what>{_CONDITION} .+|(?:this|last|past) year|without .+)")
_LEFT_OUT = re.compile(r"(?:but not|not|no|minus|excluding|except(?: for)?)(?: (?:about|on|with|the))? ")
_ANSWER = re.compile(r"(?:no|not) (?:thanks?|thank you|problem|worries|idea|bad|sure|really|yet|now|that|this|it)\b.*")
"""What begins like a condition and is none."""
_STRIPPED = " .!?…,;:"
LONGEST = 200
"""Characters; whoever says more says something new."""


def read(text: str, year: int, is_author: Callable[[str], bool] = bool) -> FollowUp | None:
    """What this goes on with; None when it says something new. `year` is the present one, and `is_author` tells whether
    a paper here has an author of this name."""
    said = plain(text).strip(_STRIPPED)
    small = said.casefold()
    if len(small) > LONGEST or _ANSWER.fullmatch(small):
        return None
    if _MORE.fullmatch(small):
        return More()
    for pattern, wish in ((_LIKE, "like"), (_SHOWN, "show")):
        if found := pattern.fullmatch(small):
            return Nth(_number(found) or THIS, "like" if wish == "like" else "show")
    if found := _WHY.fullmatch(small):
        return Why(_number(found))
    return _only(said, small, year, is_author)


def _number(found: re.Match[str]) -> int | None:
    """The number of the paper; None where no number is said."""
    said = found["nth"] or found["counted"] or ""
    if found["this"]:
        return THIS
    if said == "last":
        return LAST
    digits = re.match(r"\d+", said)
    return int(digits[0]) if digits else _COUNTED.get(said)


def _only(said: str, small: str, year: int, is_author: Callable[[str], bool]) -> Only | None:
    """`since 2024`, `without X`, `only about X`: conditions, and words after `only` or `also`."""
    led = _ONLY.fullmatch(small) or _ALSO.fullmatch(small)
    bare = _BARE.fullmatch(small)
    if not led and not bare:
        return None
    start = (led or bare).start("what")  # type: ignore[union-attr]
    what = said[start:] if len(said) == len(small) else small[start:]
    left_out = _LEFT_OUT.match(what.casefold())
    found = spoken(f"without {what[left_out.end() :]}" if left_out else what, year, is_author)
    query = found.query
    if query is None or not (led or query.filters or query.excluded):
        return None
    return Only(query, found.words)
