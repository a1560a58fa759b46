"""Paperboy's scenarios, the same in every workspace and over both transports, with the papers of the seeds."""

from collections.abc import Iterator

import pytest

from bot.manifest import manifest
from bot.wiring import Paperboy
from handlers.blocks import state
from handlers.shortcuts.chosen import FIND, SEARCH
from tests.foreign.bots import open_library, paperboy
from tests.foreign.lacks import able_to
from tests.foreign.slack_like import Json, Seen, SlackLike, Transport, of_home
from tests.foreign.stage import on_stage


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Paperboy]:
    """One for all workspaces: Paperboy keeps nothing of them."""
    with open_library(tmp_path_factory.mktemp("library")) as opened:
        yield opened


@pytest.fixture(scope="module")
def place(
    stage: tuple[str, Transport], library: Paperboy, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[SlackLike]:
    """The workspace with Paperboy in it."""
    name, transport = stage
    folder = tmp_path_factory.mktemp(name)
    with on_stage(name, transport, folder, manifest(), lambda keys: paperboy(keys, library)) as opened:
        yield opened


def after(place: SlackLike, earlier: list[Seen]) -> Seen:
    """The one message that was not there before, as soon as it is there."""
    known = {one.ts for one in earlier}

    def new() -> list[Seen]:
        return [one for one in place.messages() if one.ts not in known]

    place.wait_until(new, "a new message")
    (found,) = new()
    return found


def answer(place: SlackLike, words: str) -> Seen:
    """What Paperboy says to a search."""
    earlier = place.messages()
    place.command("/papers", words)
    return after(place, earlier)


def press(place: SlackLike, message: Seen, action_id: str) -> None:
    place.press(message, message.action(action_id))


def test_a_search_is_answered_privately_with_papers(place: SlackLike) -> None:
    found = answer(place, "kv cache")

    assert found.private
    assert "KVFlow" in found.text
    assert found.blocks


def test_reading_opens_the_papers_window(place: SlackLike) -> None:
    before = place.modal()
    found = answer(place, "kvflow prefix caching")

    press(place, found, state.READ)

    def opened() -> Json | None:
        view = place.modal()
        return view if view != before else None

    place.wait_until(opened, "the window")
    view = opened()
    assert view is not None
    assert view["title"]["text"] == "kvflow"
    assert "close" in view


def test_a_page_is_turned_in_its_place(place: SlackLike) -> None:
    first = answer(place, "learning")

    press(place, first, state.PAGE_NEXT)

    def shown() -> Seen:
        return next(one for one in place.messages() if one.ts == first.ts)

    place.wait_until(lambda: shown().text != first.text, "the next page")
    assert shown().private
    assert shown().action(state.PAGE_BACK)


def test_similar_papers_come_privately_beside_the_answer(place: SlackLike) -> None:
    found = answer(place, "kv cache eviction")
    earlier = place.messages()

    press(place, found, state.SIMILAR)

    similar = after(place, earlier)
    assert similar.private
    assert similar.blocks != found.blocks


def test_a_shared_paper_is_posted_for_all_and_the_sharer_told(place: SlackLike) -> None:
    found = answer(place, "kv cache prefix")
    known = {one.ts for one in place.messages()}

    def new(private: bool) -> list[Seen]:
        return [one for one in place.messages() if one.ts not in known and one.private is private]

    press(place, found, state.SHARE)
    place.wait_until(lambda: new(private=True) and new(private=False), "the paper and the word about it")

    ((shared,), (told,)) = new(private=False), new(private=True)
    assert f"<@{place.person}>" in shared.text
    assert "Shared with this channel" in told.text


def test_a_paper_is_shared_once_from_one_answer(place: SlackLike) -> None:
    found = answer(place, "kv cache workflow")
    known = {one.ts for one in place.messages()}

    def new(private: bool) -> list[Seen]:
        return [one for one in place.messages() if one.ts not in known and one.private is private]

    press(place, found, state.SHARE)
    press(place, found, state.SHARE)
    place.wait_until(lambda: len(new(private=True)) == 2, "two words about it")

    assert len(new(private=False)) == 1


def test_a_mention_is_answered_in_its_thread_and_one_there_once_more(place: SlackLike) -> None:
    asked = place.say("@probe what evicts the KV cache of agents?")

    def replies() -> list[Seen]:
        said = [one for one in place.messages() if one.thread_ts == asked != one.ts]
        return [one for one in said if one.body.get("user") == place.bot_user or one.body.get("bot_id")]

    place.wait_until(replies, "the answer")
    place.say("@probe what is known about diffusion policies?", thread_ts=asked)
    place.wait_until(lambda: len(replies()) == 2, "the second answer")

    first, second = replies()
    assert "KVFlow" in first.text
    assert "iffusion" in second.text
    assert not first.private


def test_a_link_to_a_paper_gets_a_preview(place: SlackLike, stage: tuple[str, Transport]) -> None:
    able_to("previews", stage)
    ts = place.say("Read https://openreview.net/forum?id=5Iw1nDtYmT today")

    def previews() -> list[Json]:
        return next(one for one in place.messages() if one.ts == ts).attachments

    place.wait_until(previews, "the preview")
    (preview,) = previews()
    assert "KVFlow" in str(preview["blocks"])


def test_papers_about_a_message_are_shown_privately_and_shared_in_its_thread(
    place: SlackLike, stage: tuple[str, Transport]
) -> None:
    able_to("shortcuts", stage)
    ts = place.say("how do agents evict their KV cache?")
    asked = next(one for one in place.messages() if one.ts == ts)
    earlier = place.messages()

    place.shortcut(FIND, asked)
    found = after(place, earlier)
    assert found.private
    assert "KVFlow" in found.text
    press(place, found, "shortcut:share")

    def shared() -> list[Seen]:
        return [one for one in place.messages() if one.thread_ts == ts != one.ts and "shared with" in one.text]

    place.wait_until(shared, "the papers in the thread")
    assert f"<@{place.person}>" in shared()[0].text


def test_the_window_for_searching_opens(place: SlackLike, stage: tuple[str, Transport]) -> None:
    able_to("shortcuts", stage)
    before = place.modal()

    place.shortcut(SEARCH)

    place.wait_until(lambda: place.modal() != before, "the window")
    view = place.modal()
    assert view is not None
    assert view["title"]["text"] == "Search papers"


def test_home_is_shown_to_whoever_opens_it(place: SlackLike) -> None:
    place.open_home()

    place.wait_until(place.home, "the Home tab")
    home = place.home()
    assert home is not None
    assert home["blocks"][0]["label"]["text"] == "Search papers"
    assert "My reading list" in str(home["blocks"])


def test_what_is_searched_and_saved_in_home_is_seen_there_and_forgotten_when_asked(
    place: SlackLike, stage: tuple[str, Transport]
) -> None:
    able_to("presses in Home", stage)

    def has(text: str) -> bool:
        return text in str(place.home())

    def use(action_id: str, **entered: object) -> None:
        found = of_home(place.home() or {}, action_id, **entered)
        assert found is not None
        place.press_home(found)

    place.open_home()
    place.wait_until(lambda: has("My reading list"), "the Home tab")
    use("home:search", value="kvflow prefix caching")
    place.wait_until(lambda: has("have every word") or has("has every word"), "what was found")
    use("home:save")
    place.wait_until(lambda: has("on your list: to read"), "the paper on the list")
    use("home:main")
    place.wait_until(lambda: has("To read (1)"), "the list")
    asked = answer(place, "forget me")
    press(place, asked, "shelf:forget")
    place.wait_until(lambda: any("Forgotten." in one.text for one in place.messages()), "the end of it")
    place.open_home()
    place.wait_until(lambda: has("Your reading list is empty."), "the list without the paper")


def test_an_export_goes_to_the_direct_messages_as_a_file(place: SlackLike) -> None:
    offered = answer(place, "export bibtex search kvflow")

    press(place, offered, "export:bibtex")

    def told() -> bool:
        return any("Sent to your direct messages" in one.text for one in place.messages())

    place.wait_until(told, "word of the file")
