"""What goes back to the bot over HTTP, with how it travels: at once, held back, or not at all."""

from dataclasses import dataclass, field
from threading import Event

from bot.workspace.errors import Refusal
from bot.workspace.model import Json


@dataclass(frozen=True, slots=True)
class Hold:
    """An answer is held back until the event is set, but for no longer than so many seconds."""

    until: Event
    seconds: float

    def wait(self) -> None:
        """Holds up the thread that would answer."""
        self.until.wait(self.seconds)


@dataclass(frozen=True, slots=True)
class Answer:
    """`body` is JSON, or a text that is sent as it stands. First `hold` is waited for; then `drop` closes the
    connection without an answer."""

    status: int
    body: Json | str
    headers: dict[str, str] = field(default_factory=dict)
    drop: bool = False
    hold: Hold | None = None

    @property
    def error(self) -> str | None:
        """Slack's code when this is a refusal."""
        code = self.body.get("error") if isinstance(self.body, dict) else None
        return None if code is None else str(code)


def refused(refusal: Refusal, status: int = 200) -> Answer:
    """A refusal in Slack's form."""
    body: Json = {"ok": False, "error": refusal.code, **refusal.extra}
    if refusal.messages:
        body["response_metadata"] = {"messages": list(refusal.messages)}
    return Answer(status, body)


def slow_down(seconds: int) -> Answer:
    """Too many calls: when the next one may come."""
    return Answer(429, {"ok": False, "error": "ratelimited"}, {"Retry-After": str(seconds)})
