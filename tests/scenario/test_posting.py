"""Planned posts in a workspace where things go wrong: each comes once, in order, and no channel waits for another."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import timedelta
from itertools import pairwise
from pathlib import Path
from sqlite3 import connect
from threading import Event
from time import monotonic
from typing import Any

import pytest

from bot import clock
from bot.slack import reconciling
from bot.slack.poster import Poster
from bot.store import SqlStore
from bot.workspace.model import BOT_USER, Message
from bot.workspace.town import ADMIN, GENERAL, PAPERS, RANDOM, READING_GROUP
from handlers.errors import Unavailable
from handlers.schedules import Posting
from tests.fakes_outbox import MemoryOutbox
from tests.fakes_schedules import MemorySchedules
from tests.office_kit import DAY, MINUTE, SECOND, Office, open_office
from tests.posting_kit import posting
from tests.slack_kit import NOWHERE, WAIT
from tests.waiting import until

BAD_BLOCKS = {"text": "In words", "blocks": [{"type": "section", "text": {"type": "mrkdwn", "text": ""}}]}
HISTORY = "conversations.history"


@pytest.fixture
def office(tmp_path: Path) -> Iterator[Office]:
    with open_office(tmp_path) as opened:
        yield opened


@contextmanager
def started(poster: Poster) -> Iterator[Poster]:
    poster.start()
    try:
        yield poster
    finally:
        poster.stop(WAIT)


@pytest.mark.parametrize(
    ("kind", "details"),
    [
        ("ratelimited", {"retry_after": 0}),
        ("ratelimited", {"retry_after": 30}),
        ("ratelimited", {"retry_after": 250}),
        ("ratelimited", {"retry_after": "soon"}),
        ("status", {"status": 500}),
        ("status", {"status": 503}),
        ("redirect", {}),
        ("empty", {}),
        ("html", {}),
        ("garbled", {}),
        ("garbled", {"text": '{"ok": true}'}),
        ("hang", {"seconds": 3.0}),
        ("drop", {}),
        ("accept_then_drop", {}),
        ("error", {"code": "internal_error"}),
        ("error", {"code": "ratelimited"}),
        ("error", {"code": "account_inactive"}),
        ("error", {"code": "a_code_of_the_future", "times": 0}),
    ],
)
def test_a_post_comes_once_whatever_goes_wrong_first(office: Office, kind: str, details: dict[str, Any]) -> None:
    if details.pop("times", 1):
        office.fault(kind, **details)
    office.plan("one", "two")

    office.work(office.poster())

    assert office.texts() == ["one", "two"]
    assert office.store.despatch.counts() == {"sent": 2}
    assert [office.kept(key).ts for key in ("one", "two")] == [post.ts for post in office.posts()]
    assert office.failed == []


def test_slack_is_asked_again_only_after_as_long_as_it_wants(office: Office) -> None:
    office.fault("ratelimited", retry_after=250)
    office.plan("one")
    poster = office.poster()
    poster.send_all()

    office.move(249 * SECOND)
    assert poster.send_all() == 0
    office.move(SECOND)
    assert poster.send_all() == 1
    assert office.texts() == ["one"]


def test_what_could_not_be_sent_at_all_is_not_looked_for(office: Office) -> None:
    office.plan("one")
    assert office.poster(api_url=NOWHERE).send_all() == 1
    assert office.kept("one").error == "unreachable"

    office.move(5 * SECOND)
    office.poster().send_all()

    assert office.texts() == ["one"]
    assert HISTORY not in office.place.methods()


def test_a_post_that_is_there_late_is_found_the_second_time(office: Office) -> None:
    office.fault("accept_then_drop")
    office.fault("history_lag", HISTORY, seconds=100)
    office.plan("one")

    office.work(office.poster(), step=61 * SECOND)

    assert office.texts() == ["one"]
    assert len(office.place.called(HISTORY)) == 2


@pytest.mark.parametrize("away", [timedelta(days=3653), -DAY])
def test_a_clock_that_jumps_doubles_and_loses_nothing(office: Office, away: timedelta) -> None:
    office.fault("accept_then_drop", count=1)
    office.plan("one", "two")
    office.plan("other", channel=PAPERS)
    poster = office.poster()
    poster.send_all(office.pauses.append)

    office.backwards -= away
    office.work(poster, rounds=3)
    office.backwards += away
    office.work(poster)

    assert (office.texts(), office.texts(PAPERS)) == (["one", "two"], ["other"])
    assert office.store.despatch.counts() == {"sent": 3}


def chatter(office: Office, number: int) -> None:
    """So many messages of somebody else."""
    state = office.place.workspace.state
    for _ in range(number):
        ts = state.new_ts()
        body = {"type": "message", "user": ADMIN.id, "text": "Did you see?", "ts": ts}
        state.save_message(Message(channel=GENERAL, ts=ts, body=body))


@pytest.mark.parametrize(
    ("ahead", "others"),
    [
        pytest.param(timedelta(), 700, id="many pages"),
        pytest.param(365 * DAY, 450, id="a slot by a clock that was a year ahead"),
        pytest.param(-DAY, 0, id="a slot of yesterday"),
    ],
)
def test_a_post_is_found_behind_what_was_said_since(office: Office, ahead: timedelta, others: int) -> None:
    office.fault("accept_then_drop")
    office.plan("one", at=office.now() + ahead)
    poster = office.poster()
    poster.send_all()
    chatter(office, others)

    office.work(poster, rounds=4)

    assert office.texts() == ["one"]
    assert office.kept("one").state == "sent"


def test_a_channel_where_too_much_was_said_proves_nothing(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reconciling, "PAGE", 1)
    monkeypatch.setattr(reconciling, "MOST", 3)
    office.fault("accept_then_drop")
    office.plan("one")
    poster = office.poster()
    poster.send_all()
    chatter(office, 4)

    office.work(poster)

    assert office.texts() == ["one"]
    assert office.kept("one").state == "unknown"


def test_one_dead_channel_among_five_keeps_nobody_waiting(office: Office) -> None:
    people = office.place.workspace.people
    channels = [GENERAL, PAPERS, READING_GROUP, RANDOM, *office.channels(1)]
    people.archive(ADMIN.id, PAPERS)
    for channel in channels:
        office.plan(f"to {channel}", channel=channel)

    office.work(office.poster(), rounds=2)

    assert sorted(office.failed) == [(f"to {PAPERS}", "is_archived"), (f"to {RANDOM}", "not_in_channel")]
    for channel in (GENERAL, READING_GROUP, channels[-1]):
        assert office.texts(channel) == [f"to {channel}"]
    assert office.store.despatch.counts() == {"sent": 3, "failed": 2}
    assert {one.error for one in office.store.despatch.problems(office.now(), 9)} == {"is_archived", "not_in_channel"}


def test_what_slack_refuses_for_good_is_told_again_when_telling_was_cut_short(office: Office) -> None:
    told: list[str] = []

    def failed(_posting: Posting, code: str) -> None:
        told.append(code)
        if len(told) == 1:
            raise Unavailable("The library is busy.")

    poster = office.poster()
    poster._sending._failed = failed
    office.plan("one", channel=RANDOM)
    with pytest.raises(Unavailable):
        poster.send_all()
    assert office.kept("one").state == "sending"
    office.work(poster)

    assert told == ["not_in_channel", "not_in_channel"]
    assert office.kept("one").state == "failed"


def test_a_token_that_is_revoked_and_mended_delays_but_pauses_nothing(office: Office) -> None:
    office.fault("error", code="token_revoked", count=5)
    office.plan("one", "two")
    office.plan("other", channel=PAPERS)
    poster = office.poster()
    poster.send_all()
    assert office.kept("one").error == "token_revoked"
    assert office.store.despatch.counts() == {"pending": 3}

    office.work(poster)

    assert (office.texts(), office.texts(PAPERS)) == (["one", "two"], ["other"])
    assert office.failed == []


def test_refused_blocks_leave_the_words(office: Office) -> None:
    office.plan("one", message=BAD_BLOCKS)

    office.poster().send_all()

    assert office.texts() == ["In words"]
    assert "blocks" in office.place.called("chat.postMessage")[0]
    assert office.kept("one").state == "sent"


def test_a_channel_keeps_its_order_and_others_go_on(office: Office) -> None:
    office.fault("ratelimited", retry_after=20)
    office.plan("one", "two", "three")
    office.move(SECOND)
    office.plan("other", channel=PAPERS)
    poster = office.poster()

    poster.send_all(office.pauses.append)
    assert (office.texts(), office.texts(PAPERS)) == ([], ["other"])

    office.work(poster, rounds=2)
    assert office.texts() == ["one", "two", "three"]


def test_sending_in_one_go_leaves_a_second_between_the_posts_of_a_channel(office: Office) -> None:
    office.plan("one", "two", "three")
    office.plan("other", channel=PAPERS)

    assert office.poster().send_all(office.pauses.append) == 4
    assert len(office.pauses) == 2
    assert all(0 < pause <= 1 for pause in office.pauses)


def test_a_channel_gets_one_message_a_second(office: Office) -> None:
    """By the real clock, since it is real time that Slack counts."""
    office.plan("one", "two", "three")
    sent = list[float]()
    office.at = lambda point: sent.append(monotonic()) if point == "sending" else None
    poster = office.poster()
    poster._clock = poster._sending._clock = clock.now
    with started(poster):
        office.place.wait_until(lambda: len(office.texts()) == 3)

    assert all(1 <= later - earlier < 3 for earlier, later in pairwise(sent))


def test_a_channel_that_hangs_keeps_nobody_waiting(office: Office) -> None:
    over = Event()
    channels = office.channels(4)
    office.plan("slow")
    office.fault("hang", seconds=WAIT, until=over)
    with started(office.poster(timeout=WAIT)):
        # Slack has it, and holds its answer back.
        office.place.wait_until(lambda: office.texts() == ["slow"])
        for channel in channels:
            office.plan(f"to {channel}", channel=channel)
        office.place.wait_until(lambda: all(office.texts(channel) for channel in channels))
        assert office.kept("slow").state == "sending"
        over.set()
    assert office.kept("slow").state == "sent"


def test_looking_for_a_lost_post_keeps_nobody_waiting(office: Office) -> None:
    over = Event()
    office.fault("accept_then_drop")
    office.plan("lost")
    poster = office.poster(timeout=WAIT)
    poster.send_all()
    office.move(10 * SECOND)
    office.fault("hang", HISTORY, seconds=WAIT, until=over)
    with started(poster):
        office.place.workspace.api.ledger.wait_for(HISTORY)
        office.plan("other", channel=PAPERS)
        office.place.wait_until(lambda: office.texts(PAPERS) == ["other"])
        assert office.kept("lost").state == "unknown"
        over.set()


def test_looking_waits_as_long_as_slack_wants(office: Office) -> None:
    office.fault("accept_then_drop")
    office.plan("one")
    poster = office.poster()
    poster.send_all()
    office.fault("ratelimited", HISTORY, retry_after=90)

    office.move(6 * SECOND)
    poster.send_all()
    office.move(89 * SECOND)
    poster.send_all()
    assert len(office.place.called(HISTORY)) == 1
    office.move(SECOND)
    poster.send_all()

    assert len(office.place.called(HISTORY)) == 2
    assert office.kept("one").state == "sent"


def test_a_channel_that_cannot_be_looked_into_is_left_alone_for_a_while(office: Office) -> None:
    office.fault("accept_then_drop", count=2)
    office.plan("one")
    office.plan("two", channel=PAPERS)
    poster = office.poster()
    poster.send_all()
    office.fault("status", HISTORY, status=503)

    office.move(6 * SECOND)
    poster.send_all()
    office.move(6 * SECOND)
    poster.send_all()
    assert [office.kept(key).state for key in ("one", "two")] == ["unknown", "sent"]
    office.work(poster, rounds=2)

    assert (office.texts(), office.texts(PAPERS)) == (["one"], ["two"])
    assert office.kept("one").state == "sent"


def test_a_lost_post_of_a_channel_that_the_bot_has_left_fails(office: Office) -> None:
    office.fault("drop")
    office.plan("one", channel=PAPERS)
    poster = office.poster()
    poster.send_all()
    office.place.workspace.people.remove(ADMIN.id, PAPERS, BOT_USER)

    office.work(poster, rounds=2)

    assert office.failed == [("one", "not_in_channel")]
    assert office.kept("one").state == "failed"


def thread_of(office: Office) -> str:
    office.plan("root")
    office.poster().send_all()
    return office.posts()[0].ts


def test_a_lost_reply_is_found_in_its_thread(office: Office) -> None:
    root = thread_of(office)
    office.fault("accept_then_drop")
    office.plan("reply", thread_ts=root)

    office.work(office.poster())

    assert [(post.body["text"], post.thread_ts) for post in office.posts()][1:] == [("reply", root)]
    assert office.kept("reply").state == "sent"


def test_a_reply_whose_thread_is_gone_fails(office: Office) -> None:
    office.plan("reply", thread_ts="1700000000.000100")
    office.work(office.poster(), rounds=1)

    assert office.failed == [("reply", "thread_not_found")]


def test_whoever_was_away_for_too_long_does_not_send(office: Office) -> None:
    stalls = [90 * SECOND]
    office.at = lambda point: office.move(stalls.pop()) if point == "claimed" and stalls else None
    office.plan("one")
    slow = office.poster()

    assert slow.send_all(office.pauses.append) == 2
    assert office.texts() == ["one"]
    assert office.place.methods() == ["chat.postMessage"]


def test_whoever_was_away_finds_that_another_process_has_sent(office: Office) -> None:
    office.plan("one")
    quick = office.poster()

    def stall(point: str) -> None:
        if point == "claimed":
            office.at = lambda _point: None
            office.move(3 * MINUTE)
            office.work(quick)

    office.at = stall
    office.poster().send_all(office.pauses.append)

    assert office.texts() == ["one"]
    assert office.kept("one").state == "sent"


class Trying(MemoryOutbox):
    """Counts how often something was to be taken."""

    tries = 0

    def take(self, *asked: object, **named: object) -> Posting | None:
        self.tries += 1
        return super().take(*asked, **named)  # type: ignore[arg-type]


def test_a_store_that_was_locked_for_long_is_used_as_soon_as_it_is_free(office: Office) -> None:
    outbox = Trying(MemorySchedules())
    outbox.plan(posting("one", channel_id=GENERAL, message={"text": "one"}))
    outbox.unavailable = True
    with started(office.poster(outbox)):
        until(lambda: outbox.tries > 20)
        assert office.texts() == []
        outbox.unavailable = False
        office.place.wait_until(lambda: office.texts() == ["one"])


def test_a_file_that_another_program_has_locked_delays_and_loses_nothing(
    office: Office, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    office.plan("one")
    office.plan("other", channel=PAPERS)
    file = tmp_path / "paperboy.sqlite3"
    impatient = SqlStore.open(file, patience=0.05)
    with closing(impatient), closing(connect(file, isolation_level=None)) as locking:
        locking.execute("BEGIN EXCLUSIVE")
        with started(office.poster(impatient.despatch)):
            until(lambda: "Looking for planned posts has to wait" in caplog.text)
            assert office.place.methods() == []
            locking.execute("ROLLBACK")
            office.place.wait_until(lambda: (office.texts(), office.texts(PAPERS)) == (["one"], ["other"]))


def test_a_post_that_could_not_be_kept_as_sent_is_found_later(office: Office) -> None:
    outbox = MemoryOutbox(MemorySchedules())
    outbox.plan(posting("one", channel_id=GENERAL, message={"text": "one"}))
    office.at = lambda point: setattr(outbox, "unavailable", point == "marking")
    poster = office.poster(outbox)
    with pytest.raises(Unavailable):
        poster.send_all()
    outbox.unavailable = False
    office.work(poster)

    assert office.texts() == ["one"]
    assert outbox.counts() == {"sent": 1}


def test_stopping_takes_seconds_even_while_slack_hangs(office: Office) -> None:
    over = Event()
    office.fault("hang", seconds=WAIT, until=over)
    office.plan("one")
    poster = office.poster(timeout=WAIT)
    poster.start()
    office.place.workspace.api.ledger.wait_for("chat.postMessage")

    before = monotonic()
    assert not poster.stop(0.5)
    assert monotonic() - before < 3
    over.set()


class Slow(MemoryOutbox):
    """Gives out a post only after whoever asks was told to stop."""

    def __init__(self) -> None:
        super().__init__(MemorySchedules())
        self.asked, self.stopped = Event(), Event()

    def take(self, *asked: object, **named: object) -> Posting | None:
        self.asked.set()
        assert self.stopped.wait(WAIT)
        return super().take(*asked, **named)  # type: ignore[arg-type]


def test_what_is_taken_while_stopping_is_given_back(office: Office) -> None:
    outbox = Slow()
    outbox.plan(posting("one", channel_id=GENERAL))
    poster = office.poster(outbox)
    poster.start()
    assert outbox.asked.wait(WAIT)
    assert not poster.stop(0)
    outbox.stopped.set()

    assert poster.stop(WAIT)
    assert outbox.counts() == {"pending": 1}
    assert office.texts() == []


def test_a_poster_says_when_it_has_ended(office: Office) -> None:
    poster = office.poster()
    assert poster.trouble() is None
    poster.start()
    assert poster.trouble() is None
    assert poster.stop(WAIT)
    assert poster.trouble() == "Planned posts are not being sent any more."
