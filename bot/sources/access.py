"""Which addresses may be asked: those of a few services, where their names lead out of the network we are in."""

import socket
import ssl
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from urllib.parse import urljoin, urlsplit

from bot.sources.errors import NoAnswer, Refused

Address = IPv4Address | IPv6Address
PORTS = {"https": 443, "http": 80}
NAT64 = IPv6Network("64:ff9b::/96")
"""Under this prefix a gateway leads to the IPv4 address in the last four bytes (RFC 6052), also to one inside."""


def is_public(address: Address) -> bool:
    """Whether the address is one of the open internet, also where one kind of address stands for another one."""
    if isinstance(address, IPv6Address):
        inner = address.ipv4_mapped or address.sixtofour or (address.teredo and address.teredo[1])
        if inner is None and address in NAT64:
            inner = IPv4Address(address.packed[-4:])
        if inner is not None:
            return is_public(inner)
    return address.is_global and not address.is_multicast and not address.is_reserved


def resolved(host: str, port: int) -> tuple[Address, ...]:
    """What the name stands for now. Raises OSError when nobody knows it."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return tuple(dict.fromkeys(ip_address(str(entry[4][0]).partition("%")[0]) for entry in found))


@cache
def tls() -> ssl.SSLContext:
    """One for all connections: it takes tens of milliseconds to make."""
    return ssl.create_default_context()


@dataclass(frozen=True, slots=True)
class Place:
    """Where a request goes: the server by name and by checked addresses, and what it is asked for."""

    origin: str
    secure: bool
    netloc: str
    host: str
    port: int
    target: str
    addresses: tuple[Address, ...]


@dataclass(frozen=True, slots=True)
class Access:
    """`origins` (`https://api.example.org`) are all that may be asked, with the seconds between two requests to each.

    Only tests have other values for the rest, as their servers are on this machine.
    """

    origins: Mapping[str, float]
    resolve: Callable[[str, int], tuple[Address, ...]] = resolved
    permits: Callable[[Address], bool] = is_public
    tls: Callable[[], ssl.SSLContext] = tls

    def place(self, url: str) -> Place:
        """Where this address leads. Raises `Refused` for one that may not be asked, `NoAnswer` for an unknown name."""
        if not url.isascii() or not url.isprintable() or any(sign in url for sign in ' \\"<>'):
            raise Refused("An address with signs that none may hold was not followed.")
        try:
            parts = urlsplit(url)
        except ValueError as error:
            raise Refused("What cannot be an address was not followed.") from error
        origin = f"{parts.scheme}://{parts.netloc}"
        if origin not in self.origins:
            raise Refused(f"{origin[:80]} is none of the services that papers are fetched from; it was not asked.")
        host, port = str(parts.hostname), parts.port or PORTS[parts.scheme]
        target = f"{parts.path or '/'}?{parts.query}" if parts.query else parts.path or "/"
        return Place(origin, parts.scheme == "https", parts.netloc, host, port, target, self._addresses(host, port))

    def moved(self, url: str, location: str) -> str:
        """Where a redirect leads; never from an encrypted to an open connection. Raises `Refused`."""
        try:
            new = urljoin(url, location)
            scheme = urlsplit(new).scheme
        except ValueError as error:
            raise Refused("A redirect to an address that none can be was not followed.") from error
        if url.startswith("https:") and scheme != "https":
            raise Refused("A redirect to an address without encryption was not followed.")
        return new

    def _addresses(self, host: str, port: int) -> tuple[Address, ...]:
        try:
            addresses = self.resolve(host, port)
        except OSError as error:
            raise NoAnswer(f"{host} cannot be found; is this machine connected to the internet?") from error
        if not addresses or not all(map(self.permits, addresses)):
            raise Refused(f"{host} leads to an address inside this network; it was not asked.")
        return addresses
