"""The whole Slack edge over the Slack double, with a core that tests choose."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import count
from typing import Any

from bot.slack.app import Core, SlackApp, build_app
from bot.slack.deliveries import Deliveries
from bot.slack.settings import SlackSettings
from bot.slack.signatures import Signatures
from bot.web import build_site
from handlers.messages import Outcome, Press, Reply, Request
from tests.fakes_slack import MemoryClaims
from tests.slack_double import SlackDouble
from tests.slack_payloads import FORM, NOW, SIGNING_SECRET, form, signed

BOT_TOKEN = "xoxb-1-test-bot-token"
APP_TOKEN = "xapp-1-test-app-token"
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
    """`answer` and `press` may be replaced by the test at any moment; `pauses` are the waits that were asked for."""

    double: SlackDouble
    settings: SlackSettings
    answer: Callable[[Request], Reply] = lambda request: Reply(f"You asked for {request.text}")
    press: Callable[[Press], Outcome] = lambda press: Reply(f"You pressed {press.action_id}", replaces=True)
    now: datetime = NOW
    claims: MemoryClaims = field(default_factory=MemoryClaims)
    pauses: list[float] = field(default_factory=list)
    app: SlackApp = field(init=False)
    signatures: Signatures = field(init=False)
    deliveries: Deliveries = field(init=False)
    site: Any = field(init=False)

    def __post_init__(self) -> None:
        core = Core(
            answer=self._answer_as_set_now,
            press=self._press_as_set_now,
            share_failed=lambda code: Reply(f"Not shared: {code}"),
            claims=self.claims,
            clock=lambda: self.now,
            pause=self.pauses.append,
        )
        self.app = build_app(core, self.settings)
        self.signatures = Signatures(SIGNING_SECRET, core.clock)
        self.deliveries = Deliveries(self.app.bolt, self.signatures, self._seconds)
        self.site = build_site(receive=self.deliveries, alive=tuple, ready=self._problems).test_client()

    def _answer_as_set_now(self, request: Request) -> Reply:
        return self.answer(request)

    def _press_as_set_now(self, press: Press) -> Outcome:
        return self.press(press)

    def _seconds(self) -> float:
        return self.now.timestamp()

    def _problems(self) -> list[str]:
        return [trouble] if (trouble := self.signatures.trouble()) else []

    def send(self, payload: dict[str, Any]) -> Answered:
        """A genuine request. Unlike Slack's, ours could be the same twice; a number keeps them apart."""
        return self.post(form(payload | {"number": next(_numbers)}))

    def post(self, body: bytes, content_type: str = FORM) -> Answered:
        return self.post_with(body, signed(body, self.now, content_type))

    def post_with(self, body: bytes, headers: dict[str, str]) -> Answered:
        answer = self.site.post("/slack/events", data=body, headers=headers)
        return Answered(answer.status_code, answer.get_data(as_text=True))


@contextmanager
def edge_over_double(**settings: Any) -> Iterator[Edge]:
    double = SlackDouble()
    usual = SlackSettings(
        bot_token=BOT_TOKEN, app_token=APP_TOKEN, signing_secret=SIGNING_SECRET, api_url=double.api_url, timeout=5
    )
    edge = Edge(double, replace(usual, **settings))
    try:
        yield edge
    finally:
        edge.app.drain(5)
        double.close()
