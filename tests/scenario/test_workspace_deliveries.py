"""A Bolt app that knows nothing of the workspace lives in it, over HTTP and over Socket Mode."""

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from threading import Condition, Event, Thread
from time import monotonic
from typing import Any

import pytest
from flask import Flask, Response, request
from slack_bolt import App
from slack_bolt.adapter.flask import SlackRequestHandler
from slack_sdk import WebClient
from werkzeug.serving import make_server

from bot import clock
from bot.slack.settings import SlackSettings
from bot.slack.socket import SocketConnection
from bot.workspace import town
from bot.workspace.delivery.transport_http import HttpTransport
from bot.workspace.delivery.transport_socket import SocketSession, SocketTransport
from bot.workspace.errors import CannotDo
from bot.workspace.model import BOT_USER, Json
from bot.workspace.time import MovableClock
from bot.workspace.workspace import Transport, Workspace
from tests.people_kit import CURATOR, READER, WAIT, actions, button, entry, manifest, option, plain, window

GENERAL = town.GENERAL
TEXT = {"type": "plain_text_input", "action_id": "a"}


@dataclass(slots=True)
class Journal:
    """What the app has heard."""

    heard: list[Json] = field(default_factory=list)
    changed: Condition = field(default_factory=Condition)
    free: Event = field(default_factory=Event)

    def add(self, body: Json) -> None:
        with self.changed:
            self.heard.append(body)
            self.changed.notify_all()

    def wait_for(self, kind: str, count: int = 1) -> list[Json]:
        """The bodies of a type, as soon as there are so many."""

        def found() -> list[Json]:
            return [body for body in self.heard if body.get("event", body).get("type", "command") == kind]

        with self.changed:
            assert self.changed.wait_for(lambda: len(found()) >= count, WAIT), f"{kind} in vain: {self.heard}"
            return found()


def build_app(workspace: Workspace, journal: Journal) -> App:
    quiet = logging.getLogger("app of the test")
    quiet.setLevel(logging.CRITICAL)
    app = App(
        token=workspace.bot_token,
        signing_secret=workspace.signing_secret,
        client=WebClient(workspace.bot_token, base_url=workspace.api_url),
        logger=quiet,
    )

    @app.middleware
    def note(body: Json, next: Callable[[], None]) -> None:  # noqa: A002 - the name is Bolt's
        journal.add(body)
        next()

    add_commands(app, journal)
    add_surfaces(app)
    add_events(app)
    return app


def add_commands(app: App, journal: Journal) -> None:
    @app.command("/papers")
    def papers(ack: Any, respond: Any, client: WebClient, command: Json) -> None:
        match command["text"]:
            case "now":
                ack("found at once")
            case "for all":
                ack({"response_type": "in_channel", "text": "found for all"})
            case "window":
                ack()
                client.views_open(trigger_id=command["trigger_id"], view=window([entry(TEXT)], notify_on_close=True))
            case "slow":
                journal.free.wait(WAIT)
                ack("too late")
            case _:
                ack()
                respond({"text": "found later", "blocks": [actions(button())]})


def add_surfaces(app: App) -> None:
    @app.action("go")
    def go(ack: Any, respond: Any) -> None:
        ack()
        respond({"text": "replaced", "replace_original": True})

    @app.action("pick")
    def pick(ack: Any) -> None:
        ack()

    @app.view("window")
    def send(ack: Any, view: Json, body: Json, client: WebClient) -> None:
        if view["state"]["values"]["b1"]["a"]["value"] == "bad":
            ack(response_action="errors", errors={"b1": "Not this one."})
            return
        ack()
        client.chat_postMessage(channel=body["user"]["id"], text=f"got {view['state']['values']['b1']['a']['value']}")

    @app.view_closed("window")
    def closed(ack: Any) -> None:
        ack()

    @app.options("find")
    def find(ack: Any, payload: Json) -> None:
        ack(options=[option(payload["value"])])

    @app.shortcut("keep")
    def keep(ack: Any, shortcut: Json, client: WebClient) -> None:
        ack()
        client.views_open(trigger_id=shortcut["trigger_id"], view=window([entry(TEXT)], title=plain("Keep")))


def add_events(app: App) -> None:
    @app.event("app_mention")
    def mention(event: Json, say: Any) -> None:
        say(text="you called", thread_ts=event["ts"])

    @app.event("app_home_opened")
    def home(event: Json, client: WebClient) -> None:
        client.views_publish(user_id=event["user"], view={"type": "home", "blocks": [actions(button("pick"))]})

    @app.event({"type": "message"})
    @app.event("member_joined_channel")
    @app.event("reaction_added")
    @app.event("link_shared")
    def quietly() -> None:
        """Only the journal hears of it."""


@contextmanager
def over_http(app: App, workspace: Workspace) -> Iterator[None]:
    """Bolt's own adapter, which verifies signatures itself."""
    site, handler = Flask("app of the test"), SlackRequestHandler(app)

    @site.post("/slack/events")
    def receive() -> Response:
        answer: Response = handler.handle(request)
        return answer

    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    server = make_server("127.0.0.1", 0, site, threaded=True)
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    workspace.listening(server.server_port)
    try:
        yield
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@contextmanager
def over_socket(app: App, workspace: Workspace) -> Iterator[None]:
    settings = SlackSettings(
        bot_token=workspace.bot_token, app_token=workspace.app_token, api_url=workspace.api_url, ping_interval=0.2
    )
    connection = SocketConnection(app, settings, clock.now)
    connection.start()
    try:
        assert workspace.socket is not None
        assert workspace.socket.wait_connected(WAIT)
        yield
    finally:
        connection.stop()


@dataclass(slots=True)
class Living:
    workspace: Workspace
    journal: Journal
    transport: Transport
    _changed: Event = field(default_factory=Event)

    def __post_init__(self) -> None:
        self.workspace.state.watch(lambda change: self._changed.set())

    def until(self, holds: Callable[[], Any]) -> Any:
        """What `holds` returns as soon as that is something; the workspace tells of its changes."""
        end = monotonic() + WAIT
        while True:
            self._changed.clear()
            found = holds()
            if found:
                return found
            # It is told with the workspace's lock held, so nothing may be locked here while `holds` looks.
            assert self._changed.wait(end - monotonic()), "in vain"

    def texts(self, user: str, channel: str = GENERAL) -> list[str]:
        return [message.body["text"] for message in self.workspace.state.messages(channel, seen_by=user)]

    def be_impatient(self) -> None:
        """Nobody wants to wait three seconds in a test."""
        if self.workspace.socket is not None:
            self.workspace.socket._patience = 0.2
        door = self.workspace.door._transport
        if isinstance(door, HttpTransport):
            door._patience = 0.2


@pytest.fixture(params=["socket", "http"])
def living(request: pytest.FixtureRequest) -> Iterator[Living]:
    transport: Transport = request.param
    workspace = Workspace.open(None, manifest(), clock=MovableClock(clock.now), transport=transport, rate_limits=False)
    journal = Journal()
    app = build_app(workspace, journal)
    try:
        with (over_socket if transport == "socket" else over_http)(app, workspace):
            yield Living(workspace, journal, transport)
    finally:
        journal.free.set()
        workspace.close()


def test_a_command_is_answered_at_once_for_all_and_later(living: Living) -> None:
    people = living.workspace.people
    people.command(READER, GENERAL, "/papers", "now")
    assert living.texts(READER) == ["found at once"]
    assert living.texts(CURATOR) == []

    people.command(READER, GENERAL, "/papers", "for all")
    assert living.texts(CURATOR) == ["/papers for all", "found for all"]

    people.command(READER, GENERAL, "/papers", "anything")
    living.until(lambda: "found later" in living.texts(READER))
    assert "found later" not in living.texts(CURATOR)


def test_a_button_of_an_ephemeral_message_replaces_it(living: Living) -> None:
    people, state = living.workspace.people, living.workspace.state
    people.command(READER, GENERAL, "/papers", "anything")
    (card,) = living.until(lambda: state.messages(GENERAL, seen_by=READER))
    people.press(READER, channel=GENERAL, ts=card.ts, action={"block_id": "b1", "action_id": "go"})

    living.until(lambda: living.texts(READER) == ["replaced"])


def test_a_window_shows_the_apps_errors_and_then_closes(living: Living) -> None:
    people, state = living.workspace.people, living.workspace.state
    people.command(READER, GENERAL, "/papers", "window")
    (view,) = living.until(lambda: state.modals(READER))

    refused = people.submit(READER, view.id, {"b1": {"a": {"type": "plain_text_input", "value": "bad"}}})
    assert refused == {"closed": False, "errors": {"b1": "Not this one."}}
    taken = people.submit(READER, view.id, {"b1": {"a": {"type": "plain_text_input", "value": "good"}}})
    assert taken == {"closed": True}
    assert state.modals(READER) == ()
    living.until(lambda: living.texts(READER, town.direct_id(READER)) == ["got good"])


def test_a_closed_window_is_told(living: Living) -> None:
    people, state = living.workspace.people, living.workspace.state
    people.command(READER, GENERAL, "/papers", "window")
    (view,) = living.until(lambda: state.modals(READER))
    people.close(READER, view.id)

    assert living.journal.wait_for("view_closed")[0]["view"]["id"] == view.id


def test_a_mention_is_answered_in_its_thread(living: Living) -> None:
    people, state = living.workspace.people, living.workspace.state
    ts = people.say(READER, GENERAL, "@paperboy hello")["ts"]

    living.until(lambda: "you called" in living.texts(CURATOR))
    assert [message.thread_ts for message in state.messages(GENERAL)] == [ts, ts]
    living.journal.wait_for("message")


def test_the_home_tab_is_published_and_used(living: Living) -> None:
    people, state = living.workspace.people, living.workspace.state
    people.open_home(READER)
    home = living.until(lambda: state.home(READER))
    people.press(READER, view_id=home.id, action={"block_id": "b1", "action_id": "pick"})

    (told,) = living.journal.wait_for("block_actions")
    assert told["view"]["id"] == home.id


def test_a_message_shortcut_opens_a_window(living: Living) -> None:
    people, state = living.workspace.people, living.workspace.state
    ts = people.say(READER, GENERAL, "worth keeping")["ts"]
    people.shortcut(CURATOR, "keep", GENERAL, ts)

    (view,) = living.until(lambda: state.modals(CURATOR))
    assert view.body["title"]["text"] == "Keep"


def test_options_come_from_the_app(living: Living) -> None:
    workspace = living.workspace
    select = {"type": "external_select", "action_id": "find", "placeholder": plain("Find")}
    client = WebClient(workspace.bot_token, base_url=workspace.api_url)
    posted = client.chat_postMessage(channel=GENERAL, text="choose", blocks=[actions(select)])
    asked = workspace.people.options(
        READER, channel=GENERAL, ts=posted["ts"], block_id="b1", action_id="find", query="cache"
    )

    assert asked == {"options": [option("cache")]}


def test_what_happens_in_channels_is_heard(living: Living) -> None:
    people = living.workspace.people
    people.invite(READER, town.RANDOM, BOT_USER)
    ts = people.say(READER, town.RANDOM, "see https://example.org/paper")["ts"]
    people.react(CURATOR, town.RANDOM, ts, "eyes")

    assert living.journal.wait_for("member_joined_channel")[0]["event"]["user"] == BOT_USER
    assert living.journal.wait_for("link_shared")[0]["event"]["links"][0]["domain"] == "example.org"
    assert living.journal.wait_for("reaction_added")[0]["event"]["item"]["ts"] == ts


def test_an_event_delivered_twice_has_one_id(living: Living) -> None:
    living.workspace.deliveries.faults.add("duplicate")
    living.workspace.people.react(READER, GENERAL, living.workspace.people.say(READER, GENERAL, "twice")["ts"], "eyes")

    first, second = living.journal.wait_for("message", 2)
    assert first["event_id"] == second["event_id"]


def test_an_answer_that_comes_too_late_is_slackbots_news(living: Living) -> None:
    living.be_impatient()
    living.workspace.people.command(READER, GENERAL, "/papers", "slow")

    assert living.texts(READER) == ['/papers failed with the error "operation_timeout"']
    living.journal.free.set()
    with pytest.raises(CannotDo):
        living.workspace.people.command(READER, GENERAL, "/nothing", "")


def only_new(socket: SocketTransport, before: set[SocketSession]) -> bool:
    return socket.connections > 0 and not before & set(socket._sessions)


@pytest.mark.parametrize("living", ["socket"], indirect=True)
def test_after_a_cut_and_after_a_refresh_the_app_hears_again(living: Living) -> None:
    socket = living.workspace.socket
    assert socket is not None
    for end in (socket.cut, socket.refresh):
        before = set(socket._sessions)
        end()
        # The app may connect again before the old connection is over.
        living.until(partial(only_new, socket, before))
        living.workspace.people.command(READER, GENERAL, "/papers", "now")

    assert living.texts(READER) == ["found at once", "found at once"]


@pytest.mark.parametrize("living", ["http"], indirect=True)
def test_a_request_with_another_signature_is_refused_by_the_app(living: Living) -> None:
    living.workspace.door._secret = "forged"
    port = living.workspace.door._port
    assert port is not None
    living.workspace.listening(port)
    living.workspace.people.command(READER, GENERAL, "/papers", "now")

    assert living.texts(READER) == ['/papers failed with the error "dispatch_failed"']
    assert living.journal.heard == []
