"""Whether an address that came from outside is at a place where our words and tokens may travel."""

from collections.abc import Collection
from urllib.parse import urlsplit

Origin = tuple[str, str]
"""Scheme and host, with the port where one is written."""


def is_at(address: str, origins: Collection[Origin]) -> bool:
    """Right scheme and host, no name, password or port smuggled in."""
    if not address.isascii() or not address.isprintable() or any(sign in address for sign in ' \\"<>'):
        return False
    try:
        parts = urlsplit(address)
    except ValueError:
        return False
    return (parts.scheme, parts.netloc) in origins
