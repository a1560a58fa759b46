"""The records of a JSON text one by one: of an array, of the list inside an answer, of lines, or of one object."""

import json
import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from search.files.json_scan import Cut, records
from search.files.limits import LIMITS, Limits
from search.files.records import Remark

Value = tuple[int, object]
"""The line that a record begins in, and the record; a text says what is wrong with it, a `Remark` what is odd."""
KEY = re.compile(r'"([\w.:-]{1,40})"\s*:')
COMMA_TOO_MANY = re.compile(r'("(?:[^"\\]++|\\.)*+")|,(\s*[}\]])')
BY_LINES = (".jsonl", ".ndjson")


def is_json(beginning: str) -> bool:
    """Whether the text can be JSON at all."""
    return beginning.lstrip().startswith(("{", "["))


@lru_cache(maxsize=8)
def keys(beginning: str) -> frozenset[str]:
    """The names of fields at any depth; none when the text is no JSON."""
    return frozenset(KEY.findall(beginning)) if is_json(beginning) else frozenset()


def values(name: str, pieces: Iterable[str], limits: Limits = LIMITS) -> Iterator[Value]:
    """The records, each read alone, so that a bad one spoils no other."""
    by_lines = name.casefold().removesuffix(".gz").endswith(BY_LINES)
    for cut in _lines(pieces, limits) if by_lines else records(pieces, limits):
        yield from [(cut.line, cut.trouble)] if cut.trouble else _values(cut)


def _lines(pieces: Iterable[str], limits: Limits) -> Iterator[Cut]:
    """A record a line; a line that came in several pieces is put together again."""
    number, parts, size = 1, list[str](), 0
    for piece in pieces:
        size += len(piece)
        if size <= limits.record:
            parts.append(piece)
        if piece.endswith("\n"):
            yield from _line(number, "".join(parts), size, limits)
            number, parts, size = number + 1, [], 0
    yield from _line(number, "".join(parts), size, limits)


def _line(number: int, text: str, size: int, limits: Limits) -> Iterator[Cut]:
    if size > limits.record:
        yield Cut(number, "", f"it is longer than {limits.record:,} characters")
    elif text.strip():
        yield Cut(number, text.strip())


def _values(cut: Cut) -> Iterator[Value]:
    value = parsed(cut.text)
    if isinstance(value, str):
        mended = COMMA_TOO_MANY.sub(lambda match: match[1] or match[2], cut.text)
        if mended != cut.text and not isinstance(again := parsed(mended), str):
            value = again
            yield cut.line, Remark("it has a comma too many before a closing bracket, which was passed over")
    for each in _nested(value) if isinstance(value, dict) else [value]:
        yield cut.line, each if isinstance(each, dict | str) else "it is no JSON object"


def parsed(text: str) -> object:
    """The value, or why there is none."""
    try:
        value = json.loads(text)
    except RecursionError:
        return "its values are nested too deeply"
    except json.JSONDecodeError as error:
        return f"it is not valid JSON (line {error.lineno} of it)" if error.lineno > 1 else "it is not valid JSON"
    except ValueError:
        return "it is not valid JSON"
    return "it is no JSON object" if isinstance(value, str) else value


def _nested(value: dict[str, object]) -> list[object]:
    """One answer about one record, or records under their keys; anything else is the record itself."""
    message = value.get("message")
    if isinstance(message, dict) and "message-type" in value:
        return [message]
    if len(value) > 1 and all(isinstance(each, dict) and len(each) > 1 for each in value.values()):
        return list(value.values())
    return [value]
