"""The manifest: what is in use is declared, nothing else is, and Slack's published rules are kept.

The rules are those of github.com/slackapi/manifest-schema (schemas/manifest.schema.1.0.0.json) and of the app manifest
reference on docs.slack.dev.
"""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from bot.manifest import BOT_EVENTS, BOT_SCOPES, COMMAND, manifest
from bot.slack.assistant import MOVED, STARTED
from bot.slack.happenings import KINDS
from bot.slack.home import OPENED
from bot.slack.unfurling import LINK_SHARED
from handlers.shortcuts.chosen import FIND, SEARCH

ROOT = Path(__file__).parents[2]
HTTPS = r"https://[^\s]+"
BOOLEAN = "boolean"
SCOPES = {
    "app_mentions:read", "assistant:write", "channels:history", "channels:read", "chat:write", "chat:write.public",
    "commands", "files:read", "files:write", "groups:history", "groups:read", "im:history", "im:read", "im:write",
    "links:read", "links:write", "mpim:history", "mpim:read", "reactions:read", "reactions:write", "users:read",
}  # fmt: skip
EVENTS_NEED = {
    "app_home_opened": "",  # needs none
    "app_mention": "app_mentions:read", "message.im": "im:history", "message.mpim": "mpim:history",
    "link_shared": "links:read", "assistant_thread_started": "assistant:write",
    "assistant_thread_context_changed": "assistant:write",
    "channel_archive": "channels:read", "channel_left": "channels:read", "channel_unarchive": "channels:read",
    "group_archive": "groups:read", "group_left": "groups:read", "group_unarchive": "groups:read",
    "member_joined_channel": "channels:read",
}  # fmt: skip

Rule = tuple[int, int, str] | str
RULES: dict[str, Rule] = {
    "display_information.name": (1, 35, ".+"),
    "display_information.description": (1, 140, ".+"),
    "display_information.long_description": (175, 4000, ".+"),
    "display_information.background_color": (4, 7, "#[0-9a-fA-F]{3}([0-9a-fA-F]{3})?"),
    "features.app_home.home_tab_enabled": BOOLEAN,
    "features.app_home.messages_tab_enabled": BOOLEAN,
    "features.app_home.messages_tab_read_only_enabled": BOOLEAN,
    "features.assistant_view.assistant_description": (1, 300, ".+"),
    "features.bot_user.display_name": (1, 80, "[a-z0-9._-]+"),
    "features.bot_user.always_online": BOOLEAN,
    "features.shortcuts[].name": (1, 24, ".+"),
    "features.shortcuts[].type": (1, 10, "message|global"),
    "features.shortcuts[].callback_id": (1, 255, ".+"),
    "features.shortcuts[].description": (1, 150, ".+"),
    "features.unfurl_domains[]": (1, 253, r"[a-z0-9.-]+\.[a-z]{2,}"),
    "features.slash_commands[].command": (2, 32, "/[a-z0-9_-]+"),
    "features.slash_commands[].url": (1, 3000, HTTPS),
    "features.slash_commands[].description": (1, 2000, ".+"),
    "features.slash_commands[].usage_hint": (1, 1000, ".+"),
    "features.slash_commands[].should_escape": BOOLEAN,
    "oauth_config.scopes.bot[]": (1, 50, "|".join(map(re.escape, SCOPES))),
    "settings.event_subscriptions.request_url": (1, 3500, HTTPS),
    "settings.event_subscriptions.bot_events[]": (1, 50, "|".join(map(re.escape, EVENTS_NEED))),
    "settings.interactivity.is_enabled": BOOLEAN,
    "settings.interactivity.request_url": (1, 3500, HTTPS),
    "settings.org_deploy_enabled": BOOLEAN,
    "settings.socket_mode_enabled": BOOLEAN,
    "settings.token_rotation_enabled": BOOLEAN,
}
"""Shortest, longest and form of every text that the schema knows and we may use; other keys are refused by Slack."""


def leaves(value: Any, path: str = "") -> list[tuple[str, Any]]:
    if isinstance(value, dict):
        return [leaf for key, inner in value.items() for leaf in leaves(inner, f"{path}.{key}".lstrip("."))]
    if isinstance(value, list):
        return [leaf for inner in value for leaf in leaves(inner, f"{path}[]")]
    return [(path, value)]


def broken_rules(made: dict[str, Any]) -> list[str]:
    return [path for path, value in leaves(made) if not kept(RULES.get(path), value)] + [
        name for name in ("display_information",) if name not in made
    ]


def kept(rule: Rule | None, value: Any) -> bool:
    if rule == BOOLEAN:
        return isinstance(value, bool)
    if not isinstance(rule, tuple) or not isinstance(value, str):
        return False
    shortest, longest, form = rule
    return shortest <= len(value) <= longest and re.fullmatch(form, value, re.DOTALL) is not None


@pytest.mark.parametrize("address", [None, "https://papers.example.org", "https://example.org/bots/paperboy/"])
def test_slacks_rules_are_kept(address: str | None) -> None:
    assert broken_rules(manifest(address)) == []


@pytest.mark.parametrize(
    ("part", "key", "value"),
    [
        ("display_information", "name", "x" * 36),
        ("display_information", "description", "x" * 141),
        ("display_information", "long_description", "x" * 174),
        ("display_information", "background_color", "blue"),
        ("display_information", "colour", "#fff"),
        ("settings", "socket_mode_enabled", "yes"),
        ("settings", "interactivity", {"is_enabled": True, "request_url": "http://x.example"}),
        ("oauth_config", "scopes", {"bot": ["everything"]}),
    ],
)
def test_the_rules_find_what_slack_would_refuse(part: str, key: str, value: object) -> None:
    made = manifest()
    made[part][key] = value

    assert broken_rules(made) != []


def test_the_committed_file_is_the_manifest_for_socket_mode() -> None:
    assert json.loads((ROOT / "manifest.json").read_text(encoding="utf-8")) == manifest()


def test_socket_mode_needs_no_address_and_http_mode_has_it_wherever_slack_sends_something() -> None:
    socket, http = manifest(), manifest("https://papers.example.org")
    url = "https://papers.example.org/slack/events"

    assert socket["settings"]["socket_mode_enabled"] is True
    assert "https" not in json.dumps(socket)
    assert http["settings"]["socket_mode_enabled"] is False
    assert http["settings"]["interactivity"]["request_url"] == url
    assert [command["url"] for command in http["features"]["slash_commands"]] == [url]


def test_exactly_what_is_in_use_is_asked_for() -> None:
    made = manifest()

    assert tuple(made["oauth_config"]["scopes"]["bot"]) == BOT_SCOPES
    assert [command["command"] for command in made["features"]["slash_commands"]] == [COMMAND] == ["/papers"]
    assert tuple(made["settings"]["event_subscriptions"]["bot_events"]) == BOT_EVENTS
    assert set(BOT_EVENTS) == {*KINDS, STARTED, MOVED, LINK_SHARED, OPENED, "app_mention", "message.im", "message.mpim"}
    assert made["features"]["app_home"] == {
        "home_tab_enabled": True,
        "messages_tab_enabled": True,
        "messages_tab_read_only_enabled": False,
    }
    assert {one["callback_id"]: one["type"] for one in made["features"]["shortcuts"]} == {
        FIND: "message",
        SEARCH: "global",
    }
    assert len(made["features"]["unfurl_domains"]) <= 5
    assert made["features"]["bot_user"] == {"display_name": "paperboy", "always_online": False}
    assert not made["settings"]["org_deploy_enabled"]
    assert not made["settings"]["token_rotation_enabled"]


def test_the_methods_that_the_code_calls_need_no_other_scope() -> None:
    needs = {
        "assistant_threads_setStatus": {"assistant:write"},
        "assistant_threads_setSuggestedPrompts": {"assistant:write"},
        "assistant_threads_setTitle": {"assistant:write"},
        "auth_test": set(),
        "chat_delete": {"chat:write"},
        "chat_postEphemeral": {"chat:write"},
        "chat_postMessage": {"chat:write"},
        "chat_unfurl": {"links:write"},
        "conversations_history": {"channels:history", "groups:history", "im:history"},
        "conversations_open": {"im:write"},
        "conversations_replies": {"channels:history", "groups:history", "im:history", "mpim:history"},
        "files_info": {"files:read"},
        "files_upload_v2": {"files:write"},
        "reactions_add": {"reactions:write"},
        "users_conversations": {"channels:read", "groups:read"},
        "users_info": {"users:read"},
        "views_open": set(),
        "views_publish": set(),
        "views_push": set(),
        "views_update": set(),
    }
    source = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "bot" / "slack").glob("*.py"))
    called = set(re.findall(r"client\.((?:assistant|chat|views|auth|users|conversations|reactions|files)_\w+)", source))

    assert called == set(needs)
    assert set().union(*needs.values(), {"commands", "app_mentions:read", "links:read"}) == set(BOT_SCOPES)
    assert {EVENTS_NEED[event] for event in BOT_EVENTS} - {""} <= set(BOT_SCOPES)


@pytest.mark.parametrize(
    ("address", "url"),
    [
        ("https://papers.example.org/", "https://papers.example.org/slack/events"),
        (" https://papers.example.org:8443 ", "https://papers.example.org:8443/slack/events"),
        ("https://example.org/slack/events", "https://example.org/slack/events"),
        ("https://example.org/bots/", "https://example.org/bots/slack/events"),
    ],
)
def test_an_address_is_read_generously(address: str, url: str) -> None:
    assert manifest(address)["settings"]["interactivity"]["request_url"] == url


@pytest.mark.parametrize(
    "address",
    [
        "", "papers.example.org", "http://papers.example.org", "ftp://x.example", "https://", "https://[::1",
        "https://user:secret@example.org", "https://example.org/?a=b", "https://example.org/#x", "https://ex ample.org",
        "https://exämple.org", "javascript:alert(1)",
    ],
)  # fmt: skip
def test_an_address_that_slack_would_not_take_is_refused_with_what_to_write(address: str) -> None:
    with pytest.raises(ValueError, match="write the public address"):
        manifest(address)
