"""Slash commands at a steady rate against the bot in HTTP mode: how soon each is acknowledged, and whether any is lost.

    python bench/load.py                       100 commands a second for a minute, against a bot that it starts itself
    python bench/load.py --edge                the Slack edge alone, with answers that cost nothing
    python bench/load.py --address http://127.0.0.1:3000 --secret ...   a bot that runs already

Commands are sent when they are due, whether or not earlier ones have been answered, and their time counts from then.
The exit status is 1 when one is lost or told that the bot is busy, or when the 99th percentile is not under the limit.
"""

import argparse
import asyncio
import hmac
import json
import os
import resource
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from threading import Event
from urllib.parse import urlencode, urlsplit
from urllib.request import urlopen

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

SECRET = "0123456789abcdef0123456789abcdef"
DEADLINE = 3.0
"""Seconds in which Slack wants a command acknowledged; later is lost."""
LIMIT = 0.5
"""Seconds that the 99th percentile has to stay under."""
TEXTS = (
    "kv cache eviction", "diffusion policy", "show kvflow", "similar kvflow", "graph neural network", "help",
    "large language model agents", "random", "reinforcement learning from human feedback", "status", "transformer",
    '"in-context learning"', "attention -vision", "quant*", "federated OR private", "theory of deep networks",
)  # fmt: skip


@dataclass(slots=True)
class Tally:
    """What became of the commands; times in seconds."""

    times: list[float] = field(default_factory=list)
    statuses: Counter[str] = field(default_factory=Counter)
    lost: int = 0


def request_bytes(number: int, secret: str, host: str, response_url: str) -> bytes:
    command = {
        "team_id": "T1", "channel_id": "C1", "user_id": f"U{number % 40}", "command": "/papers",
        "text": TEXTS[number % len(TEXTS)], "trigger_id": f"1.{number}.x",
        "response_url": response_url,
    }  # fmt: skip
    body = urlencode(command).encode()
    timestamp = str(int(time.time()))
    signature = hmac.new(secret.encode(), f"v0:{timestamp}:".encode() + body, sha256).hexdigest()
    lines = (
        "POST /slack/events HTTP/1.1", f"Host: {host}", "Content-Type: application/x-www-form-urlencoded",
        f"Content-Length: {len(body)}", f"X-Slack-Request-Timestamp: {timestamp}",
        f"X-Slack-Signature: v0={signature}", "", "",
    )  # fmt: skip
    return "\r\n".join(lines).encode() + body


class Load:
    """Sends to one address over as many kept connections as are needed at once."""

    def __init__(self, address: str, secret: str, response_url: str = "https://hooks.slack.com/commands/none") -> None:
        parts = urlsplit(address)
        self.host, self.port = parts.hostname or "127.0.0.1", parts.port or 80
        self.secret, self.response_url = secret, response_url
        self.idle: list[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = []
        self.tally = Tally()

    async def run(self, rate: int, seconds: float) -> Tally:
        start = time.perf_counter() + 0.1
        tasks = []
        for number in range(round(rate * seconds)):
            due = start + number / rate
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            tasks.append(asyncio.create_task(self.one(number, due)))
        await asyncio.gather(*tasks)
        for _, writer in self.idle:
            writer.close()
        return self.tally

    async def one(self, number: int, due: float) -> None:
        try:
            async with asyncio.timeout(DEADLINE):
                status = await self.exchange(request_bytes(number, self.secret, self.host, self.response_url))
        except (TimeoutError, OSError, asyncio.IncompleteReadError) as error:
            self.tally.lost += 1
            self.tally.statuses[type(error).__name__] += 1
            return
        self.tally.statuses[status] += 1
        self.tally.lost += not status.startswith("200")
        self.tally.times.append(time.perf_counter() - due)

    async def exchange(self, request: bytes) -> str:
        reader, writer = self.idle.pop() if self.idle else await asyncio.open_connection(self.host, self.port)
        writer.write(request)
        head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
        size = int(head.partition("content-length:")[2].split("\r\n")[0])
        body = await reader.readexactly(size)
        self.idle.append((reader, writer))
        if b"try again in a moment" in body:
            return "200 busy"
        return head.split(" ")[1] + ("" if body else " empty")


def free_port() -> int:
    with socket.socket() as any_socket:
        any_socket.bind(("127.0.0.1", 0))
        return int(any_socket.getsockname()[1])


@contextmanager
def started(edge: bool) -> Iterator[Load]:
    """A bot of our own in a process of its own, over a workspace and a data folder that goes away."""
    from bot import clock
    from bot.manifest import manifest
    from bot.workspace.time import MovableClock
    from bot.workspace.town import GENERAL, READER
    from bot.workspace.workspace import Workspace

    slack = Workspace.open(None, manifest(), clock=MovableClock(clock.now), transport="http", rate_limits=False)
    port = free_port()
    with tempfile.TemporaryDirectory() as data:
        settings = {
            "SLACK_BOT_TOKEN": slack.bot_token, "SLACK_SIGNING_SECRET": SECRET, "SLACK_API_URL": slack.api_url,
            "PAPERBOY_MODE": "http", "PAPERBOY_PORT": str(port), "PAPERBOY_DATA": data, "PAPERBOY_LOG_LEVEL": "WARNING",
        }  # fmt: skip
        command = [__file__, "--serve", str(port)] if edge else ["-m", "bot", "run"]
        bot = subprocess.Popen([sys.executable, *command], cwd=ROOT, env={**os.environ, **settings})  # noqa: TID251 - the bot inherits it
        address = f"http://127.0.0.1:{port}"
        try:
            wait_for(address, bot)
            yield Load(address, SECRET, slack.response_urls.mint(READER.id, GENERAL))
        finally:
            bot.send_signal(signal.SIGTERM)
            status, late = bot.wait(30), sum(one.name == "response_url" for one in slack.exchanges.all())
            print(f"After SIGTERM the bot ended with status {status}; {late} answers came after their acknowledgement.")
            slack.close()


def wait_for(address: str, bot: subprocess.Popen[bytes]) -> None:
    for _ in range(600):
        try:
            with urlopen(f"{address}/healthz", timeout=5):
                return
        except OSError:
            if bot.poll() is not None:
                raise SystemExit(f"The bot ended with status {bot.returncode} before it answered.") from None
            time.sleep(0.1)
    raise SystemExit("The bot did not answer within a minute.")


def serve_edge(port: int) -> None:
    """The Slack edge and the real server, with a core that answers at once."""
    from bot import clock
    from bot.slack.app import Core, build_app
    from bot.slack.deliveries import Deliveries
    from bot.slack.settings import SlackSettings
    from bot.slack.signatures import Signatures
    from bot.web import WebServer, build_site
    from handlers.messages import Reply, Whisper
    from handlers.talk.welcome import Welcome
    from handlers.windows import Home
    from tests.fakes_inbox import MemoryInbox
    from tests.fakes_outbox import MemoryOutbox
    from tests.fakes_schedules import MemorySchedules
    from tests.fakes_slack import MemoryClaims

    outbox = MemoryOutbox(MemorySchedules())
    section = {"type": "section", "text": {"type": "mrkdwn", "text": "x" * 500}}
    core = Core(
        answer=lambda request: Reply(request.text, (section,) * 12),
        press=lambda _press: Reply(""),
        submit=lambda submission: Whisper("", submission.user_id, Reply("")),
        happen=lambda _happening: (),
        choose=lambda _shortcut: Reply(""),
        home=lambda _look: Home((), ""),
        preview=lambda _linked: (),
        share_failed=Reply,
        claims=MemoryClaims(),
        converse=lambda _question: None,
        welcome=lambda: Welcome(Reply("Hello!"), ()),
        busy=str,
        inbox=MemoryInbox(outbox),
        plan=outbox.plan,
        clock=clock.now,
    )
    settings = SlackSettings(bot_token="xoxb-1-load", signing_secret=SECRET, api_url=os.environ["SLACK_API_URL"])  # noqa: TID251
    app = build_app(core, settings)
    site = build_site(receive=Deliveries(app.bolt, Signatures(SECRET, clock.now)), alive=tuple, ready=tuple)
    server = WebServer(site, host="127.0.0.1", port=port, threads=settings.receivers)
    stopping = Event()
    signal.signal(signal.SIGTERM, lambda *_: stopping.set())
    server.start()
    stopping.wait()
    server.stop(10)
    app.drain(10)


def table(tally: Tally, rate: int, seconds: float) -> bool:
    times = sorted(tally.times) or [float("nan")]
    marks = {name: times[min(len(times) - 1, int(part * len(times)))] for name, part in PERCENTILES.items()}
    print(f"| {rate}/s for {seconds:g} s | " + " | ".join(marks) + " | lost | answers |")
    print("|---" * (len(marks) + 3) + "|")
    answers = ", ".join(f"{count} x {status}" for status, count in sorted(tally.statuses.items()))
    cells = " | ".join(f"{value * 1000:.1f} ms" for value in marks.values())
    print(f"| {sum(tally.statuses.values())} commands | {cells} | {tally.lost} | {answers} |")
    return not tally.lost and not tally.statuses["200 busy"] and marks["p99"] < LIMIT


PERCENTILES = {"p50": 0.5, "p95": 0.95, "p99": 0.99, "slowest": 1.0}


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rate", type=int, default=100, help="commands a second (100)")
    parser.add_argument("--seconds", type=float, default=60, help="for how long (60)")
    parser.add_argument("--address", help="a bot that runs already; without it one is started")
    parser.add_argument("--secret", default=SECRET, help="that bot's signing secret")
    parser.add_argument("--edge", action="store_true", help="only the Slack edge, with answers that cost nothing")
    parser.add_argument("--json", action="store_true", help="also print the times as JSON")
    parser.add_argument("--serve", type=int, help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.serve:
        serve_edge(chosen.serve)
        return 0
    if chosen.address:
        tally = asyncio.run(Load(chosen.address, chosen.secret).run(chosen.rate, chosen.seconds))
    else:
        with started(chosen.edge) as load:
            tally = asyncio.run(load.run(chosen.rate, chosen.seconds))
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        spent = used.ru_utime + used.ru_stime
        print(f"The bot used {spent:.1f} s of processor time, and {used.ru_maxrss / 1024:.0f} MB at most.\n")
    good = table(tally, chosen.rate, chosen.seconds)
    if chosen.json:
        print(json.dumps({"lost": tally.lost, "seconds": tally.times}))
    return 0 if good else 1


if __name__ == "__main__":
    raise SystemExit(main())
