"""What emulate lacks, in front of it: Socket Mode, response URLs, previews; every other call goes on to emulate."""

from collections.abc import Callable
from secrets import token_hex

from bot.workspace.errors import Refusal
from bot.workspace.model import View
from bot.workspace.webapi.answers import Answer, refused
from tests.foreign.emulate_program import PERSON_TOKEN, Upstream
from tests.foreign.slack_like import Json, Keys


class EdgeApi:
    """Stands where the workspace's own Web API does. `heard` is told of each call that emulate took."""

    def __init__(
        self,
        upstream: Upstream,
        keys: Callable[[], Keys],
        socket_url: Callable[[], str],
        heard: Callable[[str, Json, Json], None],
    ) -> None:
        self._upstream = upstream
        self._keys = keys
        self._socket_url = socket_url
        self._heard = heard

    def call(self, method: str, token: str | None, arguments: Json) -> Answer:
        """One call of the bot. emulate takes unknown tokens for its first user's, so they are looked at here."""
        keys = self._keys()
        expected = keys.app_token if method == "apps.connections.open" else keys.bot_token
        if token != expected:
            return refused(Refusal("not_authed" if token is None else "invalid_auth"))
        if method == "apps.connections.open":
            return Answer(200, {"ok": True, "url": self._socket_url()})
        body = self._unfurl(arguments) if method == "chat.unfurl" else self._upstream.call(method, token, arguments)
        if "upload_url" in body:
            body["upload_url"] = self._upstream.reachable(body["upload_url"])
        if body["ok"]:
            self._heard(method, arguments, body)
        return Answer(200, body)

    def _unfurl(self, arguments: Json) -> Json:
        """emulate lets nobody change another one's message, so the preview is put there by its author."""
        attachments = [{"id": 1, "from_url": url, **preview} for url, preview in arguments["unfurls"].items()]
        change = {"channel": arguments["channel"], "ts": arguments["ts"], "attachments": attachments}
        answer = self._upstream.call("chat.update", PERSON_TOKEN, change)
        return {"ok": True} if answer["ok"] else answer


class Kept:
    """What emulate does not give out again: private messages by their `ts`, the open windows, and the Home tab."""

    def __init__(self, owner: str) -> None:
        self._owner = owner
        self.private: dict[str, Json] = {}
        self.windows: list[View] = []
        self.home: Json | None = None

    def take(self, method: str, arguments: Json, answer: Json) -> None:
        """Learns from a call that emulate took."""
        if method == "chat.postEphemeral":
            ts = answer["message_ts"]
            self.private[ts] = {"ts": ts, **{name: arguments[name] for name in ("text", "blocks") if name in arguments}}
        if method == "views.publish":
            self.home = answer["view"]
        if method in ("views.open", "views.push"):
            self.windows.append(self._view(answer))
        if method == "views.update":
            self.windows = [self._view(answer) if one.id == answer["view"]["id"] else one for one in self.windows]

    def _view(self, answer: Json) -> View:
        return View(id=answer["view"]["id"], kind="modal", owner=self._owner, body=answer["view"])


class EdgeResponseUrls:
    """Stands where the workspace's own do. What a bot sends becomes a call of the Web API, so that emulate polices it;
    only private messages, which emulate does not give out again, are changed here."""

    def __init__(
        self,
        api: EdgeApi,
        bot_token: str,
        kept: Kept,
        noticed: Callable[[], None],
        person: str,
        channel: str,
    ) -> None:
        self._api = api
        self._token = bot_token
        self._kept = kept
        self._noticed = noticed
        self._person = person
        self._channel = channel
        self._originals: dict[str, str | None] = {}

    def mint(self, origin: str, message_ts: str | None) -> str:
        """A new address, for what was done on a message or in the channel."""
        key = token_hex(8)
        self._originals[key] = message_ts
        return f"{origin}/response/{key}"

    def use(self, key: str, body: Json) -> Answer:
        """What the bot sends there."""
        if key not in self._originals:
            return refused(Refusal("expired_url"), 404)
        original = self._originals[key]
        content: Json = {name: body[name] for name in ("text", "blocks", "thread_ts") if name in body}
        if not body.get("replace_original") or original is None:
            return self.post(content, for_all=body.get("response_type") == "in_channel")
        if original not in self._kept.private:
            return self._call("chat.update", content | {"ts": original})
        self._kept.private[original] = {"ts": original, **content}
        self._noticed()
        return Answer(200, {"ok": True})

    def post(self, content: Json, *, for_all: bool) -> Answer:
        """A new message."""
        if for_all:
            return self._call("chat.postMessage", content)
        return self._call("chat.postEphemeral", content | {"user": self._person})

    def _call(self, method: str, arguments: Json) -> Answer:
        return self._api.call(method, self._token, arguments | {"channel": self._channel})
