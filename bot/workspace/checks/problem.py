"""What is wrong with something that was sent, as Slack would put it."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Problem:
    """`code` is Slack's (`invalid_blocks`), `pointer` the JSON Pointer of what is wrong (`/blocks/0/text`); `sentence`
    is for a developer."""

    code: str
    pointer: str
    sentence: str


Found = tuple[str, str]
"""Pointer and sentence of a problem, before it is known with which code Slack answers it."""


def coded(code: str, found: Iterable[Found], at: str = "") -> Iterator[Problem]:
    """Problems with this code; `at` goes before each pointer."""
    for pointer, sentence in found:
        yield Problem(code, at + pointer, sentence)
