"""Long answers in pages: a cursor says where the next one begins."""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from bot.workspace.errors import Refusal
from bot.workspace.model import Json
from bot.workspace.webapi.methods.context import Arguments

T = TypeVar("T")

_PREFIX = "next:"


@dataclass(frozen=True, slots=True)
class Page:
    """How much is asked for, and the key of the last thing that was seen."""

    limit: int
    after: str | None

    @classmethod
    def asked(cls, arguments: Arguments, default: int = 100, most: int = 1000) -> "Page":
        """Raises Refusal for a limit or cursor that Slack would not take. A limit above the most is lowered to it."""
        limit = arguments.number("limit", default)
        if limit < 1:
            raise Refusal("invalid_limit")
        return cls(min(limit, most), _read(arguments.optional("cursor")))

    def cut(self, things: Sequence[T], keys: Sequence[str]) -> tuple[list[T], str]:
        """This page's things and the cursor of the next page, which is empty on the last one."""
        begin = 0
        if self.after is not None:
            if self.after not in keys:
                raise Refusal("invalid_cursor")
            begin = keys.index(self.after) + 1
        end = begin + self.limit
        return list(things[begin:end]), (_written(keys[end - 1]) if end < len(things) else "")


def cursor_of(cursor: str) -> Json:
    """Where the next page begins, in Slack's place for it."""
    return {"response_metadata": {"next_cursor": cursor}}


def _written(key: str) -> str:
    return urlsafe_b64encode(f"{_PREFIX}{key}".encode()).decode()


def _read(cursor: str | None) -> str | None:
    if cursor is None:
        return None
    try:
        text = urlsafe_b64decode(cursor.encode()).decode()
    except ValueError as error:
        raise Refusal("invalid_cursor") from error
    if not text.startswith(_PREFIX):
        raise Refusal("invalid_cursor")
    return text.removeprefix(_PREFIX)
