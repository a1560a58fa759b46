"""From a pressed button to what it leads to; the button's value carries everything."""

from collections.abc import Callable, Iterable

from handlers.adding.buttons import ADDING_BUTTONS, handle_adding
from handlers.blocks import export_state, lines, state
from handlers.blocks.neighbours import similar_reply
from handlers.blocks.notice import OLD_BUTTON, gone, notice
from handlers.blocks.paper import shared_message
from handlers.blocks.results import PAGE
from handlers.blocks.share_window import share_window
from handlers.digests.buttons import DIGEST_BUTTONS, handle_digest
from handlers.finding import entries, search_reply
from handlers.home.buttons import HOME_BUTTONS, handle_home
from handlers.mending import answered
from handlers.messages import Share
from handlers.ports import Services
from handlers.reading_list.buttons import SHELF_BUTTONS, handle_shelf
from handlers.reading_list.exporting import handle_export
from handlers.reading_list.reading import opened
from handlers.shortcuts.buttons import SHORTCUT_BUTTONS, SHORTCUT_FIELDS, handle_shortcut_button
from handlers.subscriptions.buttons import SUBSCRIPTION_BUTTONS, handle_subscription
from handlers.talk.buttons import TALK_BUTTONS, handle_talk
from handlers.talk.listing import narrow_reply
from handlers.weekly.buttons import WEEK_BUTTONS, handle_week
from handlers.windows import Outcome, Press
from search.models import Paper

Handle = Callable[[Press, Services], Outcome]


def handle_press(press: Press, services: Services) -> Outcome:
    """What the button leads to. A button that we cannot read any more, or whose paper has left, gets a sentence."""
    handle = _HANDLERS.get(press.action_id)
    return answered(lambda: handle(press, services)) if handle else notice(OLD_BUTTON)


def _page(press: Press, services: Services) -> Outcome:
    page = state.page_state(press.value)
    if not page:
        return notice(OLD_BUTTON)
    if press.action_id == state.NARROW:
        return narrow_reply(page.query, services)
    return search_reply(page.query, services, offset=page.offset, replaces=True)


def _about_paper(press: Press, services: Services) -> Outcome:
    named = state.paper_state(press.value)
    if not named:
        return notice(OLD_BUTTON)
    paper = next(iter(services.library.papers([named.id])), None)
    return _PAPERS[press.action_id](paper, press, services) if paper else gone(named.id)


def _similar(paper: Paper, _press: Press, services: Services) -> Outcome:
    return similar_reply(paper, entries(services.engine.similar(paper.id, PAGE), services))


def _share(paper: Paper, press: Press, _services: Services) -> Outcome:
    if not press.channel_id:
        # In a window nobody knows which channel is meant.
        return share_window(paper)
    name = lines.name(paper, 200)
    return Share(
        channel_id=press.channel_id,
        key=f"share:{press.channel_id}:{paper.id}:{press.message_ts}",
        message=shared_message(paper, press.user_id),
        done=notice(f"Shared with this channel: {name}"),
        again=notice(
            f"This was shared from here before, so I did not post it twice: {name}",
            "If it is not in the channel, search for it again and share it from the new answer.",
        ),
    )


_PAPERS: dict[str, Callable[[Paper, Press, Services], Outcome]] = {
    state.READ: opened,
    state.SIMILAR: _similar,
    state.SHARE: _share,
}
_PAGES = (state.PAGE_NEXT, state.PAGE_BACK, state.SUGGEST, state.NARROW, *state.CHIPS)
_ROOMS: tuple[tuple[Iterable[str], Handle], ...] = (
    (_PAPERS, _about_paper),
    (_PAGES, _page),
    (DIGEST_BUTTONS, handle_digest),
    (SUBSCRIPTION_BUTTONS, handle_subscription),
    (WEEK_BUTTONS, handle_week),
    (TALK_BUTTONS, handle_talk),
    (SHELF_BUTTONS, handle_shelf),
    (export_state.ACTIONS, handle_export),
    (SHORTCUT_BUTTONS, handle_shortcut_button),
    (HOME_BUTTONS, handle_home),
    (ADDING_BUTTONS, handle_adding),
)
_FIELDS: tuple[tuple[Iterable[str], Handle], ...] = ((SHORTCUT_FIELDS, handle_shortcut_button),)
"""Fields that tell of themselves like buttons; what is entered in them takes the place of a value."""
_HANDLERS = {action_id: handle for action_ids, handle in (*_ROOMS, *_FIELDS) for action_id in action_ids}
ACTION_IDS = tuple(action_id for action_ids, _ in _ROOMS for action_id in action_ids)
"""Every action id that our buttons carry."""
