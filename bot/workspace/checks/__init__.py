"""Whether Slack would take it: calls, messages, views, answers, interactions and events against Slack's own types."""

from bot.workspace.checks.calls import call_trouble
from bot.workspace.checks.messages import message_trouble
from bot.workspace.checks.problem import Problem
from bot.workspace.checks.received import answer_trouble, event_trouble, interaction_trouble
from bot.workspace.checks.views import views_trouble
from bot.workspace.model import Json, ViewKind

__all__ = ["Problem", "check_answer", "check_call", "check_event", "check_interaction", "check_message", "check_view"]


def check_call(method: str, arguments: Json) -> tuple[Problem, ...]:
    """What is wrong with the arguments of a call, its blocks and view included; JSON values are decoded already."""
    return tuple(call_trouble(method, arguments))


def check_message(arguments: Json) -> tuple[Problem, ...]:
    """What is wrong with a message to be posted, or with a body sent to a response URL: text, blocks, attachments."""
    return tuple(message_trouble(arguments))


def check_view(view: Json, kind: ViewKind) -> tuple[Problem, ...]:
    """What is wrong with a modal or Home tab."""
    return tuple(views_trouble(view, kind))


def check_answer(method: str, body: Json) -> tuple[Problem, ...]:
    """What in an answer of the Web API is not of Slack's type."""
    return tuple(answer_trouble(method, body))


def check_interaction(payload: Json) -> tuple[Problem, ...]:
    """What in the payload of an interaction, or in the form of a slash command, is not of Slack's type."""
    return tuple(interaction_trouble(payload))


def check_event(envelope: Json) -> tuple[Problem, ...]:
    """What in a delivered event (`event_callback`) is not of Slack's type."""
    return tuple(event_trouble(envelope))
