"""`/papers note`: notes that are typed, for oneself or for the channel, changed and taken back."""

import pytest

from handlers.ports import Services
from handlers.shelves import LONGEST_NOTE, Noted, Rated
from handlers.typed import as_meant
from handlers.windows import Modal
from tests.fakes_handlers import NOW, services
from tests.shelf_kit import BEN, HERE, labelled, say, shelved, typed, window


@pytest.fixture
def over() -> Services:
    return services()


def test_a_note_is_kept_for_its_person_alone_shown_changed_and_taken_back(over: Services) -> None:
    say(over, "kvflow", Rated(4))
    kept = typed("note kvflow try it on our prompts", over)
    assert "for you alone" in kept.text
    assert "try it on our prompts" in kept.text
    assert "try it on our prompts" in typed("note KVFlow", over).text
    assert "Your note on" in typed("note KVFlow:", over).text
    assert "try it" not in typed("show kvflow", over, BEN).text
    assert "You have no note on" in typed("note kvflow", over, BEN).text

    changed = typed("note kvflow it is slow", over)
    assert "It said before: try it on our prompts" in changed.text
    gone = typed("note kvflow remove", over)
    assert "Your note is gone" in gone.text
    assert "It said before: it is slow" in gone.text
    assert (shelved(over).note, shelved(over).noted, shelved(over).rating) == ("", None, 4)
    assert isinstance(window(over, labelled(gone, "Note and stars…")), Modal)


def test_only_a_colon_after_shared_lets_the_channel_read_it(over: Services) -> None:
    assert "for you alone" in typed("note kvflow shared memory is the bottleneck", over).text
    assert "for this channel" in typed("note kvflow shared: memory is the bottleneck", over).text
    assert (shelved(over).note, shelved(over).note_channel) == ("memory is the bottleneck", HERE)
    assert "noted here: memory" in typed("show kvflow", over, BEN).text
    assert "for another channel" in typed("note kvflow", over, channel_id="C0OTHER").text
    assert "noted here" not in typed("show kvflow", over, BEN, "C0OTHER").text

    assert "for you alone" in typed("note kvflow mine again", over).text
    assert "noted here" not in typed("show kvflow", over, BEN).text
    assert "nobody else would read it" in typed("note kvflow shared: to all", over, channel_id="D0DIRECT").text
    assert shelved(over).note == "mine again"


@pytest.mark.parametrize("text", ["x" * (LONGEST_NOTE + 1), "shared:", "shared:  ", "shared: \u200b\u2060"])
def test_what_cannot_be_kept_changes_nothing_and_says_so(over: Services, text: str) -> None:
    say(over, "kvflow", Noted("as it was", None, NOW))
    assert "not" in typed(f"note kvflow {text}", over).text

    assert shelved(over).note == "as it was"


def test_without_a_paper_it_says_how_and_an_unknown_name_is_searched_for(over: Services) -> None:
    assert "On which paper?" in typed("note", over).text
    assert "No paper is called" in typed("note gated attention", over).text


@pytest.mark.parametrize(
    ("typed_text", "meant"),
    [
        ("<@U0READER2|ben> A &amp; B &lt;3", "@ben A & B <3"),
        ("<@U0READER2> said", "@somebody said"),
        ("<!channel> <!here|here> <!subteam^S1|@team>", "@channel @here @team"),
        ("<https://x.example/a|x.example> in <#C0CHANNEL|general>", "https://x.example/a in #general"),
        ("<mailto:a@b.example|a@b.example>", "a@b.example"),
        ("a < b > c", "a < b > c"),
    ],
)
def test_typed_text_is_kept_as_it_was_meant_and_names_nobody_by_their_id(
    over: Services, typed_text: str, meant: str
) -> None:
    typed(f"note kvflow {typed_text}", over)

    assert as_meant(typed_text) == meant
    assert shelved(over).note == meant
