"""`check` and the bot's own identity, against the Slack double."""

from collections.abc import Iterator
from typing import Any

import pytest

from bot.slack.check import check
from bot.slack.clients import web_client
from bot.slack.identity import Identity
from bot.slack.settings import SlackSettings
from tests.slack_double import Scripted, refusal
from tests.slack_kit import APP_TOKEN, BOT_TOKEN, Edge, edge_over_double

HEX = "0123456789abcdef0123456789abcdef"


@pytest.fixture
def edge() -> Iterator[Edge]:
    with edge_over_double() as edge:
        yield edge


def wrong(edge: Edge, address: str | None = None, **changes: Any) -> list[str]:
    usual: dict[str, Any] = {"bot_token": BOT_TOKEN, "app_token": APP_TOKEN, "api_url": edge.double.api_url}
    findings = check(SlackSettings(**(usual | {"timeout": 5.0} | changes)), address)
    return [finding.sentence for finding in findings if not finding.ok]


def test_when_all_is_well_each_part_says_so(edge: Edge) -> None:
    findings = check(edge.settings)

    assert [finding.ok for finding in findings] == [True] * 4
    assert findings[0].sentence == "The bot token works: paperboy in the workspace Lab."
    assert findings[1].sentence == "The bot token has every scope it needs: chat:write, commands."


@pytest.mark.parametrize(
    ("code", "mend"),
    [
        ("invalid_auth", "Copy the Bot User OAuth Token again"),
        ("account_inactive", "Install it again"),
        ("token_revoked", "Install the app again"),
        ("something_new", "Slack refused auth.test: something_new."),
    ],
)
def test_a_refused_bot_token_says_how_to_mend_it(edge: Edge, code: str, mend: str) -> None:
    edge.double.script("auth.test", refusal(code))

    (sentence,) = wrong(edge)

    assert mend in sentence


def test_missing_scopes_are_named(edge: Edge) -> None:
    edge.double.scopes = "commands,users:read"

    (sentence,) = wrong(edge)

    assert sentence.startswith("The bot token lacks chat:write.")


@pytest.mark.parametrize(
    ("code", "mend"), [("invalid_auth", "Make one with connections:write"), ("missing_scope", "connections:write")]
)
def test_a_refused_app_token_says_how_to_mend_it(edge: Edge, code: str, mend: str) -> None:
    edge.double.script("apps.connections.open", refusal(code))

    (sentence,) = wrong(edge)

    assert mend in sentence


@pytest.mark.parametrize(
    ("changes", "part"),
    [
        ({"bot_token": "xoxp-1"}, "SLACK_BOT_TOKEN does not begin with xoxb-"),
        ({"app_token": "xoxb-1"}, "SLACK_APP_TOKEN does not begin with xapp-"),
        ({"app_token": None}, "Neither SLACK_APP_TOKEN nor SLACK_SIGNING_SECRET is set"),
    ],
)
def test_settings_that_cannot_work_are_found_without_asking_slack(
    edge: Edge, changes: dict[str, Any], part: str
) -> None:
    (sentence,) = wrong(edge, **changes)

    assert part in sentence


def test_slacks_own_signing_secret_has_a_form(edge: Edge) -> None:
    edge.double.close()
    secret = check(SlackSettings(bot_token="", signing_secret="short"))[-1]
    right = check(SlackSettings(bot_token="", signing_secret=HEX))[-1]

    assert (secret.ok, right.ok) == (False, True)


@pytest.mark.parametrize("answer", ["<html>hello</html>", "[1]", "5", "null"])
def test_something_that_is_not_slack_and_nothing_at_all_are_told_apart_in_one_sentence_each(
    edge: Edge, answer: str, caplog: pytest.LogCaptureFixture
) -> None:
    edge.double.script("auth.test", Scripted(answer))
    not_slack = wrong(edge, app_token=None, signing_secret=HEX)
    with edge_over_double() as closed:
        nowhere = closed.double.api_url
    nothing = wrong(edge, app_token=None, signing_secret=HEX, api_url=nowhere)

    assert "something that is not Slack's" in not_slack[0]
    assert "cannot be reached (ConnectionRefusedError)" in nothing[0]
    assert caplog.messages == []


@pytest.mark.parametrize(
    ("address", "part"),
    [
        ("http://papers.example.org", "https addresses only"),
        ("papers.example.org", "https addresses only"),
        ("https://papers.invalid", "https://papers.invalid/healthz cannot be reached"),
    ],
)
def test_a_public_address_that_cannot_work_is_found(edge: Edge, address: str, part: str) -> None:
    assert part in wrong(edge, address)[-1]


def test_the_bot_learns_who_it_is_once_slack_answers(edge: Edge) -> None:
    edge.double.script("auth.test", Scripted("[1]"), Scripted("<html>", 503), refusal("invalid_auth"))
    identity = Identity(web_client(edge.settings, BOT_TOKEN))
    troubles = []
    for _ in range(4):
        identity.ask()
        troubles.append(identity.trouble())

    assert troubles == [
        "Slack cannot be reached: UnreadableAnswer.",
        "Slack refused the bot token: no readable answer.",
        "Slack refused the bot token: invalid_auth.",
        None,
    ]
    assert identity.authorize(None, "T1", "U1").bot_user_id == "UBOT"


def test_the_bot_asks_in_the_background_until_it_is_stopped(edge: Edge) -> None:
    edge.app.identity.start()
    edge.double.wait_for("auth.test")
    edge.app.identity.stop()

    assert edge.app.identity.trouble() is None
