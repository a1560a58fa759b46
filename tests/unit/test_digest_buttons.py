"""The buttons of a digest: the rest comes in its thread, and what is not for the channel is remembered."""

from dataclasses import replace

from handlers.actions import handle_press
from handlers.digests.buttons import DIGEST_BUTTONS
from handlers.messages import Block, Reply, Share
from handlers.ports import Services
from handlers.schedules import Posting
from handlers.windows import Outcome
from tests.block_rules import problems
from tests.digest_kit import HERE, LIBRARY, NEXT_MONDAY, TEAM, handles, message_of, paper, planned, stage, subscription
from tests.fakes import FakeLibrary
from tests.fakes_handlers import press
from tests.fakes_outbox import MemoryOutbox
from tests.unit.test_commands_search import buttons, labels, rich_lines

MANY = tuple(paper(f"cache-{number:02}", "a cache") for number in range(25))


def pressed(over: Services, button: Block, message_ts: str = "1764576001.000100") -> Outcome:
    outcome = handle_press(press(button["action_id"], button["value"], message_ts=message_ts), over)
    assert problems(outcome) == []
    return outcome


def labelled(reply: Reply, start: str) -> Block:
    return next(button for button in buttons(reply) if button["text"]["text"].startswith(start))


def more(over: Services, reply: Reply, message_ts: str = "1764576001.000100") -> Share:
    outcome = pressed(over, labelled(reply, "Show "), message_ts)
    assert isinstance(outcome, Share)
    return outcome


def test_the_rest_comes_page_by_page_in_the_thread_of_the_digest() -> None:
    over = stage(subscription(), papers=MANY)
    posting = planned(over)

    first = more(over, message_of(posting))
    second = more(over, first.message, message_ts="1764576099.000900")

    shown = [*handles(message_of(posting)), *handles(first.message), *handles(second.message)]
    assert shown == list(posting.papers)
    assert [line[:3] for line in rich_lines(first.message) if line[:3] == "11."] == ["11."]
    assert (labels(first.message)[-1], labels(second.message)[-1]) == ("Show 5 more", "Not for us")
    assert first.thread_ts == second.thread_ts == "1764576001.000100"
    assert first.channel_id == HERE
    assert first.message.public


def test_a_press_twice_leads_to_the_same_key_and_message() -> None:
    over = stage(subscription(), papers=MANY)
    message = message_of(planned(over))

    first, again = more(over, message), more(over, message)

    assert first == again
    assert first.key != more(over, first.message).key


def test_papers_shown_in_the_thread_do_not_come_again() -> None:
    over = stage(subscription(), papers=MANY)
    posting = planned(over)
    more(over, message_of(posting))

    assert set(planned(over, NEXT_MONDAY).papers) == set(posting.papers[20:])


def test_the_rest_is_shown_as_it_was_found_when_its_subscription_is_gone() -> None:
    over = stage(subscription(), subscription("eviction"))
    message = message_of(planned(over))
    over.schedules.remove(TEAM, "cache")

    assert len(handles(more(over, message).message)) == 6


def test_papers_that_left_since_are_left_out_and_no_other_is_skipped() -> None:
    over = stage(subscription(), papers=MANY)
    posting = planned(over)
    left = {posting.papers[3], posting.papers[12]}
    smaller = replace(over, library=FakeLibrary(held for held in MANY if held.id not in left))

    shown = handles(more(smaller, message_of(posting)).message)

    assert shown == [handle for handle in posting.papers[10:21] if handle not in left]


def test_nothing_is_posted_when_all_of_the_rest_has_left() -> None:
    over = stage(subscription())
    message = message_of(planned(over))

    outcome = pressed(replace(over, library=FakeLibrary()), labelled(message, "Show "))

    assert isinstance(outcome, Reply)
    assert outcome.text == "The rest of these papers has left the library."


def test_a_digest_whose_words_were_forgotten_says_that_it_is_too_old() -> None:
    over = stage(subscription(), papers=MANY)
    posting = planned(over)
    assert isinstance(over.outbox, MemoryOutbox)
    over.outbox.rows[TEAM, posting.key].posting = replace(posting, message=None, papers=(), facts={})

    reply = pressed(over, labelled(message_of(posting), "Show "))

    assert isinstance(reply, Reply)
    assert "too old" in reply.text
    assert problems(reply) == []


def test_the_thread_is_that_of_the_posting_where_it_is_known() -> None:
    over = stage(subscription())
    posting = planned(over)
    over.outbox.rows[TEAM, posting.key].posting = replace(posting, ts="1764576001.5")  # type: ignore[attr-defined]

    assert more(over, message_of(posting), message_ts="7.7").thread_ts == "1764576001.5"


def hidden(over: Services, posting: Posting, handle: str) -> Reply:
    block = next(
        each
        for each in buttons(message_of(posting))
        if each["text"]["text"] == "Not for us" and f'"{handle}"' in each["value"]
    )
    outcome = pressed(over, block)
    assert isinstance(outcome, Reply)
    assert not outcome.public
    return outcome


def test_not_for_us_is_remembered_for_each_subscription_that_brought_the_paper() -> None:
    over = stage(subscription(), subscription("eviction"))

    reply = hidden(over, planned(over), "both")

    assert over.schedules.hidden("cache") == over.schedules.hidden("eviction") == ("both",)
    assert reply.text == (
        "Noted for this channel’s subscriptions to “cache” and “eviction”.\n"
        "Papers most like “On a cache with eviction” will come there after all others."
    )


def test_its_like_comes_last_in_the_next_digest() -> None:
    over = stage(subscription("cache OR eviction"))
    first = planned(over)
    hidden(over, first, "cache-01")

    later = planned(over, NEXT_MONDAY).papers

    assert first.papers[10:] == ("cache-10", "cache-11", "cache-12", "eviction-1", "eviction-2", "eviction-3")
    assert later == ("eviction-1", "eviction-2", "eviction-3", "cache-10", "cache-11", "cache-12")


def test_it_can_be_taken_back() -> None:
    over = stage(subscription())
    reply = hidden(over, planned(over), "both")

    outcome = pressed(over, labelled(reply, "Undo"))

    assert isinstance(outcome, Reply)
    assert outcome.replaces
    assert outcome.text.startswith("Taken back.")
    assert over.schedules.hidden("cache") == ()


def test_without_its_subscription_there_is_nothing_to_change() -> None:
    over = stage(subscription())
    posting = planned(over)
    over.schedules.remove(TEAM, "cache")

    assert "has been removed" in hidden(over, posting, "both").text


def test_every_button_of_a_digest_is_understood() -> None:
    over = stage(subscription(), papers=LIBRARY)
    posting = planned(over)
    made = [*buttons(message_of(posting)), *buttons(hidden(over, posting, "both"))]

    assert set(DIGEST_BUTTONS) <= {button["action_id"] for button in made}
