"""Whatever is sent to the workspace's port, by a page, the bot or a stranger: it answers, stays whole, and goes on."""

import json
import logging
import resource
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from threading import Event
from typing import Any
from urllib.parse import urlsplit

import pytest
from simple_websocket import Client

from bot import clock
from bot.manifest import manifest
from bot.workspace.checks.schemas import names, schema
from bot.workspace.delivery.transport_socket import SocketTransport
from bot.workspace.folder import FILE, Unusable
from bot.workspace.keeping import Keeping
from bot.workspace.site.server import Server
from bot.workspace.site.sockets import Sockets
from bot.workspace.time import MovableClock
from bot.workspace.webapi.methods import METHODS
from bot.workspace.workspace import Workspace
from tests.page_client import WAIT, Page, Told, ask
from tests.workspace_calls import ALL_SCOPES

ROOT = Path(__file__).parents[2]
DEEP = "[" * 900 + "]" * 900
ODD = [
    "null", "true", "0", "-1", "1.5", "1e308", "9" * 400, '""', '"a"', '"\\u0000\\n"', "[]", "{}", "[[null]]", "[1]",
    '{"a": 1}', '[{"type": []}]', '"__proto__"', '{"__proto__": {"a": 1}}', '"C0PAPERS"', '"U0READER"',
    '{"type": "modal", "blocks": [{}]}', '"1700000000.000001"', f'"{"x" * 100_000}"', "[" * 50 + "]" * 50,
]  # fmt: skip
"""JSON that anybody can read, and nobody expects."""
UNREADABLE = [
    "",
    "{",
    "[]",
    "NaN",
    '{"text": 1e400}',
    '{"text": "\\ud800"}',
    DEEP,
    '{"text": ' + DEEP + "}",
    "9" * 5000,
]
VERBS = {
    "say": ("channel", "text", "thread_ts"),
    "command": ("channel", "command", "text"),
    "edit": ("channel", "ts", "text"),
    "delete": ("channel", "ts"),
    "react": ("channel", "ts", "name", "remove"),
    "invite": ("channel", "who"),
    "remove": ("channel", "who"),
    "archive": ("channel",),
    "unarchive": ("channel",),
    "create_channel": ("name", "private"),
    "press": ("channel", "ts", "view_id", "action", "values"),
    "submit": ("view_id", "values"),
    "close": ("view_id", "clear"),
    "open_home": ("tab",),
    "shortcut": ("callback_id", "channel", "ts"),
    "options": ("channel", "ts", "view_id", "block_id", "action_id", "value"),
    "move_clock": ("seconds", "to"),
    "fault": ("kind", "count", "seconds", "status", "code", "text", "location", "method"),
}
GOOD: dict[str, Any] = {
    "channel": "C0PAPERS", "text": "hi", "user": "U0READER", "name": "wave", "who": "U0CURATOR", "command": "/papers",
    "action": {"action_id": "a"}, "values": {}, "kind": "error", "block_id": "b", "action_id": "a", "value": "abc",
    "view": {"type": "modal", "title": {"type": "plain_text", "text": "x"}, "blocks": [{"type": "divider"}]},
    "blocks": [{"type": "divider"}], "view_id": "V1", "filename": "a.txt", "length": 3, "seconds": 1,
}  # fmt: skip


@pytest.fixture
def workspace() -> Iterator[Workspace]:
    declared = manifest()
    declared["oauth_config"]["scopes"]["bot"] = list(ALL_SCOPES)
    opened = Workspace.open(None, declared, clock=MovableClock(clock.now), rate_limits=False)
    yield opened
    opened.close()


@pytest.fixture
def page(workspace: Workspace) -> Page:
    return Page(workspace.origin)


@pytest.fixture(autouse=True)
def quiet(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Nothing that a test sends is news for the log."""
    yield
    loud = [record for record in caplog.get_records("call") if record.levelno >= logging.ERROR]
    assert [f"{record.message}: {record.exc_info}" for record in loud] == []


def act(page: Page, verb: str, body: str) -> Told:
    headers = {"Content-Type": "application/json", "Origin": page.origin}
    return ask(page.origin, "POST", f"/page-api/do/{verb}", body, headers)


def call(workspace: Workspace, method: str, body: str | bytes, **headers: str) -> Told:
    token = workspace.app_token if method == "apps.connections.open" else workspace.bot_token
    given = {"Authorization": f"Bearer {token}", "Content-Type": "application/json", **headers}
    return ask(workspace.origin, "POST", f"/api/{method}", body, given)


def bodies(fields: tuple[str, ...]) -> Iterator[str]:
    """Each odd value in the place of each field, beside good ones."""
    for field in fields:
        good = {name: json.dumps(GOOD[name]) for name in fields if name in GOOD}
        for odd in ODD:
            given = {"as": '"U0READER"', **good, field: odd}
            yield "{" + ", ".join(f"{json.dumps(name)}: {value}" for name, value in given.items()) + "}"


@pytest.mark.parametrize("verb", VERBS)
def test_a_verb_with_an_odd_field_is_done_or_refused_in_a_sentence(page: Page, verb: str) -> None:
    for body in bodies(("as", *VERBS[verb])):
        told = act(page, verb, body)
        assert told.status in (200, 400), (body[:200], told.text[:200])
        assert told.json["ok"] is (told.status == 200)
        assert len(told.text) < 3_000

    page.get("start")


@pytest.mark.parametrize("method", sorted(METHODS))
def test_a_call_with_an_odd_argument_is_carried_out_or_refused(workspace: Workspace, page: Page, method: str) -> None:
    known = tuple(schema("requests", method).get("properties", ())) if method in names("requests") else ()
    for body in bodies((*known, "text", "cursor", "limit", "unheard_of")):
        told = call(workspace, method, body)
        assert told.status == 200, (body[:200], told.text[:200])
        assert told.json.get("error") != "internal_error", body[:200]

    for what in ("start", "messages", "modals", "home", "exchanges"):
        page.get(what, channel="C0PAPERS")


@pytest.mark.parametrize("body", UNREADABLE, ids=lambda body: body[:16] or "empty")
def test_a_body_that_others_could_not_read_is_kept_by_nobody(workspace: Workspace, page: Page, body: str) -> None:
    assert act(page, "say", body).status == 400
    if body:
        assert call(workspace, "chat.postMessage", body).json["error"] == "invalid_json"

    key = workspace.response_urls.mint("U0READER", "C0PAPERS").rpartition("/")[2]
    told = ask(workspace.origin, "POST", f"/response/{key}", body, {"Content-Type": "application/json"})
    assert told.json["error"] == ("invalid_json" if body else "no_text")
    assert page.messages() == []


def test_a_text_in_a_form_that_is_no_json_for_everybody_is_no_json(workspace: Workspace) -> None:
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    told = call(workspace, "chat.postMessage", f"channel=C0PAPERS&text=x&blocks={DEEP}", **form)

    assert told.json["error"] == "invalid_blocks_format"


# What is not even a request


def sent(origin: str, data: bytes) -> bytes:
    """Everything that comes back until the connection ends."""
    with socket.create_connection((urlsplit(origin).hostname or "", urlsplit(origin).port or 0), WAIT) as connection:
        connection.sendall(data)
        connection.shutdown(socket.SHUT_WR)
        with connection.makefile("rb") as answer:
            return answer.read()


def request(workspace: Workspace, line: str, body: bytes, *headers: str) -> bytes:
    host = workspace.origin.removeprefix("http://")
    return "\r\n".join((f"{line} HTTP/1.1", f"Host: {host}", *headers, "", "")).encode() + body


def test_what_follows_a_refused_request_is_not_read_as_another_one(workspace: Workspace, page: Page) -> None:
    said = b'{"as": "U0READER", "channel": "C0PAPERS", "text": "smuggled"}'
    own = (f"Origin: {workspace.origin}", "Content-Type: application/json", f"Content-Length: {len(said)}")
    inside = request(workspace, "POST /page-api/do/say", said, *own)
    foreign = ("Origin: http://evil.example", "Content-Type: text/plain")

    for length in (len(inside), 0):
        outside = request(workspace, "POST /page-api/do/say", inside, *foreign, f"Content-Length: {length}")
        assert sent(workspace.origin, outside).startswith(b"HTTP/1.1 403")
    assert page.messages() == []
    assert sent(workspace.origin, inside).startswith(b"HTTP/1.1 200")


@pytest.mark.parametrize(
    ("headers", "body", "status"),
    [
        (("Content-Length: 99999999999",), b"{}", b"413"),
        (("Content-Length: 50",), b"{}", b"400"),
        (("Transfer-Encoding: chunked",), b"zz\r\n{}\r\n", b"400"),
        (("Transfer-Encoding: chunked",), b"5\r\n{}", b"400"),
    ],
    ids=["too long", "cut short", "no chunk", "half a chunk"],
)
@pytest.mark.parametrize("path", ["/api/auth.test", "/page-api/do/say", "/response/x", "/files/F0"])
def test_a_body_that_does_not_come_is_not_waited_for(
    workspace: Workspace, path: str, headers: tuple[str, ...], body: bytes, status: bytes
) -> None:
    own = (f"Origin: {workspace.origin}",) if path.startswith("/page-api/") else ()
    answer = sent(
        workspace.origin, request(workspace, f"POST {path}", body, "Content-Type: application/json", *own, *headers)
    )

    assert answer.startswith(b"HTTP/1.1 " + status)


@pytest.mark.parametrize(
    "path", ["/page/" + "a" * 5_000 + ".js", "/page/a%00.js", "/page/..%2f..%2ftown.py", "//evil/"]
)
def test_a_name_that_no_file_has_is_not_found(workspace: Workspace, path: str) -> None:
    assert ask(workspace.origin, "GET", path).status == 404


def test_whoever_stalls_is_hung_up_on_and_a_silent_bot_is_not() -> None:
    transport, server, gone = SocketTransport(), Server(0, patience=0.3), Event()
    sockets = Sockets(server.origin, transport, lambda: None)

    def site(environ: dict[str, Any], _: object) -> list[bytes]:
        sockets.serve(environ)
        gone.set()
        raise ConnectionError("The connection is over.")

    server.start(site)
    with closing(Client(sockets.address())) as bot:
        assert transport.wait_connected(WAIT)
        assert sent_and_waited(server.origin, b"GET / HTTP/1.1\r\nHost: x") == b""
        assert (transport.connections, gone.is_set()) == (1, False)
        bot.send("{}")
    assert gone.wait(WAIT)
    server.close()


def sent_and_waited(origin: str, data: bytes) -> bytes:
    """What comes back when the rest of the request never comes."""
    with socket.create_connection((urlsplit(origin).hostname or "", urlsplit(origin).port or 0), WAIT) as connection:
        connection.sendall(data)
        return connection.recv(1)


# What would fill or end the workspace


def test_the_clock_ends_before_the_years_do_and_the_workspace_opens_again(tmp_path: Path) -> None:
    def opened() -> Workspace:
        return Workspace.open(tmp_path, manifest(), clock=MovableClock(clock.now))

    with closing(opened()) as workspace:
        page = Page(workspace.origin)
        steps = [page.try_to("move_clock", seconds=400 * 86_400) for _ in range(80)]
        page.do("say", channel="C0PAPERS", text="late")
    with closing(opened()) as workspace:
        page = Page(workspace.origin)
        page.do("say", channel="C0PAPERS", text="later")

        assert (steps[0].status, steps[-1].status) == (200, 400)
        assert "2099" in steps[-1].json["sentence"]
        assert [message["text"] for message in page.messages()] == ["late", "later"]
        assert page.get("start")["clock"]["now"] < "2100"


@pytest.mark.parametrize(
    "fields",
    [
        {"kind": "status", "status": 0},
        {"kind": "status", "status": 1e8},
        {"kind": "redirect", "location": "/\r\nSet-Cookie: a=b"},
    ],
)
def test_a_fault_that_no_server_could_send_is_a_sentence(page: Page, fields: dict[str, Any]) -> None:
    assert page.try_to("fault", **fields).status == 400


def test_a_file_is_saved_under_a_name_of_one_line(workspace: Workspace) -> None:
    named = json.dumps({"filename": "a\r\nSet-Cookie: b=c\r\n.html", "length": 3})
    address = call(workspace, "files.getUploadURLExternal", named).json["upload_url"]
    path = urlsplit(address).path
    ask(workspace.origin, "POST", path, b"abc", {"Content-Type": "application/octet-stream"})
    told = ask(workspace.origin, "GET", path, headers={"Authorization": f"Bearer {workspace.bot_token}"})

    assert (told.status, told.text) == (200, "abc")
    assert told.headers["content-disposition"].startswith("attachment;")
    assert "set-cookie" not in told.headers


SAYING = """
import sys
from pathlib import Path
from bot.workspace.keeping import Keeping
keeping, number = Keeping(Path(sys.argv[1])), 0
while True:
    keeping.put("message", f"{number:06}", {"text": "x" * 3_000, "number": number})
    print(number, flush=True)
    number += 1
"""


def test_what_was_kept_before_a_sudden_end_is_there(tmp_path: Path) -> None:
    arguments = [sys.executable, "-c", SAYING, str(tmp_path / FILE)]
    with subprocess.Popen(arguments, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        told = [next(process.stdout) for _ in range(200)]
        process.kill()
        told += process.stdout.readlines()
    with closing(Keeping(tmp_path / FILE)) as keeping:
        kept = [document["number"] for _, document in keeping.all("message")]

    # One more may have been kept than was told.
    assert kept[: len(told)] == [int(line) for line in told]
    assert len(kept) - len(told) <= 1


def opened_or_not(folder: Path) -> str:
    """Why it cannot be opened; nothing when it can."""
    try:
        with closing(Workspace.open(folder, manifest(), clock=MovableClock(clock.now))) as workspace:
            Page(workspace.origin).get("start")
    except Unusable as error:
        return str(error)
    return ""


def test_a_file_that_somebody_spoilt_is_read_or_refused_in_a_sentence(tmp_path: Path) -> None:
    with closing(Workspace.open(tmp_path, manifest(), clock=MovableClock(clock.now))) as workspace:
        for number in range(40):
            Page(workspace.origin).do("say", channel="C0PAPERS", text=f"{number} {'x' * 300}")
    whole = (tmp_path / FILE).read_bytes()

    reasons = []
    for at in range(0, len(whole), len(whole) // 20):
        (tmp_path / FILE).write_bytes(whole[:at] + b"\xff\x00\x81" * 30 + whole[at + 90 :])
        reasons.append(opened_or_not(tmp_path))
    refused = [reason for reason in reasons if reason]

    assert len(refused) > 5
    assert all("move it away" in reason and "xxx" not in reason for reason in refused)
    assert all(len(reason) < 400 for reason in refused)


@contextmanager
def full_disk(file: Path) -> Iterator[None]:
    """Until the end of this, no file of this process grows beyond the length of `file`."""
    most, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (file.stat().st_size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, hard))


def test_on_a_full_disk_nothing_is_said_and_everybody_is_told(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with closing(Workspace.open(tmp_path, manifest(), clock=MovableClock(clock.now))) as workspace:
        page = Page(workspace.origin)
        page.do("say", channel="C0PAPERS", text="before")
        posted = json.dumps({"channel": "C0PAPERS", "text": "from the bot"})
        with full_disk(tmp_path / f"{FILE}-wal"):
            said = page.try_to("say", channel="C0PAPERS", text="x" * 30_000)
            answer = call(workspace, "chat.postMessage", posted)
        page.do("say", channel="C0PAPERS", text="after")
        texts = [message["text"] for message in page.messages()]

    assert said.status == 503
    assert said.json["sentence"].startswith("The workspace can keep nothing: ")
    assert answer.json["error"] == "internal_error"
    assert texts == ["before", "after"]
    assert [record.exc_info for record in caplog.records if record.levelno >= logging.ERROR] == [None, None]
    caplog.clear()
