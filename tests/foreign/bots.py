"""The two bots that are tried everywhere: the probe, and Paperboy itself with its real library."""

from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from slack_bolt import BoltRequest
from slack_sdk import WebClient

from bot import clock
from bot.config import Config
from bot.serving import core_of, poster_for
from bot.slack.app import build_app
from bot.slack.deliveries import Deliveries
from bot.slack.settings import SlackSettings
from bot.slack.signatures import Signatures
from bot.slack.threads import SlackThreads
from bot.slack.uploads import SlackUploads
from bot.wiring import Paperboy, open_paperboy
from tests.fakes_slack import MemoryClaims
from tests.foreign.probe import build_probe
from tests.foreign.slack_like import Keys
from tests.foreign.stage import Answered, Bot

SEEDS = Path(__file__).parents[2] / "seeds"


def probe(keys: Keys, errors: list[Exception]) -> Bot:
    """What goes wrong in it is added to `errors`: Bolt would only log it."""
    threads = ThreadPoolExecutor(8, thread_name_prefix="probe")
    client = WebClient(token=keys.bot_token, base_url=keys.api_url)
    app = build_probe(client, keys.signing_secret, threads)

    # Bolt gives a handler what its parameters are called after.
    def note(error: Exception) -> None:
        errors.append(error)

    def receive(body: bytes, headers: Mapping[str, str]) -> Answered:
        answer = app.dispatch(BoltRequest(body=body.decode(), headers=dict(headers)))
        return answer.status, {name: values[0] for name, values in answer.headers.items()}, answer.body

    app.error(note)
    return Bot(app, receive, threads.shutdown)


def paperboy(keys: Keys, library: Paperboy) -> Bot:
    """The bot as it is served, over a library that is open already."""
    settings = SlackSettings(
        bot_token=keys.bot_token,
        app_token=keys.app_token,
        signing_secret=keys.signing_secret,
        api_url=keys.api_url,
        timeout=5,
    )

    def own_id() -> str | None:
        return app.identity.own_id()

    intake = replace(library.intake, uploads=SlackUploads.over(settings))
    services = replace(library.services, threads=SlackThreads.over(settings, own_id), intake=intake)
    app = build_app(replace(core_of(library, services), claims=MemoryClaims(), clock=clock.now), settings)
    app.identity.ask()
    poster = poster_for(library, app.telling, settings)
    poster.start()
    app.answering.start(poster.wake)

    def close() -> None:
        app.drain(5)
        poster.stop(5)

    def idle() -> bool:
        return not any(pool.unfinished() for pool in app.pools)

    receive = Deliveries(app.bolt, Signatures(keys.signing_secret, clock.now))
    return Bot(app.bolt, receive, close, idle)


@contextmanager
def open_library(data: Path) -> Iterator[Paperboy]:
    """Paperboy with the papers of the seeds."""
    with open_paperboy(Config.from_env({"PAPERBOY_DATA": str(data), "PAPERBOY_SEEDS": str(SEEDS)})) as library:
        library.read_seeds()
        library.catch_up()
        yield library
