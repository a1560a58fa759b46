"""Digests over the real store: what is planned comes back as it was, also after the store was opened anew."""

from dataclasses import replace
from pathlib import Path

from bot.store import SqlStore
from handlers.actions import handle_press
from handlers.digests.planning import plan_digests
from handlers.dispatch import dispatch
from handlers.messages import Share
from handlers.ports import Services
from tests.digest_kit import BEFORE, HERE, MONDAY, NEXT_MONDAY, TEAM, handles, message_of, stage
from tests.fakes_handlers import press, request
from tests.unit.test_commands_search import buttons


def over(store: SqlStore) -> Services:
    return replace(stage(), schedules=store.schedules, outbox=store.outbox)


def test_a_subscription_lives_from_the_command_to_the_thread_across_restarts(tmp_path: Path) -> None:
    file = tmp_path / "papers.sqlite3"
    store = SqlStore.open(file)
    dispatch(replace(request("subscribe cache"), now=BEFORE), over(store))
    assert plan_digests(BEFORE, over(store)) == ()
    assert len(plan_digests(MONDAY, over(store))) == 1
    store.close()

    store = SqlStore.open(file)
    (posting,) = store.outbox.latest(TEAM, HERE, "digest", 9)
    message = message_of(posting)
    more = next(button for button in buttons(message) if button["action_id"] == "digest:more")
    hide = next(button for button in buttons(message) if button["action_id"] == "digest:hide")
    share = handle_press(press(more["action_id"], more["value"]), over(store))
    handle_press(press(hide["action_id"], hide["value"]), over(store))
    assert isinstance(share, Share)
    assert [*handles(message), *handles(share.message)] == list(posting.papers)

    (schedule,) = store.schedules.active()
    assert store.schedules.hidden(schedule.id) == (posting.papers[0],)
    assert store.outbox.shown(schedule.id) == set(posting.papers)
    assert plan_digests(NEXT_MONDAY, over(store))[0].endswith("nothing new for 1 subscription")
    assert (
        "No paper waits; nothing new" in dispatch(replace(request("subscriptions"), now=NEXT_MONDAY), over(store)).text
    )
    store.close()
