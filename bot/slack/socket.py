"""Socket Mode: the connection over which Slack delivers, kept open, watched, and closed without losing answers."""

import logging
from collections.abc import Callable
from datetime import datetime
from threading import Condition, Event, Thread

from slack_bolt import App
from slack_bolt.adapter.socket_mode.internals import run_bolt_app, send_response
from slack_sdk.errors import SlackApiError, SlackClientNotConnectedError
from slack_sdk.socket_mode.builtin import SocketModeClient
from slack_sdk.socket_mode.client import BaseSocketModeClient
from slack_sdk.socket_mode.request import SocketModeRequest

from bot.seldom import Seldom
from bot.slack.clients import quiet_logger, web_client
from bot.slack.failures import slack_code
from bot.slack.settings import SlackSettings

log = logging.getLogger(__name__)

LONGEST_WAIT = 10.0
"""Seconds between two tries to connect: a ping interval at first, doubled each time up to this."""
STALE_PINGS = 4
"""The SDK gives a connection up after this many ping intervals without an answer; health turns red with it."""
GOODBYE = 2.0
"""Seconds that a try to connect may still take when we stop."""


class _Client(SocketModeClient):
    closed = False  # the SDK's threads begin before it says so itself

    def issue_new_wss_url(self) -> str:
        """Asks once. The SDK would sleep for as long as Slack says, an hour if it must, deaf to our end."""
        return str(self.web_client.apps_connections_open(app_token=self.app_token)["url"])

    def _run_current_session(self) -> None:
        """Reads until it is over. The SDK would unsay that it is over when it begins: a stop at that moment would wait
        for this thread for ever."""
        session, state = self.current_session, self.current_session_state
        if self.closed or session is None or not session.is_active() or state.terminated:
            return
        try:
            session.run_until_completion(state)
        except Exception as error:
            # The runner calls again; its thread must not end.
            log.error("Reading from the Slack connection failed: %s", type(error).__name__)

    def connect(self) -> None:
        """Lets go of the old connection first. The SDK would hear nothing on either one for seconds, until the thread
        that reads the old one has let go by itself."""
        old = self.current_session
        if old is None or not old.is_active():
            super().connect()
        else:
            self._let_go()
            try:
                super().connect()
            except BaseException:
                # Nobody reads it any more: it must not pass for a connection.
                old.disconnect()
                raise
        if self.closed:
            # It took so long that we have stopped meanwhile.
            self._let_go()

    def end(self) -> None:
        """Has all threads of the SDK let go at once, and takes the connection down. The SDK itself would wait seconds
        for them: an empty message and the answer to a ping make them look up."""
        self.closed = True
        self.message_queue.put(None)
        self._let_go()
        self.close()

    def _let_go(self) -> None:
        self.current_session_state.terminated = True
        try:
            if self.current_session is not None:
                self.current_session.ping("over")
        except OSError as error:
            log.debug("The connection ended before we did: %s", type(error).__name__)


class SocketConnection:
    """Connects in the background and again after every cut; the SDK sends a ping each `ping_interval` seconds."""

    def __init__(self, bolt: App, settings: SlackSettings, clock: Callable[[], datetime]) -> None:
        self._bolt = bolt
        self._clock = clock
        self._first_wait = settings.ping_interval
        self._stale_after = STALE_PINGS * settings.ping_interval + 1
        self._refusals = Seldom(log)
        self._client = _client(settings)
        self._client.socket_mode_request_listeners.append(self._take)
        self._stopping = Event()
        self._changed = Condition()
        self._under_way = 0
        self._thread = Thread(target=self._keep_connected, name="socket", daemon=True)

    def start(self) -> None:
        """Begins to connect, in a thread of its own."""
        self._thread.start()

    def trouble(self) -> str | None:
        """A sentence when nothing can arrive over the connection."""
        client = self._client
        session = client.current_session
        if session is None or not client.is_connected():
            return "Slack is not connected."
        if session.consecutive_check_state_error_count:
            return "The Slack connection is broken."
        if not (client.current_session_runner.is_alive() and client.message_processor.is_alive()):
            return "The Slack connection is not being read any more."
        last = session.last_ping_pong_time
        silence = None if last is None else self._clock().timestamp() - last
        if silence is None:
            return "Slack has not answered on the new connection yet."
        return f"Slack has been silent for {silence:.0f} s." if silence > self._stale_after else None

    def stop(self) -> None:
        """Closes the connection; to be called after the accepted work is done, since answers travel over it."""
        self._stopping.set()
        if self._thread.is_alive():
            self._thread.join(GOODBYE)
        with self._changed:
            # An answer that is worked out may not have travelled yet.
            self._changed.wait_for(lambda: not self._under_way, GOODBYE)
        self._client.end()

    def _keep_connected(self) -> None:
        wait = self._first_wait
        while not self._stopping.is_set():
            if self._let_go_when_broken():
                wait = self._first_wait if self.trouble() is None else wait
                self._stopping.wait(self._first_wait)
                continue
            reason = self._try()
            if reason is not None:
                sentence = "Slack cannot be connected to (%s). Trying again in %.0f s; `paperboy check` says more."
                log.warning(sentence, reason, wait)
            # Also after a success: a connection that is cut again at once must not be made anew without end.
            self._stopping.wait(wait)
            wait = min(2 * wait, LONGEST_WAIT)

    def _let_go_when_broken(self) -> bool:
        """Whether there is a connection. The SDK would need five failing pings to see that it was cut."""
        session = self._client.current_session
        if session is not None and session.consecutive_check_state_error_count:
            session.disconnect()
        return self._client.is_connected()

    def _try(self) -> str | None:
        try:
            self._client.connect_to_new_endpoint()
        except SlackApiError as error:
            return slack_code(error) or "no readable answer"
        except OSError as error:
            return type(error).__name__
        if not self._client.is_connected():
            return "the connection was not accepted"
        log.info("Connected to Slack")
        return None

    def _take(self, client: BaseSocketModeClient, request: SocketModeRequest) -> None:
        self._count(1)
        try:
            self._answer(client, request)
        finally:
            self._count(-1)

    def _count(self, change: int) -> None:
        with self._changed:
            self._under_way += change
            self._changed.notify_all()

    def _answer(self, client: BaseSocketModeClient, request: SocketModeRequest) -> None:
        try:
            answer = run_bolt_app(self._bolt, request)
        except (AttributeError, LookupError, TypeError, ValueError):
            # Our listeners' errors go to Bolt's error handler; this is Bolt, which takes the form for granted.
            self._refusals.warn("Refused an envelope of a strange form")
            return
        try:
            send_response(client, request, answer, start_time=0)
        except SlackClientNotConnectedError:
            log.warning("The connection was cut before an acknowledgement could travel over it")


def _client(settings: SlackSettings) -> _Client:
    """The SDK's part: pings, frames and threads. When to connect is decided here, where a stop is heard."""
    client = _Client(
        app_token=settings.app_token or "",
        web_client=web_client(settings, token=None),
        # Its warnings quote frames, and thus people's words.
        logger=quiet_logger("slack_sdk.socket_mode", logging.ERROR),
        auto_reconnect_enabled=False,
        ping_interval=settings.ping_interval,
        concurrency=settings.receivers,
    )
    if settings.own_origin is not None and settings.own_origin[0] == "http":
        client.proxy = None
    return client
