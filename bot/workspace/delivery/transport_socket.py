"""Deliveries over Socket Mode: envelopes to any one of the bot's connections, acknowledged by their ids."""

import json
from dataclasses import dataclass
from threading import Condition
from time import monotonic
from typing import Protocol
from uuid import uuid4

from bot.clock import stopwatch
from bot.workspace.delivery.envelopes import disconnect, envelope, hello
from bot.workspace.delivery.transport import PATIENCE, Acknowledgement, Kind, NotDelivered
from bot.workspace.model import Json
from bot.workspace.reading import Unreadable, read


@dataclass(slots=True)
class _Waiting:
    """A delivery that is under way; `answer` is set when the acknowledgement came."""

    acknowledged: bool = False
    answer: Json | None = None


class Line(Protocol):
    """The WebSocket of a connection. Several threads use it."""

    def send(self, text: str) -> None:
        """Raises OSError when nobody is there any more."""

    def push(self, data: bytes) -> None:
        """Sends bytes as they are, whatever a WebSocket makes of them. Raises OSError as `send` does."""

    def fall_silent(self) -> None:
        """Sends nothing any more, not even the answer to a ping, without a word of it to anybody."""

    def hang_up(self) -> None:
        """Ends the connection."""


class SocketSession:
    """One connection of the bot. Whoever holds its WebSocket passes on what comes, and says when it is over."""

    def __init__(self, transport: "SocketTransport", line: Line) -> None:
        self.line = line
        self._transport = transport

    def receive(self, text: str) -> None:
        """Takes an acknowledgement; anything else the bot says is nothing that Slack would listen to."""
        try:
            message = read(text)
        except Unreadable:
            return
        if isinstance(message, dict) and isinstance(message.get("envelope_id"), str):
            payload = message.get("payload")
            self._transport.acknowledged(message["envelope_id"], payload if isinstance(payload, dict) else None)

    def closed(self) -> None:
        """The connection is over; what it did not acknowledge goes to another one."""
        self._transport.forget(self)


class SocketTransport:
    """Each envelope goes to one connection, in turn; again to another when that one breaks before it acknowledged."""

    def __init__(self, *, patience: float = PATIENCE) -> None:
        self._patience = patience
        self._sessions: list[SocketSession] = []
        self._waiting: dict[str, _Waiting] = {}
        self._closed = False
        self._changed = Condition()

    @property
    def connections(self) -> int:
        """How many are open."""
        return len(self._open())

    def wait_connected(self, seconds: float) -> bool:
        """Whether there is a connection, after at most so many seconds."""
        with self._changed:
            return self._changed.wait_for(lambda: bool(self._sessions), timeout=seconds)

    def connect(self, line: Line) -> SocketSession:
        """A new connection, greeted at once. Raises OSError when nobody is there any more."""
        session = SocketSession(self, line)
        with self._changed:
            line.send(json.dumps(hello(len(self._sessions) + 1)))
            self._sessions.append(session)
            self._changed.notify_all()
        return session

    def deliver(self, kind: Kind, payload: Json, *, retry: tuple[int, str] | None = None) -> Acknowledgement | None:
        """Raises NotDelivered when there is no connection."""
        envelope_id, waiting, seconds = str(uuid4()), _Waiting(), stopwatch()
        message = json.dumps(envelope(envelope_id, kind, payload, retry))
        end = monotonic() + self._patience
        with self._changed:
            if not self._sessions:
                raise NotDelivered("connection_failed")
            self._waiting[envelope_id] = waiting
        try:
            while (session := self._next_session(end)) is not None:
                if self._send(session, message) and self._settled(session, waiting, end):
                    break
        finally:
            with self._changed:
                del self._waiting[envelope_id]
        return Acknowledgement(waiting.answer, seconds()) if waiting.acknowledged else None

    def warn(self) -> None:
        """Tells every connection that it ends in a few seconds."""
        self._tell_all("warning")

    def refresh(self) -> None:
        """Ends every connection in good form, as Slack does every few hours; the bot is to make new ones."""
        for session in self._tell_all("refresh_requested"):
            session.line.hang_up()

    def cut(self) -> None:
        """Ends every connection without a word."""
        for session in self._open():
            session.line.hang_up()

    def silence(self) -> None:
        """Whatever is sent over the connections that are open now gets lost, as when a plug was pulled far away."""
        for session in self._open():
            session.line.fall_silent()

    def push(self, data: bytes) -> None:
        """Sends bytes as they are over every connection: frames that Slack would never send."""
        for session in self._open():
            session.line.push(data)

    def close(self) -> None:
        """No connection is waited for any more."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def acknowledged(self, envelope_id: str, answer: Json | None) -> None:
        """Called by the connection to which the acknowledgement came; too late, it means nothing."""
        with self._changed:
            waiting = self._waiting.get(envelope_id)
            if waiting is not None and not waiting.acknowledged:
                waiting.acknowledged, waiting.answer = True, answer
                self._changed.notify_all()

    def forget(self, session: SocketSession) -> None:
        """Called by a connection that is over."""
        with self._changed:
            if session in self._sessions:
                self._sessions.remove(session)
                self._changed.notify_all()

    def _open(self) -> tuple[SocketSession, ...]:
        """With the lock held: whoever was greeted is among them."""
        with self._changed:
            return tuple(self._sessions)

    def _next_session(self, end: float) -> SocketSession | None:
        """The one whose turn it is; after a break there may be a new one within the time."""
        with self._changed:
            self._changed.wait_for(lambda: self._sessions or self._closed, timeout=max(0.0, end - monotonic()))
            if not self._sessions:
                return None
            self._sessions.append(self._sessions.pop(0))
            return self._sessions[-1]

    def _send(self, session: SocketSession, message: str) -> bool:
        try:
            session.line.send(message)
        except OSError:
            self.forget(session)
            return False
        return True

    def _settled(self, session: SocketSession, waiting: _Waiting, end: float) -> bool:
        """Whether there is nothing more to do: it was acknowledged, or the time is up with the connection whole."""
        with self._changed:
            self._changed.wait_for(
                lambda: waiting.acknowledged or session not in self._sessions or self._closed,
                timeout=max(0.0, end - monotonic()),
            )
            return waiting.acknowledged or session in self._sessions

    def _tell_all(self, reason: str) -> tuple[SocketSession, ...]:
        sessions = self._open()
        for session in sessions:
            self._send(session, json.dumps(disconnect(reason)))
        return sessions
