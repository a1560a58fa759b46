"""The buttons of a digest: the rest of its papers, and what is not for its channel."""

from collections.abc import Callable

from handlers.blocks import lines, state
from handlers.blocks.digest import hidden_reply, rest_message
from handlers.blocks.notice import OLD_BUTTON, notice
from handlers.digests.picking import items, remembered, shown_for
from handlers.messages import Reply, Share
from handlers.ports import Services
from handlers.schedules import Schedule
from handlers.windows import Outcome, Press


def handle_digest(press: Press, services: Services) -> Outcome:
    """What a button of a digest leads to."""
    return DIGEST_BUTTONS[press.action_id](press, services)


def _more(press: Press, services: Services) -> Outcome:
    """The next papers, for the thread of the digest. They count as shown to the channel from now on."""
    more = state.more_state(press.value)
    posting = services.outbox.posting(press.team_id, more.key) if more else None
    if not more or not posting:
        return notice(OLD_BUTTON)
    picks = remembered(posting.facts)
    if not picks:
        return notice("This digest is too old: which papers it held is no longer kept. Look them up with /papers.")
    rest = [item for item in items(picks, posting.facts["queries"], services) if item.entry.number > more.offset]
    if not rest:
        return notice("The rest of these papers has left the library.")
    thread_ts = more.thread_ts or posting.ts or press.message_ts
    message, count = rest_message(rest, more.key, thread_ts)
    inside = {item.entry.paper.id for item in rest[:count]}
    shown = shown_for([pick for pick in picks if pick.paper in inside])
    services.outbox.also_shown(press.team_id, more.key, shown)
    return Share(
        channel_id=posting.channel_id,
        key=f"more:{more.key}:{more.offset}",
        message=message,
        done=notice("The next papers are in the thread of the digest."),
        again=notice(
            "These papers are in the thread of the digest already; there you find a button for the next ones."
        ),
        thread_ts=thread_ts,
    )


def _hide(press: Press, services: Services) -> Reply:
    hide = state.hide_state(press.value)
    if not hide:
        return notice(OLD_BUTTON)
    known = _known(hide, press, services)
    if not known:
        return notice("The subscription that brought this paper has been removed, so there is nothing to change.")
    for schedule in known:
        services.schedules.hide(press.team_id, schedule.id, hide.id)
    return hidden_reply(_name(hide.id, services), [schedule.query for schedule in known], hide)


def _unhide(press: Press, services: Services) -> Reply:
    hide = state.hide_state(press.value)
    if not hide:
        return notice(OLD_BUTTON)
    for schedule in _known(hide, press, services):
        services.schedules.unhide(press.team_id, schedule.id, hide.id)
    return notice(f"Taken back. Papers like {_name(hide.id, services)} come in their own place again.", replaces=True)


def _known(hide: state.HideState, press: Press, services: Services) -> list[Schedule]:
    found = (services.schedules.schedule(press.team_id, schedule_id) for schedule_id in hide.schedules)
    return [schedule for schedule in found if schedule]


def _name(paper_id: str, services: Services) -> str:
    paper = next(iter(services.library.papers([paper_id])), None)
    return lines.name(paper, 150) if paper else paper_id


DIGEST_BUTTONS: dict[str, Callable[[Press, Services], Outcome]] = {
    state.DIGEST_MORE: _more,
    state.DIGEST_HIDE: _hide,
    state.DIGEST_UNHIDE: _unhide,
}
