"""The Web API's door: tokens, scopes, what is asked for, and what is remembered of it."""

from threading import Thread

import pytest

from bot.workspace.model import BOT, BOT_USER, TEAM
from bot.workspace.webapi.ledger import KEPT
from tests.workspace_calls import APP_TOKEN, BOT_TOKEN, ORIGIN, READER, Calls, manifest


def test_the_bot_learns_who_it_is_and_what_it_may() -> None:
    calls = Calls(manifest("chat:write", "commands"))

    answer = calls.answer("auth.test")

    assert answer.body == {
        "ok": True,
        "url": f"{ORIGIN}/",
        "team": "Paper Lab",
        "user": "paperboy",
        "team_id": TEAM,
        "user_id": BOT_USER,
        "bot_id": BOT,
        "is_enterprise_install": False,
    }
    assert answer.headers["X-OAuth-Scopes"] == "chat:write,commands"


@pytest.mark.parametrize(
    ("method", "token", "code"),
    [
        ("auth.test", None, "not_authed"),
        ("auth.test", "xoxb-stolen", "invalid_auth"),
        ("auth.test", APP_TOKEN, "not_allowed_token_type"),
        ("apps.connections.open", BOT_TOKEN, "not_allowed_token_type"),
        ("apps.connections.open", None, "not_authed"),
        ("chat.postMesage", BOT_TOKEN, "unknown_method"),
    ],
)
def test_a_wrong_token_or_method_is_refused(method: str, token: str | None, code: str) -> None:
    assert Calls().api.call(method, token, {}).error == code


def test_the_app_token_opens_a_connection_unless_socket_mode_is_off() -> None:
    without = manifest()
    without["settings"] = {"socket_mode_enabled": False}

    opened = Calls().api.call("apps.connections.open", APP_TOKEN, {})

    assert opened.body == {"ok": True, "url": "ws://127.0.0.1:3000/socket?ticket=one"}
    assert Calls(without).api.call("apps.connections.open", APP_TOKEN, {}).error == "forbidden_team"


def test_a_method_without_its_scope_says_which_is_missing() -> None:
    calls = Calls(manifest("commands", "chat:write"))

    answer = calls.answer("users.info", user=READER)

    expected = {"ok": False, "error": "missing_scope", "needed": "users:read", "provided": "chat:write,commands"}
    assert answer.body == expected
    assert answer.headers["X-Accepted-OAuth-Scopes"] == "users:read"


def test_private_channels_and_direct_messages_have_scopes_of_their_own() -> None:
    calls = Calls(manifest("channels:history", "channels:read"))

    calls.ok("conversations.history", channel="C0GENERAL")
    private = calls.body("conversations.history", channel="C0READING")
    direct = calls.body("conversations.info", channel="D0READER")

    assert (private["error"], private["needed"]) == ("missing_scope", "groups:history")
    assert (direct["error"], direct["needed"]) == ("missing_scope", "im:read")


def test_a_missing_argument_is_named() -> None:
    body = Calls().body("conversations.info")

    assert body["error"] == "invalid_arguments"
    assert "channel" in body["response_metadata"]["messages"][0]


def test_what_the_checks_find_is_refused_with_where_it_is() -> None:
    calls = Calls()

    body = calls.body("chat.postMessage", channel="C0GENERAL", text="x", blocks=[{"type": "divider"}, {"type": "hr"}])

    assert body["error"] == "invalid_blocks"
    assert "[json-pointer:/blocks/1" in body["response_metadata"]["messages"][0]
    assert calls.texts() == []


def test_the_ledger_has_every_call_without_its_token_and_nothing_that_strangers_said() -> None:
    calls = Calls()
    calls.answer("auth.test")
    calls.api.call("chat.postMessage", None, {"channel": "C0GENERAL", "text": "x"})

    first, second = calls.api.ledger
    assert (first.method, first.token_kind, first.answer.status, first.at) == (
        "auth.test",
        "bot",
        200,
        calls.state.now(),
    )
    assert (second.token_kind, second.arguments, second.answer.error) == (
        "none",
        {},
        "not_authed",
    )
    assert calls.api.ledger.called("auth.test") == [first]


def test_the_ledger_is_waited_for_from_another_thread() -> None:
    calls = Calls()
    thread = Thread(target=lambda: [calls.answer("auth.test") for _ in range(3)])
    thread.start()

    assert len(calls.api.ledger.wait_for("auth.test", 3)) == 3
    thread.join()
    with pytest.raises(TimeoutError, match=r"views\.open was called 0 times"):
        calls.api.ledger.wait_for("views.open", seconds=0.001)


def test_the_ledger_forgets_what_is_oldest() -> None:
    calls = Calls()
    for _ in range(KEPT + 1):
        calls.api.call("no.such.method", None, {})

    assert len(calls.api.ledger) == KEPT


def test_calls_from_many_threads_lose_nothing() -> None:
    calls = Calls()

    def post() -> None:
        for _ in range(25):
            calls.ok("chat.postMessage", channel="C0GENERAL", text="hello")

    threads = [Thread(target=post) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert len({message.ts for message in calls.state.messages("C0GENERAL")}) == 100
    assert len(calls.told) == 100
