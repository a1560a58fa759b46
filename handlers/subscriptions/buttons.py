"""The buttons of subscriptions: a look ahead, a pause, a change, an end, and the pages of their list."""

from collections.abc import Callable
from dataclasses import replace

from handlers.blocks import state
from handlers.blocks.notice import OLD_BUTTON, notice
from handlers.blocks.subscription import typed
from handlers.blocks.subscription_form import edit_form, new_form
from handlers.digests.planning import preview
from handlers.ports import Services
from handlers.schedules import Schedule
from handlers.subscriptions.subscribed import channels, listing
from handlers.subscriptions.subscribing import resumed, zone_of
from handlers.timing import standard
from handlers.windows import Outcome, Press

PAUSED = "somebody pressed Pause"
GONE = "That subscription has been removed."


def handle_subscription(press: Press, services: Services) -> Outcome:
    """What a button of a subscription leads to."""
    page = state.list_state(press.value)
    if not page:
        return notice(OLD_BUTTON)
    if press.action_id == state.SUB_NEW:
        return new_form(press.channel_id, standard(zone_of(press.team_id, press.user_id, services)))
    if press.action_id in _PAGES:
        return _list(press, page, services)
    named = state.schedule_state(press.value)
    if not named:
        return notice(OLD_BUTTON)
    schedule = services.schedules.schedule(press.team_id, named.id)
    if not schedule:
        return _list(press, named.page, services, GONE)
    return _ONE[press.action_id](schedule, named.page, press, services)


def _preview(schedule: Schedule, _page: state.ListState, press: Press, services: Services) -> Outcome:
    return preview(schedule, services, press.now)


def _edit(schedule: Schedule, _page: state.ListState, _press: Press, _services: Services) -> Outcome:
    return edit_form(schedule)


def _pause(schedule: Schedule, page: state.ListState, press: Press, services: Services) -> Outcome:
    if schedule.paused is None:
        services.schedules.change(replace(schedule, paused=PAUSED))
    return _list(press, page, services)


def _resume(schedule: Schedule, page: state.ListState, press: Press, services: Services) -> Outcome:
    services.schedules.change(resumed(schedule, press.now))
    return _list(press, page, services)


def _remove(schedule: Schedule, page: state.ListState, press: Press, services: Services) -> Outcome:
    services.schedules.remove(press.team_id, schedule.id)
    return _list(press, page, services, f"Removed. To have it back, type {typed(schedule)}")


def _list(press: Press, page: state.ListState, services: Services, *notes: str) -> Outcome:
    where = channels(press.team_id, press.user_id, press.channel_id, page, services)
    return listing(press.team_id, where, page, services, press.now, *notes, replaces=True)


_PAGES = (state.SUB_NEXT, state.SUB_BACK)
_ONE: dict[str, Callable[[Schedule, state.ListState, Press, Services], Outcome]] = {
    state.SUB_PREVIEW: _preview,
    state.SUB_PAUSE: _pause,
    state.SUB_RESUME: _resume,
    state.SUB_EDIT: _edit,
    state.SUB_REMOVE: _remove,
}
SUBSCRIPTION_BUTTONS = (state.SUB_NEW, *_PAGES, *_ONE)
