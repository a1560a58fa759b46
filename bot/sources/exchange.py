"""One request and its answer, bounded in time and size, over a connection to the very address that was checked."""

import socket
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException, HTTPResponse
from ssl import SSLCertVerificationError
from threading import Event, Timer

from bot.sources.access import Access, Place
from bot.sources.errors import NoAnswer

PART = 65_536
GZIP = 31
"""What zlib calls the window of a gzip stream."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """Seconds for one step and for one whole request, bytes of an answer once unpacked, tries, redirects, and the
    longest wait in seconds between two tries."""

    step: float = 10.0
    whole: float = 30.0
    size: int = 5_000_000
    tries: int = 4
    redirects: int = 3
    wait: float = 30.0


@dataclass(frozen=True, slots=True)
class Answer:
    """The status, the headers by their names in small letters, and the body of an answer of status 200."""

    status: int
    headers: Mapping[str, str]
    body: bytes = b""


class Lost(Exception):
    """No answer came, or not all of it; asking again may help."""


class _Connection(HTTPConnection):
    """To an address that was checked; the name of the server serves its certificate only and is not asked again."""

    def __init__(self, place: Place, access: Access, bounds: Bounds) -> None:
        super().__init__(place.host, place.port, timeout=bounds.step)
        self._place, self._access, self._step = place, access, bounds.step
        self.wire: socket.socket | None = None
        self.late = Event()

    def connect(self) -> None:
        self.sock = self.wire = self._reached()
        if self.late.is_set():
            raise TimeoutError
        if self._place.secure:
            secured = self._access.tls().wrap_socket(
                self.wire, server_hostname=self._place.host, do_handshake_on_connect=False
            )
            self.sock = self.wire = secured
            secured.do_handshake()

    def _reached(self) -> socket.socket:
        *others, last = self._place.addresses[:3]
        for address in others:
            with suppress(OSError):
                return socket.create_connection((str(address), self._place.port), self._step)
        return socket.create_connection((str(last), self._place.port), self._step)


def exchange(place: Place, headers: Mapping[str, str], access: Access, bounds: Bounds) -> Answer:
    """Asks once. Raises `Lost`, and `NoAnswer` for an answer that is too big or cannot be unpacked."""
    connection = _Connection(place, access, bounds)
    try:
        with _cut_off(connection, bounds.whole):
            try:
                connection.request("GET", place.target, headers={"Host": place.netloc, **headers})
                answer = _answer(connection.getresponse(), place, bounds)
            except SSLCertVerificationError as error:
                raise NoAnswer(f"{place.host} shows a certificate that cannot be trusted.") from error
            except (OSError, HTTPException, ValueError) as error:
                reason = "took too long" if connection.late.is_set() or isinstance(error, TimeoutError) else "broke off"
                raise Lost(f"{place.host} {reason}") from error
            if connection.late.is_set():  # An answer of unknown length looks whole when it was cut off.
                raise Lost(f"{place.host} took too long")
            return answer
    finally:
        connection.close()


@contextmanager
def _cut_off(connection: _Connection, seconds: float) -> Iterator[None]:
    """Ends the connection when its time is up: each single step may be quick, and all of them together endless."""

    def cut() -> None:
        connection.late.set()
        if connection.wire is not None:
            with suppress(OSError):
                # Of the plain socket: that of an encrypted one would change it under whoever reads.
                socket.socket.shutdown(connection.wire, socket.SHUT_RDWR)

    timer = Timer(seconds, cut)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _answer(response: HTTPResponse, place: Place, bounds: Bounds) -> Answer:
    headers = {name.lower(): value for name, value in response.getheaders()}
    if response.status != 200:
        return Answer(response.status, headers)
    body = _whole(response, place, bounds)
    coding = headers.get("content-encoding", "identity").strip().lower()
    if coding == "gzip":
        body = _unpacked(body, place, bounds)
    elif coding != "identity":
        raise NoAnswer(f"{place.host} answered in a packing that was not asked for.")
    return Answer(response.status, headers, body)


def _whole(response: HTTPResponse, place: Place, bounds: Bounds) -> bytes:
    parts, size = list[bytes](), 0
    while part := response.read1(PART):
        size += len(part)
        if size > bounds.size:
            raise _too_big(place, bounds)
        parts.append(part)
    if response.length:
        raise HTTPException(f"{response.length} bytes are missing")
    return b"".join(parts)


def _unpacked(body: bytes, place: Place, bounds: Bounds) -> bytes:
    unpacking = zlib.decompressobj(GZIP)
    try:
        text = unpacking.decompress(body, bounds.size + 1)
    except zlib.error as error:
        raise NoAnswer(f"{place.host} sent an answer that cannot be unpacked.") from error
    if len(text) > bounds.size:
        raise _too_big(place, bounds)
    if not unpacking.eof:
        raise HTTPException("the packed answer has no end")
    return text


def _too_big(place: Place, bounds: Bounds) -> NoAnswer:
    return NoAnswer(f"{place.host} sent more than {bounds.size:,} bytes, which no answer about papers needs.")
