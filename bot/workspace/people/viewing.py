"""Windows and the Home tab in people's hands: opened, sent off and closed."""

from collections.abc import Callable

from bot.workspace.checks.problem import Problem
from bot.workspace.delivery.deliveries import Unanswered
from bot.workspace.delivery.payloads import view_closed, view_submission
from bot.workspace.errors import CannotDo, Refusal
from bot.workspace.model import BOT_USER, Json, Message, View
from bot.workspace.people.context import Context
from bot.workspace.people.elements import elements
from bot.workspace.people.entries import mistakes, values
from bot.workspace.town import direct_id
from bot.workspace.views import push_modal, replace_view


class Viewing:
    """A window belongs to the person for whom it was opened."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._state = context.state

    def submit(self, user: str, view_id: str, entered: Json) -> Json:
        """Sends a window off. The answer says whether it is `closed`, and has `errors` by block, or what came in its
        place (`response_action`)."""
        view = self._topmost(user, view_id)
        if view.body.get("submit") is None:
            raise CannotDo("This window has nothing to send off.")
        state = values(view.body["blocks"], view.body["state"]["values"] | entered)
        wrong = mistakes(view.body["blocks"], state)
        if wrong:
            return {"closed": False, "errors": wrong}
        view.body["state"] = {"values": state}
        payload = view_submission(
            self._context.human(user),
            view,
            state,
            trigger_id=self._context.triggers.mint(user, view=view_id),
            response_urls=self._response_urls(user, view, state),
        )
        try:
            answer = self._context.deliveries.interact(payload).body or {}
        except Unanswered as failure:
            raise CannotDo(self._trouble(failure.reason)) from failure
        return self._carry_out(view, answer)

    def close(self, user: str, view_id: str, clear: bool = False) -> None:
        """Closes a window, or the whole stack; the bot is told when the window asks for that."""
        view = self._topmost(user, view_id)
        cleared = clear or bool(view.body.get("clear_on_close"))
        closing = self._state.modals(user)[::-1] if cleared else (view,)
        for one in closing:
            self._state.remove_view(one.id)
        for one in closing:
            if one.body.get("notify_on_close"):
                self._tell_closed(user, one, cleared)

    def open_home(self, user: str, tab: str = "home") -> None:
        """Looks at the bot: its Home tab, its messages, or a new thread with it as an assistant."""
        self._context.human(user)
        channel = direct_id(user)
        if tab == "assistant":
            self.assistant_thread(user)
            return
        offered = self._context.features().get("app_home", {})
        if not offered.get(f"{tab}_tab_enabled", tab == "messages"):
            raise CannotDo(f"{self._context.bot.real_name} has no such tab.")
        event: Json = {"user": user, "channel": channel, "tab": tab}
        home = self._state.home(user)
        if tab == "home" and home is not None:
            event["view"] = home.body
        self._context.events.tell("app_home_opened", event)

    def assistant_thread(self, user: str) -> Json:
        """Begins a new thread with the bot as an assistant; the answer has its `channel` and `ts`."""
        self._context.human(user)
        if "assistant_view" not in self._context.features():
            raise CannotDo(f"{self._context.bot.real_name} is no assistant.")
        channel, ts = direct_id(user), self._state.new_ts()
        body = {"type": "message", "subtype": "assistant_app_thread", "user": BOT_USER, "ts": ts, "thread_ts": ts}
        self._state.save_message(Message(channel=channel, ts=ts, body=body | {"text": "New thread"}))
        thread = {"user_id": user, "context": {}, "channel_id": channel, "thread_ts": ts}
        self._context.events.tell("assistant_thread_started", {"assistant_thread": thread})
        return {"channel": channel, "ts": ts}

    def _topmost(self, user: str, view_id: str) -> View:
        self._context.human(user)
        stack = self._state.modals(user)
        if not stack or stack[-1].id != view_id:
            raise CannotDo("This window is not open any more, or another one is above it.")
        return stack[-1]

    def _carry_out(self, view: View, answer: Json) -> Json:
        match answer.get("response_action"):
            case None:
                self._state.remove_view(view.id)
                return {"closed": True}
            case "clear":
                for one in self._state.modals(view.owner):
                    self._state.remove_view(one.id)
                return {"closed": True, "response_action": "clear"}
            case "errors":
                return {"closed": False, "errors": self._errors(view, answer)}
            case "update":
                return self._shown(view, answer, lambda content: replace_view(self._state, view, content))
            case "push":
                return self._shown(view, answer, lambda content: push_modal(self._state, view.owner, content))
        raise self._not_understood(view, answer, "/response_action", "This is no response action.")

    def _errors(self, view: View, answer: Json) -> Json:
        """Slack shows errors under inputs, and takes no others."""
        inputs = {block["block_id"] for block in view.body["blocks"] if block["type"] == "input"}
        errors = answer.get("errors")
        if not isinstance(errors, dict) or not errors or not errors.keys() <= inputs:
            raise self._not_understood(view, answer, "/errors", "Errors must name blocks of this window with an input.")
        return errors

    def _shown(self, view: View, answer: Json, show: Callable[[Json], View]) -> Json:
        content = answer.get("view")
        if not isinstance(content, dict):
            raise self._not_understood(view, answer, "/view", "There is no view.")
        problems = self._context.checks.check_view(content, "modal")
        if problems:
            raise CannotDo(self._refused(view, answer, problems))
        try:
            shown = show(content)
        except Refusal as refusal:
            problem = Problem(refusal.code, "/view", "The window cannot be shown.")
            raise CannotDo(self._refused(view, answer, (problem,))) from refusal
        return {"closed": False, "response_action": answer["response_action"], "view_id": shown.id}

    def _not_understood(self, view: View, answer: Json, pointer: str, sentence: str) -> CannotDo:
        return CannotDo(self._refused(view, answer, (Problem("invalid_arguments", pointer, sentence),)))

    def _refused(self, view: View, answer: Json, problems: tuple[Problem, ...]) -> str:
        sentence = self._context.refused(view.owner, "answer to view_submission", answer, problems, view_id=view.id)
        return f"{self._trouble(problems[0].code)} {sentence}"

    def _trouble(self, reason: str) -> str:
        return f"{self._context.bot.real_name} could not be reached properly ({reason}). Try again in a moment."

    def _response_urls(self, user: str, view: View, state: Json) -> list[Json]:
        """For each chosen conversation whose select asks for one."""
        made = []
        for found in elements(view.body["blocks"]):
            chosen = state.get(found.block_id, {}).get(found.action_id, {})
            channel = chosen.get("selected_conversation") or chosen.get("selected_channel")
            if found.element.get("response_url_enabled") and channel:
                place = {"block_id": found.block_id, "action_id": found.action_id, "channel_id": channel}
                made.append(place | {"response_url": self._context.response_urls.mint(user, channel)})
        return made

    def _tell_closed(self, user: str, view: View, cleared: bool) -> None:
        state = values(view.body["blocks"], view.body["state"]["values"])
        payload = view_closed(self._context.human(user), view, state, is_cleared=cleared)
        try:
            self._context.deliveries.interact(payload)
        except Unanswered:
            # The window is gone for the person either way; the inspector has what became of the delivery.
            return
