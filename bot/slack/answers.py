"""Replies in the shapes that Slack takes: the body of an acknowledgement, a response, a message, a window."""

from typing import Any

from handlers.messages import Modal, Reply

Shape = dict[str, Any]


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
    message: Shape = {"channel": channel_id, "text": reply.text, "unfurl_links": False, "unfurl_media": False}
    if reply.blocks:
        message["blocks"] = list(reply.blocks)
    return message


def as_view(modal: Modal) -> Shape:
    """The `view` argument of `views.open`."""
    return {
        "type": "modal",
        "title": {"type": "plain_text", "text": modal.title},
        "close": {"type": "plain_text", "text": "Close"},
        "blocks": list(modal.blocks),
    }
