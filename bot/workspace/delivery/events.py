"""Which happenings the bot hears of: what its manifest subscribes to, where it is a member, with the scope for it."""

from dataclasses import dataclass
from secrets import token_hex
from typing import Any

from bot.workspace.delivery.deliveries import Deliveries
from bot.workspace.delivery.payloads import VERIFICATION
from bot.workspace.model import APP, BOT_USER, TEAM, ChannelKind, Json
from bot.workspace.state import State, bot_is_in

_AREAS: dict[ChannelKind, str] = {"public": "channels", "private": "groups", "dm": "im"}
_CHANNEL_TYPES: dict[ChannelKind, str] = {"public": "channel", "private": "group", "dm": "im"}
_SHORT_TYPES: dict[ChannelKind, str] = {"public": "C", "private": "G", "dm": "D"}
_SCOPES = {
    "app_mention": "app_mentions:read",
    "link_shared": "links:read",
    "reaction_added": "reactions:read",
    "reaction_removed": "reactions:read",
    "channel_archive": "channels:read",
    "channel_unarchive": "channels:read",
    "channel_left": "channels:read",
    "group_archive": "groups:read",
    "group_unarchive": "groups:read",
    "group_left": "groups:read",
    "assistant_thread_started": "assistant:write",
    "assistant_thread_context_changed": "assistant:write",
}
"""By the pages of the events on docs.slack.dev; what is not here depends on the channel, or needs no scope."""
_ANYWHERE = {
    "app_home_opened", "app_uninstalled", "channel_left", "group_left", "link_shared",
    "assistant_thread_started", "assistant_thread_context_changed",
}  # fmt: skip
"""Heard of without being a member of the channel."""


@dataclass(frozen=True, slots=True)
class _Rule:
    """What the manifest has to contain for an event."""

    subscription: str
    scope: str | None


class Events:
    """Sends events in Slack's envelope, with a new id each."""

    def __init__(self, state: State, manifest: Json, deliveries: Deliveries) -> None:
        self._state = state
        self._deliveries = deliveries
        subscriptions = manifest.get("settings", {}).get("event_subscriptions", {})
        self._subscribed = frozenset(subscriptions.get("bot_events", ()))
        self._scopes = frozenset(manifest.get("oauth_config", {}).get("scopes", {}).get("bot", ()))

    def tell(self, kind: str, body: Json) -> None:
        """`body` is Slack's inner event; `type`, `event_ts` and `channel_type` may be left out."""
        channel = self._state.channel(_channel_id(body))
        area = None if channel is None else channel.kind
        if not self._allowed(_rule(kind, area)):
            return
        if kind not in _ANYWHERE and (channel is None or not bot_is_in(channel)):
            return
        event = {"type": kind, **body}
        event.setdefault("event_ts", body.get("ts") or self._state.new_ts())
        if area is not None and kind == "message":
            event.setdefault("channel_type", _CHANNEL_TYPES[area])
        if area is not None and kind.startswith("member_"):
            event.setdefault("channel_type", _SHORT_TYPES[area])
        self._deliveries.event(self._envelope(event))

    def _allowed(self, rule: _Rule) -> bool:
        return rule.subscription in self._subscribed and (rule.scope is None or rule.scope in self._scopes)

    def _envelope(self, event: Json) -> Json:
        event_id = f"Ev{token_hex(5).upper()}"
        return {
            "token": VERIFICATION,
            "team_id": TEAM,
            "context_team_id": TEAM,
            "api_app_id": APP,
            "event": event,
            "type": "event_callback",
            "event_id": event_id,
            "event_time": int(self._state.now().timestamp()),
            "authorizations": [_authorization()],
            "is_ext_shared_channel": False,
            "event_context": f"4-{event_id.lower()}",
        }


def _rule(kind: str, area: ChannelKind | None) -> _Rule:
    if kind == "message" and area is not None:
        return _Rule(f"message.{_AREAS[area]}", f"{_AREAS[area]}:history")
    if kind.startswith("member_") and area is not None:
        return _Rule(kind, f"{_AREAS[area]}:read")
    return _Rule(kind, _SCOPES.get(kind))


def _channel_id(body: Json) -> str:
    """In `channel`, in the `item` of a reaction, or nowhere."""
    channel: Any = body.get("channel") or body.get("item", {}).get("channel")
    return channel if isinstance(channel, str) else ""


def _authorization() -> Json:
    return {
        "enterprise_id": None,
        "team_id": TEAM,
        "user_id": BOT_USER,
        "is_bot": True,
        "is_enterprise_install": False,
    }
