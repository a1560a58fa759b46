"""The messages as people get them; `pytest --update-golden` writes them anew, and the difference is to be read."""

import json
from collections.abc import Callable
from dataclasses import asdict, replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from handlers.actions import handle_press
from handlers.dispatch import dispatch
from handlers.messages import Reply
from handlers.ports import Services
from handlers.shelves import Hidden, Marked, Noted, Rated, Saved, Shared
from handlers.windows import Home, Modal, Outcome
from tests.block_rules import problems
from tests.digest_kit import BEFORE, LIBRARY, MONDAY, message_of, planned, stage, subscription
from tests.fakes import FakeLibrary
from tests.fakes_handlers import KVFLOW, NOW, PAPERS, HandlersEngine, press, request, services
from tests.home_kit import at_home
from tests.shelf_kit import ADA, BEN, HERE, say
from tests.shelf_kit import labelled as shelf_labelled
from tests.shelf_kit import pressed as shelf_pressed
from tests.shelf_kit import typed as on_shelf
from tests.talk_kit import Thread
from tests.unit.test_commands_search import buttons
from tests.unit.test_previews import shown
from tests.unit.test_shortcuts import about, shared
from tests.weekly_kit import due, labelled, replied, said, sent, vote_on, weekly
from tests.weekly_kit import pressed as in_press
from tests.weekly_kit import typed as in_channel
from tests.weekly_kit import week as week_schedule

MINUTE = timedelta(minutes=1)
GOLDEN = Path(__file__).parent.parent / "golden" / "blocks"
THIRTEEN = tuple(replace(KVFLOW, id=f"kv-{number}") for number in range(1, 14))
SMALL, LARGE = services(), services(THIRTEEN)
KINDS = ("evict pages of the cache, for eviction", "compress and compress the cache")
MANY = services([replace(paper, abstract=f"We {KINDS[place % 2]}.") for place, paper in enumerate(THIRTEEN)])


def typed(text: str, over: Services = SMALL) -> Callable[[], Outcome]:
    return lambda: dispatch(request(text), over)


def pressed(action_id: str, value: str, over: Services = SMALL) -> Callable[[], Outcome]:
    return lambda: handle_press(press(action_id, value), over)


def digest(*queries: str, **other: Any) -> Callable[[], Outcome]:
    return lambda: message_of(planned(stage(*(subscription(query, **other) for query in queries))))


def subscriptions(text: str, *queries: str) -> Callable[[], Outcome]:
    over = stage(*(subscription(query) for query in queries))
    return lambda: dispatch(replace(request(text), now=BEFORE), over)


def of_digest(number: int) -> Callable[[], Outcome]:
    """What this button of a digest leads to, counted from its end."""
    over = stage(subscription("cache"), subscription("eviction"))
    button = buttons(message_of(planned(over)))[-number]
    return lambda: handle_press(press(button["action_id"], button["value"]), over)


def of_list(action_id: str) -> Callable[[], Outcome]:
    value = '{"v":1,"s":"cache","o":0,"a":0}'
    return lambda: handle_press(replace(press(action_id, value), now=BEFORE), stage(subscription("cache")))


def week(text: str) -> Callable[[], Outcome]:
    """Typed in a channel with a paper of the week that has had one, and answered a duel."""

    def answer() -> Outcome:
        over = weekly(papers=(*LIBRARY, KVFLOW))
        had_one(over)
        return in_channel(text, over)

    return answer


def week_post(*votes: bool) -> Callable[[], Outcome]:
    """The post about a nominated paper, before or after these votes."""

    def post() -> Outcome:
        over = weekly(papers=(*LIBRARY, KVFLOW))
        had_one(over)
        in_channel("nominate kvflow because our prompts are long", over)
        posting = sent(over, due(over, 1), "1765180801.000100")
        message = said(posting)
        vote_on(over, posting, *votes)
        return replied(over, labelled(message, "👍")) if votes else message

    return post


def had_one(over: Services) -> None:
    in_channel("nominate both", over)
    vote_on(over, sent(over, due(over)), True, True, False)
    replied(over, labelled(in_channel("duel", over), "This one"))


def talked(*texts: str, over: Services = SMALL) -> Callable[[], Outcome]:
    """The last answer of a conversation in a thread."""

    def answer() -> Outcome:
        thread = Thread(over)
        thread.hear("does anyone know how agents evict their caches?")
        return thread.messages(*texts)[-1]

    return answer


def home(*labels: str, query: str = "") -> Callable[[], Home]:
    """The Home of a person who has been there before, who searches and presses these buttons."""

    def look() -> Home:
        over = weekly(week_schedule(), subscription("cache"), papers=(*LIBRARY, KVFLOW))
        vote_on(over, sent(over, due(over)), True, True, False)
        mine = at_home(over, now=BEFORE)
        say(over, "both", Marked("reading", NOW), Rated(4), Noted("Good <b> & *short*.", None, NOW))
        say(over, "cache-02", Saved(HERE, NOW), Shared(True))
        assert isinstance(over.library, FakeLibrary)
        over.library.shown |= {paper.id: paper for paper in PAPERS}
        mine.come(MONDAY + MINUTE)
        if query:
            mine.search(query)
        for label in labels:
            mine.press(label)
        return mine.home

    return look


def shelf(text: str, *labels: str, user_id: str = ADA) -> Callable[[], Outcome]:
    """Typed by a person who has read, noted and shared papers, or by another; then these buttons pressed."""

    def answer() -> Outcome:
        over = services()
        say(over, "forest-kernel", Saved(HERE, NOW), Marked("read", NOW), Rated(5), Shared(True))
        say(over, "kvflow", Saved(HERE, NOW + MINUTE), Noted("We could use it <b> & soon.", HERE, NOW), Hidden(True))
        outcome: Outcome = on_shelf(text, over, user_id)
        for label in labels:
            assert isinstance(outcome, Reply | Modal)
            outcome = shelf_pressed(over, shelf_labelled(outcome, label), user_id)
        return outcome

    return answer


CASES: dict[str, Callable[[], Outcome | Home]] = {
    "help": typed("", services(PAPERS[:1])),
    "help-on-a-command": typed("help search"),
    "search": typed("kv cache eviction"),
    "search-nothing-found": typed("cache author:lovelace"),
    "search-suggestion": typed("evicton cache", services(engine=HandlersEngine(suggestion="eviction cache"))),
    "search-second-page": pressed("find:page", '{"v":1,"q":"cache","o":5}', LARGE),
    "show": typed("show forest-kernel"),
    "show-a-name-nobody-has": typed("show forests"),
    "similar": typed("similar kvflow"),
    "status": typed("status"),
    "read": pressed("paper:read", '{"v":1,"id":"kvflow"}'),
    "share": pressed("paper:share", '{"v":1,"id":"kvflow"}'),
    "digest": digest("eviction"),
    "digest-of-several": digest("cache", "eviction", "zebra", quiet=False),
    "digest-rest": of_digest(1),
    "digest-not-for-us": of_digest(2),
    "subscribe": subscriptions("subscribe cache eviction daily"),
    "subscribe-alone": subscriptions("subscribe"),
    "subscriptions": subscriptions("subscriptions", "cache", "zebra"),
    "subscriptions-none": subscriptions("subscriptions"),
    "week": week("week"),
    "week-none": lambda: in_channel("week", stage()),
    "week-preview": week("week preview"),
    "week-history": week("week history"),
    "week-standings": week("week standings"),
    "week-post": week_post(),
    "week-post-voted": week_post(True, False),
    "nominate": week("nominate kvflow because our prompts are long"),
    "nominate-window": lambda: in_press(weekly(), labelled(in_channel("week", weekly()), "Nominate a paper")),
    "duel": week("duel"),
    "save": shelf("save rac"),
    "save-again": shelf("save kvflow"),
    "save-undone": shelf("save rac", "Undo"),
    "note": shelf("note rac shared: *try* it <@U0READER2|ben>"),
    "note-changed": shelf("note kvflow try & it"),
    "list": shelf("list"),
    "list-empty": shelf("list", user_id=BEN),
    "list-of-another": shelf(f"list <@{ADA}|ada>", user_id=BEN),
    "note-window": shelf("list", "Note and stars…"),
    "show-noted": shelf("show kvflow", user_id=BEN),
    "read-kept": shelf("show kvflow", "Read"),
    "not-for-me": shelf("show rac", "Read", "Not for me"),
    "forget": shelf("forget"),
    "forget-me": shelf("forget me"),
    "forgotten": shelf("forget me", "Forget all of it"),
    "home-first": lambda: at_home(services()).home,
    "home": home(),
    "home-found": home("Save", query="eviction"),
    "home-nothing-found": home(query="zebra"),
    "home-list": home("To read (1)", "Remove"),
    "home-notes": home("Show all notes"),
    "home-trouble": home(query="("),
    "subscription-new": of_list("sub:new"),
    "subscription-edit": of_list("sub:edit"),
    "subscription-preview": of_list("sub:preview"),
    "search-narrowed": pressed("find:narrow", '{"v":1,"q":"cache","o":0}', MANY),
    "answer": talked("how do agents keep their cache?"),
    "answer-chips": talked("cache", over=MANY),
    "answer-nothing": talked("eviction but not cache since 2022"),
    "answer-paper": talked("cache", "1"),
    "answer-like": talked("like kvflow"),
    "answer-why": talked("cache eviction zebra", "why?"),
    "answer-thread": talked(""),
    "answer-help": talked("help", over=services(PAPERS[:1])),
    "about-message": lambda: about("does anyone know how agents evict their KV cache?"),
    "about-message-shared": lambda: shared(about("have you seen 1901.00001 and 5Iw1nDtYmT?")),
    "preview": lambda: shown("https://arxiv.org/abs/1901.00001")[0].message,
    "share-window": lambda: handle_press(replace(press("paper:share", '{"v":1,"id":"kvflow"}'), channel_id=""), SMALL),
}


ELSEWHERE = {"then", "behind"}
"""What follows a message or stands behind a window is no part of it."""


def seen(fields: list[tuple[str, Any]]) -> dict[str, Any]:
    return {name: held for name, held in fields if name not in ELSEWHERE}


@pytest.mark.parametrize("case", CASES)
def test_the_message_is_as_agreed(case: str, update_golden: bool) -> None:
    outcome = CASES[case]()
    file = GOLDEN / f"{case}.json"
    written = json.dumps(asdict(outcome, dict_factory=seen), ensure_ascii=False, indent=1) + "\n"
    if update_golden:
        file.write_text(written, encoding="utf-8")

    assert problems(outcome, sharer=f"{ADA} {BEN}") == []
    assert written == file.read_text(encoding="utf-8")


def test_no_golden_file_is_left_over() -> None:
    assert {file.stem for file in GOLDEN.iterdir()} == set(CASES)
