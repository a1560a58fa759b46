"""A person's Home: what it shows of everything that is theirs, what its buttons do, and what it never shows."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from itertools import chain

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from handlers.blocks.home_state import HIDE, SAVE, SEARCH, SUGGEST, UNHIDE, VIEWS, HomePlace, place_of, place_value
from handlers.blocks.state import READ
from handlers.home.buttons import HOME_BUTTONS
from handlers.ports import Services
from handlers.shelves import READ_STATES, Hidden, Marked, Noted, Rated, Saved, Shared, Whose, Word
from handlers.windows import Look, Modal, Renewed
from search.models import Paper
from tests.digest_kit import HERE, LIBRARY, MONDAY, paper, subscription
from tests.fakes import BrokenLibrary, FakeLibrary
from tests.fakes_handlers import KVFLOW, NOW, PAPERS, BrokenEngine, HandlersEngine, press, services
from tests.fakes_schedules import FakePeople
from tests.fakes_shelf import MemoryShelf
from tests.home_kit import ADA, BEN, TEAM, AtHome, at_home, said
from tests.shelf_kit import sent_off
from tests.weekly_kit import due, sent, vote_on, week, weekly

DAY, MINUTE = timedelta(days=1), timedelta(minutes=1)


def say(over: Services, paper_id: str, *words: Word, user_id: str = ADA) -> None:
    for word in words:
        over.shelf.say(Whose(TEAM, user_id, paper_id), word)


def arrive(over: Services, *papers: Paper) -> None:
    assert isinstance(over.library, FakeLibrary)
    over.library.shown |= {one.id: one for one in papers}


def test_a_first_visit_begins_with_tips_and_every_empty_part_says_what_to_do() -> None:
    first = said(at_home(services()).home)

    assert "Welcome" in first
    assert "New since" not in first
    for way in ("/invite @paperboy", "press Save wherever", "Press Note and stars…", "/papers subscribe"):
        assert way in first
    channels = FakePeople(channels={ADA: (HERE,)})
    assert "No subscriptions yet. To make one, type " in said(at_home(services(people=channels)).home)
    assert "To have one, type " in said(at_home(services(people=channels)).home)


def test_an_empty_library_is_told() -> None:
    assert "The library is empty so far." in said(at_home(services(())).home)


def test_what_is_new_is_new_for_the_whole_visit_and_not_for_the_next() -> None:
    over = services()
    ada = at_home(over)
    still_first = said(ada.come(NOW + 50 * MINUTE).home)
    arrive(over, replace(KVFLOW, id="new-1"), replace(KVFLOW, id="new-2"))
    back = said(ada.come(NOW + DAY).home)
    a_moment_later = said(ada.press("Save").come(NOW + DAY + 30 * MINUTE).home)
    next_day = said(ada.come(NOW + 2 * DAY).home)

    assert "Welcome" in still_first
    assert "Welcome" not in back
    assert back.index("new-2") < back.index("new-1")
    assert "new-1" in a_moment_later
    assert "Nothing has come to the library since" in next_day


def test_a_clock_set_back_and_another_persons_visit_change_nothing() -> None:
    over = services()
    at_home(over, user_id=BEN)
    ada = at_home(over)
    arrive(over, replace(KVFLOW, id="new-1"))
    ada.come(NOW + DAY)

    assert "new-1" in said(ada.come(NOW).home)
    assert "new-1" not in said(at_home(over, user_id="U0NEW").home)


def test_all_that_is_new_is_shown_page_by_page_without_what_is_not_for_me() -> None:
    over = services()
    ada = at_home(over)
    arrive(over, *(paper(f"new-{number:02}", "a cache") for number in range(60)))
    ada.come(NOW + DAY)
    assert "More than 50 papers" in said(ada.home)
    ada.press("Not for me")
    told = said(ada.home)
    assert "More than 50 papers" in told
    ada.press("Undo").press("Not for me").press("Show all that is new")
    pages = [said(ada.home)]
    while "Next" in ada.labels():
        pages.append(said(ada.press("Next").home))

    assert "You will not see it here again: " in told
    assert "`new-59`" not in told
    assert len(pages) == 10
    assert "`new-59`" not in "".join(pages)
    assert all(f"`new-{number:02}`" in "".join(pages) for number in range(9, 59))


def test_this_weeks_papers_and_subscriptions_of_my_channels_are_shown_and_of_no_other() -> None:
    other = replace(subscription("secret topic"), channel_id="C0SECRET")
    over = weekly(week(), subscription("cache"), other)
    vote_on(over, sent(over, due(over)), True, True, False)
    (pick,) = over.week.picked(TEAM, HERE)
    ada = at_home(over, now=MONDAY + DAY)
    shown = said(ada.home)

    assert "👍 2 · 👎 1" in shown
    assert HERE in ada.all
    assert "Paper of the week" in shown
    assert "cache" in shown
    assert "secret" not in ada.all.casefold()
    ada.press("Save")
    assert over.shelf.shelved(Whose(TEAM, ADA, pick.paper_id)).state == "to read"
    assert "secret" not in said(at_home(over, user_id=BEN).home)
    assert "👍 2" not in said(ada.come(MONDAY + 9 * DAY).home)


def test_where_slack_does_not_tell_the_channels_all_else_is_shown() -> None:
    over = services(people=FakePeople(unavailable=True))
    say(over, "kvflow", Saved(None, NOW))
    shown = said(at_home(over).home)

    assert "Slack did not tell which channels you are in." in shown
    assert "KVFlow" in shown


def test_a_search_is_answered_in_home_page_by_page_and_leads_back() -> None:
    many = tuple(replace(KVFLOW, id=f"kv-{number}") for number in range(1, 14))
    ada = at_home(services(many)).search("  kv cache ")
    first, box = said(ada.home), ada.home.blocks[0]
    pages = [first, *(said(ada.press("Next").home) for _ in range(2))]
    reopened = said(ada.come(NOW + MINUTE).home)
    ada.press("Back to my Home")

    assert first.splitlines()[3] == "13 papers"
    assert box["element"]["initial_value"] == "kv cache"
    assert box["block_id"] != ada.home.blocks[0]["block_id"], "Slack keeps what stands in a field of the same name"
    assert [f"`kv-{number}`" in page for number, page in ((1, pages[0]), (6, pages[1]), (13, pages[2]))] == [True] * 3
    assert reopened == pages[2]
    assert place_of(ada.home.place) == HomePlace()
    assert place_of(ada.search("cache").search(" ").home.place) == HomePlace()


def test_a_search_that_finds_nothing_says_why_and_a_suggestion_can_be_followed() -> None:
    ada = at_home(services(engine=HandlersEngine(suggestion="eviction cache"))).search("evicton cashe")
    told = said(ada.home)
    ada.press("Search for it")

    assert "No paper" in told
    assert "Did you mean “eviction cache”?" in told
    assert "`kvflow`" in said(ada.home)
    assert "This is the paper." in said(ada.search("1901.00001").home)
    assert "Read" in ada.labels()


@pytest.mark.parametrize(
    "broken",
    [
        lambda: services(engine=BrokenEngine()),
        lambda: services(library=BrokenLibrary(PAPERS)),
        lambda: services(shelf=MemoryShelf(unavailable=True)),
    ],
)
def test_trouble_is_told_calmly_and_can_be_tried_again(broken: Callable[[], Services]) -> None:
    ada = at_home(broken()).search("cache")
    again = ada.press("Try again")

    assert "at the moment" in said(again.home)
    assert again.home.blocks[0]["element"]["initial_value"] == "cache"
    assert place_of(again.home.place) == HomePlace("found", "cache")


def test_what_cannot_be_searched_is_told_and_nothing_to_try_again() -> None:
    ada = at_home(services()).search("(")

    assert "Try again" not in ada.labels()
    assert "Back to my Home" in ada.labels()
    assert "There is no word to search for." in said(ada.home)


def test_a_paper_is_saved_marked_removed_and_put_back_in_place() -> None:
    over = services()
    ada = at_home(over).search("cache").press("Save")
    assert "on your list: to read" in said(ada.home)
    assert "Save" not in ada.labels()
    ada.press("Back to my Home").press("Reading now")
    assert over.shelf.shelved(Whose(TEAM, ADA, "kvflow")).state == "reading"
    assert "Reading (1)" in ada.labels()
    ada.press("Done reading")
    assert "Already read (1)" in ada.labels()
    ada.press("Already read").press("Remove")
    assert over.shelf.shelved(Whose(TEAM, ADA, "kvflow")).state is None
    assert "0 papers" in said(ada.home)
    ada.press("Undo")
    assert over.shelf.shelved(Whose(TEAM, ADA, "kvflow")).state == "read"
    assert "Read it again" in ada.labels()
    assert isinstance(ada.outcome("Read"), Modal)


def test_a_note_and_stars_are_seen_at_once_and_the_private_ones_of_nobody_else() -> None:
    over = services()
    say(over, "kvflow", Saved(None, NOW), Noted("ben’s own secret", None, NOW), user_id=BEN)
    say(over, "kvflow", Saved(None, NOW))
    ada = at_home(over)
    ada.send(ada.outcome("Note and stars…"), note="try\nit on our prompts", stars="4")
    beginning = said(ada.home)
    notes = said(ada.press("Show all notes").home)

    assert beginning.count("try it on our prompts") == 2
    assert "★★★★☆" in beginning
    assert "1 note" in notes
    assert "secret" not in beginning + notes


def test_what_is_pressed_where_a_paper_is_read_is_seen_there_and_in_the_home_behind() -> None:
    over = services()
    ada = at_home(over).search("cache")
    window = ada.outcome("Read")
    for label, told, behind in (
        ("Save", "Saved; it is on", "on your list: to read"),
        ("Reading now", "On your reading list: reading", "on your list: reading"),
        ("Remove", "Taken off your reading list", "`kvflow`"),
        ("Not for me", "I will not draw it", "`kvflow`"),
        ("For me again", "It may be drawn for you again", "`kvflow`"),
    ):
        assert isinstance(window, Modal)
        window = ada.press_in(window, label)
        assert isinstance(window, Modal)
        assert window.replaces
        assert told in repr(window.blocks)
        assert behind in said(ada.see(window.behind).home)
    assert isinstance(window, Modal)
    noted = sent_off(over, ada.press_in(window, "Note and stars…"), below=ada.window, note="seen in Home")
    assert isinstance(noted, Renewed)
    assert "Your note: seen in Home" in repr(noted.window.blocks)
    assert "seen in Home" in said(ada.see(noted.window.behind).press("Back to my Home").home)


def test_a_state_without_papers_says_how_they_come_there() -> None:
    over = services()
    say(over, "kvflow", Saved(None, NOW))
    ada = at_home(over).press("Already read")

    assert "when you press Done reading" in said(ada.home)
    assert "when you press Reading now" in said(ada.press("Reading (0)").home)


def test_similar_papers_are_shown_in_home_without_what_is_not_for_me() -> None:
    over = services()
    say(over, "kvflow", Saved(None, NOW))
    say(over, "rac", Hidden(True))
    ada = at_home(over).search("cache").press("Similar")

    assert "Most like" in said(ada.home)
    assert "`forest-kernel`" in said(ada.home)
    assert "`rac`" not in said(ada.home)
    assert isinstance(over.library, FakeLibrary)
    del over.library.shown["kvflow"]
    assert "no longer in the library" in said(ada.come().home)
    assert "left the library" in said(ada.press("Back to my Home").home)
    assert "Taken off your list" in said(ada.press("Remove").home)


def test_a_button_of_another_version_leads_to_the_beginning() -> None:
    over = services()
    (look,) = {at_home(over).see(outcome).home.place for outcome in _old_presses(over)}

    assert place_of(look) == HomePlace()


def _old_presses(over: Services) -> list[object]:
    from handlers.actions import handle_press

    values = ("", "{}", '{"v":0,"h":"main","q":"","o":0}', '{"v":1,"h":"cellar","q":"","o":0}', "[" * 9_000)
    return [handle_press(press(action, value), over) for action in (SAVE, "home:page") for value in values]


TEXTS = st.text(st.characters(), max_size=300)
SHELF_WORDS = st.one_of(
    st.builds(Saved, st.none(), st.just(NOW)),
    st.builds(Marked, st.sampled_from(READ_STATES), st.just(NOW)),
    st.builds(Rated, st.integers(1, 5)),
    st.builds(Shared, st.booleans()),
    st.builds(Hidden, st.booleans()),
    st.builds(Noted, TEXTS.map("mine {}".format), st.sampled_from([None, HERE]), st.just(NOW)),
)
SAID = st.lists(st.tuples(st.sampled_from([one.id for one in LIBRARY]), SHELF_WORDS), max_size=40)
SECRET = "0th3r5-s3cr3t"


def everywhere(ada: AtHome) -> list[AtHome]:
    """Each place of her Home, and each page of it."""
    texts = {"found": "cache", "similar": "cache-01", "list": "reading"}
    places = [HomePlace(view, texts.get(view, ""), offset) for view in VIEWS for offset in (0, 5)]
    places += [HomePlace("list", state) for state in READ_STATES]
    look = Look(user_id=ADA, team_id=TEAM, now=ada.now)
    return [replace(ada).look(replace(look, place=place_value(place))) for place in places]


@settings(max_examples=25, deadline=None)
@given(SAID, SAID)
def test_no_home_shows_a_note_of_another_person_or_breaks_a_rule(
    mine: list[tuple[str, Word]], others: list[tuple[str, Word]]
) -> None:
    over = services(LIBRARY, people=FakePeople(channels={ADA: (HERE,), BEN: (HERE,)}))
    ada = at_home(over)
    for paper_id, word in mine:
        say(over, paper_id, word)
    for paper_id, word in others:
        private = Noted(f"{SECRET} {word.text}", word.channel_id, word.at) if isinstance(word, Noted) else word
        say(over, paper_id, private, user_id=BEN)
    ada.come(NOW + DAY)

    assert SECRET not in "".join(place.all for place in everywhere(ada))


def test_a_full_home_is_whole() -> None:
    papers = tuple(replace(KVFLOW, id=f"p-{number:03}", abstract=KVFLOW.abstract * 3) for number in range(200))
    over = services(papers, people=FakePeople(channels={ADA: tuple(f"C0CH{number}" for number in range(100))}))
    for number, one in enumerate(papers):
        say(over, one.id, Marked(READ_STATES[number % 3], NOW), Noted("& so <it> goes " * 120, None, NOW), Rated(5))
    at_home(over)
    arrive(over, *(replace(KVFLOW, id=f"new-{number}") for number in range(60)))
    ada = at_home(over, now=NOW + DAY)
    blocks = list(chain.from_iterable(place.home.blocks for place in everywhere(ada)))

    assert max(len(place.home.blocks) for place in everywhere(ada)) < 60
    assert "The rest does not fit here." not in str(blocks)
    used = {element["action_id"] for block in blocks for element in block.get("elements", ()) if "action_id" in element}
    assert used - set(HOME_BUTTONS) == {READ}
    # Those come of a press, or of a word that nobody knows.
    assert set(HOME_BUTTONS) - used == {SEARCH, SUGGEST, SAVE, HIDE, UNHIDE} - used
