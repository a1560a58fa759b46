"""What people do with the elements of messages, windows and the Home tab."""

from collections import OrderedDict
from dataclasses import dataclass

from bot.workspace.delivery.deliveries import Unanswered
from bot.workspace.delivery.payloads_blocks import OnMessage, OnView, Surface, block_actions, block_suggestion
from bot.workspace.errors import CannotDo
from bot.workspace.model import Json, Message, View
from bot.workspace.people.context import Context
from bot.workspace.people.elements import Found, as_action, elements, entry, find, has_state
from bot.workspace.people.entries import part
from bot.workspace.people.entries import values as state_of

_REMEMBERED = 1_000
"""Messages of which we know what was chosen in them; Slack forgets it with the page, too."""
_MIN_QUERY = 3
"""Characters before the bot is asked for options, unless the element says otherwise (docs.slack.dev, "Select menu")."""


@dataclass(frozen=True, slots=True)
class _Target:
    """The element that is used, where it is, and what is entered around it."""

    surface: Surface
    blocks: list[Json]
    found: Found
    entered: Json

    def where(self) -> dict[str, str]:
        """For the page, to show a failure in its place."""
        if isinstance(self.surface, OnView):
            return {"view_id": self.surface.view.id}
        return {"channel": self.surface.channel.id, "ts": self.surface.message.ts}


class Pressing:
    """Keeps what each person has chosen in messages; what is chosen in a view is kept with the view."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._chosen: OrderedDict[tuple[str, str, str], Json] = OrderedDict()

    def press(
        self,
        user: str,
        *,
        channel: str | None = None,
        ts: str | None = None,
        view_id: str | None = None,
        action: Json,
        values: Json | None = None,
    ) -> None:
        """Uses an element; a failure is shown as a notice. `values` is what stands in the other inputs."""
        person = self._context.human(user)
        target = self._target(user, channel, ts, view_id, action)
        self._enter(target, values or {})
        told = as_action(target.found, action, self._context.state.new_ts())
        self._enter(target, {target.found.block_id: {target.found.action_id: action}})
        where = target.where()
        address = self._context.response_urls.mint(user, where["channel"], where["ts"]) if "ts" in where else None
        payload = block_actions(
            person,
            target.surface,
            told,
            state_of(target.blocks, target.entered),
            trigger_id=self._context.triggers.mint(user, where.get("channel"), where.get("view_id")),
            response_url=address,
        )
        try:
            self._context.deliveries.interact(payload)
        except Unanswered as failure:
            name = self._context.bot.real_name
            self._context.notice(user, f"{name} did not take this press: {failure.reason}.", **where)

    def options(
        self,
        user: str,
        *,
        channel: str | None = None,
        ts: str | None = None,
        view_id: str | None = None,
        block_id: str,
        action_id: str,
        query: str,
    ) -> Json:
        """Asks the bot for the options of an external select: `options` or `option_groups`."""
        person = self._context.human(user)
        target = self._target(user, channel, ts, view_id, {"block_id": block_id, "action_id": action_id})
        if target.found.element.get("type") not in ("external_select", "multi_external_select"):
            raise CannotDo("These options do not come from the bot.")
        if len(query) < target.found.element.get("min_query_length", _MIN_QUERY):
            return {"options": []}
        asked = {"block_id": target.found.block_id, "action_id": target.found.action_id}
        payload = block_suggestion(person, target.surface, asked, query, state_of(target.blocks, target.entered))
        try:
            answer = self._context.deliveries.interact(payload).body or {}
        except Unanswered as failure:
            raise CannotDo(f"{self._context.bot.real_name} gave no options: {failure.reason}.") from failure
        for name in ("options", "option_groups"):
            if isinstance(answer.get(name), list):
                return {name: answer[name]}
        raise CannotDo(f"{self._context.bot.real_name} answered something that is no list of options.")

    def _target(self, user: str, channel: str | None, ts: str | None, view_id: str | None, action: Json) -> _Target:
        if view_id is not None:
            return self._in_view(user, view_id, action)
        if channel is None or ts is None:
            raise CannotDo("The page did not say where that is.")
        message = self._context.message(user, channel, ts)
        with self._context.state.lock:
            entered = self._chosen.setdefault((user, channel, ts), {})
            while len(self._chosen) > _REMEMBERED:
                self._chosen.popitem(last=False)
        return self._in_message(user, message, action, entered)

    def _in_view(self, user: str, view_id: str, action: Json) -> _Target:
        view: View | None = self._context.state.view(view_id)
        if view is None or view.owner != user:
            raise CannotDo("This window is not open any more.")
        blocks: list[Json] = view.body["blocks"]
        # The state is changed in place: it is what is entered in this version of the view, and no new version.
        entered = view.body.setdefault("state", {}).setdefault("values", {})
        return _Target(OnView(view=view), blocks, _required(find(blocks, action)), entered)

    def _in_message(self, user: str, message: Message, action: Json, entered: Json) -> _Target:
        channel = self._context.channel(user, message.channel)
        blocks: list[Json] = message.body.get("blocks", [])
        found = find(blocks, action)
        if found is not None:
            return _Target(OnMessage(channel=channel, message=message), blocks, found, entered)
        for attachment in message.body.get("attachments", []):
            inside: list[Json] = attachment.get("blocks", [])
            found = find(inside, action)
            if found is not None:
                surface = OnMessage(channel=channel, message=message, attachment=attachment)
                return _Target(surface, inside, found, entered)
        return _Target(OnMessage(channel=channel, message=message), blocks, _required(None), entered)

    def _enter(self, target: _Target, values: Json) -> None:
        with self._context.state.lock:
            for found in elements(target.blocks):
                given = part(part(values, found.block_id), found.action_id)
                if given and has_state(found.element):
                    target.entered.setdefault(found.block_id, {})[found.action_id] = entry(found.element, given)


def _required(found: Found | None) -> Found:
    if found is None:
        raise CannotDo("This is not there any more.")
    return found
