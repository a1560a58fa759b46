"""Slack's own types as JSON Schemas, read and compiled when they are first asked for."""

import json
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Any, Literal

from bot.workspace.checks.problem import Found
from bot.workspace.checks.sentences import sentence
from bot.workspace.model import Json

Kind = Literal["blocks", "requests", "responses", "interactions", "events"]


def found(kind: Kind, name: str, instance: Any, at: str = "") -> Iterator[Found]:
    """What in the instance is not of the type `name`; the name is one of `names(kind)`."""
    schema = _document(kind)["properties"][name]
    for error in _validator(kind).evolve(schema=schema).iter_errors(instance):
        yield at + "".join(f"/{_escaped(part)}" for part in error.absolute_path), sentence(error)


def schema(kind: Kind, name: str) -> Json:
    """The schema of one type."""
    found: Json = _document(kind)["properties"][name]
    return found


def names(kind: Kind) -> frozenset[str]:
    """The types that can be checked: methods, interactions, events."""
    return frozenset(_document(kind)["properties"])


def _escaped(part: str | int) -> str:
    return str(part).replace("~", "~0").replace("/", "~1")


@cache
def _document(kind: Kind) -> Json:
    file = files("bot.workspace") / "schemas" / f"{kind}.json"
    document: Json = json.loads(file.read_text(encoding="utf-8"))
    return document


@cache
def _validator(kind: Kind) -> Any:
    # Imported late: jsonschema takes a tenth of a second, and a workspace starts without it.
    from bot.workspace.checks.keywords import validator

    return validator(_document(kind))
