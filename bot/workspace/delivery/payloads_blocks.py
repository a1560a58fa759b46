"""What Slack tells the bot when a person uses an element of a message, a window or the Home tab."""

from dataclasses import dataclass

from bot.workspace.delivery.payloads import VERIFICATION, message, place, team, user
from bot.workspace.model import APP, Channel, Json, Message, Person, View


@dataclass(frozen=True, slots=True, kw_only=True)
class OnMessage:
    """An element of a message; `attachment` is the one that holds it, when it is not in the message's own blocks."""

    channel: Channel
    message: Message
    attachment: Json | None = None

    def container(self) -> Json:
        """Where the element is."""
        found: Json = {
            "type": "message" if self.attachment is None else "message_attachment",
            "message_ts": self.message.ts,
            "channel_id": self.channel.id,
            "is_ephemeral": self.message.only_for is not None,
        }
        if self.message.thread_ts is not None:
            found["thread_ts"] = self.message.thread_ts
        if self.attachment is not None:
            found |= {"attachment_id": self.attachment["id"], "is_app_unfurl": "app_unfurl_url" in self.attachment}
        if self.attachment is not None and "app_unfurl_url" in self.attachment:
            found["app_unfurl_url"] = self.attachment["app_unfurl_url"]
        return found

    def surroundings(self, values: Json) -> Json:
        """An ephemeral message is not shown to the bot again: Slack keeps none."""
        found: Json = {"channel": place(self.channel), "state": {"values": values}}
        if self.message.only_for is None:
            found["message"] = message(self.message)
        if self.attachment is not None:
            found["app_unfurl"] = self.attachment
        return found


@dataclass(frozen=True, slots=True, kw_only=True)
class OnView:
    """An element of a window or of the Home tab."""

    view: View

    def container(self) -> Json:
        """Where the element is."""
        return {"type": "view", "view_id": self.view.id}

    def surroundings(self, values: Json) -> Json:
        """The view with what is entered in it."""
        return {"view": self.view.body | {"state": {"values": values}}}


Surface = OnMessage | OnView


def block_actions(
    person: Person, surface: Surface, action: Json, values: Json, *, trigger_id: str, response_url: str | None
) -> Json:
    """A press or a choice. Only messages have a response URL."""
    payload = {
        "type": "block_actions",
        "user": user(person),
        "api_app_id": APP,
        "token": VERIFICATION,
        "container": surface.container(),
        "trigger_id": trigger_id,
        "team": team(),
        "enterprise": None,
        "is_enterprise_install": False,
        **surface.surroundings(values),
        "actions": [action],
    }
    return payload if response_url is None else payload | {"response_url": response_url}


def block_suggestion(person: Person, surface: Surface, element: Json, query: str, values: Json) -> Json:
    """The bot is asked for options; `element` has `block_id` and `action_id`."""
    return {
        "type": "block_suggestion",
        "user": user(person),
        "api_app_id": APP,
        "token": VERIFICATION,
        "container": surface.container(),
        "team": team(),
        "enterprise": None,
        "is_enterprise_install": False,
        **surface.surroundings(values),
        "action_id": element["action_id"],
        "block_id": element["block_id"],
        "value": query,
    }
