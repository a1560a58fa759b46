"""The buttons around the paper of the week: votes, nominations, duels, switching it on, and a week left out."""

from collections.abc import Callable

from handlers.blocks import state, week_state
from handlers.blocks.nomination import nomination_form
from handlers.blocks.notice import OLD_BUTTON, gone, notice
from handlers.messages import Reply
from handlers.ports import Services
from handlers.weekly.duels import choose, other
from handlers.weekly.nominating import Place, nominate, withdraw
from handlers.weekly.overview import overview
from handlers.weekly.switching import OFF, channel_only, in_place, switch_on, unskipped, week_of
from handlers.weekly.voting import vote
from handlers.windows import Outcome, Press


def handle_week(press: Press, services: Services) -> Outcome:
    """What a button leads to. Raises UserError."""
    return WEEK_BUTTONS[press.action_id](press, services)


def _on(press: Press, services: Services) -> Reply:
    if not week_state.is_ours(press.value):
        return notice(OLD_BUTTON)
    note = in_place(press.team_id, press.channel_id, press.user_id, services)
    schedule = week_of(press.team_id, press.channel_id, services)
    if schedule is None or schedule.paused is not None:
        switch_on(press.team_id, press.channel_id, press.user_id, "", services, press.now)
    return overview(press.team_id, press.channel_id, services, press.now, "Switched on.", note, replaces=True)


def _unskip(press: Press, services: Services) -> Reply:
    slot = week_state.slot_state(press.value)
    if not slot:
        return notice(OLD_BUTTON)
    schedule = services.schedules.schedule(press.team_id, slot.schedule)
    if not schedule:
        return notice(OFF)
    unskipped(schedule, slot.name, services)
    return overview(press.team_id, schedule.channel_id, services, press.now, replaces=True)


def _nominate(press: Press, services: Services) -> Reply:
    named = state.paper_state(press.value)
    if not named:
        return notice(OLD_BUTTON)
    papers = services.library.papers([named.id])
    return nominate(papers[0], "", _place(press), services) if papers else gone(named.id)


def _nomination(press: Press, _services: Services) -> Outcome:
    if not week_state.is_ours(press.value):
        return notice(OLD_BUTTON)
    channel_only(press.channel_id)
    return nomination_form(press.channel_id)


def _withdraw(press: Press, services: Services) -> Reply:
    named = state.paper_state(press.value)
    return withdraw(named.id, _place(press), services) if named else notice(OLD_BUTTON)


def _place(press: Press) -> Place:
    return Place(team_id=press.team_id, channel_id=press.channel_id, user_id=press.user_id, now=press.now)


WEEK_BUTTONS: dict[str, Callable[[Press, Services], Outcome]] = {
    week_state.UP: vote,
    week_state.DOWN: vote,
    week_state.ON: _on,
    week_state.UNSKIP: _unskip,
    week_state.NOMINATE: _nominate,
    week_state.NOMINATION: _nomination,
    week_state.WITHDRAW: _withdraw,
    week_state.CHOOSE: choose,
    week_state.OTHER: other,
}
