"""Names of people as people write them: `Last, First`, braces, LaTeX and lists of names made plain."""

import re
from collections.abc import Iterable, Iterator

from search.language.braces import in_braces, outside_braces
from search.language.characters import plain_characters
from search.language.clean import clean
from search.language.mojibake import mended
from search.models import OTHERS

ET_AL = re.compile(r"(?:[,;]?\s+|^)(?:et\s+al\.?|and\s+others|others)$", re.IGNORECASE)
_COMMA = re.compile(",")
_AND = re.compile(r" and ", re.IGNORECASE)
_BRACES = re.compile(r"[{}]")
_MARKED_UP = re.compile(r"[\\{}$~&<`]")
_AFTER = re.compile(r"(?:jr|sr|ii|iii|iv|ph\.?\s?d|m\.?d|esq|junior|senior)\.?", re.IGNORECASE)
_FIRM = re.compile(r"(?:inc|incorporated|ltd|limited|llc|corp|corporation|company|gmbh|plc)\.?", re.IGNORECASE)
_NOTHING = frozenset(("null", "None", "nan", "NULL"))
"""What programs write where there is no given name."""
_EAST_ASIAN = re.compile("[\u3005\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af]+")
_REMARK = re.compile(r" ?\([^()]*\)$")
_FOOTNOTES = " ,;*†‡§¶¹²³⁴⁵⁶⁷⁸⁹"
_LONGEST = 1_000
"""Characters; what is longer is no name, and is given back as it is."""


def person(text: str) -> str:
    """One name in the order it is said in; `Team Ann, Bo` in braces is a name of its own and stays whole."""
    text = " ".join(text.split())
    if len(text) > _LONGEST:
        return text
    if ET_AL.fullmatch(text):
        return OTHERS
    if in_braces(text):
        return _readable(text)
    parts = [part.strip() for part in outside_braces(text, _COMMA)]
    parts = [_readable(part) for part in parts if part]
    if len(parts) == 2:
        return _two(*parts)
    if len(parts) == 3 and _AFTER.fullmatch(parts[1]):
        return named(parts[0], parts[2], parts[1])
    if len(parts) == 3 and _AFTER.fullmatch(parts[2]):
        return named(parts[0], parts[1], parts[2])
    return ", ".join(parts)


def people(text: str) -> Iterator[str]:
    """The names of a list in which the word `and` parts them, as in BibTeX; inside braces it is part of a name."""
    for part in outside_braces(" ".join(text.split()), _AND):
        unnamed = ET_AL.search(part)
        names = _in_a_row(part[: unnamed.start()] if unnamed else part)
        yield from filter(None, map(person, names))
        if unnamed:
            yield OTHERS


def listed(text: str) -> Iterator[str]:
    """The names of a list as people type it: `A; B`, `Smith, John and Doe, Jane`, `Ann Lee, Bo Ray and Cy Doe`."""
    text = " ".join(text.split())
    unnamed = ET_AL.search(text)
    yield from filter(None, map(person, _named(text[: unnamed.start()] if unnamed else text)))
    if unnamed:
        yield OTHERS


def named(family: str, given: str = "", after: str = "", particle: str = "") -> str:
    """A name of which the parts are known; Chinese, Japanese and Korean ones are said with the family first."""
    family, given, after, particle = map(_readable, (family, given, after, particle))
    given = "" if given in _NOTHING else given
    if _EAST_ASIAN.fullmatch(family) and _EAST_ASIAN.fullmatch(given):
        return family + given
    return " ".join(filter(None, (given, particle, family, after)))


def _in_a_row(text: str) -> list[str]:
    """Three whole names or more with commas between them, as people write who do not know BibTeX; else the one name."""
    if text.count(",") < 2 or in_braces(text):
        return [text]
    names = [name.strip() for name in outside_braces(text, _COMMA)]
    return names if len(names) > 2 and all(" " in name for name in names) else [text]


def _two(first: str, second: str) -> str:
    if _FIRM.fullmatch(second):
        return f"{first}, {second}"
    return f"{first} {second}" if _AFTER.fullmatch(second) else named(first, second)


def _named(text: str) -> Iterable[str]:
    if ";" in text:
        return text.split(";")
    names: list[str] = []
    for part in re.split(r",? (?:and|&) ", text):
        pieces = [piece.strip() for piece in part.split(",")]
        # A comma parts names that are whole; a small letter begins `van der Berg, Anna Maria`.
        whole = all(" " in piece for piece in pieces) and not part[0:1].islower()
        turned = len(pieces) == 2 and not whole
        names.extend([part] if turned else pieces)
    return names


def _readable(text: str) -> str:
    text = plain_characters(mended(text))
    if _MARKED_UP.search(text):
        text = _BRACES.sub("", clean(text))
    text = " ".join(text.split()).rstrip(_FOOTNOTES)
    return _REMARK.sub("", text).strip(",; ")
