"""Who may ask the workspace for something: its own page, and programs on this machine that know its tokens."""

from collections.abc import Mapping
from dataclasses import dataclass

OWN_NAMES = ("127.0.0.1", "localhost", "[::1]")
FOR_PROGRAMS = ("/api/", "/response/", "/socket")
"""Where the bot calls. A browser has nothing to do there, whatever page it shows."""

Headers = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Guard:
    """Looks at a request before anybody works on it; `port` is where the workspace listens."""

    port: int

    def objection(self, method: str, path: str, headers: Headers) -> str | None:
        """A sentence when the request must be refused. `headers` by their names in lower case."""
        host = headers.get("host", "").lower()
        known = {f"{name}:{self.port}" for name in OWN_NAMES}
        # Some WebSocket clients leave the port out, and a browser is turned away below.
        if host not in known and not (path == "/socket" and host in OWN_NAMES):
            # Another name that leads here is how a foreign page would get around the browser's same-origin rule.
            return f"This workspace answers at 127.0.0.1:{self.port} only."
        if path.startswith(FOR_PROGRAMS):
            return "This address is for the bot, not for a browser." if _browser(headers) else None
        if method in ("GET", "HEAD"):
            return _to_read(path, headers)
        if path.startswith("/page-api/"):
            return _to_act(host, headers)
        return "Files come from the bot, not from a browser." if _browser(headers) else None


def _browser(headers: Headers) -> bool:
    return "origin" in headers or "sec-fetch-site" in headers


def _to_read(path: str, headers: Headers) -> str | None:
    """Only the page itself may be reached from elsewhere, by a link that somebody follows, also one to a message."""
    site = headers.get("sec-fetch-site", "none")
    followed = (path == "/" or path.startswith("/archives/")) and headers.get("sec-fetch-mode") == "navigate"
    if site in ("same-origin", "none") or followed:
        return None
    return "This is for the workspace's own page only."


def _to_act(host: str, headers: Headers) -> str | None:
    if headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        return "Send application/json."
    origin = headers.get("origin")
    own = f"http://{host}" == origin if origin is not None else headers.get("sec-fetch-site") == "same-origin"
    return None if own else "This is for the workspace's own page only."
