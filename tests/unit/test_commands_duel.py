"""`/papers duel`: two papers, an answer kept, two others, and what the answers come to."""

from handlers.ballots import Comparison
from handlers.ports import Services
from tests.digest_kit import ADA, BEFORE, CACHES, HERE, TEAM
from tests.unit.test_commands_search import labels, rich_lines
from tests.weekly_kit import due, labelled, replied, said, sent, typed, weekly


def test_a_duel_is_answered_and_the_next_one_comes() -> None:
    over = weekly()
    reply = typed("duel", over)
    first, second = asked(over, reply)
    assert labels(reply) == ["This one", "Read", "This one", "Read", "Neither, other two"]
    assert typed("duel", over) == reply

    following = replied(over, labelled(reply, "This one"))

    assert following.replaces
    assert over.week.comparisons(TEAM, HERE) == (
        Comparison(team_id=TEAM, channel_id=HERE, winner=first, loser=second, user_id=ADA, at=BEFORE),
    )
    assert set(asked(over, following)) != {first, second}
    assert "This channel has 1 answer." in following.text


def asked(_over: Services, reply: object) -> tuple[str, str]:
    handles = [
        block["elements"][0]["text"].strip("`")
        for block in reply.blocks  # type: ignore[attr-defined]
        if block["type"] == "context" and block["elements"][0]["text"].startswith("`")
    ]
    return handles[0], handles[1]


def test_neither_leaves_both_out_and_two_that_were_had_never_come() -> None:
    over = weekly(papers=CACHES[:7])
    had = sent(over, due(over)).papers[0]
    reply = typed("duel", over)
    seen: list[str] = []
    while "Which would" in reply.text:
        seen += asked(over, reply)
        reply = replied(over, labelled(reply, "Neither"))

    assert sorted(seen) == sorted({paper.id for paper in CACHES[:7]} - {had})
    assert "compared all that there is" in reply.text
    assert over.week.comparisons(TEAM, HERE) == ()


def test_answers_show_in_the_standings_and_in_the_choice() -> None:
    over = weekly()
    for user in ("U1", "U2", "U3", "U4"):
        for loser in ("cache-02", "cache-03"):
            over.week.compare(
                Comparison(team_id=TEAM, channel_id=HERE, winner="cache-12", loser=loser, user_id=user, at=BEFORE)
            )

    reply = typed("week standings", over)

    assert rich_lines(reply)[0] == "*8 answers* in this channel, about 3 papers"
    assert rich_lines(reply)[1].startswith("1. *On a cache* [cache-12]: would win 8")
    assert "(won 8 of 8)" in rich_lines(reply)[1]
    assert "few duels yet" in rich_lines(reply)[2]
    posting = due(over)
    assert posting.papers == ("cache-12",)
    assert "Why this paper: It won 8 of 8 duels here." in said(posting).text
