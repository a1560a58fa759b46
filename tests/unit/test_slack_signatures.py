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
