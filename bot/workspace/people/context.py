"""What every act of a person needs: where it happens, whom it reaches, and what the person may see."""

from dataclasses import dataclass
from typing import Protocol

from bot.workspace.checks.problem import Problem
from bot.workspace.delivery.deliveries import Deliveries
from bot.workspace.delivery.events import Events
from bot.workspace.errors import CannotDo
from bot.workspace.model import BOT_USER, SLACKBOT, Change, Channel, Json, Message, Person, ViewKind
from bot.workspace.state import State
from bot.workspace.triggers import Triggers
from bot.workspace.webapi.response_urls import ResponseUrls


class Checks(Protocol):
    """Whether Slack would take what the bot answered."""

    def check_message(self, arguments: Json, /) -> tuple[Problem, ...]:
        """Of a message."""

    def check_view(self, view: Json, kind: ViewKind, /) -> tuple[Problem, ...]:
        """Of a window."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Context:
    """Shared by all acts. The lookups raise CannotDo for what is not there for this person."""

    state: State
    manifest: Json
    deliveries: Deliveries
    events: Events
    triggers: Triggers
    response_urls: ResponseUrls
    checks: Checks

    @property
    def bot(self) -> Person:
        """The bot's own account."""
        found = self.state.person(BOT_USER)
        if found is None:
            raise LookupError("The workspace was made without its bot.")
        return found

    def features(self) -> Json:
        """What the manifest offers to people."""
        found: Json = self.manifest.get("features", {})
        return found

    def human(self, user: str) -> Person:
        """Who acts."""
        person = self.state.person(user)
        if person is None or person.is_bot:
            raise CannotDo("There is no such person here.")
        return person

    def channel(self, user: str, channel: str) -> Channel:
        """A conversation that this person can see."""
        self.human(user)
        found = self.state.channel(channel)
        if found is None or (found.kind != "public" and user not in found.members):
            raise CannotDo("There is no such channel.")
        return found

    def open_channel(self, user: str, channel: str) -> Channel:
        """A conversation that this person takes part in, and that is not archived."""
        found = self.channel(user, channel)
        if found.archived:
            raise CannotDo(f"#{found.name} is archived.")
        if user not in found.members:
            raise CannotDo(f"You are not in #{found.name}. Add yourself to it first.")
        return found

    def message(self, user: str, channel: str, ts: str) -> Message:
        """A message that this person can see."""
        self.channel(user, channel)
        found = self.state.message(channel, ts)
        if found is None or found.only_for not in (None, user):
            raise CannotDo("This message is not there any more.")
        return found

    def slackbot(self, user: str, channel: str, text: str) -> None:
        """Slack's own word to one person."""
        ts = self.state.new_ts()
        body = {"type": "message", "user": SLACKBOT, "text": text, "ts": ts, "is_ephemeral": True}
        self.state.save_message(Message(channel=channel, ts=ts, body=body, only_for=user))

    def notice(self, user: str, sentence: str, **where: str) -> None:
        """Something that the page shows beside the conversation, to one person."""
        self.state.tell(Change(kind="notice", data={"sentence": sentence, **where}, only_for=user))

    def refused(self, user: str, what: str, body: Json, problems: tuple[Problem, ...], **where: str) -> str:
        """An answer of the bot that Slack would not show: kept for the inspector, and told to the person."""
        first = problems[0]
        self.deliveries.exchanges.add(
            way="from bot", name=what, body=body, answer=None, status=first.code, milliseconds=0, problems=problems
        )
        sentence = f"Slack would not show this answer: {first.code}, {first.sentence} ({first.pointer})"
        self.notice(user, sentence, **where)
        return sentence
