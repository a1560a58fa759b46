"""Papers of the week: planned once, in time, with a reason, and never silent where there is none."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import timedelta

import pytest

from handlers.ballots import Nomination
from handlers.conversation import Said
from handlers.errors import Unavailable
from handlers.tick import tick
from handlers.weekly.planning import plan_weeks
from search.errors import EngineUnavailable
from search.models import Paper
from tests.digest_kit import ADA, BEFORE, HERE, LIBRARY, MONDAY, TEAM, ListEngine, subscription
from tests.fakes import FakeLibrary
from tests.fakes_handlers import BrokenEngine
from tests.fakes_talk import MemoryThreads
from tests.unit.test_commands_search import labels, rich_lines, small_lines
from tests.weekly_kit import BEN, WEEK, due, labelled, posted, replied, said, sent, typed, vote_on, week, weekly

DAY = timedelta(days=1)


def nominate(paper: str, user_id: str = ADA, because: str = "") -> Nomination:
    return Nomination(
        team_id=TEAM, channel_id=HERE, paper_id=paper, user_id=user_id, because=because, at=BEFORE
    )  # fmt: skip


def test_a_due_paper_of_the_week_is_planned_once_and_frozen() -> None:
    over = weekly()

    done = plan_weeks(MONDAY, over)

    (posting,) = posted(over)
    assert done == (f"week:C0CHANNEL:2025-12-01T08:00Z: {posting.papers[0]}",)
    assert (posting.state, posting.kind, posting.at, posting.slots) == (
        "pending",
        "week",
        MONDAY,
        (("week", "2025-W49"),),
    )
    message = said(posting)
    assert message.blocks[0]["text"]["text"] == "Paper of the week"
    assert labels(message) == ["👍 0", "👎 0", "Read", "Similar", "Save", "Nominate another…"]
    assert any(line.startswith("*Why this paper  *Drawn by lot from the library") for line in rich_lines(message))
    assert small_lines(message)[-1].startswith("Comes every Monday at 09:00 (Europe/Berlin)")
    assert plan_weeks(MONDAY + timedelta(minutes=1), over) == ()


def test_every_process_plans_the_same_message() -> None:
    assert due(weekly()) == due(weekly(), 0)
    assert due(weekly()).papers != due(weekly(week(channel_id=HERE), papers=LIBRARY[5:])).papers


def test_a_nominated_paper_comes_with_who_wanted_it_and_why() -> None:
    over = weekly()
    for one in (
        nominate("cache-07", because="it is <!here> *cheap*"),
        nominate("cache-07", BEN),
        nominate("both", BEN),
    ):
        over.week.nominate(one)

    posting = due(over)

    assert posting.papers == ("cache-07",)
    assert "Why this paper: nominated by <@U0READER1> and 1 other." in said(posting).text
    assert "_“it is <!here> *cheap*”_" in rich_lines(said(posting))
    assert over.week.nominations(TEAM, HERE) == (nominate("both", BEN),)


def test_a_channel_sees_no_paper_twice_before_all_were_there() -> None:
    over = weekly(papers=LIBRARY[:4])

    papers = [sent(over, due(over, number)).papers[0] for number in range(5)]

    assert sorted(papers[:4]) == sorted(paper.id for paper in LIBRARY[:4])
    assert papers[4] == papers[0]
    assert "since this one came, on Mon 1 Dec 2025" in said(posted(over)[0]).text


def test_the_next_one_tells_what_became_of_the_last() -> None:
    threads = MemoryThreads()
    over = replace(weekly(), threads=threads)
    first = sent(over, due(over))
    vote_on(over, first, True, True, False)
    for text in ("the parent", "a reply", "another"):
        threads.say(TEAM, HERE, "1764576001.000100", BEN, text)

    message = said(due(over, 1))

    (line,) = (line for line in rich_lines(message) if line.startswith("Last time: "))
    assert line.endswith(", Mon 1 Dec 2025 · 👍 2 · 👎 1 · 2 replies")
    (link,) = (
        one["url"]
        for block in message.blocks
        if block["type"] == "rich_text"
        for section in block["elements"]
        for one in section["elements"]
        if one["type"] == "link"
    )
    assert link == "https://slack.com/app_redirect?team=T0TEAM&channel=C0CHANNEL&message_ts=1764576001.000100"


@dataclass
class SilentThreads:
    """Slack that does not answer; `asked` is how often it was tried."""

    asked: int = 0

    def thread(self, team_id: str, channel_id: str, thread_ts: str) -> tuple[Said, ...]:
        self.asked += 1
        raise Unavailable("Slack does not answer.")


def test_where_slack_does_not_answer_it_is_asked_once_and_nothing_is_held_up() -> None:
    schedules = [week(id=f"week-{number}", channel_id=f"C{number}") for number in range(3)]
    threads = SilentThreads()
    over = replace(weekly(*schedules), threads=threads)
    plan_weeks(MONDAY, over)
    for schedule in schedules:
        (posting,) = over.outbox.latest(TEAM, schedule.channel_id, "week", 1)
        sent(over, posting)

    done = plan_weeks(MONDAY + WEEK, over)

    assert len(done) == 3
    assert threads.asked == 1
    (posting,) = over.outbox.latest(TEAM, "C2", "week", 1)
    assert "Last time: " in said(posting).text
    assert "repl" not in said(posting).text


def test_a_slot_that_it_is_too_late_for_is_recorded() -> None:
    over = weekly()

    done = plan_weeks(MONDAY + 4 * DAY, over)

    (posting,) = posted(over)
    assert done == ("missed:C0CHANNEL:2025-12-01T08:00Z: missed, it is too late for it",)
    assert (posting.state, posting.papers, posting.message) == ("missed", (), None)
    assert plan_weeks(MONDAY + 5 * DAY, over) == ()
    assert due(over, 1).papers


def test_a_week_that_is_left_out_is_recorded_and_the_next_one_comes() -> None:
    over = weekly()
    reply = typed("week skip", over)
    assert "next Mon 8 Dec 2025, 09:00 (Europe/Berlin)" in reply.text
    assert "Left out: Mon 1 Dec 2025" in reply.text
    assert "left out already" in typed("week skip", over).text

    posting = due(over)

    assert (posting.state, posting.papers, posting.facts) == ("empty", (), {"skipped": True})
    assert due(over, 1).papers
    assert "1 week was left out." in typed("week history", over).text


def test_a_week_that_is_left_out_can_be_had_after_all() -> None:
    over = weekly()
    reply = typed("week skip", over)

    again = replied(over, labelled(reply, "Do not leave it out"))

    assert again.replaces
    assert "Left out" not in again.text
    assert due(over).papers


def test_a_topic_without_papers_says_so_in_the_channel() -> None:
    posting = due(weekly(week("zebra")))

    assert (posting.state, posting.papers) == ("pending", ())
    assert said(posting).text.startswith("No paper of the week: no paper has all of zebra.")
    assert "I look again Mon 8 Dec 2025" in said(posting).text


def test_a_topic_is_what_the_paper_has_all_of() -> None:
    over = weekly(week("eviction"))

    papers = {due(over, number).papers[0] for number in range(4)}

    assert papers == {"both", "eviction-1", "eviction-2", "eviction-3"}


def test_a_topic_that_cannot_be_read_any_more_pauses_it_and_its_creator_is_told() -> None:
    over = weekly(week("-vision"), week(id="other", channel_id="C0OTHER"))

    done = plan_weeks(MONDAY, over)

    assert [line.partition(":")[0] for line in done] == ["paper of the week in C0CHANNEL", "week"]
    (paused,) = over.schedules.in_channels(TEAM, [HERE])
    assert paused.paused
    told = over.outbox.posting(TEAM, "unreadable:week:2025-W49")
    assert told is not None
    assert told.channel_id == ADA
    assert "I have paused the paper of the week in <#C0CHANNEL>" in said(told).text


class OneBadChannel(FakeLibrary):
    """A library in which one paper cannot be read."""

    def papers(self, ids: Iterable[str]) -> tuple[Paper, ...]:
        wanted = list(ids)
        if "cache-07" in wanted:
            raise RuntimeError("a fault of ours")
        return super().papers(wanted)


def test_one_bad_channel_holds_up_no_other_and_no_digest() -> None:
    other = week(id="other", channel_id="C0OTHER")
    over = replace(weekly(week(), other, subscription("eviction")), library=OneBadChannel(LIBRARY))
    over.week.nominate(nominate("cache-07"))

    with pytest.raises(ExceptionGroup) as caught:
        tick(MONDAY, over)

    assert [str(error) for error in caught.value.exceptions] == ["a fault of ours"]
    assert posted(over) == ()
    assert over.outbox.latest(TEAM, "C0OTHER", "week", 9)
    assert over.outbox.latest(TEAM, HERE, "digest", 9)


def test_while_the_index_is_away_nothing_is_settled() -> None:
    over = weekly(week("eviction"), engine=BrokenEngine(LIBRARY))

    with pytest.raises(EngineUnavailable):
        tick(MONDAY, over)

    assert posted(over) == ()
    assert due(replace(over, engine=ListEngine(LIBRARY))).papers


def test_a_channel_that_switched_it_off_and_on_gets_one_and_not_two() -> None:
    over = weekly()
    due(over)
    typed("week off", over)
    typed("week on Mon 09:00", over, now=MONDAY + timedelta(minutes=1))

    assert plan_weeks(MONDAY + timedelta(minutes=2), over) == ()
    assert due(over, 1).papers
