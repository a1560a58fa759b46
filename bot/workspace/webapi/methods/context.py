"""What a method has at hand while it is carried out, and the arguments it was called with."""

from collections.abc import Callable
from dataclasses import dataclass, field

from bot.workspace.errors import Refusal
from bot.workspace.model import BOT_USER, Json, Message, Person
from bot.workspace.state import State
from bot.workspace.triggers import Triggers
from bot.workspace.webapi.files import Files
from bot.workspace.webapi.scopes import Scopes


@dataclass(frozen=True, slots=True, kw_only=True)
class Context:
    """One call. Methods run one at a time, with the state's lock held; what they `tell` is delivered afterwards.

    `origin` is scheme, host and port of the workspace, `lag` how many seconds old a message must be to be found.
    """

    state: State
    manifest: Json
    scopes: Scopes
    triggers: Triggers
    files: Files
    origin: str
    socket_url: Callable[[], str]
    file_url: Callable[[str], str]
    lag: float = 0.0
    caused: list[tuple[str, Json]] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)

    @property
    def bot(self) -> Person:
        """The bot's account. Raises Refusal when there is none."""
        bot = self.state.person(BOT_USER)
        if bot is None:
            raise Refusal("account_inactive")
        return bot

    def tell(self, event: Json) -> None:
        """Something that the bot caused and may hear of."""
        self.caused.append((str(event["type"]), event))

    def message(self, channel: str, ts: str) -> Message | None:
        """A message that everybody sees; the ephemeral ones are out of every method's reach."""
        found = self.state.message(channel, ts)
        return None if found is None or found.only_for is not None else found


class Arguments:
    """The arguments of a call, as the method wants them. Raises Refusal for those that are of no use."""

    def __init__(self, given: Json) -> None:
        self.given = given

    def required(self, name: str) -> str:
        """A text that must be there."""
        value = self.optional(name)
        if value is None:
            raise invalid(f"missing required field: {name}")
        return value

    def optional(self, name: str) -> str | None:
        """A text; None when it is not there or empty."""
        value = self.given.get(name)
        if value is None or value == "":
            return None
        if isinstance(value, dict | list):
            raise invalid(f"must provide a string [json-pointer:/{name}]")
        return str(value)

    def flag(self, name: str) -> bool:
        """Whether it is there and true."""
        value = self.given.get(name, False)
        return value.lower() in ("1", "true") if isinstance(value, str) else bool(value)

    def number(self, name: str, default: int) -> int:
        """A whole number."""
        value = self.optional(name)
        if value is None:
            return default
        if not value.isascii() or not value.isdigit():
            raise invalid(f"must provide an integer [json-pointer:/{name}]")
        return int(value[:12])

    def object(self, name: str) -> Json:
        """A JSON object that must be there."""
        value = self.given.get(name)
        if not isinstance(value, dict):
            raise invalid(f"must provide an object [json-pointer:/{name}]")
        return value

    def objects(self, name: str) -> list[Json]:
        """A JSON list of objects that must be there."""
        value = self.given.get(name)
        if not isinstance(value, list) or not all(isinstance(one, dict) for one in value):
            raise invalid(f"must provide a list of objects [json-pointer:/{name}]")
        return value

    def names(self, name: str) -> tuple[str, ...]:
        """A list, or text with commas in it."""
        value = self.given.get(name)
        if isinstance(value, list):
            return tuple(str(one) for one in value)
        return tuple(one.strip() for one in (self.optional(name) or "").split(",") if one.strip())


Method = Callable[[Context, Arguments], Json]
"""Gives the answer without `ok`. Raises Refusal."""


def invalid(sentence: str) -> Refusal:
    """The arguments are wrong, in a sentence."""
    return Refusal("invalid_arguments", (f"[ERROR] {sentence}",))
