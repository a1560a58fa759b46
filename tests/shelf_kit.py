"""People with reading lists over the five papers, and what they press, type and send off."""

from dataclasses import replace
from typing import Any

from handlers.actions import handle_press
from handlers.dispatch import dispatch
from handlers.messages import Block, Reply
from handlers.ports import Services
from handlers.shelves import Shelved, Whose, Word
from handlers.submissions import handle_submission
from handlers.windows import Modal, Outcome, Submission, Submitted
from tests.block_rules import problems
from tests.fakes_handlers import NOW, press, request
from tests.unit.test_commands_search import buttons

TEAM, HERE = "T0TEAM", "C0CHANNEL"
ADA, BEN = "U0READER1", "U0READER2"
NAMED = f"{ADA} {BEN}"
"""Who may be named in an answer."""


def typed(text: str, over: Services, user_id: str = ADA, channel_id: str = HERE) -> Reply:
    """What a person is answered."""
    reply = dispatch(replace(request(text), user_id=user_id, channel_id=channel_id), over)
    assert problems(reply, sharer=NAMED) == []
    assert not reply.public
    return reply


def pressed(over: Services, button: Block, user_id: str = ADA, **other: Any) -> Outcome:
    """What pressing a button leads to."""
    action = replace(press(button["action_id"], button["value"], user_id=user_id), **other)
    outcome = handle_press(action, over)
    assert problems(outcome, sharer=NAMED) == []
    return outcome


def replied(over: Services, button: Block, user_id: str = ADA, **other: Any) -> Reply:
    """The message that pressing a button leads to."""
    outcome = pressed(over, button, user_id, **other)
    assert isinstance(outcome, Reply)
    return outcome


def window(over: Services, button: Block, user_id: str = ADA, **other: Any) -> Modal:
    """The window that pressing a button leads to."""
    outcome = pressed(over, button, user_id, **other)
    assert isinstance(outcome, Modal)
    return outcome


def labelled(shown: Reply | Modal, start: str) -> Block:
    """The first button whose label begins so."""
    held = shown if isinstance(shown, Reply) else Reply("", shown.blocks)
    return next(button for button in buttons(held) if button["text"]["text"].startswith(start))


def sent_off(over: Services, form: Outcome, user_id: str = ADA, below: str = "", **values: str) -> Submitted:
    """What sending off the window leads to, with these fields instead of what stands in them."""
    assert isinstance(form, Modal)
    submission = Submission(
        callback_id=form.callback_id, state=form.state, values={**filled(form), **values}, user_id=user_id,
        team_id=TEAM, now=NOW, below=below,
    )  # fmt: skip
    outcome = handle_submission(submission, over)
    assert problems(outcome, sharer=NAMED) == []
    return outcome


def filled(form: Modal) -> dict[str, str]:
    """What stands in the fields of a window at first."""
    fields = {block["block_id"]: block["element"] for block in form.blocks if block["type"] == "input"}
    chosen = {name: element.get("initial_option", {}).get("value") for name, element in fields.items()}
    return {name: value for name, element in fields.items() if (value := chosen[name] or element.get("initial_value"))}


def shelved(over: Services, paper_id: str = "kvflow", user_id: str = ADA) -> Shelved:
    """How it stands."""
    return over.shelf.shelved(Whose(TEAM, user_id, paper_id))


def say(over: Services, paper_id: str, *words: Word, user_id: str = ADA, team_id: str = TEAM) -> None:
    """What a person says of a paper."""
    for word in words:
        over.shelf.say(Whose(team_id, user_id, paper_id), word)
