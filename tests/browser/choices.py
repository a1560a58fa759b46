"""What the probe leaves out of Block Kit: everything in which one chooses, in a message, in a window, at Home."""

import re

from slack_bolt import Ack, App
from slack_sdk import WebClient

from bot.workspace.model import Json


def add_choices(app: App) -> None:
    """Lets the app take every choice, give options for `pick_external`, and open a window from `pick_window`."""
    app.action("pick_window")(_open_window)
    app.action(re.compile("^pick_"))(_take)
    app.options("pick_external")(_offer)
    app.view("choices")(_take)


def _take(ack: Ack) -> None:
    ack()


def _offer(ack: Ack, payload: Json) -> None:
    ack(options=[option(f"{payload['value']} {number}") for number in (1, 2)])


def _open_window(ack: Ack, client: WebClient, body: Json) -> None:
    ack()
    client.views_open(trigger_id=body["trigger_id"], view=WINDOW)


def plain(text: str) -> Json:
    """Text without marks."""
    return {"type": "plain_text", "text": text}


def option(text: str) -> Json:
    """Its value is its text in lower case."""
    return {"text": plain(text), "value": text.lower()}


def element(kind: str, **rest: object) -> Json:
    """One that is known by its kind, and says it where it can."""
    named = {} if kind in ("checkboxes", "radio_buttons") else {"placeholder": plain(kind.replace("_", " "))}
    if kind == "timepicker":
        named = {"placeholder": plain("time")}
    return {"type": kind, "action_id": f"pick_{kind}", **named, **rest}


OPTIONS = [option(text) for text in ("Red", "Green", "Blue")]
MENUS = [
    element("static_select", options=OPTIONS),
    element("users_select"),
    element("channels_select"),
    element("external_select", min_query_length=1) | {"action_id": "pick_external"},
    element("multi_static_select", options=OPTIONS),
]
OTHERS = [
    element("datepicker"),
    element("timepicker"),
    element("checkboxes", options=OPTIONS),
    element("radio_buttons", options=OPTIONS),
    {"type": "button", "action_id": "pick_window", "text": plain("Window")},
]
BLOCKS: list[Json] = [
    {"type": "header", "text": plain("Choose")},
    {
        "type": "section",
        "block_id": "beside",
        "text": {"type": "mrkdwn", "text": "*Menus* and others"},
        "accessory": MENUS[4],
    },
    {"type": "actions", "block_id": "menus", "elements": MENUS[:4]},
    {"type": "actions", "block_id": "others", "elements": OTHERS},
]


def _input(block_id: str, element: Json) -> Json:
    return {"type": "input", "block_id": block_id, "label": plain(block_id), "element": element}


WINDOW: Json = {
    "type": "modal",
    "callback_id": "choices",
    "title": plain("Where"),
    "submit": plain("Done"),
    "blocks": [
        _input("Channel", element("conversations_select", default_to_current_conversation=True)),
        _input("Colour", element("radio_buttons", options=OPTIONS)),
    ],
}
HOME: Json = {
    "type": "home",
    "blocks": [
        {"type": "header", "text": plain("Colours")},
        _input("Colour", element("radio_buttons", options=OPTIONS)),
        _input("Note", {"type": "plain_text_input", "action_id": "note"}),
    ],
}
