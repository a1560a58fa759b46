"""Serves Slack until it is told to stop, over HTTP or Socket Mode, with the health pages beside it."""

import logging
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from threading import Event, current_thread, main_thread
from types import FrameType

from bot import clock
from bot.config import Config
from bot.slack.app import Core, SlackApp, build_app
from bot.slack.check import Finding, check
from bot.slack.deliveries import Deliveries
from bot.slack.people import SlackPeople
from bot.slack.people_remembered import RememberedPeople
from bot.slack.poster import Poster
from bot.slack.settings import SlackSettings
from bot.slack.signatures import Signatures
from bot.slack.socket import SocketConnection
from bot.slack.telling import Telling
from bot.slack.threads import SlackThreads
from bot.slack.uploads import SlackUploads
from bot.web import Receive, WebServer, build_site
from bot.wiring import Paperboy
from handlers.actions import handle_press
from handlers.blocks.notice import share_failed
from handlers.dispatch import dispatch
from handlers.failing import GIVEN_UP, farewells, put_to_rest, regret
from handlers.happenings import handle_happening
from handlers.home.showing import show
from handlers.ports import Services
from handlers.previews import previews
from handlers.schedules import Posting
from handlers.shortcuts.chosen import handle_shortcut
from handlers.submissions import handle_submission
from handlers.talk.answering import converse
from handlers.talk.unanswered import regret_answer
from handlers.talk.welcome import busy, welcome

log = logging.getLogger(__name__)

DRAIN = 10.0
"""Seconds in which accepted work is finished after SIGTERM; supervisors commonly kill after ten to thirty."""


def serve(paperboy: Paperboy, listening: Callable[[int], None] | None = None) -> None:
    """Answers Slack until SIGTERM or SIGINT, then takes no more and finishes what it accepted.

    `listening` is told the port of HTTP and the health pages, which nobody knows before where it is a free one.
    Raises OSError when the address for HTTP and the health pages cannot be bound.
    """
    settings = slack_settings(paperboy.config)

    def own_id() -> str | None:
        return app.identity.own_id()

    app = build_app(core_of(paperboy, _in_slack(paperboy, settings, own_id)), settings)
    poster = poster_for(paperboy, app.telling, settings)
    # The SDK notes by this machine's clock when it last heard of Slack, whatever time the bot lives by.
    socket = SocketConnection(app.bolt, settings, clock.now) if paperboy.config.mode == "socket" else None
    web = _web(paperboy, app, settings)
    paperboy.health.checks += [part.trouble for part in (web, poster, app.answering, socket) if part]
    with _told_to_stop() as stop:
        app.identity.start()
        web.start()
        if socket:
            socket.start()
        poster.start()
        app.answering.start(poster.wake)
        log.info("Serving Slack in %s mode; health pages on port %d", paperboy.config.mode, web.port)
        if listening:
            listening(web.port)
        stop.wait()
        log.info("Stopping: finishing what was accepted")
        _drain(app, web, socket, poster)


def _in_slack(paperboy: Paperboy, settings: SlackSettings, own_id: Callable[[], str | None]) -> Services:
    """What the handlers may use where there is a Slack to ask."""
    return replace(
        paperboy.services,
        people=SlackPeople.over(settings, paperboy.now),
        threads=SlackThreads.over(settings, own_id),
        intake=replace(paperboy.intake, uploads=SlackUploads.over(settings)),
    )


def sender(paperboy: Paperboy) -> Poster:
    """For sending once, in a command: nothing is listened to."""
    settings = slack_settings(paperboy.config)
    return poster_for(paperboy, Telling.over(settings, paperboy.store, paperboy.now), settings)


def poster_for(paperboy: Paperboy, telling: Telling, settings: SlackSettings) -> Poster:
    """Sends what is planned; of what will not be sent, the creators are told."""

    def failed(posting: Posting, code: str) -> None:
        if posting.kind == "answer":
            regret_answer(posting, code, paperboy.now(), paperboy.services)
            return
        if code == GIVEN_UP:
            regret(posting, paperboy.now(), paperboy.services)
            return
        # Told before they rest: a process that ends in between leaves both to the next one.
        for said in farewells(posting, code, paperboy.services):
            telling.say(said, posting.team_id)
        put_to_rest(posting, code, paperboy.services)

    return Poster.over(settings, paperboy.store.despatch, failed, paperboy.now)


def check_slack(config: Config, address: str | None = None) -> list[Finding]:
    """What is right and wrong on Slack's side; asks Slack, and the public `address` when one is given."""
    return check(slack_settings(config), address)


def slack_settings(config: Config) -> SlackSettings:
    """What the Slack edge needs of the settings."""
    return SlackSettings(
        bot_token=config.bot_token or "",
        signing_secret=config.signing_secret,
        app_token=config.app_token,
        api_url=config.api_url,
        threads=config.workers,
        waiting=config.queue,
    )


def core_of(paperboy: Paperboy, services: Services) -> Core:
    """What decides and what keeps, behind the Slack edge."""
    at_home = replace(services, people=RememberedPeople(services.people, paperboy.now))
    return Core(
        answer=lambda request: dispatch(request, services),
        press=lambda press: handle_press(press, services),
        submit=lambda submission: handle_submission(submission, services),
        happen=lambda happening: handle_happening(happening, services),
        choose=lambda shortcut: handle_shortcut(shortcut, services),
        home=lambda look: show(look, at_home),
        preview=lambda linked: previews(linked, services),
        share_failed=share_failed,
        claims=paperboy.store,
        converse=lambda question: converse(question, services),
        welcome=lambda: welcome(services),
        busy=lambda: busy(services),
        inbox=paperboy.store.inbox,
        plan=services.outbox.plan,
        clock=paperboy.now,
    )


def _web(paperboy: Paperboy, app: SlackApp, settings: SlackSettings) -> WebServer:
    """Alive is what a restart could mend; ready is also that Slack takes our token and our clock."""
    config, alive = paperboy.config, paperboy.health.problems
    receive: Receive | None = None
    troubles = [app.identity.trouble]
    if config.mode == "http":
        signatures = Signatures(settings.signing_secret or "", paperboy.now)
        receive = Deliveries(app.bolt, signatures)
        troubles.append(signatures.trouble)

    def ready() -> tuple[str, ...]:
        return (*alive(), *(sentence for trouble in troubles if (sentence := trouble())))

    site = build_site(receive=receive, alive=alive, ready=ready)
    return WebServer(site, host=config.host, port=config.port, threads=settings.receivers)


def _drain(app: SlackApp, web: WebServer, socket: SocketConnection | None, poster: Poster) -> None:
    """HTTP first, since its answers wait for the workers; the socket last, since answers travel over it."""
    end = time.monotonic() + DRAIN
    poster.stop(DRAIN / 4)
    finished = web.stop(DRAIN / 2)
    finished = app.drain(max(0.0, end - time.monotonic())) and finished
    if socket:
        socket.stop()
    if not finished:
        log.warning("Some answers were not finished within %.0f s", DRAIN)


@contextmanager
def _told_to_stop() -> Iterator[Event]:
    """An event that SIGTERM and SIGINT set; a second one ends the process as usual."""
    stop = Event()
    if current_thread() is not main_thread():
        yield stop
        return
    before = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT)}

    def tell(_number: int, _frame: FrameType | None) -> None:
        for number, handler in before.items():
            signal.signal(number, handler)
        stop.set()

    for number in before:
        signal.signal(number, tell)
    try:
        yield stop
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
