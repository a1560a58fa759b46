"""Pressed buttons: pages turn, papers are read, compared and shared, and old buttons get a sentence."""

import json
from dataclasses import replace

import pytest

from handlers.actions import ACTION_IDS, handle_press
from handlers.adding.buttons import ADDING_BUTTONS
from handlers.blocks import state
from handlers.blocks.export_state import ACTIONS as EXPORTS
from handlers.blocks.home_state import SEARCH
from handlers.blocks.notice import OLD_BUTTON, share_failed
from handlers.digests.buttons import DIGEST_BUTTONS
from handlers.dispatch import dispatch
from handlers.home.buttons import HOME_BUTTONS
from handlers.mending import UNAVAILABLE
from handlers.messages import Reply, Share
from handlers.ports import Services
from handlers.reading_list.buttons import SHELF_BUTTONS
from handlers.shortcuts.buttons import SHORTCUT_BUTTONS
from handlers.subscriptions.buttons import SUBSCRIPTION_BUTTONS
from handlers.talk.buttons import TALK_BUTTONS
from handlers.weekly.buttons import WEEK_BUTTONS
from handlers.windows import Look, Modal, Outcome
from search.models import Paper
from tests.block_rules import problems
from tests.fakes_handlers import KVFLOW, PAPERS, BrokenEngine, HandlersEngine, press, request, services
from tests.unit.test_commands_search import buttons, labels, rich_lines, small_lines

THIRTEEN = tuple(replace(KVFLOW, id=f"kv-{number}") for number in range(1, 14))


def pressed(action_id: str, value: str, papers: tuple[Paper, ...] = PAPERS, user_id: str = "U0READER1") -> Outcome:
    outcome = handle_press(press(action_id, value, user_id=user_id), services(papers))
    assert problems(outcome, sharer=user_id) == []
    return outcome


def turned(offset: int, papers: tuple[Paper, ...] = THIRTEEN) -> Reply:
    outcome = pressed("find:page", f'{{"v":1,"q":"cache","o":{offset}}}', papers)
    assert isinstance(outcome, Reply)
    return outcome


def test_the_second_page_takes_the_place_of_the_first() -> None:
    reply = turned(5)

    assert reply.replaces
    assert small_lines(reply)[-1] == "6–10 of 13"
    assert [line[:2] for line in rich_lines(reply)[1::2]] == ["6.", "7.", "8.", "9.", "10"]
    assert labels(reply)[-2:] == ["Back", "Next"]
    assert [json.loads(button["value"])["o"] for button in buttons(reply)[-2:]] == [0, 10]


def test_the_last_page_leads_only_back() -> None:
    reply = turned(10)

    assert small_lines(reply)[-1] == "11–13 of 13"
    assert labels(reply)[-1] == "Back"


def test_a_page_that_begins_in_between_leads_back_to_the_beginning() -> None:
    assert json.loads(buttons(turned(3))[-2]["value"])["o"] == 0


def test_a_page_that_no_longer_exists_shows_the_last_one() -> None:
    assert small_lines(turned(500))[-1] == "11–13 of 13"


def test_paging_shows_every_paper_once() -> None:
    shown = [line for offset in (0, 5, 10) for line in small_lines(turned(offset)) if line.startswith("`kv-")]

    assert sorted(line.split("`")[1] for line in shown) == sorted(paper.id for paper in THIRTEEN)


def test_the_button_back_turns_pages_too() -> None:
    outcome = pressed("find:page:back", '{"v":1,"q":"cache","o":5}', THIRTEEN)

    assert isinstance(outcome, Reply)
    assert small_lines(outcome)[-1] == "6–10 of 13"


def test_a_suggestion_is_searched_in_place() -> None:
    outcome = pressed("find:suggest", '{"v":1,"q":"eviction","o":0}')

    assert isinstance(outcome, Reply)
    assert outcome.replaces
    assert "[rent-eviction]" in outcome.text


def test_reading_opens_the_whole_abstract_with_its_parts_marked_and_its_citation() -> None:
    outcome = pressed("paper:read", '{"v":1,"id":"kvflow"}')

    assert isinstance(outcome, Modal)
    assert outcome.title == "kvflow"
    lines = rich_lines(Reply("", outcome.blocks))
    said = " ".join(lines).replace("*", "")
    assert all(sentence in said for sentence in KVFLOW.abstract.split(". ")[1:-1])
    assert any(line.startswith("idea *We propose KVFlow, a cache manager that knows the workflow.*") for line in lines)
    assert "*Copy as BibTeX*" in lines
    assert any(line.startswith("@inproceedings{kvflow,") for line in lines)
    assert small_lines(Reply("", outcome.blocks))[0].endswith("Zhengding Hu, Yipeng Shen · NeurIPS 2025")


def test_a_handle_too_long_for_a_title_gives_way() -> None:
    long = replace(KVFLOW, id="a-handle-of-more-than-24-letters")
    outcome = pressed("paper:read", f'{{"v":1,"id":"{long.id}"}}', (long,))

    assert isinstance(outcome, Modal)
    assert outcome.title == "Paper"


def test_similar_papers_come_as_a_new_message() -> None:
    outcome = pressed("paper:similar", '{"v":1,"id":"kvflow"}')

    assert isinstance(outcome, Reply)
    assert not outcome.replaces
    assert not outcome.public


def test_sharing_names_who_shared_and_only_them() -> None:
    outcome = pressed("paper:share", '{"v":1,"id":"kvflow"}')

    assert isinstance(outcome, Share)
    assert outcome.message.public
    assert outcome.channel_id == "C0CHANNEL"
    assert outcome.message.text.startswith("<@U0READER1> shared with /papers:\nKVFlow")
    assert labels(outcome.message) == ["Read", "Similar", "Save"]
    assert outcome.done.text.startswith("Shared with this channel: KVFlow")
    assert outcome.again.text.startswith("This was shared from here before")


def test_a_share_is_known_by_channel_paper_and_message() -> None:
    over = services()
    twice = [handle_press(press("paper:share", '{"v":1,"id":"kvflow"}'), over) for _ in range(2)]
    other = handle_press(press("paper:share", '{"v":1,"id":"kvflow"}', message_ts="2.0"), over)

    keys = [share.key for share in (*twice, other) if isinstance(share, Share)]
    assert keys[0] == keys[1] == "share:C0CHANNEL:kvflow:1764579600.000100"
    assert keys[2] != keys[0]


@pytest.mark.parametrize("user_id", ["", "you", "!channel", "U1|x> <!here"])
def test_somebody_whose_id_is_none_is_not_mentioned(user_id: str) -> None:
    outcome = pressed("paper:share", '{"v":1,"id":"kvflow"}', user_id=user_id)

    assert isinstance(outcome, Share)
    assert outcome.message.text.startswith("Somebody shared with /papers:")


@pytest.mark.parametrize("action_id", [*ACTION_IDS, "something:else"])
@pytest.mark.parametrize(
    "value",
    [
        "", "null", "[]", "{}", "1", "kvflow", '{"v":2,"id":"kvflow","q":"x","o":0}', '{"v":true,"id":"kvflow"}',
        '{"v":1,"id":7,"q":7,"o":0}', '{"v":1,"q":"x","o":-5}', '{"v":1,"q":"x","o":"5"}', '{"v":1,"q":"x","o":true}',
        '{"v":1,"q":" ","o":0,"id":""}', "[" * 100_000, "\ud800",
    ],
)  # fmt: skip
def test_a_button_that_cannot_be_read_gets_a_sentence(action_id: str, value: str) -> None:
    outcome = pressed(action_id, value)

    if action_id in HOME_BUTTONS:  # Home says it in its own place.
        assert isinstance(outcome, Look)
        assert action_id == SEARCH or outcome.note.startswith("That button came from an earlier version")
        return
    assert isinstance(outcome, Reply)
    assert outcome.text == OLD_BUTTON


@pytest.mark.parametrize("action_id", ["paper:read", "paper:similar", "paper:share"])
def test_a_paper_that_left_gets_a_sentence(action_id: str) -> None:
    outcome = pressed(action_id, '{"v":1,"id":"gone"}')

    assert isinstance(outcome, Reply)
    assert outcome.text == "The paper gone is no longer in the library."


def test_a_button_during_a_rebuild_gets_the_calm_sentence() -> None:
    broken = services(engine=BrokenEngine())

    for action_id, value in (("paper:similar", '{"v":1,"id":"kvflow"}'), ("find:page", '{"v":1,"q":"cache","o":5}')):
        outcome = handle_press(press(action_id, value), broken)
        assert isinstance(outcome, Reply)
        assert outcome.text == UNAVAILABLE


def test_every_button_that_is_made_is_understood() -> None:
    over = services(THIRTEEN, engine=HandlersEngine(THIRTEEN, suggestion="cache"))
    made = [*buttons(turned(5)), *buttons(dispatched("cache zzz", over)), *buttons(dispatched("random cache", over))]

    # Those have tests of their own: test_digest_buttons.py, test_subscription_buttons.py, test_commands_week.py,
    # test_talk_answering.py, test_talk_listing.py, test_reading_list.py, test_shortcuts.py,
    # test_commands_export.py, test_home.py, test_adding.py.
    narrowing = (state.NARROW, *state.CHIPS)
    rooms = (
        DIGEST_BUTTONS,
        SUBSCRIPTION_BUTTONS,
        WEEK_BUTTONS,
        TALK_BUTTONS,
        SHELF_BUTTONS,
        SHORTCUT_BUTTONS,
        EXPORTS,
        HOME_BUTTONS,
        ADDING_BUTTONS,
    )
    others = (*(action_id for room in rooms for action_id in room), *narrowing)
    assert {button["action_id"] for button in made} - set(others) == set(ACTION_IDS) - set(others)
    for button in made:
        outcome = handle_press(press(button["action_id"], button["value"]), over)
        assert not (isinstance(outcome, Reply) and outcome.text == OLD_BUTTON)


def dispatched(text: str, over: Services) -> Reply:
    return dispatch(request(text), over)


@pytest.mark.parametrize("state_", [state.PageState("a \"b\" 'c' \\ & <d> 漢", 5), state.PaperState("kvflow")])
def test_a_state_comes_back_from_its_value_as_it_was(state_: state.PageState | state.PaperState) -> None:
    value = state.written(state_)

    read = state.page_state(value) if isinstance(state_, state.PageState) else state.paper_state(value)
    assert read == state_


def test_the_longest_query_fits_into_a_button() -> None:
    assert state.fits(state.PageState("&" * 300, 1_000_000))


@pytest.mark.parametrize(
    ("code", "part"),
    [
        ("not_in_channel", "/invite @paperboy"),
        ("channel_not_found", "/invite @paperboy"),
        ("is_archived", "archived"),
        ("restricted_action", "Only some people may post"),
        ("missing_scope", "whoever looks after me"),
        ("ratelimited", "in a minute"),
        ("never_heard_of", "did not take the message"),
        (None, "I will not post it twice"),
    ],
)
def test_a_failed_share_says_what_to_do(code: str | None, part: str) -> None:
    reply = share_failed(code)

    assert part in reply.text
    assert problems(reply) == []
