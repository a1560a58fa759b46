"""emulate (npm, Apache-2.0) as a program: what it begins with, how it is started, and calls of its Web API."""

import json
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

from bot.workspace.model import APP, BOT, BOT_USER
from tests.foreign.programs import NODE_MODULES, running
from tests.foreign.slack_like import WAIT, Json

ENTRY = NODE_MODULES / "emulate" / "dist" / "api.js"
LAUNCHER = Path(__file__).with_name("emulate_on_loopback.mjs")
READY = re.compile(r"Listening on port (\d+)")
BOT_TOKEN, PERSON_TOKEN = "xoxb-emulate", "xoxp-emulate-person"
BOT_NAME = "probe"
PERSON, GENERAL, RANDOM = "U000000001", "C000000001", "C000000002"
"""The ids with which emulate always begins."""


class Upstream:
    """emulate's Web API."""

    def __init__(self, port: int) -> None:
        self._origin = f"http://127.0.0.1:{port}"
        self._url = f"{self._origin}/api/"

    def reachable(self, address: str) -> str:
        """An address of emulate's, which does not know its own port when it took a free one."""
        return self._origin + urlsplit(address).path

    def call(self, method: str, token: str, arguments: Json) -> Json:
        """emulate's answer, whatever it is."""
        headers = {"Content-Type": "application/json", "Authorization": f"Bearer {token}"}
        request = Request(self._url + method, data=json.dumps(arguments).encode(), headers=headers)
        try:
            with urlopen(request, timeout=WAIT) as answer:
                return dict(json.loads(answer.read()))
        except HTTPError as error:
            with error:
                # Methods that it does not know are no addresses of its.
                return {"ok": False, "error": "unknown_method" if error.code == 404 else f"status {error.code}"}

    def ask(self, method: str, token: str, **arguments: Any) -> Json:
        """The answer to a call that must not fail."""
        answer = self.call(method, token, arguments)
        assert answer["ok"], (method, answer)
        return answer


@contextmanager
def emulate_running(scopes: Sequence[str]) -> Iterator[Upstream]:
    """emulate with the bot, which has these scopes, in its channel `GENERAL`."""
    with running(["node", str(LAUNCHER), json.dumps(_settings(scopes))], READY) as ready:
        upstream = Upstream(int(ready[1]))
        upstream.ask("conversations.invite", PERSON_TOKEN, channel=GENERAL, users=BOT_USER)
        yield upstream


def _settings(scopes: Sequence[str]) -> Json:
    app = {
        "app_id": APP,
        "bot_id": BOT,
        "bot_user_id": BOT_USER,
        "bot_name": BOT_NAME,
        "client_id": "1.2",
        "client_secret": "unused",
        "name": BOT_NAME,
        "redirect_uris": [],
        "scopes": list(scopes),
    }
    bot = {"type": "bot", "user_id": BOT_USER, "app_id": APP, "bot_id": BOT, "bot_user_id": BOT_USER}
    return {
        "oauth_apps": [app],
        "tokens": [{"token": BOT_TOKEN, "scopes": list(scopes), **bot}, {"token": PERSON_TOKEN, "user_id": PERSON}],
        "strict_scopes": True,
    }
