"""Socket Mode: the connection over which Slack delivers, kept open, watched, and closed without losing answers."""

import logging
from collections.abc import Callable
from datetime import datetime
from threading import Event, Thread

from slack_bolt import App
from slack_bolt.adapter.socket_mode import SocketModeHandler
from slack_sdk.errors import SlackApiError
from slack_sdk.socket_mode.builtin import SocketModeClient

from bot.slack.clients import quiet_logger, web_client
from bot.slack.failures import slack_code
from bot.slack.settings import SlackSettings

log = logging.getLogger(__name__)

FIRST_WAIT, LONGEST_WAIT = 1.0, 30.0
"""Seconds between two tries of the first connection: doubled each time up to the longest."""
STALE_PINGS = 4
"""The SDK gives a connection up after this many ping intervals without an answer; health turns red with it."""


class SocketConnection:
    """Connects in the background and again after every cut; the SDK sends a ping each `ping_interval` seconds."""

    def __init__(self, bolt: App, settings: SlackSettings, clock: Callable[[], datetime]) -> None:
        self._clock = clock
        self._stale_after = STALE_PINGS * settings.ping_interval + 1
        self._client: SocketModeClient = SocketModeHandler(
            bolt,
            app_token=settings.app_token,
            web_client=web_client(settings, token=None),
            logger=quiet_logger("slack_sdk"),
            ping_interval=settings.ping_interval,
            concurrency=settings.receivers,
        ).client
        if settings.own_origin is not None and settings.own_origin[0] == "http":
            self._client.proxy = None
        self._stopping = Event()
        self._thread = Thread(target=self._connect, name="socket", daemon=True)

    def start(self) -> None:
        """Begins to connect, in a thread of its own."""
        self._thread.start()

    def trouble(self) -> str | None:
        """A sentence when nothing can arrive over the connection."""
        client = self._client
        session = client.current_session
        if session is None or not client.is_connected():
            return "Slack is not connected."
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
            self._thread.join()
        self._wake_reader()
        self._client.close()

    def _wake_reader(self) -> None:
        """The SDK closes a connection only once its threads have let go, seconds later. An empty message and the answer
        to a ping make them look up, and see that it is over."""
        self._client.closed = True
        self._client.message_queue.put(None)
        self._client.auto_reconnect_enabled = False
        self._client.current_session_state.terminated = True
        session = self._client.current_session
        if session is None:
            return
        try:
            session.ping("over")
        except OSError as error:
            log.debug("The connection ended before we did: %s", type(error).__name__)

    def _connect(self) -> None:
        wait = FIRST_WAIT
        while not self._stopping.is_set():
            reason = self._try()
            if reason is None:
                return
            log.warning(
                "Slack cannot be connected to (%s). Trying again in %.0f s; `paperboy check` says more.", reason, wait
            )
            self._stopping.wait(wait)
            wait = min(2 * wait, LONGEST_WAIT)

    def _try(self) -> str | None:
        try:
            self._client.connect()
        except SlackApiError as error:
            return slack_code(error) or "no readable answer"
        except OSError as error:
            return type(error).__name__
        if not self._client.is_connected():
            # The address of a connection is good for one try only.
            self._client.wss_uri = None
            return "the connection was not accepted"
        log.info("Connected to Slack")
        return None
