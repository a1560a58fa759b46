"""Each method's answer is of Slack's own type, refusals among them."""

import pytest

from bot.workspace import town
from bot.workspace.checks import check_answer
from bot.workspace.model import Json
from bot.workspace.webapi.methods import METHODS
from tests.workspace_calls import APP_TOKEN, READER, Calls, home, manifest, modal, section

LINK = "https://papers.example.org/one"


def _everything() -> Calls:
    """One good call of every method, and what comes of it kept in the ledger."""
    calls = Calls(manifest(assistant_view={"assistant_description": "Finds papers."}))
    calls.api.call("apps.connections.open", APP_TOKEN, {})
    for method in ("auth.test", "team.info", "bots.info", "users.list", "users.conversations"):
        calls.ok(method)
    calls.ok("users.info", user=READER)
    _read_and_write(calls)
    _windows(calls)
    _files_and_assistant(calls)
    return calls


def _read_and_write(calls: Calls) -> None:
    channel = {"channel": town.GENERAL}
    said = calls.says(READER, f"<{LINK}>")
    calls.ok("chat.unfurl", ts=said, unfurls={LINK: {"blocks": [section("One")]}}, **channel)
    posted = calls.ok("chat.postMessage", text="hello", blocks=[section("hello")], thread_ts=said, **channel)["ts"]
    calls.ok("chat.postEphemeral", text="hello", user=READER, **channel)
    calls.ok("chat.update", text="bye", ts=posted, **channel)
    calls.ok("chat.getPermalink", message_ts=posted, **channel)
    calls.ok("reactions.add", name="eyes", timestamp=said, **channel)
    calls.ok("reactions.get", timestamp=said, **channel)
    for kinds in ("public_channel", "private_channel", "im"):
        calls.ok("conversations.list", types=kinds)
    for place in (town.GENERAL, town.READING_GROUP, "D0READER"):
        calls.ok("conversations.info", channel=place)
    calls.ok("conversations.members", **channel)
    calls.ok("conversations.open", users=READER, return_im=True)
    calls.ok("conversations.history", limit=1, **channel)
    calls.ok("conversations.replies", ts=said, **channel)
    calls.ok("reactions.remove", name="eyes", timestamp=said, **channel)
    calls.ok("chat.delete", ts=posted, **channel)


def _windows(calls: Calls) -> None:
    view = calls.ok("views.open", trigger_id=calls.triggers.mint(READER), view=modal())["view"]
    calls.ok("views.push", trigger_id=calls.triggers.mint(READER, view=view["id"]), view=modal())
    calls.ok("views.update", view_id=view["id"], view=modal("New"))
    calls.ok("views.publish", user_id=READER, view=home())


def _files_and_assistant(calls: Calls) -> None:
    file_id = calls.ok("files.getUploadURLExternal", filename="papers.bib", length=3)["file_id"]
    calls.api.files.receive(file_id, b"abc")
    calls.ok("files.completeUploadExternal", files=[{"id": file_id}], channel_id=town.GENERAL)
    calls.ok("files.info", file=file_id)
    thread = {"channel_id": "D0READER", "thread_ts": calls.says(READER, "hi", channel="D0READER")}
    calls.ok("assistant.threads.setStatus", status="is thinking...", **thread)
    calls.ok("assistant.threads.setTitle", title="Caches", **thread)
    calls.ok("assistant.threads.setSuggestedPrompts", prompts=[{"title": "a", "message": "b"}], **thread)


EVERYTHING = _everything()


def _answers(method: str) -> list[Json]:
    return [call.answer.body for call in EVERYTHING.api.ledger.called(method) if isinstance(call.answer.body, dict)]


def _typed(method: str, body: Json) -> Json:
    """Slack's page on conversations.info shows with whom direct messages are; its type forgets that."""
    if method != "conversations.info":
        return body
    return {**body, "channel": {name: value for name, value in body["channel"].items() if name != "user"}}


@pytest.mark.parametrize("method", sorted(METHODS))
def test_an_answer_is_of_slacks_type(method: str) -> None:
    answers = _answers(method)

    assert answers
    for body in answers:
        assert body["ok"] is True
        assert check_answer(method, _typed(method, body)) == ()


@pytest.mark.parametrize("method", sorted(METHODS))
def test_a_refusal_is_of_slacks_type(method: str) -> None:
    body = Calls().api.call(method, None, {}).body

    assert isinstance(body, dict)
    assert check_answer(method, body) == ()


def test_a_wrong_answer_would_be_noticed() -> None:
    assert check_answer("chat.postMessage", {"ok": True, "channel": 5})
