"""Replies in the shapes that Slack takes: the body of an acknowledgement, a response, a message, a window."""

from typing import Any

from handlers.messages import Block, Reply, Whisper
from handlers.windows import Home, Look, Mend, Modal, Renewed

Shape = dict[str, Any]
NAME = "Paperboy"
"""On windows that say what would be a message elsewhere."""


def as_response(reply: Reply) -> Shape:
    """For an acknowledgement of a command, or for its response URL."""
    shape: Shape = {"response_type": "in_channel" if reply.public else "ephemeral", "text": reply.text}
    if reply.blocks:
        shape["blocks"] = list(reply.blocks)
    return shape


def as_press_response(reply: Reply) -> Shape:
    """For the response URL of a button: in the place of the button's message, or beside it."""
    return as_response(reply) | {"replace_original": reply.replaces}


def as_message(reply: Reply, channel_id: str) -> Shape:
    """The arguments of `chat.postMessage`; links stay links, without a preview below."""
    return {"unfurl_links": False, "unfurl_media": False} | _said(reply, channel_id)


def as_ephemeral(reply: Reply, channel_id: str, user_id: str) -> Shape:
    """The arguments of `chat.postEphemeral`, which shows no previews and takes no word about them."""
    return {"user": user_id} | _said(reply, channel_id)


def _said(reply: Reply, channel_id: str) -> Shape:
    said: Shape = {"channel": channel_id, "text": reply.text}
    if reply.blocks:
        said["blocks"] = list(reply.blocks)
    return said


def as_view(modal: Modal) -> Shape:
    """The `view` argument of `views.open`."""
    view: Shape = {
        "type": "modal",
        "title": {"type": "plain_text", "text": modal.title},
        "close": {"type": "plain_text", "text": "Cancel" if modal.submit else "Close"},
        "blocks": list(modal.blocks),
    }
    if modal.submit:
        submit = {"type": "plain_text", "text": modal.submit}
        view |= {"submit": submit, "callback_id": modal.callback_id}
    return view | ({"private_metadata": modal.state} if modal.state else {})


def as_window(reply: Reply) -> Modal:
    """What was to be a message, where there is only a window to say it in."""
    said: tuple[Block, ...] = ({"type": "section", "text": {"type": "mrkdwn", "text": reply.text, "verbatim": True}},)
    return Modal(NAME, reply.blocks or said, replaces=reply.replaces)


def as_home(home: Home) -> Shape:
    """The `view` argument of `views.publish`."""
    return {"type": "home", "blocks": list(home.blocks), "private_metadata": home.place}


def as_unfurl(message: Reply) -> Shape:
    """One of the `unfurls` of `chat.unfurl`."""
    return {"blocks": list(message.blocks), "fallback": message.text}


def as_submitted(outcome: Mend | Modal | Renewed | Whisper | Look) -> Shape:
    """What goes back in the acknowledgement of a window that was sent off; nothing closes it."""
    match outcome:
        case Mend(sentences):
            return {"response_action": "errors", "errors": dict(sentences)}
        case Modal():
            return {"response_action": "update", "view": as_view(outcome)}
        case Renewed() | Whisper() | Look():
            return {}
