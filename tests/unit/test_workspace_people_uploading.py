"""Files that people put into messages: what the bot hears of them, and what a workspace does not keep."""

from collections.abc import Iterator

import pytest

from bot.workspace import town
from bot.workspace.errors import CannotDo
from bot.workspace.town import GENERAL
from bot.workspace.webapi.files import LARGEST
from tests.people_kit import READER, Town

HERE = town.direct_id(READER)
REFS = ("refs.bib", b"@misc{a}")


@pytest.fixture
def here() -> Iterator[Town]:
    with_people = Town()
    yield with_people
    with_people.close()


def test_the_bot_hears_of_a_file_as_slack_tells_it_with_words_or_without(here: Town) -> None:
    ts = here.people.upload(READER, HERE, [REFS])["ts"]
    here.people.upload(READER, GENERAL, [REFS, ("b.ris", b"TY")], "@paperboy our lists")

    direct, both = here.events_of("message")
    (mention,) = here.events_of("app_mention")
    assert (direct["subtype"], direct["text"], direct["ts"], direct["upload"]) == ("file_share", "", ts, False)
    (file,) = direct["files"]
    assert (file["name"], file["size"], file["user"], file["mode"]) == ("refs.bib", 8, READER, "hosted")
    assert [one["name"] for one in both["files"]] == [one["name"] for one in mention["files"]] == ["refs.bib", "b.ris"]
    assert "subtype" not in mention


def test_a_message_with_a_file_is_its_owners_to_change_and_to_take_away(here: Town) -> None:
    ts = here.people.upload(READER, GENERAL, [REFS], "a list")["ts"]

    here.people.edit(READER, GENERAL, ts, "our list")
    assert here.texts(READER, GENERAL) == ["our list"]
    here.people.delete(READER, GENERAL, ts)
    assert here.texts(READER, GENERAL) == []


@pytest.mark.parametrize("files", [[], [("empty.bib", b"")], [REFS] * 11, [("big.bib", b"x" * (LARGEST + 1))]])
def test_what_is_too_much_or_nothing_is_refused(here: Town, files: list[tuple[str, bytes]]) -> None:
    with pytest.raises(CannotDo):
        here.people.upload(READER, GENERAL, files, "a list")

    assert here.texts(READER, GENERAL) == []
