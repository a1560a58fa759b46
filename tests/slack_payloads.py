"""Requests as Slack sends them, signed where they travel over HTTP."""

import hmac
import json
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any
from urllib.parse import urlencode

SIGNING_SECRET = "8f742231b10e8888abcd99yyyzzz85a5"
"""The example of Slack's documentation ("Verifying requests from Slack")."""
NOW = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
FORM = "application/x-www-form-urlencoded"


def slash(text: str = "kv cache", **changes: Any) -> dict[str, Any]:
    return {
        "token": "gIkuvaNzQIHg97ATvDxqgjtO",
        "team_id": "T1",
        "team_domain": "lab",
        "channel_id": "C1",
        "channel_name": "reading",
        "user_id": "U1",
        "user_name": "ada",
        "command": "/papers",
        "text": text,
        "api_app_id": "A1",
        "is_enterprise_install": "false",
        "response_url": "https://hooks.slack.com/commands/T1/2/three",
        "trigger_id": "13345224609.738474920.8088930838d88f008e0",
    } | changes


def click(action_id: str, value: str = "{}", **changes: Any) -> dict[str, Any]:
    return {
        "type": "block_actions",
        "user": {"id": "U1", "username": "ada", "name": "ada", "team_id": "T1"},
        "api_app_id": "A1",
        "token": "gIkuvaNzQIHg97ATvDxqgjtO",
        "container": {"type": "message", "message_ts": "1700.5", "channel_id": "C1", "is_ephemeral": True},
        "trigger_id": "12321423423.333649436676.d8c1bb837935619ccad0f624c448ffb3",
        "team": {"id": "T1", "domain": "lab"},
        "enterprise": None,
        "is_enterprise_install": False,
        "channel": {"id": "C1", "name": "reading"},
        "response_url": "https://hooks.slack.com/actions/T1/2/three",
        "actions": [
            {
                "type": "button",
                "action_id": action_id,
                "block_id": "b1",
                "text": {"type": "plain_text", "text": "Read"},
                "value": value,
                "action_ts": "1700.6",
            }
        ],
    } | changes


def event(kind: str = "app_mention", **changes: Any) -> dict[str, Any]:
    return {
        "type": "event_callback",
        "team_id": "T1",
        "api_app_id": "A1",
        "event": {"type": kind, "user": "U1", "text": "hello", "ts": "1.2", "channel": "C1"},
        "event_id": "Ev1",
        "event_time": 1,
    } | changes


def form(payload: dict[str, Any]) -> bytes:
    """A slash command or an interaction, as it is posted."""
    fields = payload if "command" in payload else {"payload": json.dumps(payload)}
    return urlencode(fields).encode()


def signature(body: bytes, timestamp: str, secret: str = SIGNING_SECRET) -> str:
    return "v0=" + hmac.new(secret.encode(), f"v0:{timestamp}:".encode() + body, sha256).hexdigest()


def signed(body: bytes, at: datetime = NOW, content_type: str = FORM, secret: str = SIGNING_SECRET) -> dict[str, str]:
    """The headers."""
    timestamp = str(int(at.timestamp()))
    return {
        "content-type": content_type,
        "x-slack-request-timestamp": timestamp,
        "x-slack-signature": signature(body, timestamp, secret),
    }
