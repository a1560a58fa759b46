"""The Bolt app: which listener hears what, and the threads behind the listeners."""

import logging
import re
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import NamedTuple, TypedDict

from slack_bolt import App
from slack_bolt.authorization import AuthorizeResult
from slack_sdk import WebClient

from bot.manifest import COMMAND
from bot.slack import happenings as happenings_of
from bot.slack import questions as questions_of
from bot.slack.answering import Answering, Converse, Plan
from bot.slack.assistant import MOVED, STARTED, Conversations, Pane
from bot.slack.clients import quiet_logger, web_client
from bot.slack.commands import Answer, Commands
from bot.slack.failures import Failures
from bot.slack.files import Files
from bot.slack.happenings import HandleHappening, Happenings
from bot.slack.home import OPENED, Homes, ShowHome
from bot.slack.identity import Identity
from bot.slack.inbox import Inbox
from bot.slack.later import Later
from bot.slack.pools import Pools, pools_for
from bot.slack.presses import HandlePress, Presses
from bot.slack.questions import Questions
from bot.slack.response_urls import ResponseUrls
from bot.slack.senders import Senders
from bot.slack.settings import SlackSettings
from bot.slack.sharing import Claims, ShareFailed, Sharing
from bot.slack.shortcuts import HandleShortcut, Shortcuts
from bot.slack.submissions import HandleSubmission, Submissions
from bot.slack.telling import Telling
from bot.slack.unfurling import LINK_SHARED, HandleLinks, Unfurling
from bot.slack.windows import Windows
from handlers.talk.welcome import Welcome

BESIDE = 2.0
"""Seconds that a call may take for what only stands beside an answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Core:
    """What stands behind the Slack edge: what decides, and what keeps. `busy` says what we do while an answer is looked
    for. `pause` waits a number of seconds when Slack asks to slow down."""

    answer: Answer
    press: HandlePress
    submit: HandleSubmission
    happen: HandleHappening
    choose: HandleShortcut
    home: ShowHome
    preview: HandleLinks
    share_failed: ShareFailed
    claims: Claims
    converse: Converse
    welcome: Callable[[], Welcome]
    busy: Callable[[], str]
    inbox: Inbox
    plan: Plan
    clock: Callable[[], datetime]
    pause: Callable[[float], None] = time.sleep


@dataclass(frozen=True, slots=True)
class SlackApp:
    """The Bolt app, who it is, how it speaks unasked, what answers questions once it is started, and the threads that
    work for it: for commands, presses, fetching, sending and keeping questions."""

    bolt: App
    identity: Identity
    telling: Telling
    answering: Answering
    pools: Pools

    def drain(self, seconds: float) -> bool:
        """Takes no more work and finishes what was accepted; False when `seconds` were not enough."""
        self.identity.stop()
        end = time.monotonic() + seconds
        finished = [self.answering.stop(seconds)]
        finished += [pool.drain(max(0.0, end - time.monotonic())) for pool in self.pools]
        return all(finished)


def build_app(core: Core, settings: SlackSettings) -> SlackApp:
    """Nothing is asked of Slack here; `identity.start()` does, and requests are answered before and meanwhile."""
    client = web_client(settings, settings.bot_token)
    failures, identity = Failures(), Identity(client)
    pools = pools_for(settings)
    urls = ResponseUrls(own_origin=settings.own_origin, timeout=settings.timeout, pause=core.pause)
    senders = Senders(pools.sending, urls, failures)
    later = Later(pools.fetching, failures)
    telling = Telling(client, core.claims, core.clock, core.pause)
    known: _Known = {"failures": failures, "clock": core.clock}
    bolt = _bolt(settings, identity, failures)
    commands = Commands(
        core.answer, senders=senders, later=later, workers=pools.answering, patience=settings.patience,
        patient=settings.patient, **known,
    )  # fmt: skip
    bolt.command(COMMAND)(commands.listen)
    _interacting(bolt, core, settings, _Means(client, telling, senders, later, pools), known)
    happenings = Happenings(
        core.happen, own_id=identity.own_id, claims=core.claims, telling=telling, workers=pools.pressing, **known
    )
    for kind in happenings_of.KINDS:
        bolt.event(kind)(happenings.listen)
    answering = _talking(bolt, core, settings, identity, pools, known)
    return SlackApp(bolt, identity, telling, answering, pools)


def _interacting(bolt: App, core: Core, settings: SlackSettings, means: "_Means", known: "_Known") -> None:
    """What hears people press, fill in and choose."""
    sharing = Sharing(means.client, core.claims, core.share_failed, core.pause)
    windows, workers = Windows(means.client), means.pools.pressing
    homes = Homes(core.home, client=means.client, workers=workers, **known)
    bolt.event(OPENED)(homes.listen)
    presses = Presses(
        core.press, windows=windows, homes=homes, sharing=sharing, files=Files(means.client), workers=workers,
        senders=means.senders, later=means.later, **known,
    )  # fmt: skip
    bolt.action(re.compile(""))(presses.listen)
    submissions = Submissions(
        core.submit, telling=means.telling, sharing=sharing, homes=homes, windows=windows, workers=workers,
        patience=settings.patience, **known,
    )  # fmt: skip
    bolt.view(re.compile(""))(submissions.listen)
    shortcuts = Shortcuts(
        core.choose, windows=windows, telling=means.telling, workers=workers, senders=means.senders, **known
    )
    bolt.shortcut(re.compile(""))(shortcuts.listen)


def _talking(
    bolt: App, core: Core, settings: SlackSettings, identity: Identity, pools: Pools, known: "_Known"
) -> Answering:
    """What hears people speak to the bot, and what answers them."""
    client = web_client(replace(settings, timeout=BESIDE), settings.bot_token)
    pane = Pane(client, core.busy)
    answering = Answering(core.converse, inbox=core.inbox, plan=core.plan, client=client, pane=pane, **known)
    questions = Questions(
        core.inbox, answering.wake, own_id=identity.own_id, workers=pools.keeping, patience=settings.patience, **known
    )
    for kind in questions_of.KINDS:
        bolt.event(kind)(questions.listen)
    unfurling = Unfurling(core.preview, client=client, claims=core.claims, workers=pools.pressing, **known)
    bolt.event(LINK_SHARED)(unfurling.listen)
    conversations = Conversations(
        core.welcome, client=client, pane=pane, claims=core.claims, pause=core.pause, workers=pools.pressing, **known
    )
    for kind in (STARTED, MOVED):
        bolt.event(kind)(conversations.listen)
    return answering


class _Known(TypedDict):
    """What every listener is given."""

    failures: Failures
    clock: Callable[[], datetime]


class _Means(NamedTuple):
    """What answers travel by."""

    client: WebClient
    telling: Telling
    senders: Senders
    later: Later
    pools: Pools


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
        # What it would attach asks Slack by itself, and trips over what is not as it expects.
        attaching_conversation_kwargs_enabled=False,
        raise_error_for_unhandled_request=True,
    )
    bolt.error(failures.in_bolt)
    return bolt
