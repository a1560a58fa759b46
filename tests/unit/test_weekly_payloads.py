"""Whatever papers, reasons and topics hold, messages of a week keep Slack's limits, and nothing foreign comes alive."""

from dataclasses import asdict, replace

from hypothesis import given
from hypothesis import strategies as st

from handlers.blocks.duel import duel_reply
from handlers.blocks.nomination import nominated_reply
from handlers.blocks.standings import Place, standings_reply
from handlers.blocks.week import Sources, WeekView, history_reply, off_reply, week_reply
from handlers.blocks.week_state import DuelState, duel_state, duel_value
from handlers.blocks.weekly import (
    Past,
    WeekPost,
    message_link,
    no_paper_message,
    preview_reply,
    voted_message,
    week_message,
)
from handlers.blocks.why import Why
from handlers.reasons import Again, Drawn, LikeAPick, Nominated, Reason, SearchedHere, Subscribed, WonDuels
from handlers.weekly.questions import questions
from search.models import Paper
from tests.block_rules import problems
from tests.digest_kit import ADA, HERE, MONDAY, TEAM
from tests.unit.test_blocks_payloads import MODEST, PAPER, TEXT
from tests.weekly_kit import week

NUMBER = st.integers(0, 10**6)
REASON: st.SearchStrategy[Reason] = st.one_of(
    st.lists(st.tuples(st.sampled_from([ADA, "you", "!here"]), TEXT), min_size=1, max_size=6).map(
        lambda by: Nominated(tuple(by))
    ),
    TEXT.map(Subscribed),
    st.builds(SearchedHere, TEXT, NUMBER),
    st.builds(LikeAPick, TEXT, NUMBER, NUMBER),
    st.builds(WonDuels, NUMBER, NUMBER),
    st.just(Again(MONDAY)),
    TEXT.map(Drawn),
)


def past(name: str, number: int) -> Past:
    url = message_link(TEAM, HERE, "1764576001.000100")
    return Past(name=name or "x", at=MONDAY, zone="Asia/Kathmandu", ups=number, downs=0, replies=number, url=url)


@MODEST
@given(PAPER, REASON, TEXT, NUMBER)
def test_the_message_of_a_week_keeps_the_rules_before_and_after_votes(
    paper: Paper, reason: Reason, name: str, ups: int
) -> None:
    post = WeekPost(
        key=f"week:{HERE}:2025-12-01T08:00Z",
        paper=paper,
        why=Why(reason=reason, liked=name),
        questions=questions(paper),
        last=past(name, ups),
        rhythm="Comes every Monday",
    )
    message = week_message(post)
    voted = voted_message(asdict(message), post.key, paper.id, ups, 3)

    said = (message, voted, preview_reply(post, MONDAY), preview_reply(replace(post, last=None), None))
    assert [problem for reply in said for problem in problems(reply, sharer=ADA)] == []


@MODEST
@given(TEXT, TEXT, NUMBER)
def test_what_is_said_of_a_channels_week_is_inert(topic: str, note: str, number: int) -> None:
    schedule = week(topic, paused=note or None, skip="2025-W49")
    view = WeekView(
        schedule=schedule,
        coming=MONDAY,
        left_out=MONDAY,
        latest=past(note, number),
        paper_id="kvflow",
        sources=Sources(nominated=(topic,) * (number % 4), subscriptions=number, duels=1),
        notes=(note,),
    )

    said = [
        week_reply(view),
        week_reply(replace(view, schedule=replace(schedule, paused=None))),
        off_reply(note),
        history_reply([past(topic, number)] * 12, number, number),
        no_paper_message(topic, MONDAY, "UTC"),
    ]
    assert [problem for reply in said for problem in problems(reply)] == []


@MODEST
@given(PAPER, PAPER, TEXT)
def test_duels_standings_and_nominations_keep_the_rules(one: Paper, other: Paper, because: str) -> None:
    other = replace(other, id=f"{other.id}-2")
    out = tuple(f"some-paper-with-a-long-handle-{number}" for number in range(60))
    places = [Place(paper, 0.5, 0.1, 0.93, 3, 1) for paper in (one, other)] * 7

    said = [
        duel_reply(one, other, 12, out),
        standings_reply(places, 100, 40),
        nominated_reply(one, because, new=True, people=3, is_on=False, outside=because),
    ]
    assert [problem for reply in said for problem in problems(reply)] == []
    assert duel_state(duel_value(DuelState(one.id, other.id, out))) == DuelState(one.id, other.id, out[-30:])
