"""What a scenario asks of a workspace, whoever wrote it: what one person does there, and what that person sees."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from threading import Condition
from time import monotonic
from typing import Any, Literal, Protocol

from slack_sdk.errors import SlackApiError

Json = dict[str, Any]
Transport = Literal["socket", "http"]
WAIT = 10.0
"""Seconds after which a scenario that waits in vain has failed."""
AGAIN = 0.1


@dataclass(frozen=True, slots=True, kw_only=True)
class Keys:
    """Where a bot finds the workspace, and what the two know each other by."""

    api_url: str
    bot_token: str
    app_token: str
    signing_secret: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """A message as the person sees it; `private` when nobody else does. `reactions` are the names of the emoji."""

    ts: str
    text: str
    blocks: list[Json]
    attachments: list[Json]
    thread_ts: str | None
    private: bool
    reactions: frozenset[str]
    body: Json

    def action(self, action_id: str) -> Json:
        """What pressing this element sends, as the workspace's page would have it."""
        for block in self.blocks:
            for element in (*block.get("elements", ()), *filter(None, [block.get("accessory")])):
                if element.get("action_id") == action_id:
                    return _pressed(block, element)
        raise AssertionError(f"No element {action_id} in {self.blocks}")


class SlackLike(Protocol):
    """A workspace with a bot in it, and one person in a channel where the bot is a member."""

    keys: Keys
    person: str
    channel: str
    bot_user: str

    def connected(self) -> bool:
        """Whether something that the person does now reaches the bot."""

    def command(self, command: str, text: str) -> None:
        """Types a slash command in the channel."""

    def say(self, text: str, thread_ts: str | None = None) -> str:
        """Types a message in the channel, or in a thread there; its `ts`. The bot is mentioned as `@probe`."""

    def press(self, message: Seen, action: Json) -> None:
        """Uses a button or a menu of a message; `action` as `Seen.action` gives it."""

    def submit(self, values: Json) -> Json:
        """Submits the topmost window; the errors by block, none when the bot was content."""

    def open_home(self) -> None:
        """Opens the bot's Home tab."""

    def press_home(self, action: Json) -> None:
        """Uses a button or a field of the Home tab; `action` as `of_home` gives it."""

    def shortcut(self, callback_id: str, message: Seen | None = None) -> None:
        """Uses a shortcut, of a message or global."""

    def archive_another_channel(self) -> str:
        """Closes a channel where the bot is a member too, to be called once; its id."""

    def messages(self) -> list[Seen]:
        """Everything that the person sees in the channel and its threads, the newest last."""

    def modal(self) -> Json | None:
        """The topmost window."""

    def home(self) -> Json | None:
        """What the bot published on the person's Home tab."""

    def wait_until(self, holds: Callable[[], object], what: str) -> None:
        """Returns as soon as this holds; fails when it does not in time."""


class Watched:
    """Waits on changes of a workspace: whoever notices one calls `noticed`."""

    def __init__(self) -> None:
        self._changed = Condition()
        self._changes = 0

    def noticed(self) -> None:
        """Something may be different now."""
        with self._changed:
            self._changes += 1
            self._changed.notify_all()

    def wait_until(self, holds: Callable[[], object], what: str) -> None:
        """Returns as soon as this holds; fails when it does not in time."""
        end = monotonic() + WAIT
        while True:
            before = self._changes
            # Asked without the lock: those who notice something may hold what the answer takes.
            if holds():
                return
            assert monotonic() < end, f"In vain: {what}"
            with self._changed:
                if self._changes == before:
                    # What goes on inside a bot changes nothing here, so it is also looked again without a notice.
                    self._changed.wait(AGAIN)


def seen(body: Json, *, private: bool) -> Seen:
    """From a message object of Slack's, as every workspace here has it."""
    return Seen(
        ts=body["ts"],
        text=body.get("text") or "",
        blocks=body.get("blocks") or [],
        attachments=body.get("attachments") or [],
        thread_ts=body.get("thread_ts"),
        private=private,
        reactions=frozenset(each["name"] for each in body.get("reactions") or ()),
        body=body,
    )


def as_slack_has_it(typed: str, bot_user: str) -> str:
    """What Slack's own page makes of mentions and addresses before it sends them."""
    return re.sub(r"https://\S+", r"<\g<0>>", typed.replace("@probe", f"<@{bot_user}>"))


def shown(place: SlackLike, text: str) -> Seen:
    """The message with this text, as soon as it is there."""

    def found() -> list[Seen]:
        return [one for one in place.messages() if one.text == text]

    place.wait_until(found, f"the message {text!r}")
    return found()[0]


def refusal(call: Callable[[], object]) -> str | None:
    """The code with which a workspace refuses a call; None when it takes it."""
    try:
        call()
    except SlackApiError as error:
        return str(error.response["error"])
    return None


def of_home(home: Json, action_id: str, **entered: object) -> Json | None:
    """What using the first such element sends; None where there is none."""
    for block in home["blocks"]:
        for element in (*block.get("elements", ()), *filter(None, [block.get("element")])):
            if element.get("action_id") == action_id:
                kind = {"type": element["type"], "action_id": action_id, "block_id": block.get("block_id", "unnamed")}
                return kind | entered if entered else _pressed(block, element)
    return None


def inputs(view: Json) -> Iterator[tuple[str, Json]]:
    """Block id and element of each input of a view."""
    for block in view["blocks"]:
        if block["type"] == "input":
            yield block["block_id"], block["element"]


def _pressed(block: Json, element: Json) -> Json:
    action = {"type": element["type"], "action_id": element["action_id"], "block_id": block.get("block_id", "unnamed")}
    if element["type"] == "overflow":
        return action | {"selected_option": element["options"][0]}
    return action | {"text": element["text"]} | ({"value": element["value"]} if "value" in element else {})
