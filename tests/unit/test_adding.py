"""Papers that people bring: what they are shown before anything is added, and what their presses do."""

from dataclasses import replace

import pytest

from handlers.adding.looking import names_papers
from handlers.blocks import intake_state
from handlers.blocks.intake_state import add_value, deposit_value, typed_of
from handlers.conversation import Answer, Question
from handlers.intake import Deposit, FilesRead, Sent, Sighting, marked, parted
from handlers.messages import Reply
from handlers.ports import Services
from handlers.talk.answering import converse
from search.models import Paper
from tests.block_rules import problems
from tests.fakes_handlers import NOW, services
from tests.fakes_intake import MemoryIntake
from tests.shelf_kit import ADA, BEN, labelled, replied, typed
from tests.unit.test_commands_search import buttons

WELLS = Paper(
    abstract="We count wells. WellCount finds nine in ten.", title="Counting @here <!channel>", authors=("Ann Lee",),
    year=2024, venue="Journal of Wells", url="https://arxiv.org/abs/2405.00001",
)  # fmt: skip
BREAD = Paper(abstract="Bread is dear.", title="What Bread Costs")
LINK = "https://arxiv.org/abs/2405.00001"
FILES = (Sent("F01", "refs.bib"),)
HELD = FilesRead(
    told=("refs.bib (BibTeX): 12 papers, 10 new, 2 skipped.",), remarks=("refs.bib, line 4: torn.",), gain=10
)


def then(reply: Reply) -> Reply:
    """What follows a reply that takes a while."""
    assert reply.then
    followed = reply.then()
    assert problems(followed, sharer=f"{ADA} {BEN}") == []
    return followed


def desk(**more: object) -> tuple[MemoryIntake, Services]:
    intake = MemoryIntake(asked="arXiv", found={LINK: (Sighting(LINK, WELLS, "arXiv"),)}, holds={"F01": HELD})
    for name, value in more.items():
        setattr(intake, name, value)
    return intake, services(intake=intake)


def test_a_paper_is_shown_before_it_is_added_and_added_once_somebody_says_so() -> None:
    intake, over = desk()

    first = typed(f"add <{LINK}|arxiv.org/abs/2405.00001>", over)
    shown = then(first)
    assert first.text.startswith("Looking it up at arXiv…")
    assert "Counting @\u2060here &lt;!channel&gt; (Ann Lee; Journal of Wells 2024)" in shown.text
    assert "Found at arXiv. It is not in the library yet." in shown.text
    assert intake.added == []

    done = then(replied(over, labelled(shown, "Add to the library")))
    assert intake.added == [(LINK, ADA)]
    assert done.replaces
    assert "as added; searches find it from now on" in done.text
    undone = then(replied(over, labelled(done, "Undo")))
    assert (intake.undone, undone.text) == ([1], "Import 1 was taken back.")


def test_what_needs_no_looking_up_is_shown_at_once_and_may_be_cancelled() -> None:
    entry = "@misc{bread, title={What Bread Costs}, abstract={Bread is dear.}}"
    intake, over = desk(asked="", found={entry: (Sighting("bread", BREAD),)})

    shown = typed(f"add {entry}", over)

    assert shown.then is None
    assert replied(over, labelled(shown, "Cancel")).text == "Nothing was added."
    assert intake.added == []


def test_several_papers_are_told_apart() -> None:
    several = (
        Sighting(LINK, WELLS, "arXiv"),
        Sighting("10.1000/x", BREAD, "Crossref", "completes", "bread"),
        Sighting("kvflow", BREAD, fate="held", handle="kvflow"),
        Sighting("non*sense", trouble="it is no arXiv number"),
    )
    words = f"{LINK} 10.1000/x 2301.00001"
    _, over = desk(found={words: several})

    shown = then(typed(f"add {LINK}, 10.1000/x 2301.00001", over))

    assert labelled(shown, "Add 2 papers")
    for words in ("as bread; adding it fills in", "already, as kvflow.", "non∗sense: it is no arXiv number."):
        assert words in shown.text


def test_where_nothing_can_be_added_there_is_no_button_for_it() -> None:
    _, over = desk(found={LINK: (Sighting(LINK, replace(WELLS, id="wellcount"), fate="held", handle="wellcount"),)})

    shown = then(typed(f"add {LINK}", over))
    nobody = then(typed("add 2405.99999", over))

    assert "It is in the library already, as wellcount." in shown.text
    assert [button["text"]["text"] for button in buttons(shown)] == ["Read", "Similar", "Save", "Share"]
    assert buttons(nobody) == []


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        ("", True), ("2405.00001", True), ("10.1000/x", True), ("aB3dEfGhIj", True), ("@misc{a}", True),
        ("<https://x.org/1|x.org/1>, 2405.00001", True), ("noise to gradients", False), ("2 and 2", False),
    ],
)  # fmt: skip
def test_only_what_may_name_papers_is_the_command(words: str, meant: bool) -> None:
    assert names_papers(words) == meant


def test_a_button_remembers_what_was_typed_also_when_it_is_long_and_nothing_that_it_did_not_write() -> None:
    abstract = " ".join(f"word{number} of an abstract" for number in range(120))
    long = f"@misc{{a, abstract={{{abstract}}}}}"

    assert len(long) > 2_000
    assert typed_of(add_value(long) or "") == long
    assert add_value("".join(chr(0x4E00 + number * 7) for number in range(2_000))) is None
    for value in ('{"v":1,"z":"!"}', '{"v":1,"z":"AAAA"}', "{}", "x", add_value("y" * 30_000) or ""):
        assert typed_of(value) is None


def said(text: str, files: tuple[Sent, ...], over: Services) -> Reply:
    question = Question(
        text=marked(text, files), user_id=ADA, team_id="T0TEAM", channel_id="D1", ts="1.000001", thread_ts=None,
        direct=True, now=NOW,
    )  # fmt: skip
    talk = converse(question, over)
    assert isinstance(talk, Answer)
    assert problems(talk.message, sharer=ADA) == []
    return talk.message


def test_a_file_is_shown_and_imported_by_whoever_brought_it_and_by_nobody_else() -> None:
    intake, over = desk()

    shown = said("", FILES, over)
    assert "12 papers, 10 new, 2 skipped." in shown.text
    assert "• refs.bib, line 4: torn." in shown.text
    assert "Only whoever brought" in replied(over, labelled(shown, "Import"), BEN).text
    assert intake.imported == []

    done = then(replied(over, labelled(shown, "Import")))
    assert intake.imported == [Deposit("T0TEAM", ADA, FILES)]
    assert (done.public, done.replaces) == (True, True)
    assert "Only whoever brought" in replied(over, labelled(done, "Undo"), BEN).text
    then(replied(over, labelled(done, "Undo")))
    assert intake.undone == [1]


def test_a_file_can_be_left_alone() -> None:
    intake, over = desk()

    left = replied(over, labelled(said("", FILES, over), "Cancel"))

    assert left.text == "Not imported: refs.bib. Upload it again if you want it after all."
    assert intake.imported == []


def test_a_message_with_papers_is_about_them_and_one_with_a_picture_about_its_words() -> None:
    _, over = desk()
    picture = (Sent("F02", "plot.png"),)

    assert "took the words for a remark" in said("what is in it?", FILES, over).text
    assert "kvflow" in said("kvflow", picture, over).text
    assert "can read no papers" in said("", picture, over).text
    assert "I can read no papers from it: plot.png" in said("", (*FILES, *picture), over).text


def test_what_cannot_be_had_is_said_with_what_to_do() -> None:
    intake, over = desk(trouble="That file is not there any more. Please upload it again.")

    assert said("", FILES, over).text == intake.trouble


def test_nothing_to_gain_needs_no_button() -> None:
    _, over = desk(holds={"F01": FilesRead(told=("1 file unchanged since last read.",))})

    shown = said("", FILES, over)

    assert "There is nothing new in it to import." in shown.text
    assert buttons(shown) == []


def test_a_second_press_leaves_the_way_back_from_the_first() -> None:
    intake, over = desk()
    shown = said("", FILES, over)
    intake.holds["F01"] = FilesRead(told=("1 file unchanged since last read.",))
    looked = then(typed(f"add {LINK}", over))
    intake.found[LINK] = (Sighting(LINK, WELLS, fate="held", handle="wellcount"),)

    for again in (replied(over, labelled(shown, "Import")), replied(over, labelled(looked, "Add"))):
        assert not then(again).replaces
        assert not then(again).public


def test_old_and_foreign_buttons_are_answered_calmly() -> None:
    _, over = desk()
    for action in intake_state.ACTIONS:
        button = {"action_id": action, "value": '{"v":9}'}
        assert "earlier version" in replied(over, button).text


def test_names_of_files_cannot_speak_for_others() -> None:
    names = ("a|b<file:F09|c>.bib", "x" * 200 + ".bib", "new\nline.bib")
    words, files = parted(marked("hello <file:", [Sent(f"F0{n}", name) for n, name in enumerate(names)]))

    assert words == "hello <file:"
    assert [file.id for file in files] == ["F00", "F01", "F02"]
    assert [file.name for file in files] == ["a b file:F09 c .bib", f"{'x' * 80}…{'x' * 15}.bib", "new line.bib"]
    assert len(deposit_value(Deposit("T", "U1", tuple(Sent("F0123456789", "ü" * 100) for _ in range(5))))) < 2_000


def test_how_files_are_brought_is_told() -> None:
    told = typed("import", services()).text

    assert "Drop a file of papers into our direct messages" in told
    assert "I read BibTeX, CSV, RIS, " in told
