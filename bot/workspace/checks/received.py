"""What the workspace itself sends, held to Slack's types: answers, interactions and events."""

from collections.abc import Iterator

from bot.workspace.checks.problem import Problem, coded
from bot.workspace.checks.schemas import Kind, found, names
from bot.workspace.model import Json

CODE = "not_slack"
"""The code of our own for a payload that Slack would not send."""


def answer_trouble(method: str, body: Json) -> Iterator[Problem]:
    """What is not of the type of the method's answer."""
    return _of("responses", method, body)


def interaction_trouble(payload: Json) -> Iterator[Problem]:
    """What is not of the type of the interaction; a payload with `command` is the form of a slash command."""
    return _of("interactions", "command" if "command" in payload else payload.get("type"), payload)


def event_trouble(envelope: Json) -> Iterator[Problem]:
    """What is not of the type of the envelope or of the event in it."""
    yield from coded(CODE, found("events", "envelope", envelope))
    event = envelope.get("event")
    if isinstance(event, dict):
        for problem in _of("events", event.get("type"), event):
            yield Problem(problem.code, f"/event{problem.pointer}", problem.sentence)


def _of(kind: Kind, name: object, payload: Json) -> Iterator[Problem]:
    if isinstance(name, str) and name in names(kind):
        yield from coded(CODE, found(kind, name, payload))
    else:
        yield Problem(CODE, "", f"{name!r} is not among the {kind} that can be checked.")
