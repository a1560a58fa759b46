"""How often the bot may call before it is told to slow down."""

from bot.workspace.webapi.methods import METHODS
from bot.workspace.webapi.rates import BURST, PER_MINUTE, Rates
from tests.workspace_calls import Calls


class Seconds:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_channel_takes_a_short_burst_and_then_a_message_a_second() -> None:
    seconds = Seconds()
    rates = Rates(seconds)

    assert [rates.wait("chat.postMessage", "C1") for _ in range(BURST)] == [None] * BURST
    assert rates.wait("chat.postMessage", "C1") == 1
    assert rates.wait("chat.postMessage", "C2") is None
    seconds.now += 1
    assert rates.wait("chat.postMessage", "C1") is None
    assert rates.wait("chat.postMessage", "C1") == 1


def test_a_method_is_limited_by_the_minute_whatever_the_channel() -> None:
    seconds = Seconds()
    rates = Rates(seconds)
    allowed = PER_MINUTE["conversations.list"]

    assert [rates.wait("conversations.list") for _ in range(allowed)] == [None] * allowed
    assert rates.wait("conversations.list") == 3
    assert rates.wait("conversations.info") is None
    seconds.now += 60
    assert rates.wait("conversations.list") is None


def test_a_refused_call_is_not_counted() -> None:
    seconds = Seconds()
    rates = Rates(seconds)
    while rates.wait("chat.postMessage", "C1") is None:
        pass
    for _ in range(100):
        rates.wait("chat.postMessage", "C1")

    seconds.now += 1
    assert rates.wait("chat.postMessage", "C1") is None


def test_limits_can_be_switched_off() -> None:
    rates = Rates(Seconds(), on=False)

    assert {rates.wait("chat.postMessage", "C1") for _ in range(1000)} == {None}


def test_every_method_has_a_limit() -> None:
    assert PER_MINUTE.keys() == METHODS.keys()


def test_too_many_messages_are_answered_as_slack_does() -> None:
    calls = Calls(limited=True)
    for number in range(BURST):
        calls.ok("chat.postMessage", channel="C0GENERAL", text=str(number))

    answer = calls.answer("chat.postMessage", channel="C0GENERAL", text="one too many")

    assert (answer.status, answer.body) == (429, {"ok": False, "error": "ratelimited"})
    assert answer.headers["Retry-After"] == "1"
    assert "one too many" not in calls.texts()
