"""Questions through the whole Slack edge: each kept before it is acknowledged, and answered once, in its thread."""

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from bot.clock import stopwatch
from bot.slack.answering import LEASE, TRIES
from bot.store import SqlStore
from bot.workspace.delivery.exchanges import Exchange
from bot.workspace.model import BOT_USER, TEAM
from bot.workspace.town import ADMIN, CURATOR, GENERAL, PAPERS, RANDOM, READER, READING_GROUP, direct_id
from handlers.conversation import Answer, Question, React, Talk
from handlers.messages import Reply, Share
from handlers.ports import Services
from handlers.talk.pace import PERSON_ANSWERS, THREAD_ANSWERS
from tests.desk_kit import MENTION, Desk, open_desk
from tests.slack_kit import WAIT
from tests.slack_payloads import signed

HERE = direct_id(READER.id)
NUMBERS = count()
"""Slack signs each delivery by itself; a number keeps ours apart."""
NOTED: dict[str, Any] = {"v": 1, "k": "search", "q": "kv cache", "ids": [["a", 1], ["b", 2]]}


def echo(question: Question, services: Services) -> Talk:
    """Answers with what was said, thanks for thanks, and says nothing to `quiet`."""
    match question.text:
        case "thanks":
            return React("+1")
        case "quiet":
            return None
        case "what was it?":
            said = services.threads.thread(question.team_id, question.channel_id, question.thread_ts or question.ts)
            told = "; ".join(f"{one.user_id}: {one.text} {one.facts or ''}".strip() for one in said)
            return Answer(Reply(told or "nothing"), {})
    return Answer(Reply(f"On {question.text}"), NOTED)


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    with open_desk(tmp_path, echo) as opened:
        yield opened


def mention(ts: str, text: str = f"<@{BOT_USER}> kv cache", **more: Any) -> dict[str, Any]:
    return {"type": "app_mention", "text": text, "ts": ts} | more


def now_ts(desk: Desk) -> str:
    return desk.place.workspace.state.new_ts()


# --- Where, and to what ---


def test_a_mention_is_answered_in_a_thread_of_its_own(desk: Desk) -> None:
    for channel in (GENERAL, PAPERS, READING_GROUP):
        ts = desk.say(f"hey {MENTION} kv cache eviction?", channel)
        desk.work()

        (answer,) = desk.said(channel)
        assert (answer["text"], answer["thread_ts"]) == ("On hey   kv cache eviction?", ts)
        assert (desk.asked[-1].thread_ts, desk.asked[-1].direct) == (None, False)


def test_direct_messages_need_no_mention_and_are_answered_once_even_with_one(desk: Desk) -> None:
    ts = desk.say("kv cache", HERE)
    again = desk.say(f"{MENTION} forests", HERE)
    desk.work()

    assert [(one["text"], one["thread_ts"]) for one in desk.said(HERE)] == [("On kv cache", ts), ("On forests", again)]
    assert all(one.direct for one in desk.asked)


def test_one_rule_for_threads_whoever_began_them(desk: Desk) -> None:
    """S19: with a mention an answer in that thread, without one silence; what the channel sees as well is a reply."""
    began = desk.say(f"{MENTION} kv cache")
    other = desk.say("a talk among people")
    desk.work()
    desk.say("and without a mention?", thread_ts=began)
    desk.say(f"{MENTION} more", thread_ts=began)
    desk.say(f"{MENTION} forests", thread_ts=other)
    broadcast = mention(now_ts(desk), thread_ts=other, subtype="thread_broadcast")
    desk.tell(broadcast)
    desk.work()

    threads = [(one["text"], one["thread_ts"]) for one in desk.said()]
    assert threads == [
        ("On kv cache", began),
        ("On more", began),
        ("On forests", other),
        ("On kv cache", other),
    ]
    assert not any("reply_broadcast" in call for call in desk.place.called("chat.postMessage"))


def test_in_a_group_message_a_mention_is_needed_and_its_twins_are_one_question(desk: Desk) -> None:
    ts = desk.say("as if with a mention", READING_GROUP)
    said = mention(ts, channel_type="mpim", channel=READING_GROUP)
    desk.tell(said | {"type": "message", "ts": now_ts(desk), "text": "to each other"}, event_id="Ev2")
    for one in (said | {"type": "message"}, said):
        assert desk.tell(one).status == 200
    desk.work()

    assert desk.texts(READING_GROUP) == ["On kv cache"]


def test_guests_of_other_workspaces_and_enterprises_are_answered(desk: Desk) -> None:
    guest = {"user": "W0GUEST", "user_team": "T0ELSEWHERE", "source_team": "T0ELSEWHERE"}
    of_all = [{"enterprise_id": "E1", "team_id": None, "user_id": BOT_USER, "is_bot": True}]
    first = desk.tell(mention(desk.say("one")) | guest, enterprise_id="E1", is_ext_shared_channel=True)
    second = desk.tell(mention(desk.say("two")), team_id=None, enterprise_id="E1", authorizations=of_all)
    desk.work()

    assert (first.status, second.status) == (200, 200)
    assert [(one.user_id, one.team_id) for one in desk.asked] == [("W0GUEST", TEAM), (READER.id, "E1")]
    assert desk.texts() == ["On kv cache", "On kv cache"]


# --- Once ---


def test_four_copies_of_a_mention_are_answered_once_also_across_a_restart(tmp_path: Path) -> None:
    """S01, S04: two at once, then the retries; message and mention; and a copy for the next process."""
    with open_desk(tmp_path, echo) as desk:
        ts, headers = desk.say("as if with a mention"), [{}, {}, {"x-slack-retry-num": "1"}, {"x-slack-retry-num": "2"}]
        twins = [mention(ts), {"type": "message", "channel_type": "channel"} | mention(ts) | {"type": "message"}]
        bodies = [json.dumps(_envelope(twins[number % 2])).encode() for number in range(5)]
        kind = "application/json"

        def deliver(number: int) -> int:
            head = signed(bodies[number], desk.edge.now, kind, desk.edge.settings.signing_secret or "")
            return desk.edge.post_with(bodies[number], head | headers[number]).status

        with ThreadPoolExecutor(4) as pool:
            statuses = list(pool.map(deliver, range(4)))
        desk.work()
        assert statuses == [200] * 4
        assert desk.texts() == ["On kv cache"]
        body = bodies[4]
    with open_desk(tmp_path, echo) as later:
        assert later.edge.post(body, "application/json").status == 200
        assert later.answer() == 0


def _envelope(event: dict[str, Any]) -> dict[str, Any]:
    usual = {"channel": GENERAL, "user": READER.id, "event_ts": event["ts"]}
    authorized = [{"team_id": TEAM, "user_id": BOT_USER, "is_bot": True}]
    return {
        "type": "event_callback", "team_id": TEAM, "event_id": "Ev1", "event": usual | event,
        "authorizations": authorized, "number": next(NUMBERS),
    }  # fmt: skip


def test_a_copy_counts_where_the_first_was_never_kept(desk: Desk) -> None:
    """S02: Slack hears an error as long as a question is not kept, and the retry is answered like a first one."""
    desk.store.close()
    event = mention(now_ts(desk))
    refused = desk.tell(event)
    folder = Path(desk.store.name).parent

    assert refused.status == 503
    with open_desk(folder, echo) as later:
        body = json.dumps(_envelope(event)).encode()
        head = signed(body, later.edge.now, "application/json", later.edge.settings.signing_secret or "")
        assert later.edge.post_with(body, head | {"x-slack-retry-num": "1"}).status == 200
        assert later.answer() == 1


def test_a_store_that_hangs_holds_up_no_more_than_one(tmp_path: Path) -> None:
    with open_desk(tmp_path, echo, patience=0.05) as desk:
        connection = desk.store._database.engine.raw_connection()
        connection.execute("BEGIN IMMEDIATE")
        statuses = [desk.tell(mention(now_ts(desk))).status for _ in range(3)]
        connection.rollback()
        connection.close()

    assert statuses == [503] * 3


def test_changes_previews_and_deletions_ask_nothing_again(desk: Desk) -> None:
    """S05."""
    people, ts = desk.people, desk.say("what of https://arxiv.org/abs/2501.00001", HERE)
    desk.work()
    people.edit(READER.id, HERE, ts, "what of forests?")
    old = desk.place.workspace.state.message(HERE, ts)
    assert old is not None
    preview = {**old.body, "attachments": [{"title": "A page"}]}
    hidden = {"type": "message", "subtype": "message_changed", "hidden": True, "channel_type": "im", "channel": HERE}
    desk.tell(hidden | {"ts": now_ts(desk), "message": preview, "previous_message": old.body})
    desk.tell(mention(ts, channel=HERE, edited={"user": READER.id, "ts": now_ts(desk)}))
    people.delete(READER.id, HERE, ts)
    desk.work()

    assert len(desk.asked) == len(desk.said(HERE)) == 1


def test_a_mention_that_is_added_later_is_answered_once_but_not_years_later(desk: Desk) -> None:
    ts, edited = desk.say("no mention yet"), {"edited": {"user": READER.id, "ts": "1.000001"}}
    for _ in range(2):
        desk.tell(mention(ts) | edited)
    desk.work()
    desk.move(timedelta(days=3))
    desk.tell(mention(str(float(ts) - 60)) | edited)
    desk.work()

    assert desk.texts() == ["On kv cache"]


OTHERS: tuple[dict[str, Any], ...] = (
    {"bot_id": "B0OTHER"},
    {"bot_id": "B0OTHER", "subtype": "bot_message"},
    {"bot_profile": {"id": "B0OTHER"}},
    {"user": BOT_USER},
    {"user": "USLACKBOT"},
    {"subtype": "channel_join"},
    {"subtype": "message_deleted", "hidden": True},
    {"user": None},
)


def test_bots_and_slack_itself_are_not_answered(desk: Desk) -> None:
    for by in OTHERS:
        for kind in ("app_mention", "message"):
            said = mention(now_ts(desk), channel_type="im", channel=HERE) | {"type": kind}
            assert desk.tell(said | by).status == 200

    assert desk.answer() == 0
    assert desk.tell(mention(now_ts(desk), channel_type="im", channel=HERE)).status == 200
    assert desk.answer() == 1


# --- Going on in a thread ---


def test_what_an_answer_was_about_is_read_back_from_the_thread_and_from_nobody_else(desk: Desk) -> None:
    ts = desk.say(f"{MENTION} kv cache")
    desk.work()
    forged = {"event_type": "paperboy_posting", "event_payload": {"key": "answer:1", "facts": json.dumps({"v": 1})}}
    state = desk.place.workspace.state
    root = state.message(GENERAL, ts)
    assert root is not None
    state.save_message(replace(root, body=root.body | {"metadata": forged}))
    desk.say(f"{MENTION} what was it?", thread_ts=ts)
    desk.work()

    told = desk.texts()[-1].split("; ")
    assert told == [
        f"{READER.id}: <@{BOT_USER}> kv cache",
        f"{BOT_USER}: On kv cache {NOTED}",
        f"{READER.id}: <@{BOT_USER}> what was it?",
    ]


def test_what_a_button_shared_in_a_thread_tells_what_it_was_about_as_well(desk: Desk) -> None:
    ts = desk.say(f"{MENTION} kv cache")
    desk.work()
    narrowed = Reply("Only since 2024")
    desk.edge.press = lambda press: Share(GENERAL, "narrow:1", narrowed, Reply("Done"), Reply("Again"), ts, NOTED)
    card = desk.place.card()
    desk.place.press(card)
    desk.place.wait_for_responses()
    thread = desk.services.threads.thread(TEAM, GENERAL, ts)

    assert [(one.text, one.facts) for one in thread][-1] == ("Only since 2024", NOTED)


@pytest.mark.parametrize(("kind", "sentence"), [("ratelimited", True), ("status", True), ("error", False)])
def test_a_thread_that_cannot_be_read_is_a_sentence_or_a_new_beginning(desk: Desk, kind: Any, sentence: bool) -> None:
    ts = desk.say(f"{MENTION} kv cache")
    desk.work()
    details = {"code": "missing_scope"} if kind == "error" else {}
    desk.place.workspace.faults.add("conversations.replies", kind, 1, **details)
    desk.say(f"{MENTION} what was it?", thread_ts=ts)
    desk.work()

    assert desk.texts()[-1].startswith("Slack could not be asked") is sentence


def test_who_goes_on_before_the_answer_is_there_is_answered_after_it(desk: Desk) -> None:
    ts = desk.say("kv cache", HERE)
    desk.say("what was it?", HERE, thread_ts=ts)
    assert desk.answer() == 1
    desk.work()

    assert [one["text"].count("On kv cache") for one in desk.said(HERE)] == [1, 1]


def test_thanks_are_a_reaction_and_no_message(desk: Desk) -> None:
    ts = desk.say("thanks", HERE)
    desk.place.workspace.faults.add("reactions.add", "accept_then_drop", 1)
    desk.work()
    message = desk.place.workspace.state.message(HERE, ts)

    assert message is not None
    assert [(one["name"], one["users"]) for one in message.body["reactions"]] == [("+1", [BOT_USER])]
    assert desk.said(HERE) == []


# --- What goes wrong ---


def test_an_unexpected_error_is_one_apology_with_a_reference(desk: Desk, caplog: pytest.LogCaptureFixture) -> None:
    def fail(question: Question) -> Talk:
        raise ZeroDivisionError(question.text)

    desk.edge.converse = fail
    ts = desk.say(f"{MENTION} kv cache")
    desk.work()
    (apology,) = desk.said()

    assert apology["thread_ts"] == ts
    assert apology["text"].rstrip(".").split()[-1] in caplog.text
    assert "ZeroDivisionError" in caplog.text


def test_a_question_that_ends_every_process_gets_an_apology_in_the_end(desk: Desk) -> None:
    desk.say(f"{MENTION} kv cache")
    desk.hear()
    for _ in range(TRIES):
        assert desk.store.inbox.take(desk.edge.now, LEASE)
        desk.move(LEASE)
    desk.work()

    assert desk.asked == []
    assert desk.texts()[0].startswith("Sorry")


def test_whoever_ends_half_way_leaves_one_answer(desk: Desk) -> None:
    """Between taking, planning and marking as done; each time another process goes on."""
    desk.say(f"{MENTION} kv cache")
    desk.hear()
    assert desk.store.inbox.take(desk.edge.now, LEASE)
    assert desk.answer() == 0
    desk.move(LEASE)
    done, desk.store.inbox.done = desk.store.inbox.done, lambda *_: False  # type: ignore[method-assign]
    assert desk.edge.app.answering.answer_next()
    desk.store.inbox.done = done  # type: ignore[method-assign]
    desk.move(LEASE)
    desk.work()

    assert desk.texts() == ["On kv cache"]
    assert desk.store.inbox.waiting() == 0


def test_nobody_answers_what_was_taken_back_and_nothing_stands_in_the_channel(desk: Desk) -> None:
    ts = desk.say(f"{MENTION} kv cache")
    kept = desk.say(f"{MENTION} forests")
    desk.hear()
    for one in (ts, kept):
        desk.answer()
        if one == ts:
            desk.people.delete(READER.id, GENERAL, ts)
    desk.work()

    assert [(one["text"], one["thread_ts"]) for one in desk.said()] == [("On forests", kept)]
    assert desk.said(HERE) == []


def test_a_reply_that_slack_puts_beside_its_thread_is_taken_back(desk: Desk) -> None:
    answer = {"ok": True, "channel": GENERAL, "ts": "1.000001", "message": {"ts": "1.000001", "text": "On kv cache"}}
    desk.place.workspace.faults.add("chat.postMessage", "garbled", 1, text=json.dumps(answer))
    desk.say(f"{MENTION} kv cache")
    desk.work()

    assert [(one["channel"], one["ts"]) for one in desk.place.called("chat.delete")] == [(GENERAL, "1.000001")]
    assert desk.said() == []


def test_an_answer_that_may_not_be_posted_is_told_to_who_asked_once(desk: Desk) -> None:
    desk.place.workspace.faults.add("chat.postMessage", "error", 1, code="restricted_action")
    desk.say(f"{MENTION} kv cache", user=CURATOR.id)
    desk.work()

    (told,) = desk.said(direct_id(CURATOR.id))
    assert "I may not post there" in told["text"]
    assert desk.said() == []


# --- Too much ---


def test_a_thread_gets_so_many_answers_a_minute_then_a_sentence_then_silence(desk: Desk) -> None:
    """S07."""
    ts = desk.say("two bots talk")
    for number in range(THREAD_ANSWERS + 4):
        desk.tell(mention(now_ts(desk), f"<@{BOT_USER}> {number}", thread_ts=ts, user=f"U{number}"))
    for _ in range(THREAD_ANSWERS + 4):
        desk.answer()
        desk.poster.send_all(lambda _seconds: None)
        desk.move(timedelta(seconds=1, milliseconds=1))
    texts = desk.texts()
    desk.move(timedelta(minutes=1))
    desk.say(f"{MENTION} again", thread_ts=ts)
    desk.work()

    assert texts[:-1] == [f"On {number}" for number in range(THREAD_ANSWERS)]
    assert "quiet for a minute" in texts[-1]
    assert desk.texts()[len(texts) :] == ["On again"]


def test_a_person_gets_so_many_answers_a_minute(desk: Desk) -> None:
    for number in range(PERSON_ANSWERS + 3):
        desk.tell(mention(now_ts(desk), f"<@{BOT_USER}> {number}", user=ADMIN.id))
    desk.answer()

    assert len(desk.asked) == PERSON_ANSWERS
    assert desk.store.despatch.counts() == {"pending": PERSON_ANSWERS + 1}


def test_a_burst_with_copies_is_answered_once_each_and_acknowledged_in_time(desk: Desk) -> None:
    bodies = []
    for number in range(150):
        event = mention(now_ts(desk), channel=f"C{number % 9}", user=f"U{number}")
        copies = [event] * (2 if number % 3 == 0 else 1) + [event | {"type": "message"}] * (number % 10 == 0)
        bodies += [json.dumps(_envelope(copy)).encode() for copy in copies]

    def deliver(body: bytes) -> tuple[int, float]:
        seconds = stopwatch()
        return desk.edge.post(body, "application/json").status, seconds()

    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(deliver, bodies))
    desk.answer()

    assert {status for status, _ in answers} == {200}
    assert max(seconds for _, seconds in answers) < 3
    assert len(desk.asked) == len({one.ts for one in desk.asked}) == 150
    assert desk.store.inbox.waiting() == 0


# --- As it runs ---


def test_the_answer_is_there_at_once(desk: Desk) -> None:
    desk.poster.start()
    desk.edge.app.answering.start(desk.poster.wake)
    seconds = stopwatch()
    ts = desk.say(f"{MENTION} kv cache")
    desk.place.wait_until(desk.said)
    took = seconds()
    stopped = desk.edge.app.answering.stop(WAIT), desk.poster.stop(WAIT)

    assert [one["thread_ts"] for one in desk.said()] == [ts]
    assert took < 1.5
    assert stopped == (True, True)
    assert "not being answered" in str(desk.edge.app.answering.trouble())


def test_where_the_bot_is_not_nothing_is_heard(desk: Desk) -> None:
    desk.say(f"{MENTION} kv cache", RANDOM)
    heard: list[Exchange] = desk.hear()

    assert heard == []


def test_what_was_kept_is_answered_by_the_next_process(tmp_path: Path) -> None:
    with open_desk(tmp_path, echo) as desk:
        desk.say(f"{MENTION} kv cache")
        desk.hear()
    store = SqlStore.open(tmp_path / "paperboy.sqlite3")
    waiting = store.inbox.waiting()
    store.close()
    with open_desk(tmp_path, echo) as later:
        answered = later.answer()

    assert (waiting, answered, [one.text for one in later.asked]) == (1, 1, ["kv cache"])
