"""What is pressed and entered in a person's Home: each time they see it again as it is then."""

from collections.abc import Callable
from dataclasses import replace

from handlers.blocks import home_state, kit
from handlers.blocks.home import LONGEST_QUERY
from handlers.blocks.home_state import HomeEntry, HomePlace, entry_of, entry_value, place_of, place_value
from handlers.blocks.note_form import note_form
from handlers.blocks.notice import gone
from handlers.errors import Unavailable
from handlers.ports import Services
from handlers.reading_list.notes import handle_note
from handlers.reading_list.saving import found, name_of
from handlers.shelves import Hidden, Marked, Removed, Saved, Whose
from handlers.windows import Look, Mend, Outcome, Press, Submission, Submitted

_OLD = "That button came from an earlier version of this page, which is new now. Please press it again."


def handle_home(press: Press, services: Services) -> Outcome:
    """What it leads to."""
    try:
        return HOME_BUTTONS[press.action_id](press, services)
    except Unavailable as told:
        return _look(press, place_of(press.value) or HomePlace(), str(told))


def handle_home_note(submission: Submission, services: Services) -> Submitted:
    """The window for a note, opened from Home, was sent off. Raises Unavailable."""
    place = place_of(submission.state)
    told = handle_note(submission, services)
    if isinstance(told, Mend):
        return told
    return Look(
        user_id=submission.user_id,
        team_id=submission.team_id,
        place=place_value(place or HomePlace()),
        now=submission.now,
    )


def _search(press: Press, _services: Services) -> Outcome:
    """Nothing typed leads back to the beginning."""
    text = kit.tidy(press.value)[:LONGEST_QUERY]
    return _look(press, HomePlace("found", text) if text else HomePlace())


def _go(press: Press, _services: Services) -> Outcome:
    place = place_of(press.value)
    return _look(press, place) if place else _old(press)


def _save(entry: HomeEntry, press: Press, services: Services) -> Outcome:
    # Home is in no channel: nobody learns where it was found.
    services.shelf.say(_whose(entry, press), Saved(None, press.now))
    return _look(press, entry.place)


def _remove(entry: HomeEntry, press: Press, services: Services) -> Outcome:
    before = services.shelf.say(_whose(entry, press), Removed())
    told = _look(press, entry.place, f"Taken off your list: {name_of(entry.id, services)}")
    if not before.state:
        return told
    return replace(told, button=_undo(home_state.MARKS[0], replace(entry, mark=before.state)))


def _mark(entry: HomeEntry, press: Press, services: Services) -> Outcome:
    services.shelf.say(_whose(entry, press), Marked(entry.mark or "to read", press.now))
    return _look(press, entry.place)


def _hide(entry: HomeEntry, press: Press, services: Services) -> Outcome:
    hidden = press.action_id == home_state.HIDE
    services.shelf.say(_whose(entry, press), Hidden(hidden))
    if not hidden:
        return _look(press, entry.place)
    told = _look(press, entry.place, f"You will not see it here again: {name_of(entry.id, services)}")
    return replace(told, button=_undo(home_state.UNHIDE, entry))


def _form(entry: HomeEntry, press: Press, services: Services) -> Outcome:
    paper = found(entry.id, services)
    if paper is None:
        return _look(press, entry.place, gone(entry.id).text)
    window = note_form(paper, services.shelf.shelved(_whose(entry, press)), "")
    return replace(window, callback_id=home_state.FORM, state=entry_value(entry))


def _about(act: Callable[[HomeEntry, Press, Services], Outcome]) -> Callable[[Press, Services], Outcome]:
    def pressed(press: Press, services: Services) -> Outcome:
        entry = entry_of(press.value)
        return act(entry, press, services) if entry else _old(press)

    return pressed


def _old(press: Press) -> Look:
    return _look(press, HomePlace(), _OLD)


def _undo(action_id: str, entry: HomeEntry) -> tuple[str, str, str]:
    return "Undo", action_id, entry_value(entry)


def _look(press: Press, place: HomePlace, note: str = "") -> Look:
    return Look(user_id=press.user_id, team_id=press.team_id, place=place_value(place), note=note, now=press.now)


def _whose(entry: HomeEntry, press: Press) -> Whose:
    return Whose(press.team_id, press.user_id, entry.id)


HOME_BUTTONS: dict[str, Callable[[Press, Services], Outcome]] = {
    home_state.SEARCH: _search,
    **dict.fromkeys(
        (
            home_state.MAIN,
            home_state.SUGGEST,
            home_state.NEXT,
            home_state.BACK,
            home_state.NOTES,
            home_state.NEW,
            home_state.SIMILAR,
            *home_state.LISTS,
        ),
        _go,
    ),
    home_state.SAVE: _about(_save),
    home_state.REMOVE: _about(_remove),
    **dict.fromkeys(home_state.MARKS, _about(_mark)),
    home_state.HIDE: _about(_hide),
    home_state.UNHIDE: _about(_hide),
    home_state.FORM: _about(_form),
}
