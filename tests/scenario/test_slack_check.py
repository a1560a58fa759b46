"""`check` and the bot's own identity, against a workspace."""

from collections.abc import Iterator
from typing import Any

import pytest

from bot.manifest import BOT_SCOPES, manifest
from bot.slack.check import check
from bot.slack.clients import web_client
from bot.slack.identity import Identity
from bot.slack.settings import SlackSettings
from bot.workspace.model import BOT, BOT_USER, TEAM
from bot.workspace.webapi.faults import FaultKind
from tests.slack_kit import NOWHERE, Edge, Place, open_place, settings_for

HEX = "0123456789abcdef0123456789abcdef"


@pytest.fixture
def place() -> Iterator[Place]:
    with open_place("socket") as place:
        yield place


def wrong(place: Place, address: str | None = None, **changes: Any) -> list[str]:
    settings = settings_for(place.workspace, **({"signing_secret": None} | changes))
    return [finding.sentence for finding in check(settings, address) if not finding.ok]


def test_when_all_is_well_each_part_says_so(place: Place) -> None:
    findings = check(settings_for(place.workspace))

    assert [finding.ok for finding in findings] == [True] * 4
    assert findings[0].sentence == "The bot token works: paperboy in the workspace Paper Lab."
    assert findings[1].sentence == f"The bot token has every scope it needs: {', '.join(sorted(BOT_SCOPES))}."


@pytest.mark.parametrize(
    ("code", "mend"),
    [
        ("invalid_auth", "Copy the Bot User OAuth Token again"),
        ("account_inactive", "Install it again"),
        ("token_revoked", "Install the app again"),
        ("something_new", "Slack refused auth.test: something_new."),
    ],
)
def test_a_refused_bot_token_says_how_to_mend_it(place: Place, code: str, mend: str) -> None:
    place.workspace.faults.add("auth.test", "error", code=code)

    (sentence,) = wrong(place)

    assert mend in sentence


def test_missing_scopes_are_named() -> None:
    declared = manifest()
    declared["oauth_config"]["scopes"]["bot"] = [scope for scope in BOT_SCOPES if scope != "chat:write"]
    with open_place("socket", declared) as place:
        (sentence,) = wrong(place)

    assert sentence.startswith("The bot token lacks chat:write.")


def test_tokens_that_the_workspace_does_not_know_are_refused(place: Place) -> None:
    bot, app = wrong(place, bot_token="xoxb-another", app_token="xapp-another")

    assert "Copy the Bot User OAuth Token again" in bot
    assert "Make one with connections:write" in app


def test_an_app_without_socket_mode_is_told_where_to_turn_it_on() -> None:
    with open_place("http", manifest("https://papers.example.org")) as place:
        (sentence,) = wrong(place)

    assert "Turn it on under Socket Mode" in sentence


@pytest.mark.parametrize(
    ("code", "mend"), [("invalid_auth", "Make one with connections:write"), ("missing_scope", "connections:write")]
)
def test_a_refused_app_token_says_how_to_mend_it(place: Place, code: str, mend: str) -> None:
    place.workspace.faults.add("apps.connections.open", "error", code=code)

    (sentence,) = wrong(place)

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
    place: Place, changes: dict[str, Any], part: str
) -> None:
    (sentence,) = wrong(place, **changes)

    assert part in sentence


def test_slacks_own_signing_secret_has_a_form() -> None:
    secret = check(SlackSettings(bot_token="", signing_secret="short"))[-1]
    right = check(SlackSettings(bot_token="", signing_secret=HEX))[-1]

    assert (secret.ok, right.ok) == (False, True)


@pytest.mark.parametrize(
    ("kind", "details"),
    [("html", {}), ("garbled", {"text": "[1]"}), ("garbled", {"text": "5"}), ("garbled", {"text": "null"})],
    ids=["html", "list", "number", "null"],
)
def test_something_that_is_not_slack_and_nothing_at_all_are_told_apart_in_one_sentence_each(
    place: Place, kind: FaultKind, details: dict[str, Any], caplog: pytest.LogCaptureFixture
) -> None:
    place.workspace.faults.add("auth.test", kind, **details)
    not_slack = wrong(place, app_token=None, signing_secret=HEX)
    nothing = wrong(place, app_token=None, signing_secret=HEX, api_url=NOWHERE)

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
def test_a_public_address_that_cannot_work_is_found(place: Place, address: str, part: str) -> None:
    assert part in wrong(place, address)[-1]


def test_the_bot_learns_who_it_is_once_slack_answers(place: Place) -> None:
    place.workspace.faults.add("auth.test", "garbled", text="[1]")
    place.workspace.faults.add("auth.test", "status", status=503)
    place.workspace.faults.add("auth.test", "error", code="invalid_auth")
    identity = Identity(web_client(settings_for(place.workspace), place.workspace.bot_token))
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
    known = identity.authorize(None, TEAM, "U1")
    assert (known.bot_user_id, known.bot_id, known.team_id) == (BOT_USER, BOT, TEAM)


def test_the_bot_asks_in_the_background_until_it_is_stopped(place: Place) -> None:
    edge = Edge(settings_for(place.workspace))
    edge.app.identity.start()
    place.workspace.api.ledger.wait_for("auth.test")
    edge.app.identity.stop()

    assert edge.app.identity.trouble() is None
