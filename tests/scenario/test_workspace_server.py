"""The workspace over its one port: who may ask, what the bot and the page get, and what outlives a restart."""

import json
import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime, timedelta
from http.client import RemoteDisconnected
from pathlib import Path
from threading import Event, Thread
from typing import Any
from urllib.parse import urlencode

import pytest
from simple_websocket import Client, ConnectionClosed

from bot import clock
from bot.manifest import BOT_SCOPES, manifest
from bot.workspace.folder import FILE, Unusable
from bot.workspace.time import MovableClock
from bot.workspace.workspace import Workspace
from tests.page_client import WAIT, Page, Told, ask, until

NOW = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
OPEN = Callable[..., Workspace]


@pytest.fixture
def opened() -> Iterator[OPEN]:
    """Opens workspaces, and closes them in the end."""
    with ExitStack() as closing:

        def opened(folder: Path | None = None, **more: Any) -> Workspace:
            workspace = Workspace.open(folder, manifest(), clock=MovableClock(clock.now), **more)
            closing.callback(workspace.close)
            return workspace

        yield opened


@pytest.fixture
def workspace(opened: OPEN) -> Workspace:
    return opened(suggestions=("/papers help",))


@pytest.fixture
def page(workspace: Workspace) -> Page:
    return Page(workspace.origin)


def call(workspace: Workspace, method: str, arguments: dict[str, Any], token: str | None = None) -> Told:
    headers = {"Authorization": f"Bearer {token or workspace.bot_token}", "Content-Type": "application/json"}
    return ask(workspace.origin, "POST", f"/api/{method}", json.dumps(arguments), headers)


class _Client(Client):  # type: ignore[misc]  # simple-websocket ships no types
    """The library would leave a greeting that came together with the handshake unread until something else came."""

    def handshake(self) -> None:
        super().handshake()
        self.connected = self._handle_events()


class Bot:
    """As much of a bot as Socket Mode needs: it keeps what it is sent, and acknowledges when the test says so."""

    def __init__(self, workspace: Workspace) -> None:
        told = call(workspace, "apps.connections.open", {}, workspace.app_token)
        self.url: str = told.json["url"]
        self._socket = _Client(self.url)
        self.hello = self.next()

    def next(self) -> dict[str, Any]:
        text = self._socket.receive(timeout=WAIT)
        assert text is not None, "nothing came over the socket"
        return dict(json.loads(text))

    def acknowledge(self, envelope: dict[str, Any], payload: dict[str, Any]) -> None:
        self._socket.send(json.dumps({"envelope_id": envelope["envelope_id"], "payload": payload}))

    def is_cut(self) -> bool:
        try:
            self._socket.receive(timeout=WAIT)
        except ConnectionClosed:
            return True
        return False

    def close(self) -> None:
        self._socket.close()


@contextmanager
def connected(workspace: Workspace) -> Iterator[Bot]:
    bot = Bot(workspace)
    try:
        yield bot
    finally:
        bot.close()


@contextmanager
def doing(act: Callable[[], object]) -> Iterator[None]:
    """Something that waits for what happens inside the block."""
    thread = Thread(target=act, daemon=True)
    thread.start()
    yield
    thread.join(WAIT)
    assert not thread.is_alive()


# Who may ask


@pytest.mark.parametrize(
    "path", ["/", "/page/index.html", "/page-api/start?as=U0READER", "/api/auth.test", "/healthz", "/nowhere"]
)
@pytest.mark.parametrize("host", ["evil.example", "evil.example:{port}", "127.0.0.1", "localhost:1", ""])
def test_a_name_that_is_not_this_machines_gets_nothing(workspace: Workspace, path: str, host: str) -> None:
    port = workspace.origin.rpartition(":")[2]
    told = ask(workspace.origin, "GET", path, headers={"Host": host.format(port=port)})

    assert told.status == 403
    assert told.json["ok"] is False


@pytest.mark.parametrize("name", ["127.0.0.1", "localhost", "LOCALHOST", "[::1]"])
def test_this_machines_own_names_are_answered(workspace: Workspace, name: str) -> None:
    port = workspace.origin.rpartition(":")[2]
    told = ask(workspace.origin, "GET", "/page-api/start?as=U0READER", headers={"Host": f"{name}:{port}"})

    assert told.status == 200


def test_it_listens_on_this_machine_alone(workspace: Workspace) -> None:
    port = int(workspace.origin.rpartition(":")[2])

    # Were it bound to every address, this one would be taken.
    with socket.create_server(("127.0.0.2", port)) as elsewhere:
        assert elsewhere.getsockname()[1] == port


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://127.0.0.1:1"},
        {"Origin": "https://{host}"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "none"},
        {"Origin": "http://evil.example", "Sec-Fetch-Site": "same-origin"},
        {"Origin": "http://{host}", "Content-Type": "text/plain"},
        {"Origin": "http://{host}", "Content-Type": "application/x-www-form-urlencoded"},
    ],
)
def test_only_the_page_itself_may_act(workspace: Workspace, page: Page, headers: dict[str, str]) -> None:
    host = workspace.origin.removeprefix("http://")
    given = {"Content-Type": "application/json"} | {name: text.format(host=host) for name, text in headers.items()}
    body = json.dumps({"as": "U0READER", "channel": "C0PAPERS", "text": "hello"})
    told = ask(workspace.origin, "POST", "/page-api/do/say", body, given)

    assert told.status == 403
    assert page.messages() == []


@pytest.mark.parametrize("headers", [{"Origin": "{origin}"}, {"Sec-Fetch-Site": "same-origin"}])
def test_the_page_may_act_by_its_origin_or_by_what_the_browser_says_of_it(
    workspace: Workspace, page: Page, headers: dict[str, str]
) -> None:
    given = {"Content-Type": "application/json; charset=utf-8"}
    given |= {name: text.format(origin=workspace.origin) for name, text in headers.items()}
    body = json.dumps({"as": "U0READER", "channel": "C0PAPERS", "text": "hello"})

    assert ask(workspace.origin, "POST", "/page-api/do/say", body, given).status == 200
    assert [message["text"] for message in page.messages()] == ["hello"]


def test_other_sites_read_nothing_but_may_link_to_the_page(workspace: Workspace) -> None:
    embedded = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors"}
    followed = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"}
    read = [ask(workspace.origin, "GET", path, headers=embedded).status for path in ("/", "/page-api/home?as=U0READER")]

    assert read == [403, 403]
    assert ask(workspace.origin, "GET", "/", headers=followed).status != 403
    assert ask(workspace.origin, "GET", "/page-api/home?as=U0READER", headers=followed).status == 403


def test_a_permalink_leads_to_the_page_at_its_message(workspace: Workspace) -> None:
    followed = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"}

    def target(path: str) -> tuple[int, str | None]:
        told = ask(workspace.origin, "GET", f"/archives/{path}", headers=followed)
        return told.status, told.headers.get("location")

    assert target("C0GENERAL/p1700000000000100") == (302, "/#/C0GENERAL/p1700000000.000100")
    inside = "C0GENERAL/p1700000000000200?thread_ts=1700000000.000100&cid=C0GENERAL"
    assert target(inside) == (302, "/#/C0GENERAL/1700000000.000100/p1700000000.000200")
    assert [target(path)[0] for path in ("C0GENERAL/p123", "C0GENERAL/pabcdefghij", "C%22/p1700000000000100")] == [
        404
    ] * 3


@pytest.mark.parametrize("header", ["Origin", "Sec-Fetch-Site"])
@pytest.mark.parametrize(("method", "path"), [("POST", "/api/auth.test"), ("POST", "/response/x"), ("GET", "/socket")])
def test_what_is_for_the_bot_is_not_for_browsers(workspace: Workspace, header: str, method: str, path: str) -> None:
    value = workspace.origin if header == "Origin" else "same-origin"
    authorization = {"Authorization": f"Bearer {workspace.bot_token}"}

    assert ask(workspace.origin, method, path, headers={header: value, **authorization}).status == 403


# The page and its files


def test_the_page_may_load_nothing_from_elsewhere_and_is_never_stale(workspace: Workspace) -> None:
    told = ask(workspace.origin, "GET", "/")
    policy = dict(part.strip().split(" ", 1) for part in told.headers["content-security-policy"].split(";"))

    assert policy["default-src"] == "'none'"
    assert policy["frame-ancestors"] == "'none'"
    assert "http" not in told.headers["content-security-policy"]
    assert "unsafe" not in told.headers["content-security-policy"]
    assert told.headers["cache-control"] == "no-store"
    assert told.headers["x-content-type-options"] == "nosniff"


def test_a_script_is_served_as_one_and_nothing_outside_the_pages_folder(workspace: Workspace) -> None:
    script = ask(workspace.origin, "GET", "/page/dom.js")
    outside = [ask(workspace.origin, "GET", f"/page/{path}") for path in ("../site.py", "%2e%2e/site.py", "x.py", "")]

    assert (script.status, script.headers["content-type"]) == (200, "text/javascript; charset=utf-8")
    assert [told.status for told in outside] == [404] * 4


# The bot's side


def test_a_call_is_understood_as_json_as_a_form_and_with_the_token_inside(workspace: Workspace, page: Page) -> None:
    blocks = [{"type": "section", "text": {"type": "mrkdwn", "text": "three"}}]
    form = {"channel": "C0PAPERS", "text": "[3]", "blocks": json.dumps(blocks), "unfurl_links": "false"}
    told = [
        call(workspace, "chat.postMessage", {"channel": "C0PAPERS", "text": "one"}),
        call(workspace, "chat.postMessage", {"channel": "C0PAPERS", "text": "two", "blocks": json.dumps(blocks)}),
        ask(
            workspace.origin, "POST", "/api/chat.postMessage", urlencode({**form, "token": workspace.bot_token}),
            {"Content-Type": "application/x-www-form-urlencoded"},
        ),
    ]  # fmt: skip

    assert [one.json["ok"] for one in told] == [True] * 3, [one.text for one in told]
    assert [message["text"] for message in page.messages()] == ["one", "two", "[3]"]
    assert [bool(message.get("blocks")) for message in page.messages()] == [False, True, True]
    assert told[0].headers["x-oauth-scopes"] == ",".join(BOT_SCOPES)


@pytest.mark.parametrize(
    ("headers", "code"),
    [
        ({}, "not_authed"),
        ({"Authorization": "Bearer xoxb-other"}, "invalid_auth"),
        ({"Authorization": "Basic eA=="}, "not_authed"),
    ],
)
def test_a_call_without_the_right_token_is_refused(workspace: Workspace, headers: dict[str, str], code: str) -> None:
    told = ask(workspace.origin, "POST", "/api/auth.test", "", headers)

    assert (told.status, told.json) == (200, {"ok": False, "error": code})


@pytest.mark.parametrize("body", ["{", "[]", '"x"', "[" * 100_000])
def test_a_body_that_is_no_object_is_refused_and_recorded(workspace: Workspace, page: Page, body: str) -> None:
    headers = {"Authorization": f"Bearer {workspace.bot_token}", "Content-Type": "application/json"}
    told = ask(workspace.origin, "POST", "/api/chat.postMessage", body, headers)

    assert told.json["error"] == "invalid_json"
    assert page.get("exchanges")["exchanges"][-1]["answer"]["error"] == "invalid_json"


def test_what_travelled_is_shown_with_its_checks_and_without_tokens(workspace: Workspace, page: Page) -> None:
    blocks = [{"type": "header", "text": {"type": "mrkdwn", "text": "no"}}]
    call(workspace, "chat.postMessage", {"channel": "C0PAPERS", "text": "x", "blocks": blocks})
    shown = page.get("exchanges")["exchanges"]

    (exchange,) = [one for one in shown if one["name"] == "chat.postMessage"]
    assert (exchange["way"], exchange["status"], exchange["answer"]["error"]) == ("from bot", 200, "invalid_blocks")
    assert exchange["problems"][0]["pointer"].startswith("/blocks/0")
    assert exchange["problems"][0]["sentence"]
    assert workspace.bot_token not in json.dumps(shown)
    assert page.get("exchanges", after=str(exchange["number"]))["exchanges"] == []


def test_a_dropped_call_has_no_answer_and_an_accepted_one_was_carried_out(workspace: Workspace, page: Page) -> None:
    page.do("fault", method="chat.postMessage", kind="drop")
    page.do("fault", method="chat.postMessage", kind="accept_then_drop")
    assert [fault["kind"] for fault in page.get("exchanges")["faults"]] == ["drop", "accept_then_drop"]
    for text in ("lost", "accepted"):
        with pytest.raises((RemoteDisconnected, ConnectionError)):
            call(workspace, "chat.postMessage", {"channel": "C0PAPERS", "text": text})

    assert [message["text"] for message in page.messages()] == ["accepted"]


def test_a_call_hangs_until_it_is_let_go(workspace: Workspace) -> None:
    let_go, answers = Event(), list[Told]()
    workspace.faults.add("auth.test", "hang", seconds=WAIT, until=let_go)
    with doing(lambda: answers.append(call(workspace, "auth.test", {}))):
        workspace.api.ledger.wait_for("auth.test")
        before = len(answers)
        let_go.set()

    assert before == 0
    assert answers[0].json["ok"] is True


@pytest.mark.parametrize(
    ("kind", "details", "status", "beginning"),
    [
        ("empty", {}, 200, ""),
        ("html", {}, 200, "<!DOCTYPE"),
        ("status", {"status": 503}, 503, "<!DOCTYPE"),
        ("ratelimited", {"retry_after": 7}, 429, "{"),
        ("redirect", {"location": "/elsewhere"}, 307, ""),
        ("garbled", {"text": "[1]"}, 200, "[1]"),
        ("error", {"code": "fatal_error"}, 200, "{"),
    ],
)
def test_an_answer_is_garbled_on_demand_and_the_next_one_is_whole(
    workspace: Workspace, page: Page, kind: str, details: dict[str, Any], status: int, beginning: str
) -> None:
    page.do("fault", method="auth.test", kind=kind, **details)
    told = call(workspace, "auth.test", {})

    assert told.status == status
    assert told.text[:9].startswith(beginning)
    assert told.headers.get("retry-after") == ("7" if kind == "ratelimited" else None)
    assert told.headers.get("location") == ("/elsewhere" if kind == "redirect" else None)
    assert call(workspace, "auth.test", {}).json["ok"] is True


@pytest.mark.parametrize(
    "fields",
    [
        {"kind": "earthquake"},
        {"kind": "drop", "count": 0},
        {"kind": "drop", "count": True},
        {"kind": "late", "seconds": "x"},
        {"kind": "drop", "status": 500},
        {},
    ],
)
def test_a_fault_that_there_is_not_is_a_sentence(page: Page, fields: dict[str, Any]) -> None:
    told = page.try_to("fault", method="auth.test", **fields)

    assert (told.status, told.json["ok"]) == (400, False)
    assert told.json["sentence"]
    assert page.get("exchanges")["faults"] == []


def test_a_file_arrives_where_it_was_announced_and_needs_the_token_to_be_read(workspace: Workspace) -> None:
    file = workspace.api.files.announce("plot.png", 4, 0)
    path, token = f"/files/{file.id}", {"Authorization": f"Bearer {workspace.bot_token}"}
    sent = [ask(workspace.origin, "POST", path, body).status for body in ("too long", "plot", "twice")]
    read = ask(workspace.origin, "GET", path, headers=token)

    assert sent == [400, 200, 400]
    assert (read.status, read.text, read.headers["content-type"]) == (200, "plot", "image/png")
    assert ask(workspace.origin, "GET", path).status == 403
    assert ask(workspace.origin, "GET", path, headers={"Sec-Fetch-Site": "same-origin"}).status == 200


# Socket Mode


def test_a_command_travels_over_the_socket_and_its_acknowledgement_is_shown(workspace: Workspace, page: Page) -> None:
    with connected(workspace) as bot:
        assert bot.hello["type"] == "hello"
        assert page.get("start")["connected"] is True
        with doing(lambda: page.do("command", channel="C0PAPERS", command="/papers", text="kv")):
            envelope = bot.next()
            bot.acknowledge(envelope, {"text": "Here is what I found."})

    assert (envelope["type"], envelope["payload"]["text"]) == ("slash_commands", "kv")
    assert envelope["payload"]["response_url"].startswith(f"{workspace.origin}/response/")
    (message,) = page.messages()
    assert (message["text"], message["ephemeral"]) == ("Here is what I found.", True)
    assert Page(workspace.origin, "U0ADMIN").messages() == []
    until(lambda: page.get("start")["connected"] is False)


def test_a_response_url_takes_five_answers(workspace: Workspace, page: Page) -> None:
    address = workspace.response_urls.mint("U0READER", "C0PAPERS")
    path, headers = address.removeprefix(workspace.origin), {"Content-Type": "application/json"}
    told = [ask(workspace.origin, "POST", path, json.dumps({"text": str(n)}), headers) for n in range(6)]

    assert [one.status for one in told] == [200] * 5 + [404]
    assert told[0].text == "ok"
    assert told[5].json == {"ok": False, "error": "used_url"}
    assert [message["text"] for message in page.messages()] == ["0", "1", "2", "3", "4"]


def test_an_address_of_the_socket_opens_one_connection(workspace: Workspace) -> None:
    upgrade = {"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": "x"}
    with connected(workspace) as bot:
        again = bot.url.partition(workspace.origin.removeprefix("http:"))[2]
        refused = [ask(workspace.origin, "GET", path, headers=upgrade) for path in (again, "/socket?ticket=guessed")]

    assert [told.status for told in refused] == [403, 403]


def test_a_connection_that_is_cut_is_gone_at_once(workspace: Workspace, page: Page) -> None:
    bot = Bot(workspace)
    page.do("fault", kind="cut")

    assert bot.is_cut()
    until(lambda: page.get("start")["connected"] is False)


def test_a_connection_that_fell_silent_stays_and_says_nothing_more(workspace: Workspace, page: Page) -> None:
    assert workspace.socket is not None
    bot = Bot(workspace)
    page.do("fault", kind="silence")
    workspace.socket.push(b"\x81\x02{}")

    assert page.get("start")["connected"] is True
    workspace.socket.cut()
    assert bot.is_cut(), "the first that the bot hears after its greeting is the end"


def test_bytes_are_pushed_as_they_are(workspace: Workspace) -> None:
    with connected(workspace) as bot:
        assert workspace.socket is not None
        workspace.socket.push(b"\x81\x02{}")

        assert bot.next() == {}


def test_over_http_there_is_no_socket_and_deliveries_go_where_the_bot_listens(opened: OPEN) -> None:
    workspace = opened(transport="http")
    page = Page(workspace.origin)
    refused = call(workspace, "apps.connections.open", {}, workspace.app_token).json
    before = page.get("start")["connected"]
    workspace.listening(1)

    assert refused["ok"] is False
    assert (before, page.get("start")["connected"]) == (False, True)
    assert page.try_to("fault", kind="cut").status == 400


# What the page reads and does


def test_the_page_learns_everything_it_draws(page: Page) -> None:
    start = page.get("start")
    channels = {channel["name"]: channel for channel in start["channels"]}

    assert start["humans"] == ["U0READER", "U0CURATOR", "U0ADMIN"]
    assert [person["role"] for person in start["people"] if not person["is_bot"]] == ["Reader", "Curator", "Admin"]
    assert [one["kind"] for one in channels.values()].count("dm") == 1
    assert (channels["random"]["bot_in"], channels["papers"]["bot_in"]) == (False, True)
    assert start["app"]["commands"][0]["command"] == "/papers"
    assert start["app"]["commands"][0]["usage_hint"]
    assert [one["command"] for one in start["builtin_commands"]] == ["/invite", "/remove", "/archive", "/unarchive"]
    assert start["suggestions"] == ["/papers help"]
    assert (start["transport"], start["connected"]) == ("socket", False)
    assert start["clock"]["next_due"] is None


def test_nobody_else_reads_a_direct_message_or_looks_through_made_up_eyes(workspace: Workspace) -> None:
    other = ask(workspace.origin, "GET", "/page-api/messages?as=U0ADMIN&channel=D0READER")
    nobody = ask(workspace.origin, "GET", "/page-api/start?as=U0NOBODY")
    bot = ask(workspace.origin, "GET", "/page-api/start?as=U0PAPERBOY")

    assert [told.status for told in (other, nobody, bot)] == [400] * 3
    assert all(told.json["sentence"] for told in (other, nobody, bot))


def test_replies_are_counted_on_the_message_they_hang_on(workspace: Workspace, page: Page) -> None:
    page.do("say", channel="C0PAPERS", text="a question")
    (question,) = page.messages()
    Page(workspace.origin, "U0ADMIN").do("say", channel="C0PAPERS", text="an answer", thread_ts=question["ts"])
    question, answer = page.messages()

    assert (question["reply_count"], question["reply_users"]) == (1, ["U0ADMIN"])
    assert question["latest_reply"] == answer["ts"]
    assert answer["thread_ts"] == question["ts"]
    assert "reply_count" not in answer


def test_an_open_page_is_told_what_changed_and_nothing_that_is_for_others(workspace: Workspace, page: Page) -> None:
    with page.changes() as changes:
        workspace.response_urls.use(
            workspace.response_urls.mint("U0ADMIN", "C0PAPERS").rpartition("/")[2], {"text": "for the admin"}
        )
        page.do("say", channel="C0GENERAL", text="for all")
        change = changes.next("message")

    assert changes.headers["Content-Type"].startswith("text/event-stream")
    assert change["channel"] == "C0GENERAL"


def test_closing_the_workspace_ends_every_stream(opened: OPEN) -> None:
    workspace = opened()
    with Page(workspace.origin).changes() as changes:
        workspace.close()

        assert changes.line() is None


@pytest.mark.parametrize(
    ("verb", "fields", "status"),
    [
        ("fly", {}, 404),
        ("say", {}, 400),
        ("say", {"channel": "C0PAPERS", "text": 3}, 400),
        ("say", {"channel": "C0NOWHERE", "text": "x"}, 400),
        ("say", {"as": "U0NOBODY", "channel": "C0PAPERS", "text": "x"}, 400),
        ("say", {"as": "U0PAPERBOY", "channel": "C0PAPERS", "text": "x"}, 400),
        ("press", {"channel": "C0PAPERS", "ts": "1.0"}, 400),
        ("press", {"channel": "C0PAPERS", "ts": "1.0", "action": {"action_id": "x"}}, 400),
        ("submit", {"view_id": "V1", "values": {}}, 400),
        ("move_clock", {}, 400),
        ("move_clock", {"seconds": 0}, 400),
        ("move_clock", {"seconds": -60}, 400),
        ("move_clock", {"seconds": 1e12}, 400),
        ("move_clock", {"to": "next_due"}, 400),
    ],
)
def test_what_cannot_be_done_is_a_sentence(page: Page, verb: str, fields: dict[str, Any], status: int) -> None:
    told = page.try_to(verb, **fields)

    assert (told.status, told.json["ok"]) == (status, False), told.text
    assert told.json["sentence"].endswith((".", "?"))


def test_a_body_of_the_page_that_is_no_object_is_a_sentence(workspace: Workspace) -> None:
    headers = {"Content-Type": "application/json", "Origin": workspace.origin}
    for body in ("[]", "{", ""):
        told = ask(workspace.origin, "POST", "/page-api/do/say", body, headers)
        assert (told.status, bool(told.json["sentence"])) == (400, True)


def test_the_clock_moves_by_steps_and_to_what_is_due_and_the_bot_is_told(opened: OPEN) -> None:
    due, moves = NOW + timedelta(days=3), list[datetime]()
    slow = MovableClock(lambda: NOW)
    workspace = Workspace.open(
        None, manifest(), clock=slow, next_due=lambda: due, on_time_moved=lambda: moves.append(slow.now())
    )
    page = Page(workspace.origin)
    try:
        page.do("move_clock", seconds=3600)
        shown = page.get("start")["clock"]
        page.do("move_clock", to="next_due")
    finally:
        workspace.close()

    assert shown == {
        "now": (NOW + timedelta(hours=1)).isoformat(), "ahead_seconds": 3600.0, "next_due": due.isoformat(),
    }  # fmt: skip
    assert moves == [NOW + timedelta(hours=1), due]


def test_beginning_anew_forgets_what_was_said_and_planned(page: Page) -> None:
    page.do("say", channel="C0PAPERS", text="hello")
    page.do("fault", method="auth.test", kind="drop")
    page.do("reset")

    assert page.messages() == []
    assert page.get("exchanges")["faults"] == []


# What outlives a restart


def test_messages_tokens_and_the_moved_clock_outlive_a_restart(opened: OPEN, tmp_path: Path) -> None:
    first = opened(tmp_path)
    Page(first.origin).do("say", channel="C0PAPERS", text="kept")
    Page(first.origin).do("move_clock", seconds=86_400)
    tokens = first.secrets
    first.close()
    second = opened(tmp_path)
    page = Page(second.origin)

    assert [message["text"] for message in page.messages()] == ["kept"]
    assert page.get("start")["clock"]["ahead_seconds"] == 86_400
    assert second.secrets == tokens


def test_the_tokens_are_random_and_for_their_owner_alone(opened: OPEN, tmp_path: Path) -> None:
    here, elsewhere = opened(tmp_path / "one"), opened(tmp_path / "two")

    assert set(here.secrets).isdisjoint(elsewhere.secrets)
    assert (tmp_path / "one" / "tokens.json").stat().st_mode & 0o777 == 0o600


def test_a_folder_that_cannot_be_used_says_why(opened: OPEN, tmp_path: Path) -> None:
    opened(tmp_path / "open")
    (tmp_path / "spoilt").mkdir()
    (tmp_path / "spoilt" / FILE).write_bytes(b"not a database" * 1000)
    (tmp_path / "file").write_text("")

    for folder, reason in (("open", "Another Paperboy"), ("spoilt", "cannot be read"), ("file", "cannot be used")):
        with pytest.raises(Unusable, match=reason):
            opened(tmp_path / folder)


def test_tokens_that_somebody_spoilt_are_made_anew(opened: OPEN, tmp_path: Path) -> None:
    (tmp_path / "tokens.json").write_text("{")

    assert opened(tmp_path).bot_token.startswith("xoxb-")


def test_a_port_that_is_taken_raises_and_a_closed_workspace_frees_its_own(opened: OPEN) -> None:
    first = opened()
    port = int(first.origin.rpartition(":")[2])
    with pytest.raises(OSError, match="in use"):
        opened(port=port)
    first.close()

    assert opened(port=port).origin == first.origin


def test_the_health_pages_are_the_bots(opened: OPEN) -> None:
    workspace = opened()
    before = ask(workspace.origin, "GET", "/healthz")
    with socket.create_server(("127.0.0.1", 0)) as gone:
        workspace.listening(gone.getsockname()[1])
    silent = ask(workspace.origin, "GET", "/readyz")

    assert (before.status, before.json["problems"]) == (503, ["The bot has not started yet."])
    assert (silent.status, silent.json["problems"]) == (503, ["The bot's health pages do not answer."])


def test_the_log_tells_of_requests_without_what_opens_doors(
    workspace: Workspace, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("DEBUG", "bot.workspace")
    key = workspace.response_urls.mint("U0READER", "C0PAPERS").rpartition("/")[2]
    ask(workspace.origin, "POST", f"/response/{key}", "{}", {"Content-Type": "application/json"})
    with connected(workspace) as bot:
        ticket = bot.url.rpartition("=")[2]
    workspace.close()

    assert "POST /response: 400" in caplog.text
    assert "POST /api/apps.connections.open: 200" in caplog.text
    assert not any(secret in caplog.text for secret in (key, ticket))
