"""The entries of a BibTeX text one by one, their `@string` names and joined pieces resolved."""

import logging
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from search.files.limits import LIMITS, Limits

BLOCK = re.compile(r"[ \t\ufeff]*@\w+[ \t]*[{(]")
"""A line that begins like this begins a block, also inside a value that was never closed."""
MARK = re.compile(r"@\w*[ \t]*[{(]")
CROWD = 300
BETWEEN = re.compile(r"(?<=[})])[^\S\n]*(?=@\w+[ \t]*[{(])")
ASIDE = re.compile(r"\s*@(?:comment|preamble)\b", re.IGNORECASE)
PIECE = re.compile(r'"(?:[^"{}]|\{(?:[^{}]|\{[^{}]*\})*\})*"|[{}#]|[^"{}#]+|"')
LONGEST_NAME = 100_000
"""Characters that a `@string` name may stand for; names of names grow without end."""
NOT_CLOSED = "it is not closed, or a brace or quote in it is not"
logging.getLogger("bibtexparser").setLevel(logging.CRITICAL)  # what it says there is said in the report


Unread = tuple[int, str]
"""The line that an entry begins in, and why it cannot be read."""


@dataclass(frozen=True, slots=True)
class Entry:
    """`kind`, `key` and the names of fields are in small letters but for the key; values are without their braces."""

    line: int
    kind: str
    key: str
    fields: dict[str, str]


def entries(lines: Iterable[str], limits: Limits = LIMITS) -> Iterator[Entry | Unread]:
    """Every entry, or the line of one that cannot be read and why; comments are passed over."""
    strings: dict[str, str] = {}
    for line, text in _chunks(lines, limits):
        if not text:
            yield line, f"it is longer than {limits.record:,} characters"
        elif len(MARK.findall(text)) > CROWD:
            yield from _crowded(line, text, strings)
        else:
            yield from _read(line, text, strings)


def _chunks(lines: Iterable[str], limits: Limits) -> Iterator[tuple[int, str]]:
    """The text from each beginning of a block to the next; an empty one for what is too long."""
    begun, parts, size = 0, list[str](), 0
    for number, line in enumerate(lines, start=1):
        if BLOCK.match(line):
            if begun:
                yield begun, "".join(parts) if size <= limits.record else ""
            begun, parts, size = number, [], 0
        size += len(line)
        if begun and size <= limits.record:
            parts.append(line)
    if begun:
        yield begun, "".join(parts) if size <= limits.record else ""


def _crowded(line: int, text: str, strings: dict[str, str]) -> Iterator[Entry | Unread]:
    """Many entries behind one another on a line. The parser takes time that grows with the square of their number."""
    for part in BETWEEN.split(text):
        if len(MARK.findall(part)) > CROWD:
            yield line, "there are too many beginnings of entries in it"
        else:
            yield from _read(line, part, strings)


def _read(line: int, text: str, strings: dict[str, str]) -> Iterator[Entry | Unread]:
    from bibtexparser import model  # late: only some files are BibTeX
    from bibtexparser.exceptions import ParserStateException
    from bibtexparser.splitter import Splitter

    try:
        blocks = Splitter(text).split().blocks
    except ParserStateException:
        yield line, NOT_CLOSED
        return
    for block in blocks:
        place = line + (block.start_line or 0)
        inner = getattr(block, "ignore_error_block", None) or block  # a key or a field that is there twice
        if isinstance(inner, model.String):
            strings[inner.key.casefold()] = _value(str(inner.value), strings)
        elif isinstance(inner, model.Entry):
            pairs = [(field.key, str(field.value)) for field in inner.fields]
            yield _entry(place, inner.entry_type, inner.key, pairs, strings)
        elif isinstance(inner, model.ParsingFailedBlock) and not ASIDE.match(text):
            yield place, NOT_CLOSED


def _entry(line: int, kind: str, key: str, pairs: list[tuple[str, str]], strings: dict[str, str]) -> Entry:
    """Of two fields with one name the first that is filled counts."""
    fields: dict[str, str] = {}
    for name, raw in pairs:
        value = _value(raw, strings)
        if value and name.casefold() not in fields:
            fields[name.casefold()] = value
    return Entry(line, kind.casefold(), key.strip(), fields)


def _value(raw: str, strings: dict[str, str]) -> str:
    """`{a}`, `"a"`, `1999`, `name` and `name # " and " # {b}` as the text they stand for."""
    text = "".join(_part(part.strip(), strings) for part in _joined(raw)).strip()
    return text if len(text) <= LONGEST_NAME or "#" not in raw else ""


def _joined(raw: str) -> Iterator[str]:
    if "#" not in raw or (raw.startswith("{") and raw.find("}") == len(raw) - 1):
        yield raw
        return
    depth, part = 0, list[str]()
    for match in PIECE.finditer(raw):
        depth += (match[0] == "{") - (match[0] == "}")
        if match[0] == "#" and depth == 0:
            yield "".join(part)
            part = []
        else:
            part.append(match[0])
    yield "".join(part)


def _part(part: str, strings: dict[str, str]) -> str:
    if len(part) > 1 and (part[0], part[-1]) in {("{", "}"), ('"', '"')}:
        return part[1:-1]
    return strings.get(part.casefold(), part)
