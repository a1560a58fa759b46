"""What a setting's text must look like: each check returns the value or raises ValueError with how to mend it."""

import re
from collections.abc import Callable
from ipaddress import ip_address
from pathlib import Path
from urllib.parse import unquote, urlsplit

LOG_LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")
MODES = ("socket", "http", "workspace", "terminal")


def bot_token(text: str) -> str:
    """A bot token; Slack also issues user, rotating and app-level tokens, which do not work in its place."""
    if text.startswith("xoxe."):
        raise ValueError("is a rotating token, which ends after 12 hours; turn token rotation off and install again")
    return _token(text, "xoxb-", "copy the Bot User OAuth Token from OAuth & Permissions")


def app_token(text: str) -> str:
    """An app-level token, the kind that opens Socket Mode."""
    return _token(text, "xapp-", "make an App-Level Token with connections:write under Basic Information")


def _token(text: str, prefix: str, mend: str) -> str:
    if not text.startswith(prefix):
        raise ValueError(f"does not begin with {prefix}; {mend}")
    if not re.fullmatch(r"[A-Za-z0-9-]+", text[len(prefix) :]):
        raise ValueError(
            "must have only letters, digits and hyphens after its beginning; copy it again, without quotes"
        )
    return text


def signing_secret(text: str) -> str:
    """Slack's is 32 hexadecimal digits; another server's may not be, so only what cannot be one is refused."""
    if text.lower().startswith(("xox", "xapp-")):
        raise ValueError("holds a token; copy the Signing Secret from Basic Information")
    if not re.fullmatch(r"[!-~]+", text):
        raise ValueError("has spaces or other characters no secret has; copy it again from Basic Information")
    return text


def usual_signing_secret(text: str) -> bool:
    """Whether the secret has the form that Slack's own have."""
    return re.fullmatch(r"[0-9a-f]{32}", text) is not None


def api_url(text: str) -> str:
    """An https address, or http on this machine only, since the token travels with every call; ends with one slash.

    The message never repeats the address, which may hold a password.
    """
    mend = "write an address such as https://slack.com/api/"
    try:
        parts = urlsplit(text)
        host, port = parts.hostname, parts.port
    except ValueError as error:
        raise ValueError(f"is not an address; {mend}") from error
    if parts.scheme not in ("https", "http") or not host or port == 0 or re.search(r"[^!-~]", text):
        raise ValueError(f"is not an address; {mend}")
    if "@" in parts.netloc or parts.query or parts.fragment:
        raise ValueError(f"may not hold a password, a query or a fragment; {mend}")
    if parts.scheme == "http" and not _on_this_machine(host):
        raise ValueError("would send the token unencrypted; use https (http is only for localhost)")
    return text.rstrip("/") + "/"


def contact(text: str) -> str:
    """An e-mail address, or the address of a page; it travels in a header of every request for papers."""
    if re.fullmatch(
        r"[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}|https://[\w-]+(?:\.[\w-]+)+(?:/[!-~]*)?", text, re.ASCII
    ):
        return text
    raise ValueError("is no e-mail address and no https address; write for example papers@example.org")


def database_url(text: str) -> str:
    """The address of a PostgreSQL database. The message never repeats it, since it may hold a password.

    A sign of a password that was not encoded would end the password early, and errors would show the rest as the host.
    """
    scheme, found, rest = text.partition("://")
    if not found or scheme not in ("postgresql", "postgres", "postgresql+psycopg") or re.search(r"[^!-~]", rest):
        raise ValueError(
            "is not the address of a PostgreSQL database; write one such as postgresql://paperboy:PASSWORD@host/papers,"
            " or leave it empty for a file in the data folder"
        )
    _, ended, beyond = rest.partition("@")
    if "#" in rest or "@" in beyond or (ended and re.search(r"[/?\[\]]", rest.partition("@")[0])):
        raise ValueError("has a sign in user or password that ends them early; write @ as %40, / as %2F, # as %23, ...")
    try:
        parts = urlsplit(text)
        _ = parts.port
    except ValueError as error:
        raise ValueError("has a host or port that cannot be read; write host:port, and an IPv6 host in []") from error
    if "password" in parts.query.casefold():
        raise ValueError("may hold a password between user and @ only; move it there")
    return text


def database_passwords(text: str) -> tuple[str, ...]:
    """What must be hidden of a checked address of a database: the password as it is and as it was written."""
    written = urlsplit(text).password
    return (text, written, unquote(written)) if written else ()


def _on_this_machine(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


def folder(text: str) -> Path:
    """A path; `~` is the home folder here too, since nothing expands it inside `.env`."""
    if "\0" in text:
        raise ValueError("holds a null character, which no path may; write it again")
    try:
        return Path(text).expanduser()
    except RuntimeError as error:
        raise ValueError("begins with ~, but the home folder is unknown; write the whole path") from error


def host(text: str) -> str:
    """A host name or an IP address, without scheme or port."""
    parts = text.removesuffix(".").split(".")
    known = re.fullmatch(r"[A-Za-z0-9.:%_-]+", text) and text.count(":") != 1
    # A resolver takes no empty part of a name, and none over 63 letters.
    if not known or not all(0 < len(part) < 64 for part in parts):
        raise ValueError("is not a host name or IP address; write for example 127.0.0.1, or 0.0.0.0 for every network")
    return text


def whole_number(first: int, last: int) -> Callable[[str], int]:
    """A check for whole numbers from `first` to `last`."""

    def check(text: str) -> int:
        if not re.fullmatch(r"[0-9]{1,9}", text) or not first <= int(text) <= last:
            raise ValueError(f"is not a whole number from {first} to {last}")
        return int(text)

    return check


def one_of(words: tuple[str, ...]) -> Callable[[str], str]:
    """A check for one of these words, in any case."""

    def check(text: str) -> str:
        for word in words:
            if word.lower() == text.lower():
                return word
        raise ValueError(f"is not one of {', '.join(words)}")

    return check
