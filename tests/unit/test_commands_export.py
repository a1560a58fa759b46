"""`/papers export`: which papers go into the file, in which form, and what is said of what is not known."""

import pytest

from handlers.actions import handle_press
from handlers.blocks.export_state import ACTIONS, Wanted, export_value
from handlers.blocks.notice import OLD_BUTTON
from handlers.messages import File, Reply
from handlers.ports import Services
from handlers.shelves import Noted, Saved
from search.exports import FORMS
from tests.fakes_handlers import NOW, press, services
from tests.shelf_kit import BEN, HERE, labelled, pressed, say, typed
from tests.unit.test_commands_search import labels
from tests.weekly_kit import due, sent, weekly


def with_list() -> Services:
    over = services()
    for handle in ("kvflow", "rac"):
        say(over, handle, Saved(HERE, NOW))
    say(over, "rac", Noted("my own note", None, NOW))
    say(over, "forest-kernel", Saved(HERE, NOW), user_id=BEN)
    return over


def file(over: Services, reply: Reply, label: str) -> File:
    outcome = pressed(over, labelled(reply, label))
    assert isinstance(outcome, File)
    return outcome


@pytest.mark.parametrize("form", list(FORMS))
def test_ones_own_list_comes_in_each_form_with_ones_own_notes(form: str) -> None:
    over = with_list()
    reply = typed(f"export {form}", over)
    made = file(over, reply, f"Send {FORMS[form].label}")

    assert reply.text.startswith("2 papers on your reading list. The file comes in your direct messages")
    assert made.name == f"reading-list{FORMS[form].suffix}"
    assert made.media_type == FORMS[form].media_type
    assert "KVFlow" in made.text
    assert "my own note" in made.text
    assert "Lovelace" not in made.text
    assert "Not known, and left out: title of 1, authors of 1, year of 1" in made.message.text


def test_the_form_can_be_chosen_by_a_button() -> None:
    over = with_list()
    reply = typed("export", over)

    assert labels(reply) == [form.label for form in FORMS.values()]
    assert "bibtex, ris, csv, markdown or csl-json" in reply.text
    assert file(over, reply, "RIS").name == "reading-list.ris"


def test_a_search_gives_the_papers_that_have_all_of_it() -> None:
    over = services()
    made = file(over, typed("export csv search cache workflow", over), "Send CSV")

    assert "1 paper that has all of “cache workflow”, as CSV" in made.message.text
    assert "kvflow" in made.text
    assert "forest-kernel" not in made.text
    assert made.name == "cache-workflow.csv"


def test_the_channels_picks_are_each_in_the_file_once() -> None:
    over = weekly()
    first = sent(over, due(over))
    made = file(over, typed("export bibtex picks", over), "Send BibTeX")

    assert first.papers[0] in made.text
    assert made.name == "papers-of-the-week.bib"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("export", "Your reading list is empty"),
        ("export ris picks", "has had no paper of the week yet"),
        ("export csv search zebra", "No paper has all of that"),
        ("export bibtex search", "Which search?"),
        ("export bibtex everything", "Export what?"),
        ("export of models to onnx", "No paper"),
    ],
)
def test_where_nothing_can_be_exported_it_says_why(text: str, told: str) -> None:
    assert told in typed(text, services()).text


def test_what_was_removed_meanwhile_and_old_buttons_get_a_sentence() -> None:
    gone = handle_press(press(ACTIONS[0], export_value(Wanted("list", form="bibtex"))), services())
    old = handle_press(press(ACTIONS[0], '{"v":1,"s":"list","q":"","f":"docx"}'), services())

    assert isinstance(gone, Reply)
    assert "empty" in gone.text
    assert isinstance(old, Reply)
    assert old.text == OLD_BUTTON
