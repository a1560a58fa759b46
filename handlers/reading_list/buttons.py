"""The buttons of reading lists: saving, marking, notes, pages, what is not for a person, and forgetting."""

from collections.abc import Callable

from handlers.blocks import shelf_state, state
from handlers.blocks.notice import OLD_BUTTON, gone, notice
from handlers.messages import Reply
from handlers.ports import Services
from handlers.reading_list import forgetting, listing, saving
from handlers.reading_list.notes import open_form
from handlers.reading_list.reading import in_place
from handlers.shelves import Whose
from handlers.windows import Outcome, Press


def handle_shelf(press: Press, services: Services) -> Outcome:
    """What a button leads to."""
    return in_place(press, SHELF_BUTTONS[press.action_id](press, services), services)


def _save(press: Press, services: Services) -> Outcome:
    entry = shelf_state.entry_of(press.value)
    if not entry:
        return notice(OLD_BUTTON)
    paper = saving.found(entry.id, services)
    if paper is None:
        return gone(entry.id)
    return saving.save(paper, _whose(press, entry.id), press.channel_id or entry.here, services, press.now)


def _mark(press: Press, services: Services) -> Outcome:
    entry = shelf_state.entry_of(press.value)
    if not entry:
        return notice(OLD_BUTTON)
    told = saving.mark(entry, _whose(press, entry.id), services, press.now)
    return _page(entry, press, services) if entry.page else told


def _remove(press: Press, services: Services) -> Outcome:
    entry = shelf_state.entry_of(press.value)
    if not entry:
        return notice(OLD_BUTTON)
    told = saving.remove(entry, _whose(press, entry.id), services)
    if not entry.page:
        return told
    name = saving.name_of(entry.id, services)
    return _page(entry, press, services, f"Taken off: {name}. To have it back, type /papers save {entry.id}")


def _form(press: Press, services: Services) -> Outcome:
    entry = shelf_state.entry_of(press.value)
    if not entry:
        return notice(OLD_BUTTON)
    return open_form(_whose(press, entry.id), press.channel_id or entry.here, services)


def _hide(press: Press, services: Services) -> Outcome:
    named = state.paper_state(press.value)
    if not named:
        return notice(OLD_BUTTON)
    paper = saving.found(named.id, services)
    if paper is None:
        return gone(named.id)
    hidden = press.action_id == shelf_state.HIDE
    return saving.hide(paper, _whose(press, named.id), services, hidden=hidden, replaces=not hidden)


def _turn(press: Press, services: Services) -> Outcome:
    page = shelf_state.page_of(press.value)
    if not page:
        return notice(OLD_BUTTON)
    if page.user_id:
        return listing.shared(press.team_id, page, press.channel_id, services, replaces=True)
    return listing.own(press.team_id, press.user_id, page, services, replaces=True)


def _forget(press: Press, services: Services) -> Outcome:
    if not shelf_state.is_about_me(press.value):
        return notice(OLD_BUTTON)
    return forgetting.forget(press.team_id, press.user_id, services)


def _reset(press: Press, services: Services) -> Outcome:
    if not shelf_state.is_about_me(press.value):
        return notice(OLD_BUTTON)
    return forgetting.reset(press.team_id, press.user_id, services, replaces=True)


def _page(entry: shelf_state.ShelfEntry, press: Press, services: Services, *notes: str) -> Reply:
    page = entry.page or shelf_state.ShelfPage()
    return listing.own(press.team_id, press.user_id, page, services, *notes, replaces=True)


def _whose(press: Press, paper_id: str) -> Whose:
    return Whose(press.team_id, press.user_id, paper_id)


SHELF_BUTTONS: dict[str, Callable[[Press, Services], Outcome]] = {
    shelf_state.SAVE: _save,
    shelf_state.UNSAVE: _remove,
    shelf_state.MARK: _mark,
    shelf_state.REMOVE: _remove,
    shelf_state.FORM: _form,
    shelf_state.HIDE: _hide,
    shelf_state.UNHIDE: _hide,
    shelf_state.NEXT: _turn,
    shelf_state.BACK: _turn,
    **dict.fromkeys(shelf_state.FILTERS, _turn),
    shelf_state.FORGET: _forget,
    shelf_state.RESET: _reset,
}
