"""From a pressed button to what it leads to; the button's value carries everything."""

from collections.abc import Callable

from handlers.blocks import lines, state
from handlers.blocks.neighbours import similar_reply
from handlers.blocks.notice import OLD_BUTTON, gone, notice
from handlers.blocks.paper import shared_message
from handlers.blocks.reader import reader
from handlers.blocks.results import PAGE
from handlers.digests.buttons import DIGEST_BUTTONS, handle_digest
from handlers.dispatch import answered
from handlers.finding import entries, search_reply
from handlers.messages import Outcome, Press, Share
from handlers.ports import Services
from handlers.subscriptions.buttons import SUBSCRIPTION_BUTTONS, handle_subscription
from search.models import Paper

ACTION_IDS = (
    state.PAGE_NEXT,
    state.PAGE_BACK,
    state.SUGGEST,
    state.READ,
    state.SIMILAR,
    state.SHARE,
    *DIGEST_BUTTONS,
    *SUBSCRIPTION_BUTTONS,
)
"""Every action id that our buttons carry."""


def handle_press(press: Press, services: Services) -> Outcome:
    """What the button leads to. A button that we cannot read any more, or whose paper has left, gets a sentence."""
    if press.action_id in _PAPERS:
        return answered(lambda: _about_paper(press, services))
    if press.action_id in _PAGES:
        return answered(lambda: _page(press, services))
    if press.action_id in DIGEST_BUTTONS:
        return answered(lambda: handle_digest(press, services))
    if press.action_id in SUBSCRIPTION_BUTTONS:
        return answered(lambda: handle_subscription(press, services))
    return notice(OLD_BUTTON)


def _page(press: Press, services: Services) -> Outcome:
    page = state.page_state(press.value)
    if not page:
        return notice(OLD_BUTTON)
    return search_reply(page.query, services, offset=page.offset, replaces=True)


def _about_paper(press: Press, services: Services) -> Outcome:
    named = state.paper_state(press.value)
    if not named:
        return notice(OLD_BUTTON)
    paper = next(iter(services.library.papers([named.id])), None)
    return _PAPERS[press.action_id](paper, press, services) if paper else gone(named.id)


def _read(paper: Paper, _press: Press, _services: Services) -> Outcome:
    return reader(paper)


def _similar(paper: Paper, _press: Press, services: Services) -> Outcome:
    return similar_reply(paper, entries(services.engine.similar(paper.id, PAGE), services))


def _share(paper: Paper, press: Press, _services: Services) -> Outcome:
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
    state.READ: _read,
    state.SIMILAR: _similar,
    state.SHARE: _share,
}
_PAGES = (state.PAGE_NEXT, state.PAGE_BACK, state.SUGGEST)
