"""What travels with our messages unseen: the key by which one is found again, and what an answer was about."""

import json
from collections.abc import Mapping
from typing import Any

EVENT_TYPE = "paperboy_posting"


def metadata(key: str, facts: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """The argument of `chat.postMessage`. Slack takes no lists of lists in it, so the facts travel as text."""
    payload = {"key": key}
    if facts is not None:
        payload["facts"] = json.dumps(facts, ensure_ascii=False, separators=(",", ":"))
    return {"event_type": EVENT_TYPE, "event_payload": payload}


def key_of(message: Mapping[str, Any]) -> str | None:
    """The key of a message of Slack's; None where it is none of ours."""
    key = _payload(message).get("key")
    return key if isinstance(key, str) else None


def facts_of(message: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """What a message was about; None where it tells nothing of that."""
    written = _payload(message).get("facts")
    try:
        facts = json.loads(written) if isinstance(written, str) else None
    except (ValueError, RecursionError):
        return None
    return facts if isinstance(facts, dict) else None


def _payload(message: Mapping[str, Any]) -> Mapping[str, Any]:
    held = message.get("metadata")
    if not isinstance(held, dict) or held.get("event_type") != EVENT_TYPE:
        return {}
    payload = held.get("event_payload")
    return payload if isinstance(payload, dict) else {}
