"""The whole Slack edge in a workspace, with a core that tests choose: people act, and what travelled is looked at."""

import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import count
from threading import Condition
from typing import Any

from bot.manifest import manifest
from bot.slack.app import Core, SlackApp, build_app
from bot.slack.deliveries import Deliveries
from bot.slack.inbox import Inbox
from bot.slack.settings import SlackSettings
from bot.slack.signatures import Signatures
from bot.web import WebServer, build_site
from bot.workspace.composing import bot_message
from bot.workspace.delivery.exchanges import Exchange
from bot.workspace.delivery.transport_socket import SocketTransport
from bot.workspace.model import BOT_USER, Json, Message
from bot.workspace.time import MovableClock
from bot.workspace.town import GENERAL, READER
from bot.workspace.workspace import Transport, Workspace
from handlers.conversation import Answer, Question, Talk
from handlers.happenings import Happening
from handlers.messages import Reply, Request, Say, Whisper
from handlers.ports.posting import Outbox
from handlers.previews import Linked, Preview
from handlers.talk.welcome import Welcome
from handlers.windows import Chosen, Home, Look, Outcome, Press, Shortcut, Submission, Submitted
from tests.fakes_inbox import MemoryInbox
from tests.fakes_outbox import MemoryOutbox
from tests.fakes_schedules import MemorySchedules
from tests.fakes_slack import MemoryClaims
from tests.slack_payloads import FORM, NOW, SIGNING_SECRET, form, signed

WAIT = 10.0
"""Seconds after which a test that waits in vain has failed."""
NOWHERE = "http://127.0.0.1:1/api/"
"""Where nobody listens."""
_numbers = count()


@dataclass(slots=True)
class Answered:
    """What came back over HTTP."""

    status: int
    text: str

    @property
    def body(self) -> dict[str, Any]:
        return dict(json.loads(self.text))


@dataclass(slots=True)
class Edge:
    """The bot. `answer`, `press`, `submit`, `happen` and `converse` may be replaced by the test at any moment; `pauses`
    are the waits that were asked for. `send` and `post` hand it requests that the test made itself."""

    settings: SlackSettings
    answer: Callable[[Request], Reply] = lambda request: Reply(f"You asked for {request.text}")
    press: Callable[[Press], Outcome] = lambda press: Reply(f"You pressed {press.action_id}", replaces=True)
    submit: Callable[[Submission], Submitted] = lambda submission: Whisper(
        GENERAL, submission.user_id, Reply(f"You sent {submission.callback_id}")
    )
    happen: Callable[[Happening], Iterable[Say]] = lambda happening: ()
    choose: Callable[[Shortcut], Chosen] = lambda shortcut: Reply(f"You chose {shortcut.callback_id}")
    home: Callable[[Look], Home] = lambda look: Home(({"type": "divider"},), look.place)
    preview: Callable[[Linked], Iterable[Preview]] = lambda linked: ()
    now: datetime = NOW
    converse: Callable[[Question], Talk] = lambda question: Answer(Reply(f"You said {question.text}"), {})
    claims: MemoryClaims = field(default_factory=MemoryClaims)
    outbox: Outbox = field(default_factory=lambda: MemoryOutbox(MemorySchedules()))
    inbox: Inbox | None = None
    pauses: list[float] = field(default_factory=list)
    app: SlackApp = field(init=False)
    signatures: Signatures = field(init=False)
    deliveries: Deliveries = field(init=False)
    site: Any = field(init=False)

    def __post_init__(self) -> None:
        if self.inbox is None:
            assert isinstance(self.outbox, MemoryOutbox)
            self.inbox = MemoryInbox(self.outbox)
        core = Core(
            answer=self._answer_as_set_now,
            press=self._press_as_set_now,
            submit=self._submit_as_set_now,
            happen=self._happen_as_set_now,
            choose=self._choose_as_set_now,
            home=self._home_as_set_now,
            preview=self._preview_as_set_now,
            share_failed=lambda code: Reply(f"Not shared: {code}"),
            claims=self.claims,
            converse=self._converse_as_set_now,
            welcome=lambda: Welcome(Reply("Hello!"), ("What is a cache?",)),
            busy=lambda: "is searching…",
            inbox=self.inbox,
            plan=self.outbox.plan,
            clock=lambda: self.now,
            pause=self.pauses.append,
        )
        self.app = build_app(core, self.settings)
        self.signatures = Signatures(self._secret, core.clock)
        self.deliveries = Deliveries(self.app.bolt, self.signatures, self._seconds)
        self.site = build_site(receive=self.deliveries, alive=tuple, ready=self._problems).test_client()

    @property
    def _secret(self) -> str:
        return self.settings.signing_secret or ""

    def _answer_as_set_now(self, request: Request) -> Reply:
        return self.answer(request)

    def _press_as_set_now(self, press: Press) -> Outcome:
        return self.press(press)

    def _submit_as_set_now(self, submission: Submission) -> Submitted:
        return self.submit(submission)

    def _happen_as_set_now(self, happening: Happening) -> Iterable[Say]:
        return self.happen(happening)

    def _home_as_set_now(self, look: Look) -> Home:
        return self.home(look)

    def _choose_as_set_now(self, shortcut: Shortcut) -> Chosen:
        return self.choose(shortcut)

    def _preview_as_set_now(self, linked: Linked) -> Iterable[Preview]:
        return self.preview(linked)

    def _converse_as_set_now(self, question: Question) -> Talk:
        return self.converse(question)

    def _seconds(self) -> float:
        return self.now.timestamp()

    def _problems(self) -> list[str]:
        return [trouble] if (trouble := self.signatures.trouble()) else []

    def settle(self) -> None:
        """Waits until everything that was accepted is done; nothing is accepted any more."""
        assert self.app.drain(WAIT)

    def send(self, payload: dict[str, Any]) -> Answered:
        """A genuine request. Unlike Slack's, ours could be the same twice; a number keeps them apart."""
        return self.post(form(payload | {"number": next(_numbers)}))

    def post(self, body: bytes, content_type: str = FORM) -> Answered:
        return self.post_with(body, signed(body, self.now, content_type, self._secret))

    def post_with(self, body: bytes, headers: dict[str, str]) -> Answered:
        answer = self.site.post("/slack/events", data=body, headers=headers)
        return Answered(answer.status_code, answer.get_data(as_text=True))


@dataclass(slots=True)
class Place:
    """A workspace as a test looks at it: what people do there, what they see, and what travelled."""

    workspace: Workspace
    _changed: Condition = field(default_factory=Condition)
    _changes: int = 0

    def __post_init__(self) -> None:
        self.workspace.state.watch(lambda _: self._notice())

    def _notice(self) -> None:
        with self._changed:
            self._changes += 1
            self._changed.notify_all()

    def wait_until(self, holds: Callable[[], object]) -> None:
        """Asked again whenever something changed, without the lock: whoever notices may hold what the answer takes."""
        while True:
            before = self._changes
            if holds():
                return
            with self._changed:
                assert self._changes != before or self._changed.wait(WAIT), f"in vain; travelled: {self.travelled()}"

    # --- What people do ---

    def command(self, text: str = "kv cache", user: str = READER.id) -> Exchange:
        """Types `/papers` and the text in `#general`; how that was delivered. Two at once need different texts."""
        self.workspace.people.command(user, GENERAL, "/papers", text)
        mine = [one for one in self.travelled("/papers") if (one.body["user_id"], one.body["text"]) == (user, text)]
        return mine[-1]

    def card(self, action_id: str = "paper:any", value: str = "{}", **more: Any) -> str:
        """A message with a button, which the bot has sent to the reader alone; its `ts`."""
        text = {"type": "plain_text", "text": "Press"}
        button = {"type": "button", "action_id": action_id, "text": text, "value": value} | more
        said = {"text": "A card", "blocks": [{"type": "actions", "block_id": "b1", "elements": [button]}]}
        state = self.workspace.state
        ts, bot = state.new_ts(), state.person(BOT_USER)
        assert bot is not None
        body = bot_message(said, bot, ts, updated=0, ephemeral=True)
        state.save_message(Message(channel=GENERAL, ts=ts, body=body, only_for=READER.id))
        return ts

    def press(self, ts: str, action_id: str = "paper:any") -> Exchange:
        """The reader presses a button of a card; how that was delivered."""
        self.workspace.people.press(READER.id, channel=GENERAL, ts=ts, action={"action_id": action_id})
        return self.travelled("block_actions")[-1]

    # --- What people see ---

    def seen(self, channel: str = GENERAL, user: str = READER.id) -> list[str]:
        """The texts there, the oldest first."""
        return [message.body["text"] for message in self.workspace.state.messages(channel, seen_by=user)]

    # --- What travelled ---

    def travelled(self, name: str | None = None) -> list[Exchange]:
        return [one for one in self.workspace.exchanges.all() if name in (None, one.name)]

    def responses(self) -> list[Json]:
        """What the bot sent through response URLs, in the order in which it came."""
        return [one.body for one in self.travelled("response_url")]

    def answers(self) -> list[str]:
        """The texts of these."""
        return [body["text"] for body in self.responses()]

    def wait_for_responses(self, number: int = 1) -> list[Json]:
        self.wait_until(lambda: len(self.responses()) >= number)
        return self.responses()

    def methods(self) -> list[str]:
        """What the bot called of the Web API."""
        return [call.method for call in self.workspace.api.ledger]

    def called(self, method: str) -> list[Json]:
        """The arguments of each call."""
        return [call.arguments for call in self.workspace.api.ledger.called(method)]

    def response_url(self) -> str:
        """One that nobody has used, for deliveries that a test makes itself."""
        return self.workspace.response_urls.mint(READER.id, GENERAL)

    @property
    def socket(self) -> SocketTransport:
        """Socket Mode, where that is the way to the bot."""
        assert self.workspace.socket is not None
        return self.workspace.socket


@contextmanager
def lonely_edge(**settings: Any) -> Iterator[Edge]:
    """An edge that nobody but the test speaks to."""
    usual = SlackSettings(bot_token="xoxb-1-test-bot-token", signing_secret=SIGNING_SECRET, api_url=NOWHERE)
    edge = Edge(replace(usual, **settings))
    try:
        yield edge
    finally:
        edge.app.drain(5)


@contextmanager
def open_place(transport: Transport = "http", declared: Json | None = None) -> Iterator[Place]:
    """A new workspace at the time of `NOW`."""
    workspace = Workspace.open(
        None, declared or manifest(), clock=MovableClock(lambda: NOW), transport=transport, rate_limits=False
    )
    try:
        yield Place(workspace)
    finally:
        workspace.close()


def settings_for(workspace: Workspace, **settings: Any) -> SlackSettings:
    usual = SlackSettings(
        bot_token=workspace.bot_token,
        app_token=workspace.app_token,
        signing_secret=workspace.signing_secret,
        api_url=workspace.api_url,
        # Each place to wait is a thread of the server.
        patient=8,
        timeout=5,
    )
    return replace(usual, **settings)


@contextmanager
def staged(
    transport: Transport = "http", inbox: Inbox | None = None, outbox: Outbox | None = None, **settings: Any
) -> Iterator[tuple[Edge, Place]]:
    """The bot in a workspace. Over HTTP it can be delivered to at once; over Socket Mode the test connects it. What
    was asked and what is planned is kept in memory, unless the test says where."""
    with open_place(transport) as place:
        kept = outbox or MemoryOutbox(MemorySchedules())
        edge = Edge(settings_for(place.workspace, **settings), outbox=kept, inbox=inbox)
        try:
            with listening(edge, place) if transport == "http" else _nothing():
                yield edge, place
        finally:
            edge.app.drain(5)


@contextmanager
def listening(edge: Edge, place: Place) -> Iterator[None]:
    """The workspace delivers to this bot over HTTP."""
    site = build_site(receive=edge.deliveries, alive=tuple, ready=tuple)
    server = WebServer(site, host="127.0.0.1", port=0, threads=edge.settings.receivers)
    server.start()
    try:
        place.workspace.listening(server.port)
        yield
    finally:
        server.stop(WAIT)


@contextmanager
def _nothing() -> Iterator[None]:
    yield
