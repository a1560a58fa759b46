"""What an answer was about: facts that travel with its message, so that people can go on from there."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from handlers.talk.querying import as_fields, as_query
from search.query import Query

VERSION = 1
MOST = 2_000
"""Characters of the facts as JSON."""
KEPT_IDS = 10
KEPT_QUESTION = 300


@dataclass(frozen=True, slots=True, kw_only=True)
class Topic:
    """What was looked for: papers that fit `query`, whose words were written as `words` in the question `asked`; papers
    `like` the one with the handle `base`; or just a `paper`. Of their list `shown` are the handles that people saw
    last, up to number `upto`. `looked` is the paper they looked at since."""

    kind: Literal["search", "like", "paper"]
    query: Query | None = None
    words: tuple[str, ...] = ()
    asked: str = ""
    base: str = ""
    shown: tuple[str, ...] = ()
    upto: int = 0
    looked: str = ""

    @property
    def first(self) -> int:
        """The number of the first of those shown."""
        return self.upto - len(self.shown) + 1

    def with_shown(self, ids: tuple[str, ...], upto: int) -> "Topic":
        """After these were shown too, up to that number."""
        return replace(self, shown=(*self.shown, *ids)[-KEPT_IDS:], upto=upto, looked="")


def facts(topic: Topic) -> dict[str, Any]:
    """The topic as JSON has it. What is too long for that is shortened where it matters least."""
    return next(made for made in map(_fields, _shorter(topic)) if length(made) <= MOST)


def length(made: Mapping[str, Any]) -> int:
    """Characters of these facts, as they may be sent at worst."""
    return len(json.dumps(made, separators=(",", ":")))


def remembered(made: Mapping[str, Any] | None) -> Topic | None:
    """The topic of these facts; None where they are not ours or of another version."""
    match dict(made or {}):
        case {"v": version, "k": ("search" | "like" | "paper") as kind, **rest} if version == VERSION:
            return _topic(kind, {str(name): value for name, value in rest.items()})
    return None


def _fields(topic: Topic) -> dict[str, Any]:
    query = as_fields(topic.query) if topic.query else None
    made: dict[str, Any] = {
        "q": query,
        "w": list(topic.words),
        "a": topic.asked,
        "b": topic.base,
        "s": list(topic.shown),
    }
    made |= {"u": topic.upto, "l": topic.looked}
    return {"v": VERSION, "k": topic.kind} | {name: value for name, value in made.items() if value}


def _topic(kind: Literal["search", "like", "paper"], made: dict[str, Any]) -> Topic | None:
    match {"q": None, "w": [], "a": "", "b": "", "s": [], "u": 0, "l": ""} | made:
        case {
            "q": query,
            "w": [*words],
            "a": str(asked),
            "b": str(base),
            "s": [*shown],
            "u": int(upto),
            "l": str(looked),
        }:
            texts = tuple(map(str, words)), tuple(map(str, shown))
            topic = Topic(kind=kind, query=as_query(query), words=texts[0], asked=asked, base=base, looked=looked)
            sound = {"search": topic.query, "like": base, "paper": looked}[kind]
            return replace(topic, shown=texts[1], upto=max(upto, len(shown))) if sound else None
    return None


def _shorter(topic: Topic) -> Iterator[Topic]:
    short = replace(topic, asked=topic.asked[:KEPT_QUESTION], shown=topic.shown[-KEPT_IDS:])
    yield short
    yield (short := replace(short, asked=""))
    yield (short := replace(short, words=()))
    query = short.query or Query("")
    for clauses in (20, 8, 2, 0):
        wanted, excluded, filters = query.wanted[:clauses], query.excluded[:clauses], query.filters[:clauses]
        less = Query(query.typed[:200], wanted, excluded, filters)
        yield replace(short, query=less if topic.query else None, shown=short.shown[-3:])
    yield Topic(kind="paper", looked=topic.looked[:100])
