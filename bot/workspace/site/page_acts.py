"""What people do on the page: one verb each, its fields read carefully before anything happens."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from bot.workspace.errors import CannotDo
from bot.workspace.model import Json
from bot.workspace.people import People
from bot.workspace.site.fields import Fields
from bot.workspace.site.page_faults import PageFaults
from bot.workspace.state import State

FARTHEST = timedelta(days=400)
"""The longest single step of the clock; a year and what hangs on it can be seen, a slip of the finger does no harm."""
LATEST = datetime(2100, 1, 1, tzinfo=UTC)
"""Far enough for everything. Much further on, times get more digits, by which messages are sorted, and then end."""

Verb = Callable[[str, Fields], Json | None]


class UnknownVerb(Exception):
    """The page asked for something that nobody can do here."""


class PageActs:
    """`moved` is called after the clock was moved, `next_due` says what the page may move it to."""

    def __init__(
        self,
        people: People,
        state: State,
        faults: PageFaults,
        *,
        next_due: Callable[[], datetime | None],
        moved: Callable[[], None],
    ) -> None:
        self._people = people
        self._state = state
        self._faults = faults
        self._next_due = next_due
        self._moved = moved
        self._verbs = {**self._in_channels(), **self._on_surfaces(), **self._on_workspace()}

    def do(self, verb: str, body: Json) -> Json:
        """What the act led to, beside that it was done. Raises UnknownVerb, and CannotDo with a sentence."""
        act = self._verbs.get(verb)
        if act is None:
            raise UnknownVerb(verb)
        fields = Fields(body)
        user = self._state.person(fields.text("as"))
        if user is None or user.is_bot:
            raise CannotDo("There is no such person here.")
        return act(user.id, fields) or {}

    def _in_channels(self) -> dict[str, Verb]:
        do = self._people
        return {
            "say": lambda user, f: do.say(user, f.text("channel"), f.text("text"), f.maybe("thread_ts")),
            "upload": lambda user, f: do.upload(
                user, f.text("channel"), f.files("files"), f.maybe("text") or "", f.maybe("thread_ts")
            ),
            "command": lambda user, f: do.command(user, f.text("channel"), f.text("command"), f.text("text")),
            "edit": lambda user, f: do.edit(user, f.text("channel"), f.text("ts"), f.text("text")),
            "delete": lambda user, f: do.delete(user, f.text("channel"), f.text("ts")),
            "react": lambda user, f: do.react(
                user, f.text("channel"), f.text("ts"), f.text("name"), remove=f.flag("remove")
            ),
            "invite": lambda user, f: do.invite(user, f.text("channel"), f.text("who")),
            "remove": lambda user, f: do.remove(user, f.text("channel"), f.text("who")),
            "archive": lambda user, f: do.archive(user, f.text("channel")),
            "unarchive": lambda user, f: do.unarchive(user, f.text("channel")),
            "create_channel": lambda user, f: do.create_channel(user, f.text("name"), f.flag("private")),
        }

    def _on_surfaces(self) -> dict[str, Verb]:
        do = self._people
        return {
            "press": self._press,
            "submit": lambda user, f: do.submit(user, f.text("view_id"), f.part("values")),
            "close": lambda user, f: do.close(user, f.text("view_id"), clear=f.flag("clear")),
            "open_home": lambda user, f: do.open_home(user, f.maybe("tab") or "home"),
            "assistant_thread": lambda user, _: do.assistant_thread(user),
            "shortcut": lambda user, f: do.shortcut(user, f.text("callback_id"), f.maybe("channel"), f.maybe("ts")),
            "options": self._options,
        }

    def _on_workspace(self) -> dict[str, Verb]:
        return {"move_clock": self._move_clock, "fault": lambda _, f: self._faults.plan(f), "reset": self._reset}

    def _press(self, user: str, fields: Fields) -> None:
        self._people.press(
            user,
            channel=fields.maybe("channel"),
            ts=fields.maybe("ts"),
            view_id=fields.maybe("view_id"),
            action=fields.part("action"),
            values=fields.part("values") if "values" in fields.given else None,
        )

    def _options(self, user: str, fields: Fields) -> Json:
        return self._people.options(
            user,
            channel=fields.maybe("channel"),
            ts=fields.maybe("ts"),
            view_id=fields.maybe("view_id"),
            block_id=fields.text("block_id"),
            action_id=fields.text("action_id"),
            query=fields.text("value"),
        )

    def _move_clock(self, _user: str, fields: Fields) -> None:
        step = self._step(fields)
        if not timedelta() < step <= FARTHEST:
            raise CannotDo(f"The clock moves forward only, and at most {FARTHEST.days} days at once.")
        if step > LATEST - self._state.now():
            raise CannotDo(f"The workspace's time ends with the year {LATEST.year - 1}.")
        self._state.move_time(step)
        self._moved()

    def _step(self, fields: Fields) -> timedelta:
        if fields.maybe("to") == "next_due":
            due = self._next_due()
            if due is None:
                raise CannotDo("The bot has nothing planned.")
            # A time that has just come needs no step, and no sentence about it either.
            return max(due - self._state.now(), timedelta(microseconds=1))
        return timedelta(seconds=fields.number("seconds"))

    def _reset(self, _user: str, _fields: Fields) -> None:
        self._faults.clear()
        self._state.reset()
