"""The probe's scenarios, the same in every workspace and over both transports."""

from itertools import count

import pytest
from slack_sdk import WebClient

from tests.foreign.lacks import LACKS, able_to
from tests.foreign.probe import section
from tests.foreign.slack_like import Seen, SlackLike, Transport, refusal, shown
from tests.foreign.steps import card, filled, form

_numbers = count()


@pytest.fixture
def words() -> str:
    """Words that no other test says."""
    return f"words {next(_numbers)}"


def test_a_command_is_answered_in_its_acknowledgement(place: SlackLike, words: str) -> None:
    place.command("/probe", f"now {words}")

    assert shown(place, f"now: {words}").private


def test_a_command_is_answered_later_by_its_response_url(place: SlackLike, words: str) -> None:
    place.command("/probe", f"later {words}")

    assert not shown(place, f"later: {words}").private


def test_a_button_replaces_its_message(place: SlackLike, words: str) -> None:
    message = card(place, words)

    place.press(message, message.action("replace"))

    assert shown(place, f"replaced: {words}").ts == message.ts
    assert f"card: {words}" not in [one.text for one in place.messages()]


def test_a_menu_is_answered_privately_beside_its_message(place: SlackLike, words: str) -> None:
    message = card(place, words)

    place.press(message, message.action("menu"))

    assert shown(place, f"picked: {words}").private
    assert message.ts in [one.ts for one in place.messages()]


def test_a_window_shows_its_errors_and_closes_when_all_is_well(place: SlackLike, words: str) -> None:
    message = card(place, words)
    place.press(message, message.action("form"))
    form(place)

    refused = place.submit(filled(place, "wrong"))
    still_open = place.modal()
    accepted = place.submit(filled(place, words))

    assert refused == {"answer": "Please say something right."}
    assert still_open is not None
    assert accepted == {}
    assert place.modal() is None
    assert not shown(place, f"saved: {words}").private


def test_the_home_tab_is_published_when_it_is_opened(place: SlackLike) -> None:
    place.open_home()

    place.wait_until(place.home, "the Home tab")
    home = place.home()
    assert home is not None
    assert home["type"] == "home"
    assert home["blocks"][0]["text"]["text"] == f"Hello <@{place.person}>"


def test_a_mention_gets_a_reaction_and_an_answer_in_its_thread(place: SlackLike, words: str) -> None:
    ts = place.say(f"@probe {words}")

    def answers() -> list[Seen]:
        return [one for one in place.messages() if one.thread_ts == ts and one.text == "heard"]

    place.wait_until(answers, "the answer in the thread")
    place.wait_until(lambda: "eyes" in next(one for one in place.messages() if one.ts == ts).reactions, "the reaction")
    assert len(answers()) == 1


def test_a_reply_in_a_thread_is_followed(place: SlackLike, words: str) -> None:
    ts = place.say(f"Let us speak of {words}")
    place.say(words, thread_ts=ts)

    assert shown(place, f"followed: {words}").thread_ts == ts


def test_the_bot_reads_in_a_thread_what_people_see_there(place: SlackLike, words: str) -> None:
    client = WebClient(place.keys.bot_token, base_url=place.keys.api_url)
    ts = place.say(f"Beginning of {words}")
    place.say(words, thread_ts=ts)
    shown(place, f"followed: {words}")

    replies = client.conversations_replies(channel=place.channel, ts=ts)["messages"]
    history = client.conversations_history(channel=place.channel)["messages"]

    assert [one["text"] for one in replies] == [f"Beginning of {words}", words, f"followed: {words}"]
    assert next(one["reply_count"] for one in history if one["ts"] == ts) == 2
    assert words not in [one["text"] for one in history]


def test_a_shortcut_opens_a_window(place: SlackLike, stage: tuple[str, Transport], words: str) -> None:
    able_to("shortcuts", stage)
    place.shortcut("ask")
    form(place)

    assert place.submit(filled(place, words)) == {}
    assert place.modal() is None


def test_a_shortcut_of_a_message_knows_the_message(place: SlackLike, stage: tuple[str, Transport], words: str) -> None:
    able_to("shortcuts", stage)
    place.say(words)

    place.shortcut("about", shown(place, words))

    assert shown(place, f"about: {words}").private


def test_a_link_gets_a_preview(place: SlackLike, stage: tuple[str, Transport]) -> None:
    able_to("previews", stage)
    ts = place.say("Read https://papers.example/1 today")

    def previews() -> list[dict[str, object]]:
        return next(one for one in place.messages() if one.ts == ts).attachments

    place.wait_until(previews, "the preview")
    (preview,) = previews()
    assert preview["blocks"][0]["text"]["text"] == "Preview of papers.example"  # type: ignore[index]


def test_a_trigger_opens_one_window(place: SlackLike, stage: tuple[str, Transport], words: str) -> None:
    able_to("single-use triggers", stage)
    place.command("/probe", f"twice {words}")

    assert shown(place, f"twice: {words}: exchanged_trigger_id").private
    form(place)
    assert place.submit(filled(place, words)) == {}


def test_only_what_is_said_to_be_lacking_is_lacking(place: SlackLike, stage: tuple[str, Transport]) -> None:
    """So that the table shrinks when a workspace learns something."""
    client = WebClient(place.keys.bot_token, base_url=place.keys.api_url)
    unfurls = {"https://papers.example/2": {"blocks": [section("A preview that nobody asked for")]}}

    code = refusal(lambda: client.chat_unfurl(channel=place.channel, ts=place.say("No link"), unfurls=unfurls))

    assert (code == "unknown_method") is ((stage[0], "previews") in LACKS)
