"""The app's manifest: the scopes, commands and events that are in use, as Slack wants them declared."""

from typing import Any
from urllib.parse import urlsplit

COMMAND = "/papers"
EVENTS_PATH = "/slack/events"
BOT_SCOPES = (
    "app_mentions:read",
    "assistant:write",
    "channels:history",
    "channels:read",
    "chat:write",
    "commands",
    "files:read",
    "files:write",
    "groups:history",
    "groups:read",
    "im:history",
    "im:write",
    "links:read",
    "links:write",
    "mpim:history",
    "reactions:write",
    "users:read",
)
"""Histories to go on in a thread from what was said there, and to find out whether a post arrived whose answer was
lost; `im:write` to name the direct messages where that is; `files:read` for what people upload to be imported;
`users:read` for people's time zones."""
BOT_EVENTS = (
    "app_home_opened",
    "app_mention",
    "assistant_thread_context_changed",
    "assistant_thread_started",
    "channel_archive",
    "channel_left",
    "channel_unarchive",
    "group_archive",
    "group_left",
    "group_unarchive",
    "link_shared",
    "member_joined_channel",
    "message.im",
    "message.mpim",
)
"""Of channels only mentions, and links to the places below: what else people say there is not our business."""
UNFURL_DOMAINS = ("aclanthology.org", "arxiv.org", "doi.org", "openreview.net", "proceedings.mlr.press")
"""Where papers are; Slack takes five domains, their subdomains included."""
SHORTCUTS = (
    {
        "name": "Find papers about this",
        "type": "message",
        "callback_id": "find_papers",
        "description": "Looks for papers about a message; only you see what it finds",
    },
    {
        "name": "Search papers",
        "type": "global",
        "callback_id": "search_papers",
        "description": "Searches the team's library in a window",
    },
)

_DESCRIPTION = "Finds the right paper in your team's library of abstracts."
_ASSISTANT = "Ask what the library knows: answers come in the abstracts' own words, each with its paper."
_LONG_DESCRIPTION = (
    "Paperboy keeps a library of paper abstracts for a research team and finds the right one. Type /papers and a few "
    "words, a name or an identifier: the answer is private, with the sentence that matched best. Read a whole abstract "
    "in a window, look for similar papers, take the BibTeX entry along, and share a paper with the channel when others "
    "should see it."
)


def manifest(address: str | None = None) -> dict[str, Any]:
    """For Socket Mode, or for HTTP at the public https `address` (without a path of its own it gets `/slack/events`).

    Raises ValueError, with how to mend it, for an address that Slack would not take.
    """
    url = None if address is None else _events_url(address)
    interactivity = {"is_enabled": True} if url is None else {"is_enabled": True, "request_url": url}
    subscriptions = {"bot_events": list(BOT_EVENTS)} | ({} if url is None else {"request_url": url})
    return {
        "display_information": {
            "name": "Paperboy",
            "description": _DESCRIPTION,
            "long_description": _LONG_DESCRIPTION,
            "background_color": "#2b4b6f",
        },
        "features": _features(url),
        "oauth_config": {"scopes": {"bot": list(BOT_SCOPES)}},
        "settings": {
            "event_subscriptions": subscriptions,
            "interactivity": interactivity,
            "org_deploy_enabled": False,
            "socket_mode_enabled": url is None,
            "token_rotation_enabled": False,
        },
    }


def _features(url: str | None) -> dict[str, Any]:
    return {
        "app_home": {
            "home_tab_enabled": True,
            "messages_tab_enabled": True,
            "messages_tab_read_only_enabled": False,
        },
        "assistant_view": {"assistant_description": _ASSISTANT},
        "bot_user": {"display_name": "paperboy", "always_online": False},
        "shortcuts": [dict(one) for one in SHORTCUTS],
        "slash_commands": [_command(url)],
        "unfurl_domains": list(UNFURL_DOMAINS),
    }


def _command(url: str | None) -> dict[str, Any]:
    command = {
        "command": COMMAND,
        "description": "Find papers in the team's library",
        "usage_hint": "words, or: show, similar, random, add, subscribe, subscriptions, help, status",
        # `#reading` comes with its id, so that it can be subscribed to; searches read it as it was typed.
        "should_escape": True,
    }
    return command if url is None else command | {"url": url}


def _events_url(address: str) -> str:
    mend = "write the public address, such as https://papers.example.org"
    try:
        parts = urlsplit(address.strip())
        host = parts.hostname
    except ValueError as error:
        raise ValueError(f"That is not an address; {mend}.") from error
    if parts.scheme != "https":
        raise ValueError(f"Slack sends to https addresses only; {mend}.")
    if not host or "@" in parts.netloc or not address.strip().isascii() or not address.strip().isprintable():
        raise ValueError(f"That is not an address; {mend}.")
    if " " in address.strip() or parts.query or parts.fragment:
        raise ValueError(f"The address must not have spaces, a query or a fragment; {mend}.")
    path = parts.path.rstrip("/")
    return f"https://{parts.netloc}{path if path.endswith(EVENTS_PATH) else path + EVENTS_PATH}"
