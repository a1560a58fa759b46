"""What is asked of the bot and what it answers, in values that know Slack's shapes but not its wire."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Literal

Block = dict[str, Any]
"""One Block Kit block, or an object inside one, as Slack's JSON has it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """A slash command: what stood after `/papers`, who typed it, where and when."""

    text: str
    user_id: str
    team_id: str
    channel_id: str
    now: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Press:
    """A button that was pressed: `value` carries all its state, and `message_ts` tells two messages apart. In a window
    `values` is what is entered there, by the names of the fields, and `state` what the window remembers."""

    action_id: str
    value: str
    user_id: str
    team_id: str
    channel_id: str
    message_ts: str
    now: datetime
    values: Mapping[str, str] = field(default_factory=dict)
    state: str = ""


@dataclass(frozen=True, slots=True)
class Reply:
    """A message. `text` says everything in plain words, for notifications and screen readers. `replaces` puts it in the
    place of the message whose button was pressed; `public` shows it to the whole channel. What takes longer than people
    should wait for is worked out by `then`, after this message is there, and follows it as one more; then there may be
    nothing to say first."""

    text: str
    blocks: tuple[Block, ...] = ()
    public: bool = False
    replaces: bool = False
    then: "Callable[[], Reply] | None" = field(default=None, compare=False, repr=False)


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
    left empty is missing; several choices are joined by commas; times are `09:00`, dates `2026-12-01`."""

    callback_id: str
    state: str
    values: Mapping[str, str]
    user_id: str
    team_id: str
    now: datetime


@dataclass(frozen=True, slots=True)
class Mend:
    """What is wrong with a submission, as a sentence for each block id; the window stays open."""

    sentences: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Whisper:
    """A message that only one person sees in a channel. The window closes."""

    channel_id: str
    user_id: str
    message: Reply


@dataclass(frozen=True, slots=True, kw_only=True)
class Happening:
    """Something that happened to a channel: the bot was invited or put out, or the channel archived or opened again."""

    kind: Literal["joined", "left", "archived", "unarchived"]
    channel_id: str
    user_id: str
    team_id: str
    now: datetime


@dataclass(frozen=True, slots=True)
class Say:
    """A message to a channel, or to a person by user id; sent once for each `key` in the workspace."""

    to: str
    key: str
    message: Reply


@dataclass(frozen=True, slots=True)
class Share:
    """A message for the channel, sent once however often the button is pressed: `key` names it within the workspace.
    `done` and `again` are the private answers to the person who pressed: posted now, posted earlier.
    `facts` travel with it as those of an `Answer` do."""

    channel_id: str
    key: str
    message: Reply
    done: Reply
    again: Reply
    thread_ts: str | None = None
    facts: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What a person said to the bot: with a mention in a channel or thread, or, `direct`, in a direct message. `text`
    is as Slack has it, without the mention. `thread_ts` is None where it stands in no thread; an answer opens one."""

    text: str
    user_id: str
    team_id: str
    channel_id: str
    ts: str
    thread_ts: str | None
    direct: bool
    now: datetime


@dataclass(frozen=True, slots=True)
class Said:
    """One message of a thread. `facts` are those of an `Answer` of ours; None in what people and other bots say."""

    ts: str
    user_id: str
    text: str
    facts: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """A message for the thread of a question. `facts`, JSON of at most 2,000 characters, travel with it, and tell what
    it was about when somebody goes on from there."""

    message: Reply
    facts: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class React:
    """A reaction to the question instead of a message, by Slack's name for it (`+1`)."""

    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Linked:
    """Addresses that somebody put into a message. `member` says whether the bot is in the conversation, and `sent`
    whether the message is there, or still being typed."""

    links: tuple[str, ...]
    channel_id: str
    message_ts: str
    team_id: str
    member: bool
    sent: bool
    now: datetime


@dataclass(frozen=True, slots=True)
class Preview:
    """What an address leads to, to be shown below it; once within `quiet` for each `key` in the workspace."""

    link: str
    key: str
    quiet: timedelta
    message: Reply


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


@dataclass(frozen=True, slots=True, kw_only=True)
class File:
    """A text file for the direct messages of the person who pressed, below `message`; `done` is the private answer."""

    name: str
    media_type: str
    text: str
    message: Reply
    done: Reply


Talk = Answer | React | None
"""What a question leads to; None is silence."""
Outcome = File | Reply | Modal | Share | Look
"""What pressing a button may lead to."""
Submitted = Mend | Modal | Share | Whisper | Look
"""What sending off a window may lead to."""
Chosen = Reply | Modal
"""What choosing a shortcut may lead to."""
