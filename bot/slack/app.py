"""The Bolt app: which listener hears what, and the threads behind the listeners."""

import logging
import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import TypedDict

from slack_bolt import App
from slack_bolt.authorization import AuthorizeResult

from bot.manifest import COMMAND
from bot.slack.clients import quiet_logger, web_client
from bot.slack.commands import Answer, Commands
from bot.slack.failures import Failures
from bot.slack.happenings import KINDS, HandleHappening, Happenings
from bot.slack.identity import Identity
from bot.slack.presses import HandlePress, Presses
from bot.slack.response_urls import ResponseUrls
from bot.slack.senders import Senders
from bot.slack.settings import SlackSettings
from bot.slack.sharing import Claims, ShareFailed, Sharing
from bot.slack.submissions import HandleSubmission, Submissions
from bot.slack.telling import Telling
from bot.slack.workers import Workers

WAITING_THREADS = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class Core:
    """What stands behind the Slack edge. `pause` waits a number of seconds when Slack asks to slow down."""

    answer: Answer
    press: HandlePress
    submit: HandleSubmission
    happen: HandleHappening
    share_failed: ShareFailed
    claims: Claims
    clock: Callable[[], datetime]
    pause: Callable[[float], None] = time.sleep


@dataclass(frozen=True, slots=True)
class SlackApp:
    """The Bolt app, who it is, how it speaks unasked, and the threads that work for it: for commands, for presses and
    for sending."""

    bolt: App
    identity: Identity
    telling: Telling
    pools: tuple[Workers, ...]

    def drain(self, seconds: float) -> bool:
        """Takes no more work and finishes what was accepted; False when `seconds` were not enough."""
        self.identity.stop()
        end = time.monotonic() + seconds
        finished = [pool.drain(max(0.0, end - time.monotonic())) for pool in self.pools]
        return all(finished)


def build_app(core: Core, settings: SlackSettings) -> SlackApp:
    """Nothing is asked of Slack here; `identity.start()` does, and requests are answered before and meanwhile."""
    client = web_client(settings, settings.bot_token)
    failures, identity = Failures(), Identity(client)
    pools = answering, pressing, sending = _pools(settings)
    urls = ResponseUrls(own_origin=settings.own_origin, timeout=settings.timeout, pause=core.pause)
    senders = Senders(sending, urls, failures)
    telling = Telling(client, core.claims, core.clock, core.pause)
    known: _Known = {"failures": failures, "clock": core.clock}
    commands = Commands(
        core.answer, senders=senders, workers=answering, patience=settings.patience, patient=settings.patient, **known
    )
    sharing = Sharing(client, core.claims, core.share_failed, core.pause)
    presses = Presses(core.press, client=client, sharing=sharing, workers=pressing, senders=senders, **known)
    submissions = Submissions(core.submit, telling=telling, workers=pressing, patience=settings.patience, **known)
    happenings = Happenings(
        core.happen, own_id=identity.own_id, claims=core.claims, telling=telling, workers=pressing, **known
    )
    bolt = _bolt(settings, identity, failures)
    bolt.command(COMMAND)(commands.listen)
    bolt.action(re.compile(""))(presses.listen)
    bolt.view(re.compile(""))(submissions.listen)
    for kind in KINDS:
        bolt.event(kind)(happenings.listen)
    # Drained in this order: the last one sends what the others say.
    return SlackApp(bolt, identity, telling, pools)


class _Known(TypedDict):
    """What every listener is given."""

    failures: Failures
    clock: Callable[[], datetime]


def _pools(settings: SlackSettings) -> tuple[Workers, Workers, Workers]:
    """Commands use the processor; presses and sending mostly wait for Slack, and a window must open within three
    seconds, so neither may stand behind commands."""
    limits = {"waiting": settings.waiting, "per_owner": settings.per_person}
    return (
        Workers("answer", threads=settings.threads, **limits),
        Workers("press", threads=WAITING_THREADS, **limits),
        Workers("send", threads=WAITING_THREADS, waiting=2 * (settings.waiting + settings.threads)),
    )


def _bolt(settings: SlackSettings, identity: Identity, failures: Failures) -> App:
    # A plain function: of a method Bolt would want to know what to give as `self`.
    def authorize(enterprise_id: str | None, team_id: str | None, user_id: str | None) -> AuthorizeResult:
        return identity.authorize(enterprise_id, team_id, user_id)

    # Our listeners only hand work over, so Bolt runs them in the thread that received the request: its own pool of
    # listeners, which can run full and hold acknowledgements up, stays unused. Requests are verified where they come
    # in (bot.slack.deliveries), by our clock and before anything is parsed.
    bolt = App(
        name="paperboy",
        # Its warnings are advice for developers, and quote payloads.
        logger=quiet_logger("slack_bolt", logging.ERROR),
        client=web_client(settings, token=None),
        signing_secret=settings.signing_secret or "",
        authorize=authorize,
        request_verification_enabled=False,
        process_before_response=True,
        raise_error_for_unhandled_request=True,
    )
    bolt.error(failures.in_bolt)
    return bolt
