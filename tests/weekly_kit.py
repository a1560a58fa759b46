"""A channel with a paper of the week over the library of the digests, and what comes of it."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

from handlers.actions import handle_press
from handlers.ballots import Vote
from handlers.dispatch import dispatch
from handlers.messages import Block, Reply
from handlers.ports import Services
from handlers.schedules import Posting, Schedule
from handlers.weekly.planning import plan_weeks
from handlers.windows import Outcome
from tests.block_rules import problems
from tests.digest_kit import ADA, BEFORE, HERE, MONDAY, TEAM, message_of, stage, subscription
from tests.fakes_handlers import press, request
from tests.fakes_outbox import MemoryOutbox
from tests.unit.test_commands_search import buttons

WEEK = timedelta(days=7)
BEN = "U0READER2"


def week(query: str = "", **other: Any) -> Schedule:
    """This channel's paper of the week, each Monday at nine in Berlin."""
    made = subscription("anything", **{"id": "week", "kind": "week", "key": "", "quiet": False, **other})
    return replace(made, query=query)


def weekly(*schedules: Schedule, **other: Any) -> Services:
    """Services over these schedules; with none, over a paper of the week from everything."""
    return stage(*(schedules or (week(),)), **other)


def due(over: Services, weeks: int = 0) -> Posting:
    """The posting that planning makes so many weeks after the first Monday."""
    before = {posting.key for posting in posted(over)}
    plan_weeks(MONDAY + weeks * WEEK, over)
    (posting,) = (made for made in posted(over) if made.key not in before)
    return posting


def posted(over: Services) -> tuple[Posting, ...]:
    """All of the channel, the newest first."""
    return over.outbox.latest(TEAM, HERE, "week", 100)


def sent(over: Services, posting: Posting, ts: str = "1764576001.000100") -> Posting:
    """The posting as it is once Slack has taken it."""
    assert isinstance(over.outbox, MemoryOutbox)
    row = over.outbox.rows[TEAM, posting.key]
    row.posting = replace(posting, state="sent", ts=ts)
    return row.posting


def typed(text: str, over: Services, user_id: str = ADA, **other: Any) -> Reply:
    """What a person in the channel is answered, on the Friday before the first Monday."""
    reply = dispatch(replace(request(text), **{"now": BEFORE, "user_id": user_id, **other}), over)
    assert problems(reply, sharer=ADA) == []
    assert not reply.public
    return reply


def pressed(over: Services, button: Block, user_id: str = ADA, **other: Any) -> Outcome:
    """What pressing a button leads to."""
    action = replace(press(button["action_id"], button["value"], user_id=user_id), **{"now": BEFORE, **other})
    outcome = handle_press(action, over)
    assert problems(outcome, sharer=ADA) == []
    return outcome


def replied(over: Services, button: Block, user_id: str = ADA, **other: Any) -> Reply:
    """The message that pressing a button leads to."""
    outcome = pressed(over, button, user_id, **other)
    assert isinstance(outcome, Reply)
    return outcome


def labelled(reply: Reply, start: str) -> Block:
    """The first button whose label begins so."""
    return next(button for button in buttons(reply) if button["text"]["text"].startswith(start))


def vote_on(over: Services, posting: Posting, *votes: bool) -> None:
    """So many people say yes or no."""
    for number, up in enumerate(votes):
        over.week.vote(
            Vote(
                team_id=TEAM, channel_id=HERE, posting_key=posting.key, paper_id=posting.papers[0],
                user_id=f"U0VOTER{number}", up=up, at=MONDAY,
            )
        )  # fmt: skip


def said(posting: Posting) -> Reply:
    """What the posting says, held to the rules of messages."""
    message = message_of(posting)
    assert problems(message, sharer=ADA) == []
    return message
