"""Slash commands: Slack's own few, and those of the bot with what it answers at once."""

from bot.workspace import happenings
from bot.workspace.composing import bot_message
from bot.workspace.delivery.deliveries import Unanswered
from bot.workspace.delivery.payloads import slash_command
from bot.workspace.errors import CannotDo
from bot.workspace.model import TEAM, Channel, Json, Message
from bot.workspace.people.context import Context
from bot.workspace.people.membership import Membership
from bot.workspace.people.speaking import LONGEST, names
from bot.workspace.people.typed import as_slack, escaped, mentioned

_ON_PEOPLE = frozenset({"/invite", "/remove"})
_ON_CHANNEL = frozenset({"/archive", "/unarchive"})


class Commands:
    """The bot need not be in a channel to be called there."""

    def __init__(self, context: Context, membership: Membership) -> None:
        self._context = context
        self._state = context.state
        self._membership = membership

    def command(self, user: str, channel: str, command: str, text: str, thread_ts: str | None = None) -> None:
        """Types a command; what the bot answers at once is shown as Slack shows it."""
        name = command.strip().lower()
        if thread_ts is not None:
            raise CannotDo(f"{name} cannot be used in a thread, as no command of an app can.")
        if len(text) > LONGEST:
            raise CannotDo(f"A command has at most {LONGEST:,} characters.")
        if name in _ON_PEOPLE | _ON_CHANNEL:
            self._built_in(user, channel, name, text)
            return
        place = self._context.open_channel(user, channel)
        declared = self._declared(name)
        payload = slash_command(
            self._context.human(user),
            place,
            name,
            self._as_sent(user, text.strip(), declared),
            trigger_id=self._context.triggers.mint(user, channel),
            response_url=self._context.response_urls.mint(user, channel),
        )
        try:
            answer = self._context.deliveries.command(payload).body
        except Unanswered as failure:
            self._context.slackbot(user, channel, f'{name} failed with the error "{failure.reason}"')
            return
        self._show(user, place, f"{name} {text.strip()}".strip(), answer or {})

    def _declared(self, name: str) -> Json:
        for one in self._context.features().get("slash_commands", []):
            if str(one["command"]).lower() == name:
                found: Json = one
                return found
        raise CannotDo(f"{name} is no command here.")

    def _as_sent(self, user: str, text: str, declared: Json) -> str:
        if not declared.get("should_escape", False):
            return escaped(text)
        return as_slack(text, names(self._context, user, with_handles=True))

    def _show(self, user: str, place: Channel, typed: str, answer: Json) -> None:
        for_all = answer.get("response_type") == "in_channel"
        if for_all:
            # What was typed is shown only together with an answer that everybody sees.
            ts = self._state.new_ts()
            body = {"type": "message", "user": user, "text": escaped(typed), "ts": ts, "team": TEAM}
            self._state.save_message(Message(channel=place.id, ts=ts, body=body))
        if not any(answer.get(part) for part in ("text", "blocks", "attachments")):
            return
        problems = self._context.checks.check_message(answer)
        if problems:
            self._context.refused(user, f"answer to {typed.split(maxsplit=1)[0]}", answer, problems, channel=place.id)
            return
        ts = self._state.new_ts()
        body = bot_message(answer, self._context.bot, ts, updated=place.created, ephemeral=not for_all)
        message = Message(channel=place.id, ts=ts, body=body, only_for=None if for_all else user)
        self._state.save_message(message)
        if for_all:
            self._context.events.tell("message", happenings.posted(self._state, message))

    def _built_in(self, user: str, channel: str, name: str, text: str) -> None:
        if name == "/archive":
            self._membership.archive(user, channel)
        elif name == "/unarchive":
            self._membership.unarchive(user, channel)
        else:
            act = self._membership.invite if name == "/invite" else self._membership.remove
            for who in self._people(user, name, text):
                act(user, channel, who)

    def _people(self, user: str, name: str, text: str) -> list[str]:
        found = mentioned(as_slack(text, names(self._context, user)))
        if not found:
            raise CannotDo(f"Type whom you mean: {name} @someone")
        return sorted(found)
