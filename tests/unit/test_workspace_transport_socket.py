"""Deliveries over Socket Mode: greetings, envelopes, acknowledgements, breaks and the end of connections."""

import json
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from threading import Condition
from typing import Any

import pytest

from bot.workspace.delivery.transport import Acknowledgement, NotDelivered
from bot.workspace.delivery.transport_socket import SocketSession, SocketTransport
from bot.workspace.model import Json

WAIT = 10.0


@dataclass(slots=True)
class Peer:
    """The bot's end of a connection. `on_envelope` is called with each envelope in the thread that delivers it."""

    transport: SocketTransport
    on_envelope: Callable[["Peer", Json], None] = lambda peer, envelope: None
    broken: bool = False
    hung_up: int = 0
    silent: bool = False
    pushed: list[bytes] = field(default_factory=list)
    got: list[Json] = field(default_factory=list)
    changed: Condition = field(default_factory=Condition)
    session: SocketSession = field(init=False)

    def __post_init__(self) -> None:
        self.session = self.transport.connect(self)

    def send(self, text: str) -> None:
        if self.broken:
            raise ConnectionResetError
        message = json.loads(text)
        with self.changed:
            self.got.append(message)
            self.changed.notify_all()
        if "envelope_id" in message:
            self.on_envelope(self, message)

    def push(self, data: bytes) -> None:
        self.pushed.append(data)

    def fall_silent(self) -> None:
        self.silent = True

    def hang_up(self) -> None:
        self.hung_up += 1
        self.session.closed()

    def acknowledge(self, envelope: Json, **payload: Any) -> None:
        answer: Json = {"envelope_id": envelope["envelope_id"]}
        self.session.receive(json.dumps(answer | ({"payload": payload} if payload else {})))

    def wait_for(self, count: int) -> list[Json]:
        with self.changed:
            assert self.changed.wait_for(lambda: len(self.got) >= count, WAIT), f"in vain: {self.got}"
            return list(self.got)

    @property
    def envelopes(self) -> list[Json]:
        return [message for message in self.got if "envelope_id" in message]


def acknowledging(peer: Peer, envelope: Json) -> None:
    peer.acknowledge(envelope)


def test_a_connection_is_greeted_first() -> None:
    transport = SocketTransport()
    first, second = Peer(transport), Peer(transport)

    assert first.got[0]["type"] == "hello"
    assert [peer.got[0]["num_connections"] for peer in (first, second)] == [1, 2]
    assert first.got[0]["connection_info"] == {"app_id": "A0PAPERBOY"}
    assert transport.wait_connected(0)


def test_an_envelope_is_acknowledged_by_its_id_with_an_answer() -> None:
    transport = SocketTransport()
    peer = Peer(transport, lambda peer, envelope: peer.acknowledge(envelope, text="found"))
    acknowledgement = transport.deliver("slash_commands", {"command": "/papers"})

    assert acknowledgement is not None
    assert acknowledgement.body == {"text": "found"}
    (envelope,) = peer.envelopes
    assert (envelope["type"], envelope["payload"], envelope["accepts_response_payload"]) == (
        "slash_commands",
        {"command": "/papers"},
        True,
    )
    assert "retry_attempt" not in envelope


def test_events_take_no_answer_and_say_which_try_they_are() -> None:
    transport = SocketTransport()
    peer = Peer(transport, acknowledging)
    transport.deliver("events_api", {})
    transport.deliver("events_api", {}, retry=(1, "http_timeout"))

    tries = [(one["retry_attempt"], one["retry_reason"], one["accepts_response_payload"]) for one in peer.envelopes]
    assert tries == [(0, "", False), (1, "http_timeout", False)]


def test_the_connections_take_turns() -> None:
    transport = SocketTransport()
    peers = [Peer(transport, acknowledging) for _ in range(3)]
    for _ in range(6):
        transport.deliver("events_api", {})

    assert [len(peer.envelopes) for peer in peers] == [2, 2, 2]


def test_without_a_connection_nothing_is_delivered() -> None:
    transport = SocketTransport()
    with pytest.raises(NotDelivered):
        transport.deliver("events_api", {})
    peer = Peer(transport)
    peer.session.closed()
    with pytest.raises(NotDelivered):
        transport.deliver("events_api", {})

    assert not transport.wait_connected(0)
    assert peer.envelopes == []


def test_silence_and_other_ids_and_nonsense_are_no_acknowledgement() -> None:
    transport = SocketTransport(patience=0.05)
    peer = Peer(transport)

    def nonsense(peer: Peer, envelope: Json) -> None:
        for text in ("", "[]", "{}", '{"envelope_id": "another"}', '{"envelope_id": 1}'):
            peer.session.receive(text)

    peer.on_envelope = nonsense
    assert transport.deliver("interactive", {}) is None
    # Too late, and without effect.
    peer.acknowledge(peer.envelopes[0])


def test_only_the_first_acknowledgement_counts() -> None:
    transport = SocketTransport()

    def twice(peer: Peer, envelope: Json) -> None:
        peer.acknowledge(envelope, text="first")
        peer.acknowledge(envelope, text="second")

    Peer(transport, twice)
    acknowledgement = transport.deliver("slash_commands", {})

    assert acknowledgement is not None
    assert acknowledgement.body == {"text": "first"}


def delivering(transport: SocketTransport) -> tuple[ThreadPoolExecutor, Future[Acknowledgement | None]]:
    pool = ThreadPoolExecutor(1)
    return pool, pool.submit(transport.deliver, "events_api", {})


def test_what_a_broken_connection_did_not_acknowledge_goes_to_another() -> None:
    transport = SocketTransport(patience=WAIT)
    peer = Peer(transport)
    pool, delivery = delivering(transport)
    peer.wait_for(2)
    transport.cut()
    other = Peer(transport, acknowledging)

    with pool:
        assert delivery.result(WAIT) is not None
    assert other.envelopes == peer.envelopes
    assert peer.hung_up == 1


def test_a_connection_that_is_found_broken_is_given_up() -> None:
    transport = SocketTransport()
    broken = Peer(transport)
    whole = Peer(transport, acknowledging)
    broken.broken = True

    assert transport.deliver("events_api", {}) is not None
    assert transport.deliver("events_api", {}) is not None
    assert (transport.connections, len(whole.envelopes)) == (1, 2)


def test_connections_end_in_good_form_with_a_warning_first() -> None:
    transport = SocketTransport()
    peers = [Peer(transport), Peer(transport)]
    transport.warn()
    assert transport.connections == 2
    transport.refresh()

    for peer in peers:
        ends = [(message["type"], message["reason"]) for message in peer.got[1:]]
        assert ends == [("disconnect", "warning"), ("disconnect", "refresh_requested")]
        assert peer.hung_up == 1
    assert transport.connections == 0


def test_only_the_connections_that_are_open_fall_silent() -> None:
    transport = SocketTransport()
    before = Peer(transport)
    transport.silence()
    after = Peer(transport)

    assert (before.silent, after.silent) == (True, False)
    assert transport.connections == 2, "nobody has noticed yet"


def test_bytes_go_to_every_connection_as_they_are() -> None:
    transport = SocketTransport()
    peers = [Peer(transport), Peer(transport)]
    transport.push(b"\x80\x01x")

    assert [peer.pushed for peer in peers] == [[b"\x80\x01x"]] * 2


def test_after_the_end_no_new_connection_is_waited_for() -> None:
    transport = SocketTransport(patience=3600)
    peer = Peer(transport)
    pool, delivery = delivering(transport)
    peer.wait_for(2)
    transport.cut()
    transport.close()

    with pool:
        assert delivery.result(WAIT) is None
