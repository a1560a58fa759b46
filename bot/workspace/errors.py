"""What the workspace refuses: a call of the bot with Slack's own code, or a person's act with a sentence."""

from typing import Any


class Refusal(Exception):
    """A call of the Web API that Slack would refuse.

    `code` is Slack's (`channel_not_found`), `messages` what Slack adds in `response_metadata`, and `extra` goes into
    the answer beside the code (`needed` and `provided` of `missing_scope`).
    """

    def __init__(self, code: str, messages: tuple[str, ...] = (), **extra: Any) -> None:
        self.code = code
        self.messages = messages
        self.extra = extra
        super().__init__(code)


class CannotDo(Exception):
    """An act of a person that Slack would not allow; the message is for that person."""


class InUse(Exception):
    """Another process has this workspace open; two would each show only half of what is said."""
