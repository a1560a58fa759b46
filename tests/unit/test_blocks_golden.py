"""The messages as people get them; `pytest --update-golden` writes them anew, and the difference is to be read."""

import json
from collections.abc import Callable
from dataclasses import asdict, replace
from pathlib import Path

import pytest

from handlers.actions import handle_press
from handlers.dispatch import dispatch
from handlers.messages import Outcome
from handlers.ports import Services
from tests.block_rules import problems
from tests.fakes_handlers import KVFLOW, PAPERS, HandlersEngine, press, request, services

GOLDEN = Path(__file__).parent.parent / "golden" / "blocks"
THIRTEEN = tuple(replace(KVFLOW, id=f"kv-{number}") for number in range(1, 14))
SMALL, LARGE = services(), services(THIRTEEN)


def typed(text: str, over: Services = SMALL) -> Callable[[], Outcome]:
    return lambda: dispatch(request(text), over)


def pressed(action_id: str, value: str, over: Services = SMALL) -> Callable[[], Outcome]:
    return lambda: handle_press(press(action_id, value), over)


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
