"""Signatures: what a request turns out to be, and how little is remembered."""

from datetime import timedelta

import pytest

from bot.slack import signatures
from bot.slack.signatures import Signatures, Verdict
from tests.slack_payloads import NOW, SIGNING_SECRET, signed


def test_an_empty_secret_is_no_secret() -> None:
    with pytest.raises(ValueError, match="empty"):
        Signatures("", lambda: NOW)


def test_the_example_in_slacks_documentation_is_genuine() -> None:
    body = (
        b"token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V"
        b"&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text="
        b"&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN"
        b"&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c"
    )
    headers = {
        "x-slack-request-timestamp": "1531420618",
        "x-slack-signature": "v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503",
    }
    then = NOW.fromtimestamp(1531420618, NOW.tzinfo)

    assert Signatures(SIGNING_SECRET, lambda: then).check(body, headers) is Verdict.GENUINE


def test_a_request_is_remembered_as_long_as_it_could_be_repeated() -> None:
    now = NOW
    checker = Signatures(SIGNING_SECRET, lambda: now)
    ahead = signed(b"x", NOW + timedelta(seconds=300))
    first = checker.check(b"x", ahead)
    now = NOW + timedelta(seconds=599)
    checker.check(b"y", signed(b"y", now))

    assert [first, checker.check(b"x", ahead)] == [Verdict.GENUINE, Verdict.REPLAYED]


def test_memory_is_bounded_and_forgets_what_is_too_old_anyway(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(signatures, "REMEMBERED", 10)
    now = NOW
    checker = Signatures(SIGNING_SECRET, lambda: now)
    for number in range(50):
        checker.check(b"%d" % number, signed(b"%d" % number, now))
    full = checker.remembered()
    now = NOW + timedelta(seconds=301)
    checker.check(b"new", signed(b"new", now))

    assert (full, checker.remembered()) == (10, 1)


def test_a_wrong_clock_is_one_line_in_the_log_however_many_requests_it_refuses(
    caplog: pytest.LogCaptureFixture,
) -> None:
    checker = Signatures(SIGNING_SECRET, lambda: NOW)
    for second in range(400, 500):
        checker.check(b"x", signed(b"x", NOW - timedelta(seconds=second)))

    assert [record.getMessage().partition(":")[0] for record in caplog.records] == ["Clock skew of 402 s"]
    assert checker.trouble() == "The clock of this machine is about 499 s ahead of Slack's."
    assert len(checker._skewed) <= signatures.SKEWED_AFTER


def test_one_old_request_however_often_it_is_repeated_is_no_wrong_clock() -> None:
    checker = Signatures(SIGNING_SECRET, lambda: NOW)
    old = signed(b"x", NOW - timedelta(hours=1))
    verdicts = {checker.check(b"x", old) for _ in range(10)}

    assert (verdicts, checker.trouble()) == ({Verdict.OLD}, None)


@pytest.mark.parametrize("later", [timedelta(hours=1), timedelta(hours=-1)])
def test_a_clock_that_was_set_right_is_no_trouble_even_before_the_next_request(later: timedelta) -> None:
    now = NOW
    checker = Signatures(SIGNING_SECRET, lambda: now)
    for number in range(5):
        body = str(number).encode()
        checker.check(body, signed(body, NOW + later))
    wrong = checker.trouble()
    now += later

    assert wrong is not None
    assert checker.trouble() is None
