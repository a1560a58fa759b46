"""Shortcuts: what the bot offers in the menu that is everywhere, and in the menu of a message."""

from bot.workspace.delivery.deliveries import Unanswered
from bot.workspace.delivery.payloads import global_shortcut, message_shortcut
from bot.workspace.errors import CannotDo
from bot.workspace.model import Json
from bot.workspace.people.context import Context


class Shortcuts:
    """Those that the manifest declares."""

    def __init__(self, context: Context) -> None:
        self._context = context

    def shortcut(self, user: str, callback_id: str, channel: str | None = None, ts: str | None = None) -> None:
        """Chooses a shortcut; one of a message needs to know which."""
        kind = "global" if ts is None else "message"
        declared = self._context.features().get("shortcuts", [])
        if not any(one["callback_id"] == callback_id and one["type"] == kind for one in declared):
            raise CannotDo("There is no such shortcut here.")
        payload = self._global(user, callback_id) if ts is None else self._message(user, callback_id, channel or "", ts)
        try:
            self._context.deliveries.interact(payload)
        except Unanswered as failure:
            raise CannotDo(f"{self._context.bot.real_name} did not take it: {failure.reason}.") from failure

    def _global(self, user: str, callback_id: str) -> Json:
        person = self._context.human(user)
        trigger_id = self._context.triggers.mint(user)
        return global_shortcut(person, callback_id, trigger_id=trigger_id, action_ts=self._context.state.new_ts())

    def _message(self, user: str, callback_id: str, channel: str, ts: str) -> Json:
        message = self._context.message(user, channel, ts)
        if message.only_for is not None:
            raise CannotDo("A message that only you see has no shortcuts.")
        return message_shortcut(
            self._context.human(user),
            self._context.channel(user, channel),
            message,
            callback_id,
            trigger_id=self._context.triggers.mint(user, channel),
            response_url=self._context.response_urls.mint(user, channel, ts),
            action_ts=self._context.state.new_ts(),
        )
