"""Slack's Web API as one function: a method, a token and arguments in, an answer out."""

from collections.abc import Callable

from bot.workspace.checks import check_call
from bot.workspace.composing import LONGEST_TEXT
from bot.workspace.errors import Refusal
from bot.workspace.model import Json
from bot.workspace.state import State
from bot.workspace.triggers import Triggers
from bot.workspace.webapi.answers import Answer, refused, slow_down
from bot.workspace.webapi.faults import Faults
from bot.workspace.webapi.files import Files
from bot.workspace.webapi.ledger import Call, Ledger, TokenKind
from bot.workspace.webapi.methods import METHODS
from bot.workspace.webapi.methods.context import Arguments, Context
from bot.workspace.webapi.rates import Rates
from bot.workspace.webapi.scopes import NEEDED, Scopes

_FOR_APP_TOKENS = frozenset({"apps.connections.open"})
_CUT = frozenset({"chat.postMessage", "chat.postEphemeral"})
"""Methods that cut a text which is too long, and say so in a warning."""


class WebApi:
    """`events(kind, event)` hears what the bot caused, `socket_url` gives a new address for Socket Mode, `file_url` the
    address of a file by its id, and `origin` scheme, host and port of the workspace. `ledger` has all calls."""

    def __init__(
        self,
        state: State,
        manifest: Json,
        *,
        bot_token: str,
        app_token: str,
        events: Callable[[str, Json], None],
        triggers: Triggers,
        faults: Faults,
        rates: Rates,
        socket_url: Callable[[], str],
        file_url: Callable[[str], str],
        origin: Callable[[], str],
    ) -> None:
        self.ledger = Ledger()
        self.files = Files()
        self._state = state
        self._manifest = manifest
        self._scopes = Scopes.of(manifest)
        self._kinds: dict[str | None, TokenKind] = {None: "none", bot_token: "bot", app_token: "app"}
        self._events = events
        self._triggers = triggers
        self._faults = faults
        self._rates = rates
        self._socket_url = socket_url
        self._file_url = file_url
        self._origin = origin

    def call(self, method: str, token: str | None, arguments: Json) -> Answer:
        """Carries out one call. `arguments` are without the token, with JSON texts read."""
        kind = self._kinds.get(token, "unknown")
        fault = self._faults.take(method)
        if fault is None:
            answer = self._carry_out(method, kind, arguments, 0.0)
        else:
            answer = fault.answer(lambda: self._carry_out(method, kind, arguments, fault.lag))
        # Whoever has no token could fill the memory.
        told = arguments if kind in ("bot", "app") else {}
        self.ledger.add(Call(method, kind, told, answer, self._state.now()))
        return answer

    def _carry_out(self, method: str, kind: TokenKind, arguments: Json, lag: float) -> Answer:
        context = self._context(lag)
        try:
            self._admit(method, kind)
            channel = arguments.get("channel")
            seconds = self._rates.wait(method, channel if isinstance(channel, str) else None)
            if seconds is not None:
                return slow_down(seconds)
            arguments = _cut(arguments, context) if method in _CUT else arguments
            _check(method, arguments)
            with self._state.lock:
                body = METHODS[method](context, Arguments(arguments))
        except Refusal as refusal:
            return self._with_scopes(method, kind, refused(refusal))
        for event_kind, event in context.caused:
            self._events(event_kind, event)
        return self._with_scopes(method, kind, Answer(200, _whole(body, context)))

    def _admit(self, method: str, kind: TokenKind) -> None:
        if method not in METHODS:
            raise Refusal("unknown_method", req_method=method)
        if kind in ("none", "unknown"):
            raise Refusal("not_authed" if kind == "none" else "invalid_auth")
        if (kind == "app") != (method in _FOR_APP_TOKENS):
            raise Refusal("not_allowed_token_type")
        self._scopes.demand(*NEEDED.get(method, ()))

    def _context(self, lag: float) -> Context:
        return Context(
            state=self._state,
            manifest=self._manifest,
            scopes=self._scopes,
            triggers=self._triggers,
            files=self.files,
            origin=self._origin(),
            socket_url=self._socket_url,
            file_url=self._file_url,
            lag=lag,
        )

    def _with_scopes(self, method: str, kind: TokenKind, answer: Answer) -> Answer:
        if kind != "bot":
            return answer
        answer.headers["X-OAuth-Scopes"] = self._scopes.listed
        if method in NEEDED:
            answer.headers["X-Accepted-OAuth-Scopes"] = ",".join(NEEDED[method])
        return answer


def _cut(arguments: Json, context: Context) -> Json:
    text = arguments.get("text")
    if not isinstance(text, str) or len(text) <= LONGEST_TEXT:
        return arguments
    context.warnings.append("message_truncated")
    return {**arguments, "text": text[:LONGEST_TEXT]}


def _check(method: str, arguments: Json) -> None:
    problems = check_call(method, arguments)
    if problems:
        said = tuple(f"[ERROR] {problem.sentence} [json-pointer:{problem.pointer}]" for problem in problems)
        raise Refusal(problems[0].code, said)


def _whole(body: Json, context: Context) -> Json:
    if not context.warnings:
        return {"ok": True, **body}
    metadata = {**body.get("response_metadata", {}), "warnings": context.warnings}
    return {"ok": True, **body, "warning": ",".join(context.warnings), "response_metadata": metadata}
