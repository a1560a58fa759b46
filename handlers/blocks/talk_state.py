"""What the buttons of an answer in a thread remember: the thread, and what to look for there."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from handlers.blocks import kit
from handlers.blocks.state import packed, unpacked

NARROW = ("talk:narrow:1", "talk:narrow:2", "talk:narrow:3", "talk:narrow:4")
"""As with the chips of a search."""
LOOK = "talk:look"


@dataclass(frozen=True, slots=True)
class TalkState:
    """A thread, and the facts of what is looked for when the button is pressed."""

    thread_ts: str
    facts: Mapping[str, Any]


def written(state: TalkState) -> str | None:
    """The state as a button's value; None when it is too long for one."""
    value = packed(t=state.thread_ts, f=json.dumps(state.facts, ensure_ascii=False, separators=(",", ":")))
    return value if kit.length(value) <= kit.VALUE else None


def talk_state(value: str) -> TalkState | None:
    """The state that this value holds; None when it is not one of ours or of another version."""
    match unpacked(value):
        case {"t": str(thread_ts), "f": str(facts)} if thread_ts:
            try:
                read = json.loads(facts)
            except (ValueError, RecursionError):  # not JSON, or nested beyond reading: a value we did not write
                return None
            return TalkState(thread_ts, read) if isinstance(read, dict) else None
    return None
