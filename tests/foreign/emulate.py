"""emulate's strict Web API, which others wrote, behind an edge of ours that delivers to the bot."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import cast

from flask import Flask

from bot import clock
from bot.workspace.delivery import payloads
from bot.workspace.delivery.deliveries import Deliveries
from bot.workspace.delivery.events import Events
from bot.workspace.delivery.exchanges import Exchanges
from bot.workspace.delivery.payloads_blocks import OnMessage, OnView, block_actions
from bot.workspace.delivery.transport_http import HttpTransport
from bot.workspace.delivery.transport_socket import SocketTransport
from bot.workspace.keeping import Keeping
from bot.workspace.model import BOT_USER, Channel, Message, Person, View
from bot.workspace.site.bot_side import BotSide
from bot.workspace.site.server import Server
from bot.workspace.site.sockets import Sockets
from bot.workspace.state import State
from bot.workspace.time import MovableClock
from bot.workspace.webapi.api import WebApi
from bot.workspace.webapi.response_urls import ResponseUrls
from tests.foreign.edge import EdgeApi, EdgeResponseUrls, Kept
from tests.foreign.emulate_program import (
    BOT_NAME,
    BOT_TOKEN,
    GENERAL,
    PERSON,
    PERSON_TOKEN,
    RANDOM,
    Upstream,
    emulate_running,
)
from tests.foreign.slack_like import Json, Keys, Seen, Transport, Watched, as_slack_has_it, seen

SECRET, APP_TOKEN = "emulate-signing-secret", "xapp-emulate"
READER = Person(id=PERSON, name="admin", real_name="Admin User", is_admin=True)
PROBE = Person(id=BOT_USER, name=BOT_NAME, real_name="Probe", is_bot=True)
MEMBERS = frozenset({PERSON, BOT_USER})
CHANNEL = Channel(id=GENERAL, name="general", kind="public", creator=PERSON, created=0, members=MEMBERS)


class Emulate(Watched):
    """emulate keeps messages and views; who delivers to the bot, and what only one person sees, is here."""

    person, channel, bot_user = PERSON, GENERAL, BOT_USER

    def __init__(self, upstream: Upstream, transport: Transport, request_url: str, manifest: Json) -> None:
        super().__init__()
        self._upstream = upstream
        self._kept = Kept(PERSON)
        self._server = Server(0)
        self._socket = SocketTransport() if transport == "socket" else None
        self.keys = Keys(
            api_url=f"{self._server.origin}/api/", bot_token=BOT_TOKEN, app_token=APP_TOKEN, signing_secret=SECRET
        )
        self._sockets = Sockets(self._server.origin, self._socket or SocketTransport(), self.noticed)
        state = State(Keeping(), MovableClock(clock.now), (READER, PROBE))
        state.save_channel(CHANNEL)
        exchanges = Exchanges(state)
        self._deliveries = Deliveries(self._socket or HttpTransport(request_url, SECRET, clock.now), exchanges)
        self._events = Events(state, manifest, self._deliveries)
        api = EdgeApi(upstream, lambda: self.keys, self._sockets.address, self._heard)
        self._urls = EdgeResponseUrls(api, BOT_TOKEN, self._kept, self.noticed, PERSON, GENERAL)
        site = Flask("edge", static_folder=None)
        # Both do what the routes ask of the workspace's own.
        BotSide(cast(WebApi, api), cast(ResponseUrls, self._urls), exchanges, self._sockets).add_to(site)
        self._server.start(site)

    def close(self) -> None:
        """Ends the edge."""
        self._deliveries.close()
        self._sockets.close()
        self._server.close()

    # --- What the person does ---

    def command(self, command: str, text: str) -> None:
        url = self._urls.mint(self._server.origin, None)
        payload = payloads.slash_command(READER, CHANNEL, command, text, trigger_id=self._trigger(), response_url=url)
        answer = self._deliveries.command(payload).body
        if answer is not None:
            for_all = answer.pop("response_type", "ephemeral") == "in_channel"
            assert self._urls.post(answer, for_all=for_all).error is None

    def say(self, text: str, thread_ts: str | None = None) -> str:
        thread = {} if thread_ts is None else {"thread_ts": thread_ts}
        text = as_slack_has_it(text, BOT_USER)
        ts = self._upstream.ask("chat.postMessage", PERSON_TOKEN, channel=GENERAL, text=text, **thread)["ts"]
        said = {"channel": GENERAL, "user": PERSON, "text": text, "ts": ts, **thread}
        self._events.tell("message", said)
        if f"<@{BOT_USER}>" in text:
            self._events.tell("app_mention", said)
        links = [{"url": url, "domain": url.split("/")[2]} for url in re.findall(r"<(https?://[^|>]+)", text)]
        if links:
            told = {"channel": GENERAL, "user": PERSON, "message_ts": ts, "links": links}
            self._events.tell("link_shared", told | {"is_bot_user_member": True, "source": "conversations_history"})
        return str(ts)

    def press(self, message: Seen, action: Json) -> None:
        pressed = action | {"action_ts": message.ts}
        surface = OnMessage(channel=CHANNEL, message=_message(message))
        url = self._urls.mint(self._server.origin, message.ts)
        self._deliveries.interact(
            block_actions(READER, surface, pressed, {}, trigger_id=self._trigger(), response_url=url)
        )

    def submit(self, values: Json) -> Json:
        view = self._kept.windows[-1]
        payload = payloads.view_submission(READER, view, values, trigger_id=self._trigger(view.id), response_urls=[])
        answer = self._deliveries.interact(payload).body or {}
        if answer.get("response_action") == "errors":
            return dict(answer["errors"])
        assert not answer, f"The edge knows no response action but errors, and got {answer}"
        self._kept.windows.remove(view)
        return {}

    def open_home(self) -> None:
        opened = {"user": PERSON, "channel": GENERAL, "tab": "home"}
        self._events.tell("app_home_opened", opened)

    def press_home(self, action: Json) -> None:
        home = self._kept.home
        assert home is not None
        surface = OnView(view=View(id=home["id"], kind="home", owner=PERSON, body=home))
        pressed = action | {"action_ts": "1.0"}
        trigger_id = self._trigger()
        self._deliveries.interact(block_actions(READER, surface, pressed, {}, trigger_id=trigger_id, response_url=None))

    def shortcut(self, callback_id: str, message: Seen | None = None) -> None:
        trigger_id = self._trigger()
        if message is None:
            payload = payloads.global_shortcut(READER, callback_id, trigger_id=trigger_id, action_ts="1.0")
        else:
            url = self._urls.mint(self._server.origin, message.ts)
            payload = payloads.message_shortcut(
                READER,
                CHANNEL,
                _message(message),
                callback_id,
                trigger_id=trigger_id,
                response_url=url,
                action_ts=message.ts,
            )
        self._deliveries.interact(payload)

    def archive_another_channel(self) -> str:
        self._upstream.ask("conversations.invite", PERSON_TOKEN, channel=RANDOM, users=BOT_USER)
        self._upstream.ask("conversations.archive", PERSON_TOKEN, channel=RANDOM)
        return RANDOM

    # --- What the person sees ---

    def connected(self) -> bool:
        return self._socket is not None and self._socket.connections > 0

    def messages(self) -> list[Seen]:
        posted = self._ask("conversations.history", limit=1000)
        replies = [self._ask("conversations.replies", ts=one["ts"])[1:] for one in posted if one.get("reply_count")]
        public = [seen(one, private=False) for one in (*posted, *(one for each in replies for one in each))]
        private = [seen(one, private=True) for one in self._kept.private.values()]
        return sorted((*public, *private), key=lambda one: one.ts)

    def modal(self) -> Json | None:
        return self._kept.windows[-1].body if self._kept.windows else None

    def home(self) -> Json | None:
        return self._kept.home

    # --- Between emulate and the bot ---

    def _ask(self, method: str, **arguments: object) -> list[Json]:
        return list(self._upstream.ask(method, PERSON_TOKEN, channel=GENERAL, **arguments)["messages"])

    def _trigger(self, view: str | None = None) -> str:
        where = {} if view is None else {"view_id": view}
        return str(self._upstream.ask("views.generateTriggerId", BOT_TOKEN, user_id=PERSON, **where)["trigger_id"])

    def _heard(self, method: str, arguments: Json, answer: Json) -> None:
        """emulate took a call; whoever waits for what it changed looks again."""
        self._kept.take(method, arguments, answer)
        if method == "chat.postMessage":
            self._events.tell("message", answer["message"] | {"channel": answer["channel"]})
        self.noticed()


@contextmanager
def emulate(transport: Transport, request_url: str, folder: Path, manifest: Json) -> Iterator[Emulate]:
    """A new workspace with the bot in its channel; over HTTP it delivers to `request_url`."""
    with emulate_running(manifest["oauth_config"]["scopes"]["bot"]) as upstream:
        place = Emulate(upstream, transport, request_url, manifest)
        try:
            yield place
        finally:
            place.close()


def _message(shown: Seen) -> Message:
    return Message(channel=GENERAL, ts=shown.ts, body=shown.body, only_for=PERSON if shown.private else None)
