"""The workspace's addresses: the page with its API for people, and the routes that the bot calls."""

import logging
from collections.abc import Callable, Iterable
from typing import Any, Protocol

from flask import Flask, Response, jsonify, redirect, request
from werkzeug.exceptions import HTTPException, NotFound

from bot.logs import new_reference
from bot.workspace.delivery.exchanges import Exchanges
from bot.workspace.errors import CannotDo
from bot.workspace.keeping import CannotKeep
from bot.workspace.model import Json
from bot.workspace.reading import Unreadable, read
from bot.workspace.site.arguments import body
from bot.workspace.site.guard import Guard
from bot.workspace.site.page_acts import PageActs, UnknownVerb
from bot.workspace.site.page_api import PageApi
from bot.workspace.site.page_faults import PageFaults
from bot.workspace.site.page_files import page_file
from bot.workspace.site.streams import Streams
from bot.workspace.webapi.files import LARGEST

log = logging.getLogger(__name__)

BODY_LIMIT = 2 * 1024 * 1024
"""Bytes; a view may have 250 kB, a message 40,000 characters and 50 blocks."""
UPLOAD_LIMIT = 2 * LARGEST
"""Bytes; files travel in base64, which is a third longer than they are."""
HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "Cache-Control": "no-store",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}

SENTENCE = 1_000
"""Characters; some repeat what was typed, which may be anything."""
MICROSECONDS = 6
"""The digits of a message's time behind its point, which a permalink leaves out."""

Health = Callable[[str], tuple[int, Json]]
"""What the bot's own health page at this path says."""


class Side(Protocol):
    """Some of the routes."""

    def add_to(self, site: Flask) -> None:
        """Adds them."""


class PageSide:
    """The routes for the page."""

    def __init__(
        self,
        api: PageApi,
        acts: PageActs,
        faults: PageFaults,
        exchanges: Exchanges,
        streams: Streams,
        health: Health,
    ) -> None:
        self._api = api
        self._acts = acts
        self._faults = faults
        self._exchanges = exchanges
        self._streams = streams
        self._health = health

    def add_to(self, site: Flask) -> None:
        """Adds the routes."""
        site.add_url_rule("/", "page", lambda: page_file("index.html"))
        site.add_url_rule("/page/<path:name>", "page file", page_file)
        site.add_url_rule("/archives/<channel>/p<ts>", "permalink", _to_message)
        site.add_url_rule("/favicon.ico", "icon", lambda: ("", 204))
        for path in ("/healthz", "/readyz"):
            site.add_url_rule(path, path, lambda: self._healthy(request.path))
        reads = {
            "start": lambda: self._api.start(_as()),
            "messages": lambda: self._api.messages(_as(), request.args.get("channel", "")),
            "modals": lambda: self._api.modals(_as()),
            "home": lambda: self._api.home(_as()),
            "exchanges": self._travelled,
        }
        for name, look in reads.items():
            site.add_url_rule(f"/page-api/{name}", name, look)
        site.add_url_rule("/page-api/changes", "changes", self._changes)
        site.add_url_rule("/page-api/do/<verb>", "do", self._do, methods=["POST"])

    def _travelled(self) -> Json:
        after = request.args.get("after", 0, type=int)
        exchanges = [exchange.as_json() for exchange in self._exchanges.all(after)]
        return {"exchanges": exchanges, "faults": self._faults.planned()}

    def _changes(self) -> Response:
        user = self._api.human(_as()).id
        return Response(self._streams.lines(user), mimetype="text/event-stream")

    def _do(self, verb: str) -> Json:
        if verb == "upload":
            request.max_content_length = UPLOAD_LIMIT
        try:
            given = read(body())
        except Unreadable:
            given = None
        if not isinstance(given, dict):
            raise CannotDo("Send an object, as JSON that others can read too.")
        return {"ok": True, **self._acts.do(verb, given)}

    def _healthy(self, path: str) -> tuple[Response, int]:
        status, body = self._health(path)
        return jsonify(body), status


def build_site(sides: Iterable[Side], port: int) -> Flask:
    """Everything on one port; who asks is looked at first."""
    guard = Guard(port)
    site = Flask(__name__, static_folder=None)
    site.config["MAX_CONTENT_LENGTH"] = BODY_LIMIT
    site.json.sort_keys = False  # type: ignore[attr-defined]  # of the provider that Flask comes with

    @site.before_request
    def look() -> tuple[Response, int] | None:
        headers = {name.lower(): value for name, value in request.headers.items()}
        objection = guard.objection(request.method, request.path, headers)
        return None if objection is None else (jsonify(ok=False, sentence=objection), 403)

    site.after_request(_with_headers)
    site.register_error_handler(CannotDo, lambda error: (jsonify(ok=False, sentence=str(error)[:SENTENCE]), 400))
    site.register_error_handler(CannotKeep, _full)
    site.register_error_handler(UnknownVerb, lambda _: (jsonify(ok=False, sentence="Nobody can do that here."), 404))
    site.register_error_handler(Exception, _broken)
    for side in sides:
        side.add_to(site)
    return site


def _to_message(channel: str, ts: str) -> Any:
    """From a permalink, as chat.getPermalink gives it, to the page at that message."""
    if not (channel.isalnum() and len(ts) > MICROSECONDS and ts.isdecimal()):
        raise NotFound
    thread = request.args.get("thread_ts", "")
    inside = f"/{thread}" if thread.replace(".", "").isdecimal() else ""
    return redirect(f"/#/{channel}{inside}/p{ts[:-MICROSECONDS]}.{ts[-MICROSECONDS:]}")


def _with_headers(response: Response) -> Response:
    response.headers.update(HEADERS)
    return response


def _full(error: CannotKeep) -> Any:
    log.error("The workspace can keep nothing: %s", error)
    return jsonify(ok=False, sentence=f"The workspace can keep nothing: {error}."), 503


def _broken(error: Exception) -> Any:
    if isinstance(error, HTTPException):
        return jsonify(ok=False, sentence=f"{error.name}."), error.code or 500
    reference = new_reference()
    log.error("%s: the workspace could not answer %s", reference, request.path, exc_info=error)
    return jsonify(
        ok=False, sentence=f"Something went wrong in the workspace; the log has more under {reference}."
    ), 500


def _as() -> str:
    return request.args.get("as", "")
