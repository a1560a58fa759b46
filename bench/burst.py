"""A burst of events, many of them copies, straight into the Slack edge: each question answered once, acknowledged in
time, and memory no more than before.

    python bench/burst.py                      10,000 events, 30 % of them copies
    python bench/burst.py --events 1000 --receivers 16

Mentions, direct messages, their twins, and what is for nobody: edits, other bots. They come as fast as the edge takes
them, while the questions are answered beside. The exit status is 1 when one is lost, answered twice, or acknowledged
after the limit.
"""

import argparse
import json
import random
import resource
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from bot.slack.settings import SlackSettings  # noqa: E402
from bot.store import SqlStore  # noqa: E402
from handlers.conversation import Answer, Question  # noqa: E402
from handlers.messages import Reply  # noqa: E402
from tests.slack_kit import NOWHERE, Edge  # noqa: E402
from tests.slack_payloads import SIGNING_SECRET, signed  # noqa: E402

LIMIT = 3.0
"""Seconds in which Slack wants an event acknowledged."""
US, TEAM, JSON = "U0PAPERBOY", "T1", "application/json"
PEOPLE, CHANNELS = 2_000, 400
PATIENCE = 600.0
TRIES = 4
"""How often Slack delivers an event, if it must."""


def events(count: int, copies: float, luck: random.Random) -> tuple[list[dict[str, Any]], set[tuple[str, str]]]:
    """Events, and the questions in them, by channel and moment."""
    made: list[dict[str, Any]] = []
    asked: set[tuple[str, str]] = set()
    for number in range(round(count * (1 - copies))):
        event = one(number, luck)
        made.append(event)
        if "bot_id" not in event and event.get("subtype") is None:
            asked.add((event["channel"], event["ts"]))
    for _ in range(count - len(made)):
        at = luck.randrange(len(made))
        # A copy comes soon after, as the very same or as its twin.
        made.insert(min(at + luck.randrange(1, 50), len(made)), made[at])
    return made, asked


def one(number: int, luck: random.Random) -> dict[str, Any]:
    user, channel = f"U{luck.randrange(PEOPLE)}", luck.randrange(CHANNELS)
    said = {"ts": f"1796040000.{number:06d}", "user": user, "text": f"<@{US}> kv cache {number}?"}
    match luck.random():
        case draw if draw < 0.5:
            return {"type": "app_mention", "channel": f"C{channel}"} | said
        case draw if draw < 0.9:
            return {"type": "message", "channel": f"D{user[1:]}", "channel_type": "im"} | said
        case draw if draw < 0.95:
            return {"type": "app_mention", "channel": f"C{channel}", "bot_id": "B1"} | said
    hidden = {"subtype": "message_changed", "hidden": True}
    return {"type": "message", "channel": f"D{user[1:]}", "channel_type": "im"} | hidden | said


def body_of(number: int, event: dict[str, Any]) -> bytes:
    authorized = [{"team_id": TEAM, "user_id": US, "is_bot": True}]
    envelope = {"type": "event_callback", "team_id": TEAM, "event_id": f"Ev{number}", "event": event}
    return json.dumps(envelope | {"authorizations": authorized}).encode()


def megabytes() -> float:
    """Of memory that this process has ever held."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def run(count: int, copies: float, receivers: int, folder: Path) -> bool:
    luck = random.Random(7)
    made, asked = events(count, copies, luck)
    store = SqlStore.open(folder / "paperboy.sqlite3")
    settings = SlackSettings(bot_token="xoxb-1-burst", signing_secret=SIGNING_SECRET, api_url=NOWHERE)
    edge = Edge(replace(settings, patient=receivers), inbox=store.inbox, outbox=store.outbox)
    edge.converse = answer
    times: list[float] = []

    def deliver(number: int) -> int:
        # Slack signs each delivery by itself; that is its work, and not ours.
        body = body_of(len(times) * 100_000 + number, made[number])
        headers = {key.lower(): value for key, value in signed(body, edge.now, JSON, SIGNING_SECRET).items()}
        start = time.perf_counter()
        status = edge.deliveries(body, headers)[0]
        times.append(time.perf_counter() - start)
        return status

    before = megabytes()
    edge.app.answering.start(lambda: None)
    start, again = time.perf_counter(), 0
    with ThreadPoolExecutor(receivers) as pool:
        left = list(range(len(made)))
        for _ in range(TRIES):
            statuses = list(pool.map(deliver, left))
            left = [number for number, status in zip(left, statuses, strict=True) if status != 200]
            again += len(left)
    taken = time.perf_counter() - start
    while store.inbox.waiting() and time.perf_counter() - start < PATIENCE:
        time.sleep(0.1)
    answered = time.perf_counter() - start
    edge.app.drain(10)
    planned = store.despatch.counts().get("pending", 0)
    store.close()
    times.sort()
    lines = (
        f"{len(made):,} events, {len(asked):,} questions in them; {receivers} receivers",
        f"taken in {taken:.1f} s, answered after {answered:.1f} s; answers planned {planned:,}",
        f"asked for again {again}, not taken {len(left)}",
        (
            f"acknowledged: median {times[len(times) // 2]:.3f} s, 99 % {times[len(times) * 99 // 100]:.3f} s, "
            f"longest {times[-1]:.3f} s"
        ),
        f"memory {before:.0f} MB before, {megabytes():.0f} MB at the most",
    )
    print("\n".join(lines))
    return planned == len(asked) and not left and times[-1] < LIMIT


def answer(question: Question) -> Answer:
    return Answer(Reply(f"On {question.text}"), {"v": 1, "q": question.text})


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--events", type=int, default=10_000)
    arguments.add_argument("--copies", type=float, default=0.3)
    arguments.add_argument("--receivers", type=int, default=64)
    chosen = arguments.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        sys.exit(0 if run(chosen.events, chosen.copies, chosen.receivers, Path(folder)) else 1)


if __name__ == "__main__":
    main()
