"""The records of an XML text, each parsed alone, so that size, entities and the mistakes of others do not matter."""

import re
from collections.abc import Collection, Iterable, Iterator
from html.entities import html5
from typing import TYPE_CHECKING

from search.files.limits import LIMITS, Limits

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

Found = tuple[int, "Element | str"]
"""The line that a record begins in, and the record, or what is wrong with it."""
ENTITY = re.compile(r"&([A-Za-z][A-Za-z0-9]{0,31});")
BARE = re.compile(r"&(?!#?\w{1,32};)|<(?![A-Za-z_/!?])")
UNPRINTABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|&#(?:x0*(?:[0-8bcefBCEF]|1[0-9a-fA-F])|0*[0-8]);")
PREFIX = re.compile(r"</?([A-Za-z_][\w.-]*):|\s([A-Za-z_][\w.-]*):[\w.-]+\s*=")
OF_XML = frozenset({"lt", "gt", "amp", "quot", "apos"})
COMMENT = re.compile("-->")
LONGEST_TAG = 1_000
"""Characters of a tag that may stand across two pieces."""


def elements(pieces: Iterable[str], names: Collection[str], limits: Limits = LIMITS) -> Iterator[Found]:
    """The elements of these names in their order, whatever their prefix; none is inside another one."""
    cutter = _Cutter(names, limits)
    for piece in pieces:
        yield from cutter.feed(piece)
    yield from cutter.end()


def parsed(text: str) -> "Element | str":
    """The element a text is, or what is wrong with it; the names of HTML's entities are known, no others."""
    from xml.etree.ElementTree import ParseError

    from defusedxml.common import DefusedXmlException
    from defusedxml.ElementTree import fromstring  # late: only some files are XML

    source = _declared(ENTITY.sub(_character, UNPRINTABLE.sub("", text)))
    unknown = ENTITY.search(BARE.sub("", source)) if "&" in source else None
    for read in (str, _without_bare_signs):
        try:
            return fromstring(read(source), forbid_dtd=True)[0]
        except DefusedXmlException:
            return "it declares a document type or entities, which a record must not"
        except (ParseError, ValueError, IndexError):
            continue
    if unknown and unknown[1] not in OF_XML:
        return f"it uses {unknown[0]}, which nobody knows"
    return "it is not well-formed XML"


def _without_bare_signs(source: str) -> str:
    return BARE.sub(lambda match: "&amp;" if match[0] == "&" else "&lt;", source)


def local(element: "Element") -> str:
    """The element's name without its namespace."""
    return element.tag.rpartition("}")[2] if isinstance(element.tag, str) else ""


def _declared(text: str) -> str:
    """The text inside an element that declares every prefix: they were declared at the top of the file, far above."""
    prefixes = {first or second for first, second in PREFIX.findall(text)} - {"xml", "xmlns"}
    declared = "".join(f' xmlns:{prefix}="urn:{prefix}"' for prefix in sorted(prefixes))
    return f"<record{declared}>{text}</record>"


def _character(match: re.Match[str]) -> str:
    known = html5.get(f"{match[1]};")
    return known if known is not None and match[1] not in OF_XML else match[0]


class _Cutter:
    """Finds where records begin and end; between two pieces it keeps no more than the record that is open."""

    def __init__(self, names: Collection[str], limits: Limits) -> None:
        either = "|".join(map(re.escape, names))
        self._begins = re.compile(rf"<!--|<(?P<name>(?:[\w.-]+:)?(?:{either}))(?=[\s/>])[^<>]*>")
        self._limits = limits
        self._tail = ""
        """The beginning of a tag that goes on in the next piece."""
        self._line = self._begun = 1
        self._ends: re.Pattern[str] | None = None
        self._parts: list[str] = []
        self._size = 0

    def feed(self, piece: str) -> Iterator[Found]:
        text, place = self._tail + piece, 0
        while match := (self._ends or self._begins).search(text, place):
            if self._ends is not None:
                self._keep(text[place : match.end()])
                yield from self._closed()
            else:
                self._open(match, self._line + text.count("\n", 0, match.start()))
                yield from self._closed() if match[0].endswith("/>") else ()
            place = match.end()
        cut = max(text.rfind("<", place), place)
        cut = cut if text.startswith("<", cut) and ">" not in text[cut:] else len(text)
        cut = max(cut, len(text) - LONGEST_TAG) if self._ends is not COMMENT else max(place, len(text) - 2)
        self._keep(text[place:cut])
        self._line += text.count("\n", 0, cut)
        self._tail = text[cut:]

    def end(self) -> Iterator[Found]:
        if self._parts:
            yield self._begun, self._too_long() or "it is never closed"

    def _open(self, match: re.Match[str], line: int) -> None:
        name, self._begun = match["name"], line
        self._ends = COMMENT if name is None else re.compile(rf"</{re.escape(name)}\s*>")
        self._parts, self._size = ([match[0]], len(match[0])) if name else ([], 0)

    def _keep(self, text: str) -> None:
        if self._ends is not None and self._parts:
            self._size += len(text)
            if self._size <= self._limits.record:
                self._parts.append(text)

    def _closed(self) -> Iterator[Found]:
        text, trouble = "".join(self._parts), self._too_long()
        is_record = bool(self._parts)
        self._ends, self._parts, self._size = None, [], 0
        if trouble:
            yield self._begun, trouble
        elif is_record:
            yield from self._records(text)

    def _too_long(self) -> str:
        limit = self._limits.record
        return f"it is longer than {limit:,} characters" if self._size > limit else ""

    def _records(self, text: str) -> Iterator[Found]:
        """One record, or several of which all but the last are not closed: none is inside another one."""
        line, before = self._begun, 0
        *unclosed, last = [match.start() for match in self._begins.finditer(text) if match["name"]]
        for place in (*unclosed, last):
            line, before = line + text.count("\n", before, place), place
            yield line, "it is never closed" if place < last else parsed(text[place:])
