"""Response URLs: Slack's own addresses only, a few times only, and never somewhere else."""

from collections.abc import Iterator
from datetime import timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.slack.response_urls import ResponseUrl, ResponseUrls, retry_after
from tests.slack_kit import Place, open_place


@pytest.fixture
def place() -> Iterator[Place]:
    with open_place() as place:
        yield place


def urls(place: Place | None = None, pauses: list[float] | None = None) -> ResponseUrls:
    origin = ("http", place.workspace.origin.removeprefix("http://")) if place else None
    waits = [] if pauses is None else pauses
    return ResponseUrls(own_origin=origin, timeout=5, pause=waits.append)


@pytest.mark.parametrize(
    "address", ["https://hooks.slack.com/actions/T1/2/x", "https://hooks.slack.com/commands/1/2/3"]
)
def test_slacks_own_addresses_are_allowed(address: str) -> None:
    assert urls().allows(address)


@pytest.mark.parametrize(
    "address",
    [
        "",
        "http://hooks.slack.com/x",
        "https://hooks.slack.com.evil.example/x",
        "https://evil.example/hooks.slack.com/",
        "https://hooks.slack.com@evil.example/x",
        "https://user:pass@hooks.slack.com/x",
        "https://hooks.slack.com:8443/x",
        "https://hooks.slack.com\\@evil.example/x",
        "https://hооks.slack.com/x",
        "https://hooks.slack.com\n.evil.example/x",
        "https://hooks.slack.com/x y",
        "//hooks.slack.com/x",
        "https://slack.com/x",
        "https://[::1]/x",
        "https://[hooks.slack.com/x",
        "http://127.0.0.1:3000/x",
        "http://localhost/x",
        "http://169.254.169.254/latest/meta-data",
        "http://0x7f000001/",
        "file:///etc/passwd",
        "ftp://hooks.slack.com/x",
        "javascript:alert(1)",
    ],
)
def test_other_addresses_are_not(address: str) -> None:
    assert not urls().allows(address)


@given(st.text())
@settings(deadline=None)
def test_no_text_breaks_the_check(text: str) -> None:
    assert not urls().allows(text)


def test_the_server_that_stands_in_for_slack_is_allowed_at_its_own_port_only(place: Place) -> None:
    assert urls(place).allows(place.response_url())
    assert not urls(place).allows("http://127.0.0.1:1/response/one")
    assert not urls().allows(place.response_url())


def test_a_response_url_is_used_five_times_at_most(place: Place) -> None:
    response_url = ResponseUrl(place.response_url(), urls(place))

    assert [response_url.send({"text": str(number)}) for number in range(7)] == [True] * 5 + [False] * 2
    assert place.answers() == place.seen() == ["0", "1", "2", "3", "4"]


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_a_redirect_is_not_followed(place: Place, status: int) -> None:
    elsewhere = f"{place.workspace.origin}/api/stolen"
    place.workspace.faults.add("response_url", "redirect", status=status, location=elsewhere)

    assert not ResponseUrl(place.response_url(), urls(place)).send({"text": "x"})
    assert [one.name for one in place.travelled()] == ["response_url"]
    assert place.seen() == []


def test_slack_asking_to_slow_down_is_obeyed_once(place: Place) -> None:
    pauses: list[float] = []
    place.workspace.faults.add("response_url", "ratelimited", retry_after=3)

    assert ResponseUrl(place.response_url(), urls(place, pauses)).send({"text": "x"})
    assert pauses == [3.0]
    assert place.seen() == ["x"]


@pytest.mark.parametrize("status", [400, 404, 410, 500, 503])
def test_a_refusal_is_not_argued_with(place: Place, status: int) -> None:
    place.workspace.faults.add("response_url", "status", status=status)

    assert not ResponseUrl(place.response_url(), urls(place)).send({"text": "x"})
    assert len(place.travelled()) == 1


def test_what_the_workspace_itself_refuses_is_not_argued_with(place: Place) -> None:
    expired = ResponseUrl(place.response_url(), urls(place))
    place.workspace.state.move_time(timedelta(minutes=31))

    assert not expired.send({"text": "x"})
    assert not ResponseUrl(place.response_url(), urls(place)).send({"text": "x", "blocks": [{"type": "nothing"}]})
    assert [one.answer["error"] for one in place.travelled()] == ["expired_url", "invalid_blocks"]


@pytest.mark.parametrize(
    ("header", "seconds"),
    [("2", 2.0), ("30", 30.0), ("31", None), ("9" * 400, None), (None, 1.0), ("soon", 1.0), ("-1", 1.0), ("²", 1.0)],
)
def test_how_long_to_wait_is_read_carefully(header: str | None, seconds: float | None) -> None:
    assert retry_after(header) == seconds
