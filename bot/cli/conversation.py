"""A person at the terminal in the place of one in Slack: typed lines and pressed buttons, through the handlers."""

import logging
from dataclasses import dataclass, field
from typing import Any

from bot import clock, logs
from bot.cli.talking import YOU, question_in, spoken
from bot.manifest import COMMAND
from bot.terminal import Button, Screen, buttons, render
from bot.terminal.people import HERE
from bot.terminal.threads import OneThread
from handlers.actions import handle_press
from handlers.blocks import kit
from handlers.dispatch import dispatch
from handlers.mending import answered
from handlers.messages import File, Reply, Request, Share
from handlers.ports import Services
from handlers.windows import Look, Modal, Outcome, Press

NOTHING = Reply("")
FIELDS = "This opens a window with fields, which a prompt has not. Try it on the page: paperboy workspace\n"
HOME = "That is shown in your Home, which is in Slack only. Try it on the page: paperboy workspace\n"
LONGEST_NUMBER = 3
"""Digits of what can be meant as a button; four are a year to search for."""

_log = logging.getLogger(__name__)


def asked(line: str, services: Services, thread: OneThread | None = None) -> Reply:
    """The reply to a line, with or without `/papers` before it, or with the bot's name: then it is said in `thread`."""
    question = question_in(line)
    if question is not None:
        return spoken(question, services, thread or OneThread())
    request = Request(text=_after_command(line), user_id=YOU, team_id=HERE, channel_id=HERE, now=clock.now())
    return worked_out(dispatch(request, services))


def worked_out(reply: Reply) -> Reply:
    """What follows in the end, where the reply only says that it takes a while."""
    return answered(reply.then) if reply.then else reply


def pressed(button: Button, message: int, services: Services) -> Outcome:
    """What pressing a button of the `message`-th message leads to."""
    press = Press(
        action_id=button.action_id,
        value=button.value,
        user_id=YOU,
        team_id=HERE,
        channel_id=HERE,
        message_ts=str(message),
        now=clock.now(),
    )
    return handle_press(press, services)


def payload(reply: Reply) -> dict[str, Any]:
    """The reply as it travels in the acknowledgement of a slash command."""
    kind = "in_channel" if reply.public else "ephemeral"
    return {"response_type": kind, "text": reply.text, "blocks": list(reply.blocks)}


def _after_command(line: str) -> str:
    first, _, rest = line.strip().partition(" ")
    return rest.strip() if first == COMMAND else line.strip()


@dataclass(slots=True)
class Conversation:
    """Remembers the last message with buttons, so that a number presses one, and what was shared already."""

    services: Services
    screen: Screen
    shown: Reply | Modal = NOTHING
    count: int = 0
    shared: set[str] = field(default_factory=set)
    thread: OneThread = field(default_factory=OneThread)

    def answer(self, line: str) -> str:
        """The text to show for a typed line. A fault of ours is logged with a reference and told with it."""
        try:
            return self._answer(line.strip())
        except Exception:
            reference = logs.new_reference()
            _log.exception("%s: a line could not be answered", reference)
            return f"Something went wrong that should not; the log has more under {reference}.\n"

    def _answer(self, line: str) -> str:
        on_screen = buttons(self.shown)
        if not (on_screen and line.isascii() and line.isdigit() and len(line) <= LONGEST_NUMBER):
            return self._show(asked(line, self.services, self.thread))
        if not 1 <= int(line) <= len(on_screen):
            return f"There is no button {line}: they are 1 to {len(on_screen)}. To search for it: search {line}\n"
        return self._carry_out(pressed(on_screen[int(line) - 1], self.count, self.services))

    def _carry_out(self, outcome: Outcome) -> str:
        if isinstance(outcome, Look):
            return HOME
        if isinstance(outcome, File):
            text = kit.visible(outcome.text)  # nothing in it that a terminal could obey
            return f"In Slack, this file would come in your direct messages, as {outcome.name}:\n\n{text}"
        if not isinstance(outcome, Share):
            return self._show(worked_out(outcome) if isinstance(outcome, Reply) else outcome)
        if outcome.key in self.shared:
            return render(outcome.again, self.screen)
        self.shared.add(outcome.key)
        # The message with the button stays the one that numbers are for, so that pressing again is seen to do nothing.
        posted = render(outcome.message, self.screen)
        return f"There is no channel here. In Slack, everyone in the channel would read:\n\n{posted}"

    def _show(self, message: Reply | Modal) -> str:
        if isinstance(message, Modal) and message.submit:
            return FIELDS
        # As in Slack, a window or a notice without buttons leaves those of the message behind it in reach.
        if buttons(message):
            self.shown = message
            self.count += 1
        return render(message, self.screen, numbered=True)
