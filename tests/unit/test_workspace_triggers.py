"""Triggers open one window within three seconds, and then say why they do not."""

import pytest

from bot.workspace.errors import Refusal
from bot.workspace.triggers import REMEMBERED, Trigger, Triggers


class Seconds:
    def __init__(self) -> None:
        self.now = 50.0

    def __call__(self) -> float:
        return self.now


def refusal_of(triggers: Triggers, trigger_id: str) -> str:
    with pytest.raises(Refusal) as refusal:
        triggers.take(trigger_id)
    return refusal.value.code


def test_a_trigger_tells_who_did_something_and_where() -> None:
    triggers = Triggers(Seconds())

    trigger_id = triggers.mint("U1", "C1", "V1")

    assert triggers.take(trigger_id) == Trigger("U1", "C1", "V1")


def test_a_trigger_lives_three_seconds() -> None:
    seconds = Seconds()
    triggers = Triggers(seconds)
    early, late = triggers.mint("U1"), triggers.mint("U1")

    seconds.now += 3.0
    assert triggers.take(early).user == "U1"
    seconds.now += 0.001
    assert refusal_of(triggers, late) == "expired_trigger_id"


def test_a_trigger_is_good_for_one_window() -> None:
    seconds = Seconds()
    triggers = Triggers(seconds)
    trigger_id = triggers.mint("U1")
    triggers.take(trigger_id)

    assert refusal_of(triggers, trigger_id) == "exchanged_trigger_id"
    seconds.now += 60
    assert refusal_of(triggers, trigger_id) == "exchanged_trigger_id"


def test_a_made_up_trigger_is_invalid() -> None:
    assert refusal_of(Triggers(Seconds()), "1.2.3") == "invalid_trigger_id"


def test_old_triggers_are_forgotten() -> None:
    triggers = Triggers(Seconds())
    first = triggers.mint("U1")
    minted = {triggers.mint("U1") for _ in range(REMEMBERED)}

    assert len(minted) == REMEMBERED
    assert refusal_of(triggers, first) == "invalid_trigger_id"
