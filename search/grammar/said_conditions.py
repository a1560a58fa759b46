"""Conditions as people say them: authors, venues, years, and what a paper must come with."""

import re
from collections.abc import Callable, Iterator

from search.grammar.said_years import CLOSES, YEAR, years_said
from search.language.vocabulary import word_set
from search.query import Author, Filter, Has, Venue, Without, Years

Said = tuple[int, int, tuple[Filter, ...]]
"""Where in the text something is asked for, and what."""

_VENUES = (
    "AAAI|ACL|ACML|AISTATS|ASPLOS|COLING|COLM|COLT|CoRL|CVPR|ECCV|EMNLP|ICASSP|ICCV|ICLR|ICML|ICRA|IJCAI|INTERSPEECH|"
    "IROS|JMLR|KDD|MLSys|NAACL|NeurIPS|NIPS|OSDI|SIGIR|SIGMOD|SOSP|TACL|TMLR|UAI|VLDB|WACV"
)
_AT_VENUE = re.compile(
    rf"\b(?:only\s+)?(?:(?:published|presented|accepted|appeared)\s+)?(?:in|at|from)\s+(?P<venue>{_VENUES})"
    rf"(?:\s*'?(?P<year>{YEAR}))?(?:\s+proceedings)?{CLOSES}",
    re.IGNORECASE,
)
_VENUE_PAPERS = re.compile(
    rf"\b(?P<venue>{_VENUES})(?:\s+(?P<year>{YEAR}))?\s+(?:papers?|articles?)(?=\s+(?:about|on|that|which|with|by)\b|[?.!]*$)",
    re.IGNORECASE,
)
_CODE = re.compile(
    r"\b(?:with(?P<out>out)?(?:\s+(?:its|their|the))?|"
    r"(?:that|which)\s+(?:has|have|comes?\s+with|releases?|released|shares?|publish|provides?)(?:\s+(?:its|their))?)"
    r"\s+(?:(?:source|public|publicly|available|open|open-source|released|some|working)\s+)*(?P<what>code|pdfs?|a pdf)"
    rf"(?:\s+(?:available|released|online|on github))*{CLOSES}",
    re.IGNORECASE,
)
_BY = re.compile(
    r"\b(?:(?P<written>(?:papers?|articles?|work|anything|something|written|authored|only)\s+)|^)?by\s+", re.IGNORECASE
)
_NAME = re.compile(
    r"(?:(?:van|von|de|der|den|del|della|di|da|la|le|el|al|bin|ten)\s+)*"
    r"(?:(?-i:(?:Mc|Mac|O'|D'|De|Di|La|Le|Van|Von)?[^\W\d_a-z][^\W\d_A-Z]+(?:-[^\W\d_a-z][^\W\d_A-Z]+)*(?!\w))|(?-i:[A-Z]\.(?:-?[A-Z]\.)*))",
    re.IGNORECASE,
)
_SMALL_NAME = re.compile(r"[^\W\d_]{2,}(?:-[^\W\d_]+)*")
_AFTER_NAME = re.compile(
    rf"(?:,?\s+et\s+al\.?|\s+and\s+(?:others|colleagues|coauthors)|'s\s+(?:group|lab|team))?{CLOSES}", re.IGNORECASE
)
_NEXT_NAME = re.compile(r",?\s+and\s+|,\s+")
_NOBODY = word_set("a an the my our your their its his her this that these those some any using someone anyone rl sgd")
_MOST_NAMES = 4


def conditions(text: str, this_year: int, is_author: Callable[[str], bool]) -> list[Said]:
    """What is asked for in the text, in reading order; `is_author` tells whether a paper here has an author so named,
    since `by Gaussian sampling` begins as `by Gauss` does."""
    found = [*_authors(text, is_author), *_venues(text), *_things(text)]
    found += [(start, end, (years,)) for start, end, years in years_said(text, this_year)]
    kept: list[Said] = []
    for said in sorted(found, key=lambda said: (said[0], -said[1])):
        if not kept or said[0] >= kept[-1][1]:
            kept.append(said)
    return kept


def _venues(text: str) -> Iterator[Said]:
    for pattern in (_AT_VENUE, _VENUE_PAPERS):
        for match in pattern.finditer(text):
            year = match["year"]
            yield match.start(), match.end(), (Venue(match["venue"]), *((Years(int(year), int(year)),) if year else ()))


def _things(text: str) -> Iterator[Said]:
    for match in _CODE.finditer(text):
        thing = Has("code" if match["what"].lower() == "code" else "pdf")
        yield match.start(), match.end(), (Without(thing) if match["out"] else thing,)


def _authors(text: str, is_author: Callable[[str], bool]) -> Iterator[Said]:
    for match in _BY.finditer(text):
        written = bool(match["written"]) or not text[: match.start()].strip()
        names, end = _names(text, match.end(), written)
        if names and all(map(is_author, names)):
            begins = match.start() + (len(match["written"]) if match["written"] else 0)
            yield begins, end, tuple(map(Author, names))


def _names(text: str, start: int, written: bool) -> tuple[tuple[str, ...], int]:
    """The names from here on, and where they end; none where what follows is no name. In small letters a name is known
    only by `papers by` before it."""
    names: list[str] = []
    place = start
    while len(names) < _MOST_NAMES:
        name, end = _one_name(text, place, written)
        closed = _AFTER_NAME.match(text, end)
        if not name or not closed:
            return (), start
        names.append(name)
        place = closed.end()
        following = _NEXT_NAME.match(text, place)
        if not following or not _one_name(text, following.end(), written)[0]:
            break
        place = following.end()
    return tuple(names), place


def _one_name(text: str, start: int, written: bool) -> tuple[str, int]:
    end = start
    for _ in range(_MOST_NAMES):
        match = _NAME.match(text, end)
        if not match:
            break
        end = match.end()
        if not text[end : end + 1].isspace() or not _NAME.match(text, end + 1):
            break
        end += 1
    if end == start and written:
        small = _SMALL_NAME.match(text, start)
        if small and small[0].lower() not in _NOBODY:
            end = small.end()
    return text[start:end].strip(), end
