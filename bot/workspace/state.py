"""What is in the workspace now: kept, changed by one thread at a time, and watched by open pages."""

from collections.abc import Callable, Iterable
from dataclasses import asdict
from datetime import datetime, timedelta
from threading import RLock

from bot.workspace import town
from bot.workspace.keeping import CannotKeep, Keeping
from bot.workspace.model import BOT_USER, Change, Channel, Json, Message, Person, View
from bot.workspace.time import MovableClock

Watcher = Callable[[Change], None]


class State:
    """Whoever reads and then changes holds `lock` meanwhile; single reads and changes are safe by themselves.

    Views live in memory only: a window does not outlive the process. Every change, and the beginning, raises CannotKeep
    when it cannot be kept; then nothing has changed.
    """

    def __init__(self, keeping: Keeping, clock: MovableClock, people: Iterable[Person]) -> None:
        self.lock = RLock()
        self.clock = clock
        self._keeping = keeping
        self._people = {person.id: person for person in people}
        self._channels: dict[str, Channel] = {}
        self._messages: dict[str, dict[str, Message]] = {}
        self._views: dict[str, View] = {}
        self._watchers: list[Watcher] = []
        self._last_ts = 0
        try:
            self._load()
        except (AttributeError, KeyError, OverflowError, TypeError, ValueError) as error:
            raise CannotKeep("it holds what this Paperboy does not understand") from error

    # --- People and channels ---

    def people(self) -> tuple[Person, ...]:
        """All accounts, in a fixed order."""
        return tuple(self._people.values())

    def person(self, user: str) -> Person | None:
        """The account with this id."""
        return self._people.get(user)

    def channels(self) -> tuple[Channel, ...]:
        """All conversations, also archived ones and direct messages."""
        with self.lock:
            return tuple(self._channels.values())

    def channel(self, channel: str) -> Channel | None:
        """The conversation with this id."""
        return self._channels.get(channel)

    def save_channel(self, channel: Channel) -> None:
        """Adds or changes a conversation."""
        with self.lock:
            self._keeping.put("channel", channel.id, asdict(channel) | {"members": sorted(channel.members)})
            self._channels[channel.id] = channel
        self.tell(Change(kind="channel", data={"channel": channel.id}))

    # --- Messages ---

    def messages(self, channel: str, seen_by: str | None = None) -> tuple[Message, ...]:
        """In the order of their times: everything that all members see, and what only `seen_by` sees."""
        with self.lock:
            found = [one for one in self._messages.get(channel, {}).values() if one.only_for in (None, seen_by)]
        return tuple(sorted(found, key=lambda message: message.ts))

    def message(self, channel: str, ts: str) -> Message | None:
        """One message, ephemeral or not."""
        with self.lock:
            return self._messages.get(channel, {}).get(ts)

    def save_message(self, message: Message) -> None:
        """Adds a message or puts a changed one in the place of the old."""
        with self.lock:
            self._keeping.put("message", f"{message.channel} {message.ts}", asdict(message))
            self._messages.setdefault(message.channel, {})[message.ts] = message
        data = {"channel": message.channel, "ts": message.ts, "thread_ts": message.thread_ts}
        self.tell(Change(kind="message", data=data, only_for=message.only_for))

    def remove_message(self, channel: str, ts: str) -> None:
        """Takes a message away for good; harmless when there is none."""
        with self.lock:
            self._keeping.drop("message", f"{channel} {ts}")
            removed = self._messages.get(channel, {}).pop(ts, None)
        if removed is not None:
            data = {"channel": channel, "ts": ts, "thread_ts": removed.thread_ts}
            self.tell(Change(kind="message_deleted", data=data, only_for=removed.only_for))

    def new_ts(self) -> str:
        """A time later than every message's, as Slack names messages: seconds since 1970 with six decimals."""
        with self.lock:
            now = int(self.clock.now().timestamp() * 1_000_000)
            self._last_ts = max(now, self._last_ts + 1)
            return f"{self._last_ts // 1_000_000}.{self._last_ts % 1_000_000:06d}"

    # --- Views ---

    def view(self, view: str) -> View | None:
        """The open modal or the Home tab with this id."""
        return self._views.get(view)

    def modals(self, owner: str) -> tuple[View, ...]:
        """The open windows of one person, the topmost last."""
        with self.lock:
            return tuple(view for view in self._views.values() if view.kind == "modal" and view.owner == owner)

    def home(self, owner: str) -> View | None:
        """What the bot last published to this person's Home tab."""
        with self.lock:
            return next((one for one in self._views.values() if one.kind == "home" and one.owner == owner), None)

    def save_view(self, view: View) -> None:
        """Opens a view or changes it; a new modal is the topmost."""
        with self.lock:
            if view.kind == "home":
                self._keeping.put("home", view.owner, asdict(view))
            self._views[view.id] = view
        self._tell_view(view)

    def remove_view(self, view: str) -> None:
        """Closes a modal; harmless when it is closed."""
        with self.lock:
            removed = self._views.pop(view, None)
        if removed is not None:
            self._tell_view(removed)

    # --- Time and watchers ---

    def now(self) -> datetime:
        """The workspace's time."""
        return self.clock.now()

    def move_time(self, step: timedelta) -> None:
        """Moves the clock forward, and keeps it moved. Raises ValueError for a step back."""
        with self.lock:
            self._keep_clock(max(step, timedelta()))
            self.clock.move(step)
        self.tell(Change(kind="clock", data={}))

    def watch(self, watcher: Watcher) -> Callable[[], None]:
        """Calls `watcher` with each change, in the thread that made it; the result ends that."""
        with self.lock:
            self._watchers.append(watcher)
        return lambda: self._forget(watcher)

    def tell(self, change: Change) -> None:
        """Tells every watcher."""
        for watcher in tuple(self._watchers):
            watcher(change)

    def reset(self) -> None:
        """Begins anew: nothing said, the channels as at the beginning. Only the clock stays as it is."""
        with self.lock:
            self._keeping.clear()
            self._channels, self._messages, self._views = {}, {}, {}
            self._keep_clock()
            self._found()
        self.tell(Change(kind="channel", data={}))

    def _tell_view(self, view: View) -> None:
        self.tell(Change(kind="home" if view.kind == "home" else "modals", data={"view": view.id}, only_for=view.owner))

    def _forget(self, watcher: Watcher) -> None:
        with self.lock:
            if watcher in self._watchers:
                self._watchers.remove(watcher)

    def _load(self) -> None:
        for _, kept in self._keeping.all("clock"):
            self.clock.move(timedelta(seconds=kept["ahead"]))
            self.clock.now()  # Raises OverflowError where there are no such years.
        for _, kept in self._keeping.all("channel"):
            self._channels[kept["id"]] = _channel(kept)
        for _, kept in self._keeping.all("message"):
            message = Message(**kept)
            self._messages.setdefault(message.channel, {})[message.ts] = message
            self._last_ts = max(self._last_ts, int(message.ts.replace(".", "")))
        for _, kept in self._keeping.all("home"):
            self._views[kept["id"]] = View(**kept)
        if not self._channels:
            self._found()

    def _found(self) -> None:
        for channel in town.channels(int(self.now().timestamp())):
            self.save_channel(channel)

    def _keep_clock(self, step: timedelta = timedelta()) -> None:
        self._keeping.put("clock", "ahead", {"ahead": (self.clock.ahead + step).total_seconds()})


def _channel(kept: Json) -> Channel:
    return Channel(**{**kept, "members": frozenset(kept["members"])})


def bot_is_in(channel: Channel) -> bool:
    """Whether the bot may read and post here as a member."""
    return BOT_USER in channel.members
