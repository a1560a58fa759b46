"""People in their Home: what they see there, and what they press, type and send off."""

import json
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from handlers.actions import handle_press
from handlers.home.showing import show
from handlers.messages import Block
from handlers.ports import Services
from handlers.submissions import handle_submission
from handlers.windows import Home, Look, Modal, Outcome, Press, Submission
from tests.block_rules import problems
from tests.fakes_handlers import NOW

TEAM, ADA, BEN = "T0TEAM", "U0READER1", "U0READER2"


@dataclass
class AtHome:
    """A person in their Home, which is held to the rules whenever it is shown."""

    over: Services
    user_id: str = ADA
    now: datetime = NOW
    window: str = "V0READER1"
    home: Home = field(default_factory=lambda: Home((), ""))

    def come(self, now: datetime | None = None) -> "AtHome":
        """Opens it."""
        self.now = now or self.now
        return self.look(Look(user_id=self.user_id, team_id=TEAM, place=self.home.place, came=True, now=self.now))

    def look(self, look: Look) -> "AtHome":
        self.home = show(look, self.over)
        assert problems(self.home) == []
        return self

    def search(self, text: str) -> "AtHome":
        """Types it and presses Enter."""
        (field,) = (block["element"] for block in self.home.blocks if block["type"] == "input")
        return self.see(self._pressed(field["action_id"], text))

    def press(self, label: str, nth: int = 0) -> "AtHome":
        """Presses a button, which shows Home again."""
        return self.see(self.outcome(label, nth))

    def outcome(self, label: str, nth: int = 0) -> Outcome:
        """What pressing the button leads to."""
        found = [one for one in self.buttons() if one["text"]["text"] == label]
        button = (found or [one for one in self.buttons() if one["text"]["text"].startswith(label)])[nth]
        return self._pressed(button["action_id"], button["value"])

    def see(self, outcome: object) -> "AtHome":
        assert isinstance(outcome, Look)
        assert (outcome.user_id, outcome.team_id) == (self.user_id, TEAM)
        return self.look(outcome)

    def send(self, window: Outcome, **values: str) -> "AtHome":
        """Fills a window in, and sends it off."""
        assert isinstance(window, Modal)
        assert problems(window) == []
        entered = {block["block_id"]: _initial(block["element"]) for block in window.blocks if block["type"] == "input"}
        submission = Submission(
            callback_id=window.callback_id, state=window.state, values=entered | values, user_id=self.user_id,
            team_id=TEAM, now=self.now,
        )  # fmt: skip
        return self.see(handle_submission(submission, self.over))

    def buttons(self) -> list[Block]:
        return [each for block in self.home.blocks if block["type"] == "actions" for each in block["elements"]]

    def labels(self) -> list[str]:
        return [button["text"]["text"] for button in self.buttons()]

    @property
    def all(self) -> str:
        """Everything that reaches Slack."""
        return json.dumps(self.home.blocks, ensure_ascii=False) + self.home.place

    def press_in(self, window: Modal, label: str) -> Outcome:
        """Presses a button of a window above Home."""
        elements = [each for block in window.blocks if block["type"] == "actions" for each in block["elements"]]
        button = next(one for one in elements if one["text"]["text"].startswith(label))
        return self._pressed(button["action_id"], button["value"], window.state)

    def _pressed(self, action_id: str, value: str, state: str = "") -> Outcome:
        press = Press(
            action_id=action_id, value=value, user_id=self.user_id, team_id=TEAM, channel_id="", message_ts="",
            now=self.now, state=state or self.home.place, window=self.window if state else "",
        )  # fmt: skip
        outcome = handle_press(press, self.over)
        assert problems(outcome) == []
        return outcome


def said(home: Home) -> str:
    """What is read in it, a line for each text."""
    return "\n".join(_texts(list(home.blocks)))


def at_home(over: Services, **other: Any) -> AtHome:
    """Ada, who has just come to her Home."""
    return replace(AtHome(over), **other).come()


def _texts(thing: Any) -> list[str]:
    if isinstance(thing, dict):
        own = thing.get("text")
        mine = [own] if isinstance(own, str) else []
        return [*mine, *(text for value in thing.values() for text in _texts(value))]
    return [text for value in thing for text in _texts(value)] if isinstance(thing, list) else []


def _initial(element: Block) -> str:
    chosen = element.get("initial_option")
    return str(chosen["value"] if chosen else element.get("initial_value", ""))
