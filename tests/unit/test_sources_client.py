"""The client for services: who it says it is, how it waits, and what it does with each fault a service can have."""

import gzip
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler
from threading import Thread

import pytest

from bot.sources import Client, Turns
from bot.sources.errors import NoAnswer, NotThere
from bot.sources.exchange import Bounds
from bot.sources.lookup import agent
from tests.sources_kit import QUICK, Rests, Services, Told, access_to, client_of, served

SMALL = Bounds(step=2.0, whole=3.0, size=1_000, tries=2)


def got(services: Services, rests: Rests | None = None, bounds: Bounds = QUICK, interval: float = 0.0) -> bytes:
    access = access_to(services.origin, interval=interval)
    return client_of(access, rests or Rests(), bounds).get(f"{services.origin}/x")


def test_it_says_who_asks_and_whom_to_write_to() -> None:
    with served() as services:
        services.say("/x", Told("papers"))

        assert got(services) == b"papers"
    headers = services.asked[0][1]
    assert headers["User-Agent"].startswith("Paperboy/")
    assert "mailto:papers@example.org" in headers["User-Agent"]
    assert "Cookie" not in headers


def test_a_page_may_be_the_contact_and_without_any_nothing_is_made_up() -> None:
    assert agent("https://example.org/us").endswith("(https://example.org/us)")
    assert "(" not in agent(None)


@pytest.mark.parametrize("status", [429, 500, 502, 503, 504, 408])
def test_what_may_pass_is_asked_for_again(status: int) -> None:
    rests = Rests()
    with served() as services:
        services.say("/x", Told(status=status), Told("papers"))

        assert got(services, rests) == b"papers"
    assert rests.waited == [1.0]


def test_after_each_try_it_waits_longer_and_in_the_end_it_gives_up() -> None:
    rests = Rests()
    with served() as services:
        services.say("/x", Told(status=500))
        with pytest.raises(NoAnswer, match=r"cannot answer now \(status 500\); try again later"):
            got(services, rests)

    assert (len(services.asked), rests.waited) == (QUICK.tries, [1.0, 2.0])


@pytest.mark.parametrize(
    ("headers", "waited"),
    [
        ({"Retry-After": "7"}, 7.0),
        ({"Retry-After": "0"}, 1.0),
        ({"Retry-After": "Mon, 01 Jan 2024 10:00:20 GMT", "Date": "Mon, 01 Jan 2024 10:00:05 GMT"}, 15.0),
        ({"Retry-After": "Mon, 01 Jan 2024 10:00:20 GMT", "Date": "soon"}, 1.0),
        ({"Retry-After": "soon"}, 1.0),
        ({"Retry-After": "-5"}, 1.0),
    ],
)
def test_it_waits_as_long_as_the_service_asks(headers: dict[str, str], waited: float) -> None:
    rests = Rests()

    def act(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response_only(429)
        for name, value in headers.items():
            handler.send_header(name, value)
        handler.send_header("Content-Length", "0")
        handler.end_headers()

    with served() as services:
        services.say("/x", Told(act=act), Told("papers"))

        assert got(services, rests) == b"papers"
    assert rests.waited == [waited]


@pytest.mark.parametrize("asked", ["31", "3600", "99999999999999999999"])
def test_nobody_is_kept_waiting_for_long(asked: str) -> None:
    rests = Rests()
    with served() as services:
        services.say("/x", Told(status=429, headers={"Retry-After": asked}))
        with pytest.raises(NoAnswer, match="asks to wait"):
            got(services, rests)

    assert (len(services.asked), rests.waited) == (1, [])


@pytest.mark.parametrize("status", [400, 401, 403, 404, 410, 422])
def test_what_the_service_does_not_have_is_not_asked_for_again(status: int) -> None:
    with served() as services:
        services.say("/x", Told("<html>no</html>", status=status))
        with pytest.raises(NotThere):
            got(services)

    assert len(services.asked) == 1


@pytest.mark.parametrize("status", [204, 206, 418, 505])
def test_other_answers_are_no_answers_about_papers(status: int) -> None:
    with served() as services:
        services.say("/x", Told(status=status))
        with pytest.raises(NoAnswer, match=str(status)):
            got(services)

    assert len(services.asked) == 1


def test_each_service_is_asked_no_more_often_than_it_wants() -> None:
    rests = Rests()
    with served() as services:
        services.say("/x", Told("papers"))
        client = client_of(access_to(services.origin, interval=3.0), rests)
        for _ in range(3):
            client.get(f"{services.origin}/x")

    assert rests.waited == [3.0, 3.0]


def test_time_that_has_passed_by_itself_is_not_waited_for_again() -> None:
    rests = Rests()
    with served() as services:
        services.say("/x", Told("papers"))
        client = client_of(access_to(services.origin, interval=3.0), rests)
        client.get(f"{services.origin}/x")
        rests.pause(2.0)
        client.get(f"{services.origin}/x")

    assert rests.waited == [2.0, 1.0]


def test_two_clients_with_the_same_turns_keep_a_service_s_interval_together() -> None:
    rests, turns = Rests(), Turns()
    with served() as services:
        services.say("/x", Told("papers"))
        access = access_to(services.origin, interval=3.0)
        for _ in range(2):
            client = Client(access, agent("a@example.org"), pause=rests.pause, elapsed=rests.elapsed, turns=turns)
            client.get(f"{services.origin}/x")

    assert rests.waited == [3.0]


def test_threads_take_turns() -> None:
    rests = Rests()
    with served() as services:
        services.say("/x", Told("papers"))
        client = client_of(access_to(services.origin, interval=3.0), rests)
        threads = [Thread(target=client.get, args=[f"{services.origin}/x"]) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    assert rests.waited == [3.0, 3.0, 3.0]


def cut(handler: BaseHTTPRequestHandler) -> None:
    handler.send_response(200)
    handler.send_header("Content-Length", "1000")
    handler.end_headers()
    handler.wfile.write(b"half of it")


def cut_chunk(handler: BaseHTTPRequestHandler) -> None:
    handler.send_response(200)
    handler.send_header("Transfer-Encoding", "chunked")
    handler.end_headers()
    handler.wfile.write(b"5\r\nfirst\r\nff\r\nhalf")


def no_status(handler: BaseHTTPRequestHandler) -> None:
    handler.wfile.write(b"220 mail.example.org ESMTP\r\n")


def nothing(_: BaseHTTPRequestHandler) -> None:
    """The connection ends without a word."""


def many_headers(handler: BaseHTTPRequestHandler) -> None:
    handler.wfile.write(b"HTTP/1.1 200 OK\r\n" + b"X-More: x\r\n" * 1_000 + b"\r\n")


def long_header(handler: BaseHTTPRequestHandler) -> None:
    handler.wfile.write(b"HTTP/1.1 200 OK\r\nX-Long: " + b"x" * 100_000 + b"\r\n\r\n")


@pytest.mark.parametrize("act", [cut, cut_chunk, no_status, nothing, many_headers, long_header])
def test_an_answer_that_breaks_off_is_asked_for_again(act: Callable[[BaseHTTPRequestHandler], None]) -> None:
    with served() as services:
        services.say("/x", Told(act=act), Told("papers"))

        assert got(services) == b"papers"
    assert len(services.asked) == 2


def test_an_answer_that_always_breaks_off_is_told() -> None:
    with served() as services:
        services.say("/x", Told(act=cut))
        with pytest.raises(NoAnswer, match="broke off; try again later"):
            got(services)


def test_a_service_that_nobody_serves_is_told() -> None:
    with served() as services:
        origin = services.origin
    with pytest.raises(NoAnswer, match="broke off"):
        client_of(access_to(origin), Rests()).get(f"{origin}/x")


def silent(handler: BaseHTTPRequestHandler) -> None:
    assert isinstance(handler.server, Services)
    handler.server.leave.wait(10)


def dripping_body(handler: BaseHTTPRequestHandler) -> None:
    handler.send_response(200)
    handler.end_headers()
    drip(handler)


def drip(handler: BaseHTTPRequestHandler) -> None:
    assert isinstance(handler.server, Services)
    try:
        while not handler.server.leave.wait(0.02):
            handler.wfile.write(b"x")
    except OSError:
        return


@pytest.mark.parametrize("act", [silent, dripping_body, drip])
def test_a_service_that_takes_for_ever_is_left(act: Callable[[BaseHTTPRequestHandler], None]) -> None:
    bounds = Bounds(step=0.15, whole=0.3, tries=1)
    with served() as services:
        services.say("/x", Told(act=act))
        with pytest.raises(NoAnswer, match="took too long; try again later"):
            got(services, bounds=bounds)


def test_an_answer_may_be_packed_and_sent_in_chunks() -> None:
    def chunked(handler: BaseHTTPRequestHandler) -> None:
        packed = gzip.compress(b"papers")
        handler.send_response(200)
        handler.send_header("Content-Encoding", "gzip")
        handler.send_header("Transfer-Encoding", "chunked")
        handler.end_headers()
        for part in (packed[:5], packed[5:]):
            handler.wfile.write(f"{len(part):x}\r\n".encode() + part + b"\r\n")
        handler.wfile.write(b"0\r\n\r\n")

    with served() as services:
        services.say("/x", Told(act=chunked))

        assert got(services) == b"papers"


def endless(handler: BaseHTTPRequestHandler) -> None:
    handler.send_response(200)
    handler.end_headers()
    try:
        for _ in range(1_000):
            handler.wfile.write(b"x" * 10_000)
    except OSError:
        return


@pytest.mark.parametrize(
    "told",
    [
        Told("x" * 1_001),
        Told(act=endless),
        Told(gzip.compress(b"x" * 1_001), headers={"Content-Encoding": "gzip"}),
        Told(gzip.compress(b"\0" * 900_000), headers={"Content-Encoding": "gzip"}),
    ],
)
def test_an_answer_that_is_too_big_is_given_up_at_once(told: Told) -> None:
    with served() as services:
        services.say("/x", told)
        with pytest.raises(NoAnswer, match="more than 1,000 bytes"):
            got(services, bounds=SMALL)

    assert len(services.asked) == 1


@pytest.mark.parametrize(
    "told",
    [
        Told("no gzip", headers={"Content-Encoding": "gzip"}),
        Told("papers", headers={"Content-Encoding": "br"}),
    ],
)
def test_an_answer_that_cannot_be_unpacked_is_none(told: Told) -> None:
    with served() as services:
        services.say("/x", told)
        with pytest.raises(NoAnswer, match=r"unpacked|packing"):
            got(services, bounds=SMALL)


def test_a_packed_answer_without_its_end_is_asked_for_again() -> None:
    packed = gzip.compress(b"papers of all kinds")[:-10]
    with served() as services:
        services.say("/x", Told(packed, headers={"Content-Encoding": "gzip"}), Told("papers"))

        assert got(services) == b"papers"
