"""Shortcuts: papers about a message for one person or for its thread, and a window that shows what its fields ask."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from handlers.actions import handle_press
from handlers.blocks.notice import OLD_BUTTON
from handlers.messages import Block, Reply, Share
from handlers.ports import Services
from handlers.shortcuts.about import NOTHING
from handlers.shortcuts.chosen import FIND, SEARCH, handle_shortcut
from handlers.shortcuts.sharing import NOT_THERE
from handlers.submissions import handle_submission
from handlers.windows import Mend, Modal, Shortcut, Submission, Submitted
from tests.block_rules import problems
from tests.fakes_handlers import KVFLOW, NOW, BrokenEngine, HandlersEngine, press, services
from tests.fakes_schedules import FakePeople

ANA, CHANNEL, TS = "U0READER1", "C0CHANNEL", "1764579600.000100"
THIRTEEN = tuple(replace(KVFLOW, id=f"kv-{number}", year=2012 + number) for number in range(1, 14))
SMALL, LARGE = services(), services(THIRTEEN)


def shortcut(callback_id: str, text: str = "", **more: Any) -> Shortcut:
    return Shortcut(
        callback_id=callback_id, user_id=ANA, team_id="T0TEAM", channel_id=CHANNEL, text=text, message_ts=TS, now=NOW,
        **more,
    )  # fmt: skip


def about(text: str, over: Services = SMALL, **more: Any) -> Reply:
    reply = handle_shortcut(shortcut(FIND, text, **more), over)
    assert isinstance(reply, Reply)
    assert problems(reply) == []
    return reply


def button(message: Reply | Modal, label: str) -> Block:
    rows = (block["elements"] for block in message.blocks if block["type"] == "actions")
    return next(one for row in rows for one in row if one["type"] == "button" and one["text"]["text"] == label)


def shared(reply: Reply, over: Services = SMALL) -> Share:
    found = button(reply, "Share in thread")
    outcome = handle_press(press(found["action_id"], found["value"]), over)
    assert isinstance(outcome, Share)
    assert problems(outcome, sharer=ANA) == []
    return outcome


def test_a_question_in_a_message_is_answered_in_private() -> None:
    reply = about("does anyone know how agents evict their KV cache?")

    assert reply.text.startswith("About this message: agents, evict, KV, cache")
    assert "1. KVFlow" in reply.text
    assert not reply.public


def test_of_a_long_message_the_telling_words_are_taken() -> None:
    reply = about(
        "We met yesterday to talk about lunch. Bob said that the eviction policy of our prefix cache is bad and that "
        "we should read something about the workflow of agents before Friday. Also please remember the cake."
    )

    head = reply.text.split("\n")[0]
    assert all(word in head for word in ("eviction", "prefix", "cache"))
    assert not any(word in head for word in ("lunch", "Bob", "Friday", "please"))


@pytest.mark.parametrize("text", ["<https://arxiv.org/abs/1901.00001v2> looks neat", "have you seen 1901.00001?"])
def test_a_paper_that_a_message_links_to_is_meant(text: str) -> None:
    assert "1. Random Forests as Kernels [forest-kernel]" in about(text).text


def test_a_pasted_abstract_is_the_paper() -> None:
    assert "[kvflow]" in about(KVFLOW.abstract).text


@pytest.mark.parametrize("text", ["", "thanks!", ":tada:", "hello", "<@U0OTHER1>", "it was the one"])
def test_a_message_without_a_subject_says_so(text: str) -> None:
    assert about(text).text == NOTHING


def test_what_nothing_fits_is_told_and_cannot_be_shared() -> None:
    reply = about("zebra stripes")

    assert "No paper has the word “zebra” or “stripes”." in reply.text
    assert all(block["type"] != "actions" for block in reply.blocks)


def test_an_index_that_cannot_answer_gives_a_calm_sentence() -> None:
    assert "try again in a minute" in about("cache", services(engine=BrokenEngine())).text


def test_what_was_found_is_shared_in_the_thread_of_the_message_with_who_shared_it() -> None:
    share = shared(about("how do agents evict their cache?"))

    assert (share.channel_id, share.thread_ts) == (CHANNEL, TS)
    assert share.message.text.startswith(f"<@{ANA}> shared with /papers:")
    assert "[kvflow]" in share.message.text
    assert share.facts is not None
    assert share.facts["s"][0] == "kvflow"  # people can go on from it in the thread
    assert shared(about("forests", thread_ts="1764570000.000100")).thread_ts == "1764570000.000100"


def test_a_linked_paper_is_shared_too() -> None:
    share = shared(about("https://arxiv.org/abs/1901.00001"))

    assert "[forest-kernel]" in share.message.text
    assert share.facts is not None
    assert share.facts["l"] == "forest-kernel"


def test_an_old_button_says_so() -> None:
    outcome = handle_press(press("shortcut:share", "{}"), SMALL)

    assert isinstance(outcome, Reply)
    assert outcome.text == OLD_BUTTON


def test_a_shortcut_that_nobody_knows_says_so() -> None:
    outcome = handle_shortcut(shortcut("other"), SMALL)

    assert isinstance(outcome, Reply)


# --- The window ---


def opened(over: Services = SMALL) -> Modal:
    window = handle_shortcut(shortcut(SEARCH), over)
    assert isinstance(window, Modal)
    assert problems(window) == []
    return window


def entered(**values: str) -> dict[str, str]:
    return {f"search:{name}": value for name, value in values.items()}


def searched(over: Services = SMALL, **values: str) -> Modal:
    """After Enter was pressed."""
    return after("search:query", "", over, "", values)


def after(action_id: str, value: str, over: Services, state: str, values: dict[str, str]) -> Modal:
    pressed = replace(press(action_id, value, message_ts=""), channel_id="", values=entered(**values), state=state)
    window = handle_press(pressed, over)
    assert isinstance(window, Modal)
    assert problems(window) == []
    return window


def below(window: Modal) -> list[str]:
    """What stands below the fields, as text."""
    blocks = window.blocks[[block["type"] for block in window.blocks].index("divider") + 1 :]
    return [text for block in blocks if block["type"] != "actions" for text in _texts(block)]


def _texts(block: Block) -> list[str]:
    if block["type"] == "rich_text":
        sections = (section["elements"] for section in block["elements"])
        return ["".join(element.get("text", "") for element in section) for section in sections]
    return [str(element["text"]) for element in block["elements"]]


def handles(window: Modal) -> list[str]:
    return [text.strip("`") for text in below(window) if text.startswith("`")]


def test_the_window_opens_with_fields_and_how_much_there_is_to_search() -> None:
    window = opened()

    assert (window.submit, window.replaces) == ("Search", False)
    assert below(window) == ["There are 5 papers to search. What is found comes here."]


def test_an_empty_library_says_so() -> None:
    assert "empty so far" in below(opened(services(())))[0]


def test_enter_shows_in_place_what_is_found_and_how_much() -> None:
    window = searched(query="cache eviction")

    assert window.replaces
    assert below(window)[0] == "1 paper has every word of cache eviction · 1 more has some of them"
    assert handles(window) == ["kvflow", "rent-eviction"]


@pytest.mark.parametrize(
    ("values", "found"),
    [
        ({"query": "cache", "first": "2020"}, ["kvflow"]),
        ({"code": "code"}, ["forest-kernel"]),
        ({"venue": "neurips"}, ["kvflow"]),
        ({"first": "2020", "last": "2022"}, ["rent-eviction"]),
        ({"first": "2022", "last": "2020"}, ["rent-eviction"]),
        ({"last": "2019"}, ["forest-kernel"]),
        ({"first": "any", "last": "any", "query": "forest"}, ["forest-kernel"]),
        ({"query": "1901.00001"}, ["forest-kernel"]),
        ({"query": "author:lovelace"}, ["forest-kernel"]),
    ],
)
def test_the_fields_narrow_the_search(values: dict[str, str], found: list[str]) -> None:
    assert handles(searched(SMALL, **values)) == found


def test_what_is_entered_stays_entered() -> None:
    window = searched(query="cache", venue="NeurIPS", first="2024", last="2025", code="code")

    query, venue, row = window.blocks[:3]
    assert (query["element"]["initial_value"], venue["element"]["initial_value"]) == ("cache", "NeurIPS")
    first, last, code = row["elements"]
    assert (first["initial_option"]["value"], last["initial_option"]["value"]) == ("2024", "2025")
    assert code["initial_options"]


@pytest.mark.parametrize(
    ("query", "told"),
    [("a*", "too short"), ("zebra", "No paper has the word “zebra”"), ("year:20x4", "I cannot read the year")],
)
def test_what_stands_in_the_way_is_said_in_the_window(query: str, told: str) -> None:
    assert any(told in text for text in below(searched(query=query)))


def test_an_index_out_of_reach_leaves_the_window_open() -> None:
    assert any("try again in a minute" in text for text in below(searched(services(engine=BrokenEngine()), query="x")))


def test_the_words_that_may_be_meant_are_taken_by_a_button_and_stand_in_the_field() -> None:
    over = services(engine=HandlersEngine(suggestion="eviction cache"))
    values = {"query": "evicton cashe", "first": "2020"}
    first = searched(over, **values)
    meant = button(first, "Search for it")
    window = after(meant["action_id"], meant["value"], over, first.state, values)
    again = after(meant["action_id"], meant["value"], over, window.state, values)

    assert "Did you mean “eviction cache”?" in below(first)
    assert handles(window) == ["kvflow", "rent-eviction"]
    assert window.blocks[0]["element"]["initial_value"] == "eviction cache"
    assert window.blocks[2]["elements"][0]["initial_option"]["value"] == "2020"
    # In a field with the block id that it had, Slack would leave what was typed.
    fields = [shown.blocks[0]["block_id"] for shown in (first, window, again)]
    assert len(set(fields)) == 3
    turned = after("search:page", '{"v":1,"p":0}', over, window.state, {"query": "eviction cache", "first": "2020"})
    assert (turned.blocks, turned.state) == (window.blocks, window.state)
    assert isinstance(handle_press(replace(press(meant["action_id"], "{}"), state=first.state), over), Reply)


def test_pages_are_turned_until_something_else_is_entered() -> None:
    first = searched(LARGE, query="cache")
    following = button(first, "Next")
    second = after(following["action_id"], following["value"], LARGE, first.state, {"query": "cache"})
    other = after(following["action_id"], following["value"], LARGE, first.state, {"query": "prompts"})

    assert "6–10 of 13 papers" in below(second)
    assert handles(second) == [f"kv-{number}" for number in range(6, 11)]
    assert "1–5 of 13 papers" in below(other)
    assert button(second, "Back")


def test_a_page_that_is_no_more_shows_the_last() -> None:
    first = searched(LARGE, query="cache")

    gone = after("search:page", '{"v":1,"p":500}', LARGE, first.state, {"query": "cache"})
    assert "11–13 of 13 papers" in below(gone)


def test_sending_the_window_off_searches_as_well() -> None:
    window = sent("search:window", opened().state, entered(query="forest"))

    assert isinstance(window, Modal)
    assert handles(window) == ["forest-kernel"]


@settings(max_examples=40)
@given(
    query=st.text(max_size=250),
    venue=st.text(max_size=60),
    first=st.text(max_size=5) | st.sampled_from(["1850", "2024", "9999"]),
)
def test_whatever_is_entered_the_window_is_one_that_slack_takes(query: str, venue: str, first: str) -> None:
    assert searched(query=query, venue=venue, first=first).submit == "Search"


# --- Sharing from a window ---


def sent(callback_id: str, state: str, values: dict[str, str], over: Services = SMALL) -> Submitted:
    submission = Submission(callback_id=callback_id, state=state, values=values, user_id=ANA, team_id="T0TEAM", now=NOW)
    outcome = handle_submission(submission, over)
    assert problems(outcome, sharer=ANA) == []
    return outcome


def test_in_a_window_sharing_asks_for_the_channel() -> None:
    found = button(searched(query="forest"), "Share")
    window = handle_press(replace(press(found["action_id"], found["value"]), channel_id=""), SMALL)
    assert isinstance(window, Modal)
    assert problems(window) == []
    over = services(people=FakePeople(channels={ANA: (CHANNEL,)}))
    share = sent(window.callback_id, window.state, {"channel": CHANNEL}, over)

    assert isinstance(share, Share)
    assert share.channel_id == CHANNEL
    assert "[forest-kernel]" in share.message.text
    assert sent(window.callback_id, window.state, {"channel": "C0OTHER"}, over) == Mend({"channel": NOT_THERE})
    assert "no longer in the library" in str(sent(window.callback_id, '{"v":1,"id":"left"}', {"channel": CHANNEL}))
    assert sent(window.callback_id, "{}", {"channel": CHANNEL}) == Mend({"channel": OLD_BUTTON})
