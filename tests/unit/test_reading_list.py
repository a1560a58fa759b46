"""The reading list: saved, listed, marked, rated, noted, shared and taken back, each for its person alone."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from handlers.actions import handle_press
from handlers.blocks import shelf_state
from handlers.blocks.notice import OLD_BUTTON
from handlers.blocks.reader import reader
from handlers.blocks.shelf import Row, Shown, own_list, shared_list
from handlers.blocks.shelf_state import ShelfPage
from handlers.blocks.shelved import kept_blocks, kept_text
from handlers.messages import Reply, Whisper
from handlers.ports import Services
from handlers.reading_list.buttons import SHELF_BUTTONS
from handlers.shelves import Hidden, Marked, Noted, Rated, Saved, Shared, Shelved
from handlers.windows import Mend, Modal, Renewed
from search.models import Paper
from tests.block_rules import problems
from tests.fakes import FakeLibrary
from tests.fakes_handlers import NOW, PAPERS, press, services
from tests.shelf_kit import ADA, BEN, HERE, NAMED, labelled, pressed, replied, say, sent_off, shelved, typed, window
from tests.unit.test_blocks_payloads import MODEST, PAPER, TEXT
from tests.unit.test_commands_search import buttons, labels, rich_lines, small_lines

MINUTE = timedelta(minutes=1)


def saved(over: Services, *handles: str, user_id: str = ADA) -> None:
    for number, handle in enumerate(handles):
        say(over, handle, Saved(HERE, NOW + number * MINUTE), user_id=user_id)


def test_a_press_on_save_is_answered_in_private_and_undone_by_its_button() -> None:
    over = services()
    reply = replied(over, labelled(typed("show kvflow", over), "Save"))
    there = shelved(over)
    undone = replied(over, labelled(reply, "Undo"))
    gone = shelved(over).state
    back = replied(over, labelled(undone, "Put it on the list"))

    assert reply.text.startswith("Saved; it is on your reading list: KVFlow")
    assert not reply.public
    assert not reply.replaces
    assert (there.state, there.saved, there.saved_in) == ("to read", NOW, HERE)
    assert (gone, undone.replaces, shelved(over).state) == (None, True, "to read")
    assert "is marked as to read" in back.text


def test_saving_again_says_how_it_stands() -> None:
    over = services()
    say(over, "kvflow", Marked("reading", NOW), Rated(4))

    reply = typed("save KVFlow", over)
    assert "It is on your reading list already" in reply.text
    assert "reading · ★★★★☆" in reply.text
    assert labels(reply) == ["Done reading", "Note and stars…", "Remove"]
    assert shelved(over).state == "reading"


def test_wherever_a_paper_is_shown_it_can_be_saved() -> None:
    over = services()
    shown = [typed(text, over) for text in ("kv cache", "show kvflow", "similar kvflow", "random", "week preview")]

    assert all("Save" in labels(reply) for reply in shown[:-1])
    for reply in shown[:-1]:
        assert isinstance(pressed(over, labelled(reply, "Save")), Reply)


def test_a_name_that_nobody_knows_is_searched_for() -> None:
    reply = typed("save cache eviction", services())

    assert "No paper is called “cache eviction”" in reply.text
    assert "To" not in typed("save", services()).text[:2]


def test_the_list_begins_with_what_was_saved_last_and_is_turned_and_filtered() -> None:
    papers = tuple(Paper(id=f"p{number}", abstract=f"On number {number}.") for number in range(7))
    over = services(papers)
    saved(over, *(paper.id for paper in papers))
    say(over, "p0", Marked("read", NOW))

    first = typed("list", over)
    second = replied(over, labelled(first, "Next"))
    read = replied(over, labelled(first, "Already read (1)"))
    assert rich_lines(first)[0].startswith("*7 papers* on your reading list")
    assert [line[:10] for line in small_lines(first)[:5]] == [
        "`p6` · to ",
        "`p5` · to ",
        "`p4` · to ",
        "`p3` · to ",
        "`p2` · to ",
    ]
    assert small_lines(second)[:2] == ["`p1` · to read", "`p0` · read"]
    assert second.replaces
    assert small_lines(read)[0] == "`p0` · read"
    assert typed("list read", over).blocks == read.blocks
    assert labels(replied(over, labelled(second, "Back"))) == labels(first)


def test_an_empty_list_says_how_to_fill_it_and_list_decoding_is_a_search() -> None:
    over = services()

    assert "press Save wherever you see one" in typed("list", over).text
    assert "To see all of it, press All." in typed("list reading", _with_one(services())).text
    assert "list" not in typed("list decoding", over).text.split("\n")[0].replace("list decoding", "")


def _with_one(over: Services) -> Services:
    saved(over, "kvflow")
    return over


def test_marks_and_removal_change_the_page_in_place() -> None:
    over = services()
    saved(over, "kvflow", "rac")

    marked = replied(over, labelled(typed("list", over), "Reading now"))
    assert (marked.replaces, shelved(over, "rac").state) == (True, "reading")
    removed = replied(over, labelled(marked, "Remove"))
    assert "Taken off: " in removed.text
    assert "/papers save rac" in removed.text
    assert shelved(over, "rac").state is None


def test_a_paper_that_left_the_library_can_still_be_removed() -> None:
    over = services(library=FakeLibrary(PAPERS))
    saved(over, "kvflow", "no-such-paper")

    reply = typed("list", over)
    assert "left the library" in reply.text
    replied(over, labelled(reply, "Remove"))
    assert shelved(over, "no-such-paper").state is None


@pytest.mark.parametrize(("below", "led_to"), [("V0READ", Renewed), ("V0LOWER", Modal)])
def test_a_note_from_where_a_paper_is_read_is_seen_there_at_once(below: str, led_to: type) -> None:
    """Where there was no room for one more window, the note stood in the place of the one that it was opened in."""
    over = services()
    reading = window(over, labelled(typed("show kvflow", over), "Read"))
    in_it = {"state": reading.state, "window": "V0READ", "channel_id": ""}
    form = window(over, labelled(reading, "Note and stars…"), **in_it)

    told = sent_off(over, form, below=below, note="for our prompts", who="here", stars="5")
    assert isinstance(told, led_to)
    shown = told.window if isinstance(told, Renewed) else told
    assert isinstance(shown, Modal)
    assert "Your note, for a channel: for our prompts" in repr(shown.blocks)
    assert "You gave it ★★★★★" in repr(shown.blocks)
    assert shown.state == reading.state
    assert shelved(over).note_channel == HERE
    again = sent_off(over, window(over, labelled(shown, "Note and stars…"), **in_it), below=below, note="")
    assert "for our prompts" not in repr(again)
    assert isinstance(sent_off(over, replace(form, state="{}"), below=below), Mend)


def test_the_window_keeps_what_is_entered_and_says_only_what_changed() -> None:
    over = services()
    saved(over, "kvflow")
    form = window(over, labelled(typed("list", over), "Note and stars…"))
    say(over, "kvflow", Hidden(True))

    told = sent_off(over, form, stars="4", note="  Two\nlines & <b>  ", state="reading", listed="others")
    assert isinstance(told, Whisper)
    assert (told.user_id, told.channel_id) == (ADA, HERE)
    assert "is marked as reading on your reading list · ★★★★☆ · shared" in told.message.text
    kept = shelved(over)
    assert (kept.state, kept.rating, kept.note, kept.note_channel, kept.shared, kept.hidden, kept.saved) == (
        "reading", 4, "Two\nlines & <b>", None, True, True, NOW,
    )  # fmt: skip
    again = window(over, labelled(told.message, "Note and stars…"))
    sent_off(over, again)
    assert shelved(over) == kept
    sent_off(over, again, note="", stars="none", listed="alone")
    assert (shelved(over).note, shelved(over).rating, shelved(over).shared) == ("", None, False)


def test_a_note_for_the_channel_is_read_there_and_a_private_one_by_nobody_else() -> None:
    over = services()
    for handle, who, text in (("kvflow", "here", "we tried it"), ("rac", "me", "a secret")):
        form = window(over, labelled(typed(f"save {handle}", over), "Note and stars…"))
        sent_off(over, form, note=text, who=who)

    shown = {handle: typed(f"show {handle}", over, BEN) for handle in ("kvflow", "rac")}
    assert f"<@{ADA}> noted here: we tried it" in shown["kvflow"].text
    assert "we tried it" not in typed("show kvflow", over, BEN, "C0ELSEWHERE").text
    assert "Your note, for a channel: we tried it" in typed("show kvflow", over).text
    others = [
        typed(text, over, BEN) for text in ("show rac", "rac", f"list <@{ADA}|ada>", "list", "similar rac", "week")
    ]
    windows = [
        handle_press(press(button["action_id"], button["value"], user_id=BEN), over)
        for one in others
        for button in buttons(one)
    ]
    assert "a secret" not in repr((others, windows))
    assert "a secret" in typed("show rac", over).text


def test_another_persons_list_shows_what_they_share_and_can_be_saved_from() -> None:
    over = services()
    saved(over, "kvflow", "rac")
    say(over, "rac", Rated(5), Shared(True), Noted("private", None, NOW))

    reply = typed(f"list <@{ADA}|ada>", over, BEN)
    assert reply.text.startswith(f"From the reading list of <@{ADA}>:")
    assert "★★★★★" in reply.text
    assert "private" not in reply.text
    assert "kvflow" not in reply.text
    replied(over, labelled(reply, "Save"), BEN)
    assert shelved(over, "rac", BEN).state == "to read"
    assert "shares nothing" in typed(f"list <@{BEN}>", over).text
    assert "on your reading list" in typed(f"list <@{ADA}>", over).text


def test_what_is_not_for_a_person_is_not_drawn_for_them_until_they_want_it_back() -> None:
    over = services()
    for paper in PAPERS:
        if paper.id != "rac":
            say(over, paper.id, Hidden(True))

    assert all("[rac]" in typed("random", over).text for _ in range(8))
    reply = replied(over, labelled(typed("random", over), "Not for me"))
    assert "None of the 5 papers is for you" in typed("random", over).text
    assert "not for you" in typed("random cache", over).text
    replied(over, labelled(reply, "Undo"))
    assert "[rac]" in typed("random", over).text
    assert typed("forget hidden", over).text == "4 papers may be drawn for you again."
    assert not any(one.hidden for one in over.shelf.of_person("T0TEAM", ADA))


def test_forgetting_is_asked_first_and_done_by_the_button_for_its_person_alone() -> None:
    over = services()
    for user in (ADA, BEN):
        saved(over, "kvflow", user_id=user)

    told = typed("forget", over)
    asked = typed("forget me", over)
    assert labels(told) == []
    assert "cannot" not in asked.text
    assert "for good" in asked.text
    assert shelved(over).state == "to read"
    done = replied(over, labelled(asked, "Forget all of it"))
    assert done.replaces
    assert (shelved(over).state, shelved(over, user_id=BEN).state) == (None, "to read")
    assert typed("forget me", over).text == "I keep nothing about you."
    assert "gates" in typed("forget gates", over).text


def test_what_is_pressed_in_a_window_knows_the_channel_behind_it() -> None:
    over = services()
    say(over, "kvflow", Noted("for all", HERE, NOW), user_id=BEN)
    read = window(over, labelled(typed("show kvflow", over), "Read"))

    assert "for all" in repr(read.blocks)
    inside = replied(over, labelled(read, "Save"), channel_id="")
    assert shelved(over).saved_in == HERE
    form = window(over, labelled(read, "Note and stars…"), channel_id="")
    assert isinstance(sent_off(over, form, note="mine too", who="here"), Whisper)
    assert shelved(over).note_channel == HERE
    undone = replied(over, labelled(inside, "Undo"), channel_id="")
    assert (undone.replaces, shelved(over).state) == (True, None)
    nowhere = replied(over, labelled(undone, "Put it on the list"), channel_id="")
    assert isinstance(sent_off(over, window(over, labelled(nowhere, "Note and stars…"), channel_id="")), Modal)


def test_where_a_paper_is_read_what_is_pressed_is_seen_at_once_and_another_window_keeps_its_answers() -> None:
    over = services()
    read = window(over, labelled(typed("show kvflow", over), "Read"))
    inside: dict[str, Any] = {"channel_id": "", "message_ts": "", "state": read.state}
    kept = window(over, labelled(read, "Save"), **inside)

    assert (kept.replaces, kept.behind) == (True, None)
    assert labelled(kept, "Reading now")
    assert shelved(over).saved_in == HERE
    assert isinstance(pressed(over, labelled(kept, "Remove"), **inside | {"state": ""}), Reply)
    del over.library.shown["kvflow"]  # type: ignore[attr-defined]
    assert "no longer" in replied(over, labelled(kept, "Reading now"), **inside).text


@pytest.mark.parametrize("action_id", sorted(SHELF_BUTTONS))
@pytest.mark.parametrize(
    "value", ["", "[]", '{"v":2,"id":"kvflow","o":0,"f":"","u":"","a":"me"}', '{"v":1,"o":-1,"f":"","u":""}']
)
def test_a_button_that_cannot_be_read_gets_a_sentence(action_id: str, value: str) -> None:
    outcome = handle_press(press(action_id, value), services())

    assert isinstance(outcome, Reply)
    assert outcome.text == OLD_BUTTON


def test_a_window_whose_paper_left_says_so_at_its_field() -> None:
    over = services()
    form = window(over, labelled(typed("save kvflow", over), "Note and stars…"))

    assert sent_off(services(PAPERS[1:]), form) == Mend({"state": "That paper has left the library."})


@MODEST
@given(PAPER, TEXT, st.sampled_from([None, 1, 5]), st.sampled_from([ADA, "you", "!here"]))
def test_whatever_notes_and_papers_hold_lists_keep_the_rules(
    paper: Paper, note: str, rating: int | None, who: str
) -> None:
    mine = Shelved(paper_id=paper.id, user_id=ADA, state="reading", saved=NOW, rating=rating, note=note)
    other = Shelved(paper_id=paper.id, user_id=who, note=note or "x", note_channel=HERE, shared=True)
    others = (replace(paper, id=f"{paper.id}-{number}") for number in range(4))
    rows = (Row(mine, paper), *(Row(Shelved(paper_id=one.id, user_id=ADA, state="read"), one) for one in others))
    own = Shown(rows=rows, page=ShelfPage(), total=9, counts=(9, 4, 3, 2), notes=(note,))
    theirs = Shown(
        rows=(Row(other, paper), Row(replace(other, paper_id=f"{paper.id}-x"), None)),
        page=ShelfPage(user_id=who),
        total=2,
    )
    beside = tuple(kept_blocks(mine, [other] * 5))

    said: list[Reply | Modal] = [
        own_list(own),
        shared_list(theirs),
        Reply("\n".join(kept_text(mine, [other])) or "x", beside),
        reader(paper, beside[:2]),
    ]
    assert [problem for one in said for problem in problems(one, sharer=NAMED)] == []


@given(st.integers(0, 10**9), st.sampled_from([None, "to read", "read"]), TEXT)
def test_a_state_comes_back_from_its_value_as_it_was(offset: int, state: str | None, text: str) -> None:
    page = ShelfPage(min(offset, 10**6), state, "U1")  # type: ignore[arg-type]  # one of the states
    entry = shelf_state.ShelfEntry(text.strip() or "x", "read", ShelfPage(page.offset, page.state), HERE)

    assert shelf_state.page_of(shelf_state.page_value(page)) == page
    assert shelf_state.entry_of(shelf_state.entry_value(entry)) == entry
