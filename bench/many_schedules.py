"""Five hundred subscriptions, and papers of the week, due in the same minute: planning, sending, and memory.

    python bench/many_schedules.py CORPUS.jsonl.gz
    python bench/many_schedules.py CORPUS.jsonl.gz --papers 2000
    python bench/many_schedules.py CORPUS.jsonl.gz --data FOLDER    keeps the library and its index for the next time

CORPUS holds a paper a line (JSON Lines, plain or gzipped). The subscriptions stand in 200 channels of a local
workspace, which is another process and answers each call after --latency milliseconds. Their topics are key words of
papers of the library; with --weeks each channel has its paper of the week at the same time, whose choice looks at
these subscriptions and at the picks before. A tick is what the bot does each minute: catching up, planning, forgetting;
its overhead is what it takes when nothing is due. All digests of a channel in one minute are one message: Slack's limit
of one message a second a channel allows all within a second, or two with the papers of the week. The first planning
finds the index cold; the weeks after it has been read. Posts are sent while others are still planned, as in the running
bot. The exit status is 1 when a channel did not get its posts, or a tick in which nothing is due takes two seconds.
"""

import argparse
import gzip
import os
import resource
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import islice
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from threading import Event

sys.path.insert(0, str(Path(__file__).parent.parent))

from bot import config as settings
from bot.slack.clients import web_client
from bot.slack.poster import Poster
from bot.slack.settings import SlackSettings
from bot.store.tables.posts import postings, settled_slots, shown_papers
from bot.store.tables.schedules import schedules as schedules_table
from bot.wiring import Paperboy, open_paperboy
from handlers.calendar import Timetable
from handlers.schedules import Posting, Schedule
from handlers.subscriptions.topics import topic_key
from search.grammar import parse
from search.models import Paper

TEAM = "T0WORKSPACE"
DUE = datetime(2026, 12, 7, 9, 0, tzinfo=UTC)
WEEKS = 9
"""So many weeks later eight picks are behind each channel, and all are looked at."""
MONDAYS = Timetable(rhythm="weekly", weekday=0, hour=9, minute=0, zone="UTC")


def serve(line: Connection, channels: int, latency: float) -> None:
    """The workspace, in a process of its own: says where it is and which channels it has, then how often it was posted
    to each."""
    from bot.manifest import manifest
    from bot.workspace.model import BOT_USER
    from bot.workspace.time import MovableClock
    from bot.workspace.town import ADMIN
    from bot.workspace.workspace import Workspace

    begun = time.monotonic()
    clock = MovableClock(lambda: DUE + timedelta(seconds=time.monotonic() - begun))
    town = Workspace.open(None, manifest(), clock=clock, transport="http")
    names = [f"topic-{number}" for number in range(channels)]
    made = [town.people.create_channel(ADMIN.id, name, False)["channel"] for name in names]
    for channel in made:
        town.people.invite(ADMIN.id, channel, BOT_USER)
    if latency:
        town.faults.add("chat.postMessage", "hang", 100_000, seconds=latency)
    line.send((town.api_url, town.bot_token, made))
    line.recv()
    shown = {channel: sum("metadata" in message.body for message in town.state.messages(channel)) for channel in made}
    line.send(shown)
    line.recv()
    os.kill(os.getpid(), signal.SIGKILL)


@contextmanager
def workspace(channels: int, latency: float) -> Iterator[Connection]:
    """The other process, and the line to it."""
    ours, theirs = get_context("spawn").Pipe()
    process = get_context("spawn").Process(target=serve, args=(theirs, channels, latency), daemon=True)
    process.start()
    try:
        yield ours
    finally:
        process.kill()
        process.join()


def filled(paperboy: Paperboy, corpus: Path, count: int | None) -> None:
    """The library holds the first papers of the corpus, and the index is level with it."""
    if not paperboy.store.library.size():
        from bot.library import import_files

        opened = gzip.open if corpus.suffix == ".gz" else open
        with tempfile.TemporaryDirectory() as folder, opened(corpus, "rt", encoding="utf-8") as lines:
            part = Path(folder) / "part.jsonl"
            part.write_text("".join(islice(lines, count)), encoding="utf-8")
            import_files(paperboy.store, [part])
    paperboy.catch_up()


def forget(paperboy: Paperboy) -> None:
    """What an earlier run left in a library that was kept."""
    with paperboy.store._writing() as connection:
        for table in (shown_papers, settled_slots, schedules_table, postings):
            connection.execute(table.delete())


def words(paper: Paper) -> str | None:
    from handlers.blocks.examples import key_words

    return key_words(paper)


def schedules(paperboy: Paperboy, channels: list[str], number: int, topics: int) -> list[Schedule]:
    """So many subscriptions over these channels, to topics that several of them share."""
    random = Random(1)
    drawn = filter(None, map(words, paperboy.store.library.draw(topics * 2, random)))
    queries = list(islice(dict.fromkeys(drawn), topics))
    made: dict[tuple[str, str], str] = {}
    while len(made) < number:
        query, channel = random.choice(queries), channels[len(made) % len(channels)]
        made[channel, topic_key(parse(query))] = query
    before = DUE - timedelta(days=1)
    return [
        Schedule(
            id=f"s{place}", team_id=TEAM, channel_id=channel, kind="digest", query=query, key=key, timetable=MONDAYS,
            creator="U0READER", created=before, since=before,
        )
        for place, ((channel, key), query) in enumerate(made.items())
    ]  # fmt: skip


def weeks(channels: list[str]) -> Iterator[Schedule]:
    """A paper of the week for each channel, from everything."""
    before = DUE - timedelta(days=1)
    for place, channel in enumerate(channels):
        yield Schedule(
            id=f"w{place}", team_id=TEAM, channel_id=channel, kind="week", query="", key="", timetable=MONDAYS,
            creator="U0READER", created=before, since=before,
        )  # fmt: skip


def timed(name: str, work: object) -> float:
    begun, own = time.perf_counter(), time.process_time()
    work()  # type: ignore[operator]
    took = time.perf_counter() - begun
    print(f"{name:38} {took:7.2f} s ({time.process_time() - own:.2f} s of its own)", flush=True)
    return took


def megabytes() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def tick_and_send(paperboy: Paperboy, api_url: str, token: str) -> tuple[float, float]:
    """Plans all that is due and sends it, as the running bot does; how many seconds the first took, and both."""
    slack = SlackSettings(bot_token=token, api_url=api_url)
    begun = time.monotonic()

    def now() -> datetime:
        return DUE + timedelta(seconds=time.monotonic() - begun)

    def failed(posting: Posting, code: str) -> None:
        print(f"{posting.key} failed: {code}")

    poster, rest = Poster(web_client(slack, token), paperboy.store.despatch, failed, now), Event()
    poster.start()
    planned = timed("the tick in which all are due", paperboy.tick)
    poster.wake()
    while set(paperboy.store.despatch.counts()) & {"pending", "sending", "unknown"}:
        rest.wait(0.05)
    took = time.monotonic() - begun
    poster.stop(10)
    return planned, took


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("corpus", type=Path, help="a paper a line, plain or gzipped")
    parser.add_argument("--papers", type=int, help="only the first ones")
    parser.add_argument("--schedules", type=int, default=500, help="how many (500)")
    parser.add_argument("--channels", type=int, default=200, help="over so many channels (200)")
    parser.add_argument("--weeks", action="store_true", help="and a paper of the week in each channel")
    parser.add_argument("--topics", type=int, default=250, help="different topics (250)")
    parser.add_argument("--latency", type=float, default=150, help="milliseconds that Slack takes for a post (150)")
    parser.add_argument("--data", type=Path, help="where the library is kept; a folder that ends with the run")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        environment = {"PAPERBOY_MODE": "terminal", "PAPERBOY_DATA": str(chosen.data or folder)}
        config = replace(settings.load(environment, Path("no .env")), data=chosen.data or Path(folder))
        moved = [DUE]
        with open_paperboy(config, lambda: moved[0]) as paperboy:
            return measure(paperboy, chosen, moved)


def measure(paperboy: Paperboy, chosen: argparse.Namespace, moved: list[datetime]) -> int:
    filled(paperboy, chosen.corpus, chosen.papers)
    print(f"{paperboy.store.library.size():,} papers, {chosen.schedules} schedules, {chosen.channels} channels")
    with workspace(chosen.channels, chosen.latency / 1000) as line:
        api_url, token, channels = line.recv()
        forget(paperboy)
        for schedule in schedules(paperboy, channels, chosen.schedules, chosen.topics):
            paperboy.store.schedules.add(schedule)
        for schedule in weeks(channels) if chosen.weeks else ():
            paperboy.store.schedules.add(schedule)
        moved[0] -= timedelta(minutes=1)
        overhead = timed("a tick in which nothing is due", paperboy.tick)
        moved[0] += timedelta(minutes=1)
        before = megabytes()
        first, took = tick_and_send(paperboy, api_url, token)
        posts = paperboy.store.despatch.counts().get("sent", 0)
        overhead = max(overhead, timed("the tick after it", paperboy.tick))
        line.send("told?")
        shown: dict[str, int] = line.recv()
        print(
            f"sent: {posts} posts {took:.1f} s after the minute began, {took - first:.1f} s after the last was planned"
        )
        print(
            f"by channel: {dict(Counter(shown.values()))}; memory {before:.0f} MB before, {megabytes():.0f} MB at most"
        )
        for week in range(1, WEEKS + 1):
            moved[0] += timedelta(days=7)
            later = timed(f"planning, {week} weeks later", paperboy.tick)
        line.send("over")
    print(f"planned: {posts / first:.0f} posts a second beside sending; {later:.1f} s alone at last")
    print(f"memory: {megabytes():.0f} MB at most")
    return 0 if sum(shown.values()) == posts >= chosen.channels and overhead < 2 else 1


if __name__ == "__main__":
    raise SystemExit(main())
