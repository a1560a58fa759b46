"""Papers from Slack, as people bring them: typed and looked up, dropped as files, imported once, and taken back."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from bot.intake import Intake
from bot.manifest import manifest
from bot.slack.uploads import LARGEST, SlackUploads
from bot.workspace.model import Json
from bot.workspace.people.speaking import FILES
from bot.workspace.town import CURATOR, GENERAL, RANDOM, READER, direct_id
from handlers.actions import handle_press
from handlers.dispatch import dispatch
from handlers.errors import Unavailable, UserError
from handlers.ports import Services
from handlers.talk.answering import converse
from tests.desk_kit import MENTION, Desk, open_desk
from tests.slack_kit import open_place, settings_for
from tests.sources_kit import ABSTRACT, Told, atom, served, sources_at
from tests.sources_kit import Services as Online

HERE = direct_id(READER.id)
BIBTEX = f"@misc{{wells, title={{Counting Wells}}, abstract={{{ABSTRACT}}}}}\n@misc{{empty, title={{Nothing}}}}\n"
REFS = ("refs.bib", BIBTEX.encode())


@dataclass
class Stage:
    """The bot over its real handlers, its store and services on this machine."""

    desk: Desk
    online: Online

    @property
    def size(self) -> int:
        return self.desk.store.library.size()

    def drop(self, *files: tuple[str, bytes], text: str = "", channel: str = HERE, user: str = READER.id) -> str:
        ts = self.desk.people.upload(user, channel, files or (REFS,), text)["ts"]
        self.desk.work()
        return str(ts)

    def latest(self, channel: str = HERE) -> Json:
        return self.desk.said(channel)[-1]

    def press(self, label: str, channel: str = HERE, user: str = READER.id) -> None:
        """The latest button of this label that the person sees."""
        seen = [one.body for one in self.desk.place.workspace.state.messages(channel, seen_by=user)]
        found = [(body["ts"], button) for body in seen for button in _buttons(body) if button["text"]["text"] == label]
        ts, button = found[-1]
        self.desk.people.press(
            user, channel=channel, ts=ts, action={"action_id": button["action_id"], "value": button["value"]}
        )

    def sees(self, words: str, channel: str = HERE, user: str = READER.id) -> None:
        self.desk.place.wait_until(lambda: any(words in text for text in self.desk.place.seen(channel, user)))


def _buttons(body: Json) -> list[Any]:
    return [each for block in body.get("blocks", ()) if block["type"] == "actions" for each in block["elements"]]


@contextmanager
def staged(folder: Path, **declared: Any) -> Iterator[Stage]:
    with served() as online, open_desk(folder, converse, **declared) as desk:
        uploads = SlackUploads.over(desk.edge.settings)
        intake = Intake(desk.store, sources_at(online), lambda: None, lambda: lambda: 0.0, uploads)
        over: Services = replace(desk.services, intake=intake, library=desk.store.library)
        desk.services = over
        desk.edge.converse = lambda question: converse(question, over)
        desk.edge.answer = lambda request: dispatch(request, over)
        desk.edge.press = lambda press: handle_press(press, over)
        yield Stage(desk, online)


@pytest.fixture
def stage(tmp_path: Path) -> Iterator[Stage]:
    with staged(tmp_path) as stage:
        yield stage


# Typed


def test_a_link_is_acknowledged_looked_up_added_and_taken_back(stage: Stage) -> None:
    stage.online.say("/api/query", Told(atom()))

    stage.desk.people.command(READER.id, GENERAL, "/papers", "add https://arxiv.org/abs/2405.00001")
    (acknowledged,) = stage.desk.place.travelled("/papers")
    assert acknowledged.body["text"] == "add <https://arxiv.org/abs/2405.00001>"
    assert acknowledged.answer["text"].startswith("Looking it up at arXiv…")
    stage.sees("Found at arXiv. It is not in the library yet.", GENERAL)
    assert stage.size == 0

    stage.press("Add to the library", GENERAL)
    stage.sees("You added Counting Wells from Above as wellcount", GENERAL)
    (kept,) = stage.desk.store.imports.recent(2)
    assert (stage.size, kept.who) == (1, f"<@{READER.id}>")
    stage.press("Undo", GENERAL)
    stage.desk.place.wait_until(lambda: stage.size == 0)
    assert not any("wellcount" in text for text in stage.desk.place.seen(GENERAL, CURATOR.id))


def test_a_button_of_before_a_restart_looks_it_up_and_adds_it(tmp_path: Path) -> None:
    with staged(tmp_path) as stage:
        stage.online.say("/api/query", Told(atom()))
        stage.desk.place.command("add 2405.00001")
        stage.sees("Found at arXiv", GENERAL)
        (button, _) = _buttons(stage.desk.place.responses()[-1])
    with staged(tmp_path) as later:
        later.online.say("/api/query", Told(atom()))
        later.desk.place.press(later.desk.place.card(button["action_id"], button["value"]), button["action_id"])
        later.sees("You added", GENERAL)
        assert later.size == 1


def test_what_is_wrong_is_said_and_nothing_is_added(stage: Stage) -> None:
    stage.online.say("/", Told(status=503))

    stage.desk.place.command("add 2405.00001")

    stage.sees("cannot answer now (status 503); try again later.", GENERAL)
    assert stage.size == 0


# Dropped


def test_a_file_in_direct_messages_is_shown_imported_once_and_taken_back(stage: Stage) -> None:
    ts = stage.drop()
    shown = stage.latest()
    assert shown["thread_ts"] == ts
    assert "refs.bib (BibTeX): 1 paper, 1 new, 1 skipped." in shown["text"]
    assert "refs.bib, line 2: " in shown["text"]
    assert stage.size == 0

    stage.press("Import")
    stage.press("Import")
    stage.desk.place.wait_until(lambda: stage.latest()["text"].startswith("Imported."))
    assert stage.desk.edge.app.pools.fetching.drain(10)
    assert [button["text"]["text"] for button in _buttons(stage.latest())] == ["Undo"]
    assert (stage.size, len(stage.desk.store.imports.recent(5))) == (1, 1)
    assert len(stage.desk.said(HERE)) == 1


def test_undo_takes_an_import_back(stage: Stage) -> None:
    stage.drop()
    stage.press("Import")
    stage.sees("Imported.")

    stage.press("Undo")
    stage.desk.place.wait_until(lambda: stage.size == 0)
    stage.desk.place.wait_until(lambda: not _buttons(stage.latest()))


def test_in_a_channel_a_mention_is_needed_and_only_the_owner_may_press(stage: Stage) -> None:
    stage.drop(channel=GENERAL, text="for the archive")
    assert stage.desk.said(GENERAL) == []

    stage.drop(channel=GENERAL, text=f"{MENTION} our list")
    (shown,) = stage.desk.said(GENERAL)
    assert "took the words for a remark" in shown["text"]
    stage.press("Import", GENERAL, CURATOR.id)
    stage.sees("Only whoever brought these papers can press that.", GENERAL, CURATOR.id)
    assert stage.size == 0
    stage.press("Cancel", GENERAL)
    stage.sees("Not imported: refs.bib.", GENERAL, CURATOR.id)


def test_two_deliveries_of_a_message_are_one_preview(stage: Stage) -> None:
    ts = stage.drop(channel=GENERAL, text=f"{MENTION} once")
    message = stage.desk.place.workspace.state.message(GENERAL, ts)
    assert message
    stage.desk.tell({**message.body, "type": "app_mention", "channel": GENERAL})
    stage.desk.tell(
        {**message.body, "type": "message", "subtype": FILES, "channel_type": "channel", "channel": GENERAL}
    )
    stage.desk.work()

    assert len(stage.desk.said(GENERAL)) == 1


def test_a_file_that_is_gone_when_the_button_is_pressed_is_told(stage: Stage) -> None:
    stage.drop()
    stage.desk.place.workspace.api.files._files.clear()

    stage.press("Import")

    stage.sees("That file is not there any more. Please upload it again.")
    assert stage.size == 0


def test_of_several_files_those_that_can_be_had_are_read_and_the_others_are_named(stage: Stage) -> None:
    stage.desk.place.workspace.faults.add("files.info", "garbled", text=json.dumps(info(mode="tombstone")))
    stage.drop(("all.bib", b"@misc{}"), REFS, ("plot.png", b"\x89PNG"))
    shown = stage.latest()

    assert "refs.bib (BibTeX): 1 paper, 1 new, 1 skipped." in shown["text"]
    assert "all.bib: That file is not there any more. Please upload it again." in shown["text"]
    assert "Passed over, since I can read no papers from it: plot.png." in shown["text"]
    assert "Upload them again" not in shown["text"]
    stage.press("Import")
    stage.sees("Imported.")
    assert stage.size == 1


def test_a_picture_is_no_file_of_papers(stage: Stage) -> None:
    stage.drop(("plot.png", b"\x89PNG"))

    assert "I can read no papers from that file." in stage.latest()["text"]


# Fetched


def info(**more: Any) -> Json:
    """Slack's answer to `files.info`."""
    return {"ok": True, "file": {"id": "F1", "mimetype": "text/plain", "size": 3} | more}


@pytest.mark.parametrize(
    ("file", "raised"),
    [
        ({"url_private": "https://files.slack.com.example.org/x"}, "outside of Slack"),
        ({"url_private": "http://files.slack.com/x"}, "outside of Slack"),
        ({"url_private": "https://files.slack.com@example.org/x"}, "outside of Slack"),
        ({"url_private": "https://docs.example.org/x", "is_external": True}, "outside of Slack"),
        ({"url_private": "https://files.slack.com/x", "size": LARGEST + 1}, "too large"),
        ({"mode": "tombstone"}, "not there any more"),
    ],
)
def test_nothing_is_fetched_from_elsewhere(tmp_path: Path, file: Json, raised: str) -> None:
    with open_place() as place:
        uploads = SlackUploads.over(settings_for(place.workspace))
        place.workspace.faults.add("files.info", "garbled", text=json.dumps(info(**file)))
        with pytest.raises(UserError, match=raised):
            uploads.fetch("F1", tmp_path / "file")
    assert not (tmp_path / "file").exists()


def test_without_the_scope_it_is_said_what_to_do(tmp_path: Path) -> None:
    declared = manifest()
    declared["oauth_config"]["scopes"]["bot"].remove("files:read")
    with open_place(declared=declared) as place:
        put = place.workspace.api.files.put("refs.bib", b"x", 0, READER.id, RANDOM)
        uploads = SlackUploads.over(settings_for(place.workspace))
        with pytest.raises(UserError, match="files:read"):
            uploads.fetch(put.id, tmp_path / "file")
        # Slack itself hands out its log-in page where a token may not read a file.
        with pytest.raises(UserError, match="files:read"):
            uploads._fetched(f"{place.workspace.origin}/files/{put.id}", "text/plain", tmp_path / "file")


def test_answers_that_are_no_file_are_told_apart(tmp_path: Path) -> None:
    with served() as online, open_place() as place:
        origin = f"http://127.0.0.1:{online.server_address[1]}"
        settings = replace(settings_for(place.workspace), api_url=f"{origin}/api/", timeout=0.5)
        uploads = SlackUploads.over(settings)
        online.say("/moved", Told(status=302, headers={"Location": "https://slack.com/signin"}))
        online.say("/gone", Told(status=404))
        online.say("/down", Told(status=500))
        online.say("/short", Told("abc", headers={"Content-Length": "9"}))
        online.say("/whole", Told("abc"))
        for path, kind, told in (
            ("/moved", UserError, "files:read"),
            ("/gone", UserError, "not there any more"),
            ("/down", Unavailable, "did not hand the file over"),
            ("/short", Unavailable, "did not hand the file over"),
        ):
            with pytest.raises(kind, match=told):
                uploads._fetched(f"{origin}{path}", "text/plain", tmp_path / "file")
        uploads._fetched(f"{origin}/whole", "text/plain", tmp_path / "file")
        assert (tmp_path / "file").read_text() == "abc"
        assert online.asked[-1][1]["Authorization"] == f"Bearer {settings.bot_token}"
