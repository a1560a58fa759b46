"""Digests: what is due is planned once, holds what a channel has not seen, and says so."""

from dataclasses import replace
from datetime import timedelta

import pytest

from handlers.digests.planning import HOLDS, plan_digests, preview
from handlers.errors import Unavailable
from handlers.schedules import Posting
from search.errors import EngineUnavailable
from search.models import SearchResult
from search.query import Query
from tests.block_rules import problems
from tests.digest_kit import (
    ADA,
    BEFORE,
    CACHES,
    DAILY,
    HERE,
    LIBRARY,
    MONDAY,
    NEXT_MONDAY,
    TEAM,
    ListEngine,
    handles,
    message_of,
    paper,
    planned,
    stage,
    subscription,
)
from tests.fakes import FakeLibrary
from tests.fakes_handlers import BrokenEngine
from tests.unit.test_commands_search import buttons, labels, rich_lines, small_lines

DAY = timedelta(days=1)


def latest(over_channel: str = HERE, *, over: object) -> tuple[Posting, ...]:
    return over.outbox.latest(TEAM, over_channel, "digest", 100)  # type: ignore[attr-defined, no-any-return]


def test_a_due_digest_is_planned_with_its_papers_and_frozen() -> None:
    over = stage(subscription())

    done = plan_digests(MONDAY, over)

    assert done == ("digest:C0CHANNEL:2025-12-01T08:00Z: 13 papers for 1 subscription",)
    (posting,) = latest(over=over)
    message = message_of(posting)
    assert (posting.state, posting.at, posting.slots) == ("pending", MONDAY, (("cache", "2025-W49"),))
    assert len(posting.papers) == 13
    assert problems(message) == []
    assert rich_lines(message)[0] == "*13 papers* new for _cache_"
    assert handles(message) == list(posting.papers[:10])
    assert labels(message).count("Not for us") == 10
    assert labels(message)[-1] == "Show 3 more"
    assert small_lines(message)[-1].startswith("every Monday at 09:00 (Europe/Berlin)")


def test_the_text_alone_names_every_paper_of_the_message() -> None:
    message = message_of(planned(stage(subscription())))

    assert all(f"[{handle}]" in message.text for handle in handles(message))
    assert "13 papers new for cache" in message.text
    assert "And 3 more: press the button below the list." in message.text


def test_nothing_is_planned_before_it_is_due_nor_twice() -> None:
    over = stage(subscription())

    assert plan_digests(MONDAY - timedelta(minutes=1), over) == ()
    assert len(plan_digests(MONDAY, over)) == 1
    assert plan_digests(MONDAY + timedelta(minutes=1), over) == ()
    assert plan_digests(MONDAY - DAY, over) == ()
    assert len(latest(over=over)) == 1


def test_the_next_digest_holds_what_was_not_in_the_message_of_the_first() -> None:
    over = stage(subscription())
    first = planned(over)
    second = planned(over, NEXT_MONDAY)

    assert set(second.papers) == {held.id for held in LIBRARY if "cache" in held.abstract} - set(first.papers[:10])
    assert handles(message_of(second)) == list(second.papers)


def test_when_all_is_shown_the_slot_is_recorded_as_empty_and_nothing_is_posted() -> None:
    over = stage(subscription("eviction cache"))
    assert planned(over).papers == ("both",)

    empty = planned(over, NEXT_MONDAY)

    assert (empty.state, empty.message, empty.papers) == ("empty", None, ())
    assert plan_digests(NEXT_MONDAY, over) == ()


def test_one_that_is_not_quiet_says_that_there_is_nothing_and_when_it_looks_again() -> None:
    over = stage(subscription("zebra", quiet=False))

    posting = planned(over)

    message = message_of(posting)
    assert (posting.state, posting.papers) == ("pending", ())
    assert problems(message) == []
    assert message.text.startswith("Nothing new for zebra; I look again Mon 8 Dec 2025, 09:00 (Europe/Berlin).")


def test_only_papers_with_everything_that_is_asked_come() -> None:
    posting = planned(stage(subscription("cache eviction -zebra")))

    assert posting.papers == ("both",)


def test_subscriptions_of_one_channel_and_moment_share_a_message_and_a_paper_of_both_names_both() -> None:
    over = stage(subscription(), subscription("eviction"), subscription("zebra"))

    posting = planned(over)

    message = message_of(posting)
    assert problems(message) == []
    assert posting.key == "digest:C0CHANNEL:2025-12-01T08:00Z"
    assert dict(posting.slots) == dict.fromkeys(("cache", "eviction", "zebra"), "2025-W49")
    assert posting.papers.count("both") == 1
    assert rich_lines(message)[0] == "*16 papers* new for 2 subscriptions"
    both = next(line for line in small_lines(message) if line.startswith("`both`"))
    assert both.endswith("for “cache” and “eviction”")
    assert "both" in over.outbox.shown("cache")
    assert "both" in over.outbox.shown("eviction")
    assert over.outbox.shown("zebra") == frozenset()


def test_each_subscription_of_a_message_has_its_turn() -> None:
    message = message_of(planned(stage(subscription(), subscription("eviction"))))

    assert {"eviction-1", "eviction-2", "eviction-3"} <= set(handles(message))


def test_channels_have_messages_of_their_own() -> None:
    over = stage(subscription(), subscription("eviction", channel_id="C0OTHER"))

    assert len(plan_digests(MONDAY, over)) == 2
    assert [posting.slots for posting in latest(over=over)] == [(("cache", "2025-W49"),)]
    assert [posting.slots for posting in latest("C0OTHER", over=over)] == [(("eviction", "2025-W49"),)]


def test_a_subscription_that_was_there_too_late_for_the_others_message_has_its_own() -> None:
    over = stage(subscription())
    first = planned(over)
    over.schedules.add(subscription("eviction"))

    second = planned(over)

    assert second.key == f"{first.key}:eviction"
    assert set(second.papers) == {"both", "eviction-1", "eviction-2", "eviction-3"}


def test_after_a_long_absence_one_digest_comes_and_one_is_missed() -> None:
    over = stage(subscription(), subscription("eviction", timetable=DAILY))

    done = plan_digests(MONDAY + timedelta(hours=14), over)

    assert sorted(line.partition(": ")[2] for line in done) == [
        "13 papers for 1 subscription",
        "missed, it is too late for it",
    ]
    states = {posting.key.partition(":")[0]: posting.state for posting in latest(over=over)}
    assert states == {"digest": "pending", "missed": "missed"}
    assert plan_digests(MONDAY + timedelta(hours=14, minutes=1), over) == ()


def test_paused_ones_and_the_paper_of_the_week_are_left_alone() -> None:
    over = stage(subscription(paused="a reason"), subscription("eviction", kind="week"))

    assert plan_digests(MONDAY, over) == ()


def test_a_query_that_can_no_longer_be_read_pauses_its_subscription_and_no_other() -> None:
    over = stage(replace(subscription(), query="-only"), subscription("eviction"))

    done = plan_digests(MONDAY, over)

    assert done[0].startswith("subscription cache in C0CHANNEL: paused, That only says what to leave out.")
    broken = over.schedules.schedule(TEAM, "cache")
    assert broken is not None
    assert broken.paused is not None
    assert [posting.slots for posting in latest(over=over)] == [(("eviction", "2025-W49"),)]


def test_whoever_made_it_is_told_once_that_its_query_can_no_longer_be_read() -> None:
    over = stage(replace(subscription(), query="-only"))
    for _ in range(2):  # as if the first process had ended before it could pause the subscription
        plan_digests(MONDAY, over)
        broken = over.schedules.schedule(TEAM, "cache")
        assert broken is not None
        over.schedules.change(replace(broken, paused=None))

    (told,) = over.outbox.latest(TEAM, ADA, "notice", 9)
    message = message_of(told)
    assert (told.slots, told.state) == ((), "pending")
    assert message.text.startswith(f"I have paused the subscription to -only in <#{HERE}>")
    assert "That only says what to leave out." in message.text
    assert problems(message) == []


class OneBadEngine(ListEngine):
    """Fails for one word in a way that nobody foresaw."""

    def search(self, query: Query, limit: int, offset: int = 0) -> SearchResult:
        if query.typed == "cache":
            raise ZeroDivisionError("a fault of ours")
        return super().search(query, limit, offset)


def test_a_channel_that_cannot_be_planned_holds_up_no_other_and_is_told() -> None:
    other = subscription("eviction", channel_id="C0OTHER")
    over = stage(subscription(), other, engine=OneBadEngine(LIBRARY))

    with pytest.raises(ExceptionGroup) as raised:
        plan_digests(MONDAY, over)

    assert [type(error) for error in raised.value.exceptions] == [ZeroDivisionError]
    assert len(latest("C0OTHER", over=over)) == 1
    assert latest(over=over) == ()


def test_without_an_index_or_a_library_nothing_is_settled() -> None:
    over = stage(subscription(), engine=BrokenEngine())
    with pytest.raises(EngineUnavailable):
        plan_digests(MONDAY, over)

    over.schedules.unavailable = True  # type: ignore[attr-defined]
    with pytest.raises(Unavailable):
        plan_digests(MONDAY, over)

    over.schedules.unavailable = False  # type: ignore[attr-defined]
    assert latest(over=over) == ()


def test_a_digest_holds_a_bounded_number_and_the_rest_waits() -> None:
    many = tuple(paper(f"cache-{number:03}", "a cache") for number in range(300))
    posting = planned(stage(subscription(), papers=many))

    message = message_of(posting)
    assert len(posting.papers) == HOLDS
    assert "More papers wait for the next time." in small_lines(message)[-1]
    assert "More papers wait for the next time." in message.text


def test_papers_that_left_the_library_are_left_out() -> None:
    library = FakeLibrary(held for held in LIBRARY if held.id not in ("cache-01", "cache-03"))
    over = replace(stage(subscription()), library=library)

    posting = planned(over)

    assert len(posting.papers) == 11
    assert not {"cache-01", "cache-03"} & set(posting.papers)
    assert [line[:2] for line in rich_lines(message_of(posting)) if line[:2] in ("1.", "2.", "3.")] == [
        "1.",
        "2.",
        "3.",
    ]


def test_long_papers_are_all_in_the_message_or_behind_its_button() -> None:
    long = tuple(
        replace(held, title=f"On a cache {'<&>' * 200}", abstract=f"{held.abstract} " * 30, venue="V&" * 100)
        for held in CACHES
    )
    message = message_of(planned(stage(subscription(), papers=long)))

    shown = handles(message)
    assert problems(message) == []
    assert not any("does not fit" in line for line in small_lines(message))
    assert 0 < len(shown) < 10
    assert labels(message)[-1] == f"Show {min(10, 12 - len(shown))} more"


def test_what_was_not_for_the_channel_is_gone_and_its_like_comes_last() -> None:
    over = stage(subscription("cache OR eviction"))
    over.schedules.hide(TEAM, "cache-OR-eviction", "cache-01")

    papers = planned(over).papers

    assert "cache-01" not in papers
    assert set(papers[:4]) == {"both", "eviction-1", "eviction-2", "eviction-3"}
    assert len(papers) == 15


def test_a_preview_says_what_would_come_and_plans_nothing() -> None:
    over = stage(subscription())

    reply = preview(subscription(), over, BEFORE)

    assert problems(reply) == []
    assert reply.text.startswith("13 papers would come for cache, Mon 1 Dec 2025, 09:00 (Europe/Berlin).")
    assert len(handles(reply)) == 10
    assert "And 3 more." in small_lines(reply)
    assert "digest:more" not in {button["action_id"] for button in buttons(reply)}
    assert latest(over=over) == ()


def test_a_preview_counts_what_its_message_has_no_room_for() -> None:
    long = tuple(replace(held, title=f"On a cache {'<&>' * 200}", venue="V&" * 100) for held in CACHES)
    reply = preview(subscription(), stage(papers=long), BEFORE)

    shown = len(handles(reply))
    assert 0 < shown < 10
    assert f"And {12 - shown} more." in small_lines(reply)


def test_a_preview_of_nothing_says_so() -> None:
    over = stage()

    reply = preview(subscription("zebra"), over, BEFORE)

    assert problems(reply) == []
    assert reply.text.startswith("Nothing new for zebra at the moment.")


def test_a_paused_preview_has_no_time() -> None:
    assert "once it is resumed" in preview(subscription(paused="a reason"), stage(), BEFORE).text
