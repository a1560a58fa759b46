"""local-slack (npm, MIT): a whole small Slack that others wrote, driven by its control API and its page's socket."""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.request import Request, urlopen

from simple_websocket import Client, ConnectionClosed

from tests.foreign.lacks import LACKS
from tests.foreign.programs import NODE_MODULES, running
from tests.foreign.slack_like import WAIT, Json, Keys, Seen, Transport, Watched, as_slack_has_it, seen

PROGRAM = NODE_MODULES / "local-slack-linux-x64" / "bin" / "local-slack"
SECRET = "local-slack-signing-secret"
READY = re.compile(r"Web API base: +http://127\.0\.0\.1:(\d+)/api/")
BOT_USER, PERSON, CHANNEL = "U0PROBE", "U0READER", "C0GENERAL"


class LocalSlack(Watched):
    """Its page's socket tells of every change; what it shows is kept here."""

    person, channel, bot_user = PERSON, CHANNEL, BOT_USER

    def __init__(self, port: int) -> None:
        super().__init__()
        self._origin = f"http://127.0.0.1:{port}"
        self.keys = Keys(
            api_url=f"{self._origin}/api/",
            bot_token="xoxb-local-slack",
            app_token="xapp-local-slack",
            signing_secret=SECRET,
        )
        # The same as its first message will say, which may wait for the second to arrive.
        self._state: Json = {"apps": [{"connected": False}], "messages": {CHANNEL: []}, "modalStack": [], "homes": []}
        self._errors: Json = {}
        self._answers = 0
        self._page = Client(f"ws://127.0.0.1:{port}/ui")
        self._reader = Thread(target=self._read, daemon=True)
        self._reader.start()

    def close(self) -> None:
        """Closes the page."""
        self._page.close()
        self._reader.join(WAIT)

    # --- What the person does ---

    def command(self, command: str, text: str) -> None:
        self._control("command", command=command, text=text)

    def say(self, text: str, thread_ts: str | None = None) -> str:
        thread = {"thread_ts": thread_ts} if thread_ts else {}
        sent = self._control("message", text=as_slack_has_it(text, BOT_USER), **thread)
        return str(sent["message"]["ts"])

    def press(self, message: Seen, action: Json) -> None:
        self._control("interact", messageTs=message.ts, action=action)

    def submit(self, values: Json) -> Json:
        # Only its page can submit; it answers there with the errors or with the windows that are left.
        before = self._answers
        self._page.send(json.dumps({"t": "view_submit", "user": PERSON, "values": values}))
        self.wait_until(lambda: self._answers > before, "an answer to the submission")
        return self._errors

    def open_home(self) -> None:
        self._control("open-home")

    def press_home(self, action: Json) -> None:
        raise NotImplementedError(LACKS["local-slack", "presses in Home"])

    def shortcut(self, callback_id: str, message: Seen | None = None) -> None:
        raise NotImplementedError(LACKS["local-slack", "shortcuts"])

    def archive_another_channel(self) -> str:
        raise NotImplementedError(LACKS["local-slack", "refusals"])

    # --- What the person sees ---

    def connected(self) -> bool:
        return all(app["connected"] for app in self._state["apps"])

    def messages(self) -> list[Seen]:
        bodies = [one for one in self._state["messages"][CHANNEL] if one.get("ephemeral_to", PERSON) == PERSON]
        return sorted((seen(one, private="ephemeral_to" in one) for one in bodies), key=lambda one: one.ts)

    def modal(self) -> Json | None:
        return next(reversed(self._state["modalStack"]), None)

    def home(self) -> Json | None:
        return next((dict(one["view"]) for one in self._state["homes"] if one["user"] == PERSON), None)

    # --- Its page ---

    def _control(self, act: str, **fields: Any) -> Json:
        body = json.dumps({"channel": CHANNEL, "user": PERSON, **fields}).encode()
        request = Request(f"{self._origin}/_control/{act}", data=body, headers={"Content-Type": "application/json"})
        with urlopen(request, timeout=WAIT) as answer:
            return dict(json.loads(answer.read()))

    def _read(self) -> None:
        try:
            while True:
                self._take(json.loads(self._page.receive()))
        except ConnectionClosed:
            return

    def _take(self, told: Json) -> None:
        match told["t"]:
            case "init":
                self._state = told["state"] | {"homes": []}
            case "message":
                self._state["messages"].setdefault(told["message"]["channel"], []).append(told["message"])
            case "message_update":
                messages = self._state["messages"][told["message"]["channel"]]
                messages[:] = [told["message"] if one["ts"] == told["message"]["ts"] else one for one in messages]
            case "view" | "view_errors":
                self._state["modalStack"] = told.get("stack", self._state["modalStack"])
                self._errors = told.get("errors", {})
                self._answers += 1
            case "home":
                self._state["homes"] = [told]
            case "socket_status":
                for app in self._state["apps"]:
                    app["connected"] = told["connected"]
        self.noticed()


@contextmanager
def local_slack(transport: Transport, request_url: str, folder: Path, manifest: Json) -> Iterator[LocalSlack]:
    """A new workspace; over HTTP it delivers to `request_url`. It delivers everything, whatever the manifest says."""
    config = folder / "local-slack.json"
    config.write_text(json.dumps(_config(transport, request_url)))
    # It listens on every interface of this machine and cannot be told not to; nothing in it is worth having.
    command = [str(PROGRAM), "--config", str(config), "--port", "0", "--base-host", "127.0.0.1"]
    with running([*command, "--files-dir", str(folder)], READY) as ready:
        place = LocalSlack(int(ready[1]))
        try:
            yield place
        finally:
            place.close()


def _config(transport: Transport, request_url: str) -> Json:
    app = {
        "appId": "A0PROBE",
        "botUserId": BOT_USER,
        "botName": "probe",
        "botToken": "xoxb-local-slack",
        "appToken": "xapp-local-slack",
        "signingSecret": SECRET,
        "mode": "socket" if transport == "socket" else "events",
        "requestUrl": request_url,
    }
    return {
        "workspace": {"name": "Lab", "domain": "lab", "teamId": "T0LAB"},
        "app": app,
        "users": [{"id": PERSON, "name": "reader", "real_name": "Reader"}],
        "channels": [{"id": CHANNEL, "name": "general", "members": [PERSON, BOT_USER]}],
    }
