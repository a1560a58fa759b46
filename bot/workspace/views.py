"""Modals and Home tabs as Slack keeps them: stacked, with ids, and with a hash that changes with each version."""

from secrets import token_hex, token_urlsafe

from bot.workspace.composing import with_ids
from bot.workspace.errors import Refusal
from bot.workspace.model import APP, BOT, TEAM, Json, View, ViewKind
from bot.workspace.state import State

HIGHEST_STACK = 3
"""Modals on top of each other (docs.slack.dev, "Modals")."""

_FIELDS: Json = {
    "private_metadata": "",
    "callback_id": "",
    "external_id": "",
    "title": {"type": "plain_text", "text": "View Title", "emoji": True},
    "close": None,
    "submit": None,
    "clear_on_close": False,
    "notify_on_close": False,
    "submit_disabled": False,
}


def open_modal(state: State, user: str, view: Json) -> View:
    """Opens a window in the place of those that are open. Raises Refusal."""
    with state.lock:
        closing = state.modals(user)
        _external_id_is_free(state, view, except_for={one.id for one in closing})
        for one in closing:
            state.remove_view(one.id)
        view_id = _new_id()
        return _saved(state, user, "modal", view, view_id, root=view_id, previous=None)


def push_modal(state: State, user: str, view: Json) -> View:
    """Opens a window on top of the topmost. Raises Refusal when there are three, or none."""
    with state.lock:
        stack = state.modals(user)
        if not stack:
            raise Refusal("not_found")
        if len(stack) >= HIGHEST_STACK:
            raise Refusal("push_limit_reached")
        _external_id_is_free(state, view, except_for=set())
        below = stack[-1]
        return _saved(state, user, "modal", view, _new_id(), root=str(below.body["root_view_id"]), previous=below.id)


def replace_view(state: State, old: View, view: Json, known_hash: str | None = None) -> View:
    """Puts a new version in the place of the old. What people have entered stays in inputs that are still there.

    Raises Refusal when `known_hash` is given and is not the present version's.
    """
    with state.lock:
        _is_current(old, known_hash)
        _external_id_is_free(state, view, except_for={old.id})
        root, previous = str(old.body["root_view_id"]), old.body["previous_view_id"]
        return _saved(state, old.owner, old.kind, view, old.id, root=root, previous=previous, entered=old.body["state"])


def publish_home(state: State, user: str, view: Json, known_hash: str | None = None) -> View:
    """Shows this in the person's Home tab. Raises Refusal as `replace_view` does."""
    with state.lock:
        old = state.home(user)
        if old is not None:
            return replace_view(state, old, view, known_hash)
        if known_hash is not None:
            raise Refusal("hash_conflict")
        _external_id_is_free(state, view, except_for=set())
        view_id = _new_id()
        return _saved(state, user, "home", view, view_id, root=view_id, previous=None)


def find_view(state: State, view_id: str | None, external_id: str | None) -> View:
    """The open view with this id, or with this id of the bot's own. Raises Refusal."""
    found = state.view(view_id) if view_id else _by_external_id(state, external_id or "")
    if found is None:
        raise Refusal("not_found")
    return found


def _saved(
    state: State,
    owner: str,
    kind: ViewKind,
    view: Json,
    view_id: str,
    *,
    root: str,
    previous: str | None,
    entered: Json | None = None,
) -> View:
    blocks = with_ids(view["blocks"])
    body = {
        **_FIELDS,
        **view,
        "id": view_id,
        "team_id": TEAM,
        "type": kind,
        "blocks": blocks,
        "state": {"values": _kept((entered or {}).get("values", {}), blocks)},
        "hash": f"{state.new_ts().partition('.')[0]}.{token_urlsafe(6)}",
        "previous_view_id": previous,
        "root_view_id": root,
        "app_id": APP,
        "app_installed_team_id": TEAM,
        "bot_id": BOT,
    }
    saved = View(id=view_id, kind=kind, owner=owner, body=body)
    state.save_view(saved)
    return saved


def _kept(values: Json, blocks: list[Json]) -> Json:
    kept: Json = {}
    for block in blocks:
        elements = [block.get("element"), block.get("accessory"), *(block.get("elements") or ())]
        actions = {element.get("action_id") for element in elements if isinstance(element, dict)}
        of_block = {action: value for action, value in values.get(block["block_id"], {}).items() if action in actions}
        if of_block:
            kept[block["block_id"]] = of_block
    return kept


def _new_id() -> str:
    return f"V0{token_hex(5).upper()}"


def _is_current(view: View, known_hash: str | None) -> None:
    if known_hash is not None and known_hash != view.hash:
        raise Refusal("hash_conflict")


def _views(state: State) -> tuple[View, ...]:
    owners = [person.id for person in state.people()]
    homes = (state.home(owner) for owner in owners)
    return (*(one for owner in owners for one in state.modals(owner)), *(home for home in homes if home is not None))


def _by_external_id(state: State, external_id: str) -> View | None:
    return next((view for view in _views(state) if external_id and view.body["external_id"] == external_id), None)


def _external_id_is_free(state: State, view: Json, except_for: set[str]) -> None:
    taken = _by_external_id(state, str(view.get("external_id") or ""))
    if taken is not None and taken.id not in except_for:
        raise Refusal("duplicate_external_id")
