"""Answers of web services as test recorders keep them (JSON or YAML), with what was answered inside."""

import json
import re
from collections.abc import Iterator, Mapping

from search.files.json_values import is_json, keys
from search.files.yaml_text import loaded

CASSETTE = re.compile(r"\A(?:---\s*\n)?interactions:\s*\n- request:")
ANSWER = ({"body", "status_code"}, {"body", "headers", "status"}, {"body", "url", "status"})
LONGEST = 20_000_000
"""Characters of a recording; it has to be read as one."""


def is_recorded(beginning: str) -> bool:
    """Whether it is a recording, and nothing that has papers itself."""
    return CASSETTE.match(beginning) is not None or any(fields <= keys(beginning) for fields in ANSWER)


def bodies(text: str) -> Iterator[str]:
    """The text of each answer; nothing when the recording cannot be read."""
    value: object = None
    if len(text) <= LONGEST:
        value = _json(text) if is_json(text) else loaded(text)
    if not isinstance(value, Mapping):
        return
    interactions = value.get("interactions")
    for each in interactions if isinstance(interactions, list) else [value]:
        answer = each.get("response", each) if isinstance(each, Mapping) else None
        body = answer.get("body") if isinstance(answer, Mapping) else None
        inner = body.get("string") if isinstance(body, Mapping) else body
        if isinstance(inner, str):
            yield inner


def _json(text: str) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None
