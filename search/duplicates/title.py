"""A title as far as it tells papers apart: its words, its numbers, and what kind of text it announces."""

import re
from dataclasses import dataclass

from rapidfuzz import fuzz

from search.language.clean import clean
from search.language.vocabulary import word_set
from search.language.words import STOP_WORDS, fold, squeeze

COAT = re.compile(
    r"[\s:.,–—-]*[\[(]\s*(?:an?\s+)?(?:(?:student\s+|extended\s+|short\s+|long\s+|full\s+)*"
    r"(?:abstract|version|paper|preprint|poster)|technical report|tech report|journal version)\s*[\])]\s*$",
    re.IGNORECASE,
)
"""What is written behind the title of another print of the same work: `(Extended Abstract)`."""
ACCOMPANIES = re.compile(
    r"^(?:a\s+)?(?:comments?|remarks?) (?:on|to)\b|^(?:an?\s+)?(?:reply|response|rejoinder|rebuttal|author response)\b"
    r"|^(?:errat(?:um|a)|corrigend(?:um|a)|corrections?|addend(?:um|a)|retract(?:ion|ed)|withdrawn|discussion)\b"
    r"|\b(?:video|demo|demonstrations?|poster|erratum|corrigendum|reply|supplement(?:ary)?|tutorial|slides)\b",
    re.IGNORECASE,
)
"""Words of a text beside a paper: about it, or to be shown with it."""
FRONT_MATTER = word_set(
    """
    preface foreword editorial frontmatter backmatter plenary plenaries keynote keynotes workshop workshops tutorial
    tutorials forum forums digest digests session sessions speech speeches talk talks invited special proceedings
    introduction committee committees program programme contents table index author authors welcome message chairs
    panel posters news obituary acknowledgements acknowledgments reviewers conference annual international issue
    topic monday tuesday wednesday thursday friday saturday sunday emerging technology robotics organizers front
    matter back
    """
)
"""A title of nothing but such words says nothing about what stands below it."""
OPENING_MATTER = frozenset({"preface", "foreword", "editorial", "frontmatter"})
MARKED_UP = re.compile(r"[\\${}&<*`_\x00-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\ufb00-\ufb06]|- ")
WORD = re.compile(r"[^\W_]+")
ROMAN = re.compile(r"(?:i{2,3}|iv|vi{0,3}|ix|xi{0,3})")
PART_ONE = re.compile(r"\b(?:part|volume|vol|paper|chapter|phase|report|study)\W{1,2}(?:i|a|b|c)\b", re.IGNORECASE)
NUMBER_WORDS = word_set(
    """
    one two three four five six seven eight nine ten first second third fourth fifth 1st 2nd 3rd single double
    triple dual bi tri planar spatial
    """
)
NAME = re.compile(r"\s*([^\s:–—]{2,30})\s*(?::|\s[–—-]\s)")
HEAD = re.compile(r"[:?!–—]\s|\s-\s")


@dataclass(frozen=True, slots=True)
class Title:
    """`key` is equal for all spellings of one title and empty where there is none. `words` are those that say
    something. `numbers` tell parts, versions and dimensions apart; `beside` announces a text that goes with a paper."""

    key: str = ""
    words: frozenset[str] = frozenset()
    numbers: frozenset[str] = frozenset()
    name: str = ""
    ending: str = ""
    beside: bool = False
    front_matter: bool = False

    @property
    def telling(self) -> bool:
        """Whether hardly two works would be called this by chance."""
        return len(self.words) >= 3 and len(self.key) >= 15 and not self.front_matter


NONE = Title()


def title_of(text: str | None) -> Title:
    """What a title says; `NONE` for none."""
    bare = _bare(text or "")
    key = squeeze(bare)
    if not key:
        return NONE
    words = [fold(word) for word in WORD.findall(bare)]
    said = frozenset(words) - STOP_WORDS
    named = NAME.match(bare)
    return Title(
        key=key,
        words=said,
        numbers=frozenset(filter(_is_number, words)) | _first_part(bare),
        name=squeeze(named[1]) if named and named[1] != named[1].lower() else "",
        ending=_ending(bare),
        beside=ACCOMPANIES.search(bare) is not None,
        front_matter=_stands_before(said),
    )


def title_key(text: str | None) -> str:
    """`title_of(text).key` alone, at a tenth of the cost."""
    return squeeze(_bare(text or ""))


def numbered_apart(first: Title, second: Title) -> bool:
    """Whether they are parts, versions or cases that number or size tells apart."""
    return first.numbers != second.numbers


def retitled(first: Title, second: Title) -> bool:
    """Whether one looks like the other's title after a revision: the same coined name or the same second half, or the
    words of one all in the other, or but for slips of the pen."""
    if first.numbers != second.numbers or first.beside != second.beside:
        return False
    if first.name or second.name:
        return first.name == second.name or (bool(first.ending) and first.ending == second.ending)
    if first.ending and first.ending == second.ending:
        return True
    short, long = sorted((first.words, second.words), key=len)
    return (len(short) >= 3 and short <= long and len(long) - len(short) <= 3) or _slips(first, second)


def close(first: Title, second: Title) -> bool:
    """Whether the two say much the same, as wordings of one title do."""
    return bool(first.key and second.key) and fuzz.ratio(first.key, second.key) >= 75


def _bare(text: str) -> str:
    plain = clean(text) if MARKED_UP.search(text) else text
    return (COAT.sub("", plain) or plain) if plain.rstrip().endswith((")", "]")) else plain


def _slips(first: Title, second: Title) -> bool:
    return fuzz.ratio(first.key, second.key) >= 96


def _is_number(word: str) -> bool:
    return any(sign.isdigit() for sign in word) or word in NUMBER_WORDS or ROMAN.fullmatch(word) is not None


def _first_part(text: str) -> frozenset[str]:
    return frozenset(squeeze(match[0]) for match in PART_ONE.finditer(text))


def _ending(text: str) -> str:
    parts = HEAD.split(text, maxsplit=1)
    last = parts[-1] if len(parts) > 1 else text
    words = frozenset(fold(word) for word in WORD.findall(last)) - STOP_WORDS
    return squeeze(last) if len(words) >= 3 else ""


def _stands_before(words: frozenset[str]) -> bool:
    return bool(words & OPENING_MATTER) or all(word in FRONT_MATTER or word.isdigit() for word in words)
