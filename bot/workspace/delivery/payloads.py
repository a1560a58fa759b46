"""What Slack tells the bot of a person's act, beside events: the parts that are the same in all of it, and commands."""

from bot.workspace.model import APP, TEAM, Channel, Json, Message, Person, View

DOMAIN = "paperboy"
VERIFICATION = "workspace-verification"
"""The token in every payload from the time before signatures; nobody should look at it any more."""


def team() -> Json:
    """The workspace."""
    return {"id": TEAM, "domain": DOMAIN}


def user(person: Person) -> Json:
    """Who acts."""
    return {"id": person.id, "username": person.name, "name": person.name, "team_id": TEAM}


def channel_name(channel: Channel) -> str:
    """Slack keeps the names of private places to itself."""
    return {"public": channel.name, "private": "privategroup", "dm": "directmessage"}[channel.kind]


def place(channel: Channel) -> Json:
    """Where somebody acts."""
    return {"id": channel.id, "name": channel_name(channel)}


def message(shown: Message) -> Json:
    """The message that somebody acts on."""
    return {**shown.body, "ts": shown.ts}


def slash_command(
    person: Person, channel: Channel, command: str, text: str, *, trigger_id: str, response_url: str
) -> Json:
    """A form, so every value is text."""
    return {
        "token": VERIFICATION,
        "team_id": TEAM,
        "team_domain": DOMAIN,
        "channel_id": channel.id,
        "channel_name": channel_name(channel),
        "user_id": person.id,
        "user_name": person.name,
        "command": command,
        "text": text,
        "api_app_id": APP,
        "is_enterprise_install": "false",
        "response_url": response_url,
        "trigger_id": trigger_id,
    }


def global_shortcut(person: Person, callback_id: str, *, trigger_id: str, action_ts: str) -> Json:
    """From the menu that is everywhere."""
    return _shared("shortcut", person) | {
        "user": {"id": person.id, "username": person.name, "team_id": TEAM},
        "action_ts": action_ts,
        "callback_id": callback_id,
        "trigger_id": trigger_id,
    }


def message_shortcut(
    person: Person,
    channel: Channel,
    shown: Message,
    callback_id: str,
    *,
    trigger_id: str,
    response_url: str,
    action_ts: str,
) -> Json:
    """From the menu of a message."""
    return _shared("message_action", person) | {
        "action_ts": action_ts,
        "callback_id": callback_id,
        "trigger_id": trigger_id,
        "response_url": response_url,
        "message_ts": shown.ts,
        "message": message(shown),
        "channel": place(channel),
    }


def view_submission(person: Person, view: View, values: Json, *, trigger_id: str, response_urls: list[Json]) -> Json:
    """A window was sent off."""
    return _shared("view_submission", person) | {
        "api_app_id": APP,
        "trigger_id": trigger_id,
        "view": view.body | {"state": {"values": values}},
        "response_urls": response_urls,
    }


def view_closed(person: Person, view: View, values: Json, *, is_cleared: bool) -> Json:
    """A window was closed; `is_cleared` when the whole stack was."""
    return _shared("view_closed", person) | {
        "api_app_id": APP,
        "view": view.body | {"state": {"values": values}},
        "is_cleared": is_cleared,
    }


def _shared(kind: str, person: Person) -> Json:
    return {
        "type": kind,
        "token": VERIFICATION,
        "team": team(),
        "user": user(person),
        "is_enterprise_install": False,
        "enterprise": None,
    }
