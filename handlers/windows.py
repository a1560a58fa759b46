"""Windows and Home, what is pressed and sent off there, and what that may lead to."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from handlers.messages import Block, File, Reply, Share, Whisper


@dataclass(frozen=True, slots=True, kw_only=True)
class Press:
    """A button that was pressed: `value` carries all its state, and `message_ts` tells two messages apart. In a window,
    whose id is `window`, `values` is what is entered there, by the names of the fields, and `state` what it keeps."""

    action_id: str
    value: str
    user_id: str
    team_id: str
    channel_id: str
    message_ts: str
    now: datetime
    values: Mapping[str, str] = field(default_factory=dict)
    state: str = ""
    window: str = ""


@dataclass(frozen=True, slots=True)
class Modal:
    """A window to open: its title (24 characters) and its blocks (100 at most). With `submit`, the label of the button
    that sends it off, it comes back as a `Submission` with its `callback_id` and its `state` (3,000 characters), which
    also comes back with what is pressed in it.
    `replaces` puts it in the place of the window whose button was pressed. `behind` is a Home that is to be seen as it
    is now, once the window is gone."""

    title: str
    blocks: tuple[Block, ...]
    submit: str = ""
    callback_id: str = ""
    state: str = ""
    replaces: bool = False
    behind: "Look | None" = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Submission:
    """A window that was sent off: what was entered, by the names of the fields, which are their block ids too. A field
    left empty is missing; several choices are joined by commas; times are `09:00`, dates `2026-12-01`. `below` is the
    id of the window that it lies on, if it lies on one."""

    callback_id: str
    state: str
    values: Mapping[str, str]
    user_id: str
    team_id: str
    now: datetime
    below: str = ""


@dataclass(frozen=True, slots=True)
class Mend:
    """What is wrong with a submission, as a sentence for each block id; the window stays open."""

    sentences: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Renewed:
    """What the window below the one that was sent off is now. The one that was sent off closes."""

    window: Modal


@dataclass(frozen=True, slots=True, kw_only=True)
class Shortcut:
    """A shortcut that was chosen: everywhere, or in the menu of a message, which has a `message_ts` then. `thread_ts`
    is the thread that this message stands in."""

    callback_id: str
    user_id: str
    team_id: str
    channel_id: str = ""
    text: str = ""
    message_ts: str = ""
    thread_ts: str | None = None
    now: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """A person looks at their Home, or is to see it as it is now. `place` is where in it, as its buttons remember it;
    `came` says that they have just come there. `note` is to be read first, with a button (label, action id, value)."""

    user_id: str
    team_id: str
    place: str = ""
    came: bool = False
    note: str = ""
    button: tuple[str, str, str] | None = None
    now: datetime


@dataclass(frozen=True, slots=True)
class Home:
    """A person's Home: its blocks (100 at most), and the place in it, which comes back when they look again."""

    blocks: tuple[Block, ...]
    place: str


Outcome = File | Reply | Modal | Share | Look
"""What pressing a button may lead to."""
Submitted = Mend | Modal | Renewed | Share | Whisper | Look
"""What sending off a window may lead to."""
Chosen = Reply | Modal
"""What choosing a shortcut may lead to."""
