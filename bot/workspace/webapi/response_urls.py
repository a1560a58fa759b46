"""Addresses through which the bot may answer one act of a person: five times, and for half an hour."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from secrets import token_urlsafe

from bot.workspace import happenings
from bot.workspace.checks import check_message
from bot.workspace.composing import bot_message, content_of
from bot.workspace.errors import Refusal
from bot.workspace.model import BOT_USER, Json, Message
from bot.workspace.state import State
from bot.workspace.threads import hang, take_away
from bot.workspace.webapi.answers import Answer, refused
from bot.workspace.webapi.faults import Faults

USES = 5
LIFE = timedelta(minutes=30)
"""Both: docs.slack.dev, "Handling user interaction"."""
REMEMBERED = 2_000
"""Addresses; older ones are as good as expired."""


@dataclass(frozen=True, slots=True)
class _Minted:
    user: str
    channel: str
    message_ts: str | None
    at: datetime
    uses: int = 0


class ResponseUrls:
    """`base_url` tells scheme, host and port of the workspace, `events` hears what the bot caused."""

    def __init__(
        self,
        state: State,
        base_url: Callable[[], str],
        *,
        events: Callable[[str, Json], None],
        faults: Faults,
    ) -> None:
        self._state = state
        self._base_url = base_url
        self._events = events
        self._faults = faults
        self._minted: dict[str, _Minted] = {}

    def mint(self, user: str, channel: str, message_ts: str | None = None) -> str:
        """An address to answer what `user` did in the channel, on that message if it was on one."""
        key = token_urlsafe(24)
        with self._state.lock:
            self._minted[key] = _Minted(user, channel, message_ts, self._state.now())
            while len(self._minted) > REMEMBERED:
                del self._minted[next(iter(self._minted))]
        return f"{self._base_url()}/response/{key}"

    def use(self, key: str, body: Json) -> Answer:
        """What the bot sends to the address that ends in `key`."""
        fault = self._faults.take("response_url")
        return self._use(key, body) if fault is None else fault.answer(lambda: self._use(key, body))

    def _use(self, key: str, body: Json) -> Answer:
        caused: list[tuple[str, Json]] = []
        try:
            with self._state.lock:
                minted = self._taken(key)
                self._carry_out(minted, body, caused)
        except Refusal as refusal:
            return refused(refusal, 404 if refusal.code in ("expired_url", "used_url") else 400)
        for kind, event in caused:
            self._events(kind, event)
        return Answer(200, "ok", {"Content-Type": "text/plain; charset=utf-8"})

    def _taken(self, key: str) -> _Minted:
        minted = self._minted.get(key)
        if minted is None or self._state.now() - minted.at > LIFE:
            raise Refusal("expired_url")
        if minted.uses >= USES:
            raise Refusal("used_url")
        self._minted[key] = replace(minted, uses=minted.uses + 1)
        return minted

    def _carry_out(self, minted: _Minted, body: Json, caused: list[tuple[str, Json]]) -> None:
        if body.get("delete_original"):
            original = self._original(minted)
            mark = take_away(self._state, original)
            if original.only_for is None:
                caused.append(("message", happenings.taken_away(self._state, original, mark)))
            return
        _check(body)
        if body.get("replace_original") and minted.message_ts is not None:
            self._replace(self._original(minted), body, caused)
        else:
            self._post(minted, body, caused)

    def _original(self, minted: _Minted) -> Message:
        original = self._state.message(minted.channel, minted.message_ts or "")
        if original is None or original.body.get("user") != BOT_USER:
            raise Refusal("message_not_found")
        return original

    def _replace(self, original: Message, body: Json, caused: list[tuple[str, Json]]) -> None:
        kept = {name: value for name, value in original.body.items() if name not in _SAID}
        # An ephemeral message stays one, whatever `response_type` says.
        new = replace(original, body=kept | content_of(body))
        if original.only_for is None:
            new.body["edited"] = {"user": BOT_USER, "ts": self._state.new_ts()}
            caused.append(("message", happenings.changed(self._state, original, new)))
        self._state.save_message(new)

    def _post(self, minted: _Minted, body: Json, caused: list[tuple[str, Json]]) -> None:
        for_all = body.get("response_type") == "in_channel"
        bot = self._state.person(BOT_USER)
        channel = self._state.channel(minted.channel)
        if bot is None or channel is None:
            raise Refusal("channel_not_found")
        if channel.archived:
            raise Refusal("is_archived")
        ts = self._state.new_ts()
        said = bot_message(body, bot, ts, updated=channel.created, ephemeral=not for_all)
        if body.get("thread_ts"):
            said["thread_ts"] = str(body["thread_ts"])
        message = Message(channel=channel.id, ts=ts, body=said, only_for=None if for_all else minted.user)
        self._state.save_message(message)
        if for_all:
            if message.thread_ts:
                hang(self._state, channel.id, message.thread_ts)
            caused.append(("message", happenings.posted(self._state, message)))


_SAID = frozenset({"text", "blocks", "attachments", "metadata", "edited"})


def _check(body: Json) -> None:
    problems = check_message(body)
    if problems:
        said = tuple(f"[ERROR] {problem.sentence} [json-pointer:{problem.pointer}]" for problem in problems)
        raise Refusal(problems[0].code, said)
