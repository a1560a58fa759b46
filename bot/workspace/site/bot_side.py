"""The routes that the bot calls: the Web API, response URLs, and the socket."""

import json
import logging
import re
from collections.abc import Callable
from typing import Any

from flask import Flask, Response, request
from simple_websocket.errors import SimpleWebsocketError
from werkzeug.exceptions import HTTPException

from bot import clock
from bot.logs import new_reference
from bot.workspace.checks.problem import Problem
from bot.workspace.delivery.exchanges import Exchanges
from bot.workspace.errors import Refusal
from bot.workspace.keeping import CannotKeep
from bot.workspace.model import Json
from bot.workspace.reading import Unreadable
from bot.workspace.site import arguments
from bot.workspace.site.server import cut
from bot.workspace.site.sockets import Sockets
from bot.workspace.webapi.answers import Answer, refused
from bot.workspace.webapi.api import WebApi
from bot.workspace.webapi.response_urls import ResponseUrls

log = logging.getLogger(__name__)

_PROBLEM = re.compile(r"\[ERROR\] (?P<sentence>.*) \[json-pointer:(?P<pointer>.*)\]", re.DOTALL)


class BotSide:
    """Carries out the answers, and records what travelled."""

    def __init__(self, api: WebApi, response_urls: ResponseUrls, exchanges: Exchanges, sockets: Sockets) -> None:
        self._api = api
        self._response_urls = response_urls
        self._exchanges = exchanges
        self._sockets = sockets

    def add_to(self, site: Flask) -> None:
        """Adds the routes."""
        site.add_url_rule("/api/<method>", "api", self._call, methods=["GET", "POST"])
        site.add_url_rule("/response/<key>", "response", self._respond, methods=["POST"])
        site.add_url_rule("/socket", "socket", self._connect, websocket=True)

    def _call(self, method: str) -> Response:
        def answer(given: Json) -> Answer:
            inside = given.pop("token", None)
            return self._api.call(method, _bearer() or (None if inside is None else str(inside)), given)

        return self._answered(method, answer)

    def _respond(self, key: str) -> Response:
        return self._answered("response_url", lambda given: self._response_urls.use(key, given))

    def _answered(self, name: str, work: Callable[[Json], Answer]) -> Response:
        seconds = clock.stopwatch()
        given: Json = {}
        try:
            given = _arguments()
            answer = work(dict(given))
        except Unreadable:
            answer = refused(Refusal("invalid_json"))
        except HTTPException as error:
            answer = refused(Refusal("invalid_form_data", (f"{error.name}.",)), error.code or 400)
        except CannotKeep as error:
            log.error("The workspace can keep nothing: %s", error)
            answer = refused(Refusal("internal_error", (f"The workspace can keep nothing: {error}.",)))
        except Exception:
            reference = new_reference()
            log.exception("%s: the workspace could not answer %s", reference, name)
            answer = refused(Refusal("internal_error", (f"The workspace's log has more under {reference}.",)))
        self._exchanges.add(
            way="from bot",
            name=name,
            body=given,
            answer=answer.body,
            status="connection dropped" if answer.drop else answer.status,
            milliseconds=1000 * seconds(),
            problems=_problems(answer),
        )
        return _carried_out(answer)

    def _connect(self) -> Response:
        """Answers 403 to a ticket that is used or made up; the connection itself is held here until it is over."""
        if not self._sockets.admits(request.args.get("ticket", "")):
            return Response("This address was used before, or never given.\n", 403, mimetype="text/plain")
        try:
            self._sockets.serve(request.environ)
        except (OSError, SimpleWebsocketError) as error:
            log.debug("A connection ended before it began: %s", type(error).__name__)
        return _Over()


class _Over(Response):
    """What Werkzeug gets when nothing may be sent any more."""

    def __call__(self, *_: Any) -> Any:
        """Raises what Werkzeug takes for the end of a connection."""
        raise ConnectionError("The connection is over.")


def _bearer() -> str | None:
    kind, _, token = request.headers.get("Authorization", "").partition(" ")
    return token.strip() if kind.lower() == "bearer" and token.strip() else None


def _arguments() -> Json:
    sent = arguments.body()
    if request.mimetype == "application/json":
        return arguments.from_json(sent)
    return arguments.from_form(request.values.to_dict())


def _problems(answer: Answer) -> tuple[Problem, ...]:
    """What the checks found, read back from the sentences in which the bot is told of it."""
    metadata = answer.body.get("response_metadata") if isinstance(answer.body, dict) else None
    messages = metadata.get("messages", ()) if isinstance(metadata, dict) else ()
    found = (_PROBLEM.fullmatch(message) for message in messages)
    return tuple(Problem(answer.error or "", one["pointer"], one["sentence"]) for one in found if one)


def _carried_out(answer: Answer) -> Response:
    if answer.hold is not None:
        answer.hold.wait()
    if answer.drop:
        cut(request.environ["werkzeug.socket"])
        return _Over()
    if isinstance(answer.body, str):
        return Response(answer.body, answer.status, answer.headers)
    return Response(json.dumps(answer.body), answer.status, answer.headers, mimetype="application/json")
