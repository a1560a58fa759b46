"""Processes that answer one and the same question, each killed at another point, and one that lives.

`python -m tests.crash.asker FOLDER` says as JSON how each of them ended, and what is in the store after all.
"""

import json
import os
import signal
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from bot.slack.answering import LEASE, Answering
from bot.slack.assistant import Pane
from bot.slack.clients import web_client
from bot.slack.failures import Failures
from bot.slack.settings import SlackSettings
from bot.store import SqlStore
from handlers.conversation import Answer, Question, Talk
from handlers.messages import Reply
from handlers.schedules import Posting
from handlers.talk.pace import Taken

POINTS = ("taken", "answering", "planning", "planned", "done")
BEGUN = datetime(2026, 12, 1, 8, 0, tzinfo=UTC)


class Dying:
    """The store's inbox, the outbox and what decides, as long as it is not time to be killed."""

    def __init__(self, store: SqlStore, point: str) -> None:
        self._store = store
        self._point = point
        self.add = store.inbox.add
        self.hold = store.inbox.hold

    def take(self, now: datetime, lease: timedelta) -> Taken | None:
        found = self._store.inbox.take(now, lease)
        self._at("taken")
        return found

    def converse(self, question: Question) -> Talk:
        self._at("answering")
        return Answer(Reply(f"On {question.text}"), {})

    def plan(self, posting: Posting) -> bool:
        self._at("planning")
        planned = self._store.outbox.plan(posting)
        self._at("planned")
        return planned

    def done(self, taken: Taken, outcome: Any, now: datetime) -> bool:
        ended = self._store.inbox.done(taken, outcome, now)
        self._at("done")
        return ended

    def _at(self, point: str) -> None:
        if point == self._point:
            os.kill(os.getpid(), signal.SIGKILL)


def live(folder: Path, point: str, now: datetime) -> None:
    """Answers what there is to answer."""
    store = SqlStore.open(folder / "paperboy.sqlite3")
    dying = Dying(store, point)
    client = web_client(SlackSettings(bot_token="xoxb-1-crash", api_url="http://127.0.0.1:1/api/"), None)
    failures, pane = Failures(), Pane(client, str)
    answering = Answering(
        dying.converse, inbox=dying, plan=dying.plan, client=client, pane=pane, failures=failures, clock=lambda: now
    )
    while answering.answer_next():
        pass
    store.close()


def ask(folder: Path, number: int) -> None:
    store = SqlStore.open(folder / "paperboy.sqlite3")
    asked = Question(
        text=f"question {number}",
        user_id="U1",
        team_id="T1",
        channel_id="C1",
        ts=f"{number}.000001",
        thread_ts=None,
        direct=False,
        now=BEGUN,
    )
    store.inbox.add(asked)
    store.close()


def send(folder: Path, now: datetime) -> None:
    """As if the poster had sent all: who goes on in a thread waits for that."""
    store = SqlStore.open(folder / "paperboy.sqlite3")
    while posting := store.despatch.take("poster", now, LEASE, timedelta()):
        store.despatch.sent(posting, posting.key, now)
    store.close()


def ended(folder: Path, point: str, now: datetime) -> int:
    """How a process ended that lives until it comes to this point."""
    child = os.fork()
    if not child:
        live(folder, point, now)
        os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def main(folder: Path) -> None:
    ends = []
    for number, point in enumerate((*POINTS, "")):
        ask(folder, number)
        ends.append(ended(folder, point, BEGUN + number * LEASE))
    send(folder, BEGUN + len(ends) * LEASE)
    ends.append(ended(folder, "", BEGUN + len(ends) * LEASE))
    store = SqlStore.open(folder / "paperboy.sqlite3")
    keys = [f"answer:C1:{number}.000001" for number in range(len(ends) - 1)]
    answers = [posting.message for key in keys if (posting := store.outbox.posting("T1", key))]
    found = {"ends": ends, "answers": answers, "waiting": store.inbox.waiting(), "posts": store.despatch.counts()}
    store.close()
    sys.stdout.write(json.dumps(found))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
