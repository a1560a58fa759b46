"""Windows that the bot opens and changes, and its Home tab."""

from bot.workspace.errors import Refusal
from bot.workspace.model import Json, View
from bot.workspace.views import find_view, open_modal, publish_home, push_modal, replace_view
from bot.workspace.webapi.methods.context import Arguments, Context, Method, invalid


def opened(context: Context, arguments: Arguments) -> Json:
    """views.open. In answer to an act in a window it lies on top of that one, as `views.push` would lay it."""
    view = _modal(arguments)
    trigger = context.triggers.take(_trigger_id(arguments))
    state = context.state
    within = any(one.id == trigger.view for one in state.modals(trigger.user))
    return _answer(push_modal(state, trigger.user, view) if within else open_modal(state, trigger.user, view))


def pushed(context: Context, arguments: Arguments) -> Json:
    """views.push."""
    view = _modal(arguments)
    trigger = context.triggers.take(_trigger_id(arguments))
    if trigger.view is None:
        raise Refusal("invalid_trigger_id")
    return _answer(push_modal(context.state, trigger.user, view))


def updated(context: Context, arguments: Arguments) -> Json:
    """views.update, by Slack's id or the bot's own."""
    view_id, external_id = arguments.optional("view_id"), arguments.optional("external_id")
    if view_id is None and external_id is None:
        raise invalid("must provide view_id or external_id")
    view = arguments.object("view")
    old = find_view(context.state, view_id, external_id)
    if view.get("type") != old.kind:
        raise invalid(f"must be of type {old.kind} [json-pointer:/view/type]")
    return _answer(replace_view(context.state, old, view, _hash(arguments)))


def published(context: Context, arguments: Arguments) -> Json:
    """views.publish."""
    user, view = arguments.required("user_id"), arguments.object("view")
    if not context.manifest.get("features", {}).get("app_home", {}).get("home_tab_enabled"):
        raise Refusal("not_enabled")
    if view.get("type") != "home":
        raise invalid("must be of type home [json-pointer:/view/type]")
    person = context.state.person(user)
    if person is None or person.is_bot:
        raise invalid("invalid user id [json-pointer:/user_id]")
    return _answer(publish_home(context.state, user, view, _hash(arguments)))


def _modal(arguments: Arguments) -> Json:
    view = arguments.object("view")
    if view.get("type") != "modal":
        raise invalid("must be of type modal [json-pointer:/view/type]")
    return view


def _trigger_id(arguments: Arguments) -> str:
    return arguments.optional("trigger_id") or arguments.required("interactivity_pointer")


def _hash(arguments: Arguments) -> str | None:
    """An empty hash is a wrong one, as Slack has it."""
    value = arguments.given.get("hash")
    return None if value is None else str(value)


def _answer(view: View) -> Json:
    return {"view": view.body}


METHODS: dict[str, Method] = {
    "views.open": opened,
    "views.push": pushed,
    "views.update": updated,
    "views.publish": published,
}
