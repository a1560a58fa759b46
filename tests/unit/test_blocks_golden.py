"""The messages as people get them; `pytest --update-golden` writes them anew, and the difference is to be read."""

import json
from collections.abc import Callable
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import pytest

from handlers.actions import handle_press
from handlers.dispatch import dispatch
from handlers.messages import Outcome
from handlers.ports import Services
from tests.block_rules import problems
from tests.digest_kit import BEFORE, message_of, planned, stage, subscription
from tests.fakes_handlers import KVFLOW, PAPERS, HandlersEngine, press, request, services
from tests.unit.test_commands_search import buttons

GOLDEN = Path(__file__).parent.parent / "golden" / "blocks"
THIRTEEN = tuple(replace(KVFLOW, id=f"kv-{number}") for number in range(1, 14))
SMALL, LARGE = services(), services(THIRTEEN)


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


CASES = {
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
    "subscription-new": of_list("sub:new"),
    "subscription-edit": of_list("sub:edit"),
    "subscription-preview": of_list("sub:preview"),
}


@pytest.mark.parametrize("case", CASES)
def test_the_message_is_as_agreed(case: str, update_golden: bool) -> None:
    outcome = CASES[case]()
    file = GOLDEN / f"{case}.json"
    written = json.dumps(asdict(outcome), ensure_ascii=False, indent=1) + "\n"
    if update_golden:
        file.write_text(written, encoding="utf-8")

    assert problems(outcome, sharer="U0READER1") == []
    assert written == file.read_text(encoding="utf-8")


def test_no_golden_file_is_left_over() -> None:
    assert {file.stem for file in GOLDEN.iterdir()} == set(CASES)
