"""Votes on the paper of the week: one a person, changed and taken back, shown in the message."""

from dataclasses import replace

from handlers.ports import Services
from handlers.schedules import Posting
from tests.digest_kit import ADA, HERE, TEAM
from tests.unit.test_commands_search import labels
from tests.weekly_kit import BEN, due, labelled, replied, said, sent, typed, weekly


def stage() -> tuple[Services, Posting]:
    over = weekly()
    return over, sent(over, due(over))


def test_a_vote_is_counted_changed_and_taken_back() -> None:
    over, posting = stage()
    message = said(posting)

    first = replied(over, labelled(message, "👍"))
    second = replied(over, labelled(first, "👍"), BEN)
    changed = replied(over, labelled(second, "👎"))
    back = replied(over, labelled(changed, "👎"))

    shown = [labels(reply)[:2] for reply in (first, second, changed, back)]
    assert shown == [["👍 1", "👎 0"], ["👍 2", "👎 0"], ["👍 1", "👎 1"], ["👍 1", "👎 0"]]
    assert [vote.user_id for vote in over.week.votes(TEAM, HERE)] == [BEN]


def test_the_message_stays_what_it_was_but_for_its_votes() -> None:
    over, posting = stage()
    message = said(posting)

    voted = replied(over, labelled(message, "👎"))

    assert (voted.public, voted.replaces) == (True, True)
    assert voted.text == f"{message.text}\nVotes: 0 up, 1 down."
    assert [block for block in voted.blocks if block["type"] != "actions"] == [
        block for block in message.blocks if block["type"] != "actions"
    ]
    assert replied(over, labelled(voted, "👎")) == replace(message, replaces=True)


def test_a_message_that_may_be_looked_for_still_is_not_replaced() -> None:
    over = weekly()
    posting = due(over)

    reply = replied(over, labelled(said(posting), "👍"))

    assert not reply.replaces
    assert not reply.public
    assert "Your vote counts." in reply.text
    assert [vote.user_id for vote in over.week.votes(TEAM, HERE)] == [ADA]


def test_an_old_or_unknown_button_says_so() -> None:
    over, _ = stage()
    told = {
        replied(over, {"action_id": "week:up", "value": value}).text for value in ("", "{}", '{"v":1,"k":"week:x"}')
    }

    assert told == {"This button comes from an earlier version of Paperboy. Please type the command again."}


def test_votes_stand_in_the_week_and_in_its_history() -> None:
    over, posting = stage()
    replied(over, labelled(said(posting), "👍"))

    assert "Mon 1 Dec 2025 · 👍 1 · 👎 0" in typed("week", over).text
    assert "1. On a" in typed("week history", over).text
