"""The messages of Socket Mode that the bot is sent: a greeting, deliveries in envelopes, and word of the end."""

from bot.workspace.delivery.transport import Kind
from bot.workspace.model import APP, Json

_HOST = "applink-workspace"
_LIFETIME = 18060
"""Seconds that Slack announces for a connection in its hello."""


def hello(connections: int) -> Json:
    """The first message on a connection."""
    return {
        "type": "hello",
        "num_connections": connections,
        "debug_info": {"host": _HOST, "build_number": 1, "approximate_connection_time": _LIFETIME},
        "connection_info": {"app_id": APP},
    }


def envelope(envelope_id: str, kind: Kind, payload: Json, retry: tuple[int, str] | None) -> Json:
    """A delivery. `retry` is which try this is after the first, and why there is one."""
    made: Json = {
        "envelope_id": envelope_id,
        "type": kind,
        "accepts_response_payload": kind != "events_api",
        "payload": payload,
    }
    if kind == "events_api":
        number, reason = retry or (0, "")
        made |= {"retry_attempt": number, "retry_reason": reason}
    return made


def disconnect(reason: str) -> Json:
    """The connection is about to end: `warning`, or `refresh_requested`."""
    return {"type": "disconnect", "reason": reason, "debug_info": {"host": _HOST}}
