"""JSON from outside: read only when it can also be kept, checked, shown on the page and sent on."""

import json
from collections.abc import Iterable
from math import isfinite
from typing import Any

DEEPEST = 60
"""Levels. Slack's own payloads have a dozen; what is much deeper than this no recursive function survives."""


class Unreadable(Exception):
    """It is no JSON, or JSON that others could not read: too deep, with endless numbers, or with halves of signs."""


def read(text: str | bytes) -> Any:
    """The value. Raises Unreadable."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise Unreadable from error
    level = [value]
    for _ in range(DEEPEST):
        level = [inside for one in level for inside in _inside(one)]
        if not level:
            return value
    raise Unreadable


def _inside(value: Any) -> Iterable[Any]:
    if isinstance(value, dict):
        return (*value.keys(), *value.values())
    if isinstance(value, list):
        return value
    if (isinstance(value, float) and not isfinite(value)) or (isinstance(value, str) and not _whole(value)):
        raise Unreadable
    return ()


def _whole(text: str) -> bool:
    """False when there is half a surrogate pair in it, which no encoding can write."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
