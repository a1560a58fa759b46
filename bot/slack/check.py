"""What is wrong with the Slack side, each as a sentence with how to mend it, before anyone wonders."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from http.client import HTTPException
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError
from slack_sdk.web import SlackResponse

from bot.manifest import BOT_SCOPES, manifest
from bot.slack.clients import UnreadableAnswer, web_client
from bot.slack.failures import slack_code
from bot.slack.settings import SLACK_API, SlackSettings


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at. The sentence never holds a secret."""

    ok: bool
    sentence: str


REINSTALL = "Add them under OAuth & Permissions (or paste `paperboy manifest`) and install the app again."
_COPY_AGAIN = "Copy the Bot User OAuth Token again from OAuth & Permissions."
_BOT_REFUSALS = {
    "invalid_auth": f"Slack does not know the bot token. {_COPY_AGAIN}",
    "not_authed": f"Slack got no bot token. {_COPY_AGAIN}",
    "account_inactive": "The app has been removed from its workspace. Install it again and copy the new bot token.",
    "token_revoked": "The bot token has been revoked. Install the app again and copy the new bot token.",
    "token_expired": "The bot token has expired. Turn token rotation off, install the app again, and copy the token.",
}
_APP_REFUSALS = {
    "invalid_auth": "Slack does not know the app token. Make one with connections:write under Basic Information.",
    "not_allowed_token_type": "SLACK_APP_TOKEN is not an app-level token. Make one under Basic Information.",
    "missing_scope": "The app token lacks connections:write. Make a new one with it under Basic Information.",
    "forbidden_team": "Socket Mode is not allowed for this app. Turn it on under Socket Mode.",
}


def check(settings: SlackSettings, address: str | None = None) -> list[Finding]:
    """Looks at the tokens, the scopes, the socket, the signing secret and the public `address`, as far as each is set.

    Asks Slack `auth.test` and `apps.connections.open`, and asks the address for its health page.
    """
    findings = [*_bot_token(settings)]
    if settings.app_token:
        findings += _app_token(settings, settings.app_token)
    if settings.signing_secret:
        findings.append(_signing_secret(settings.signing_secret, settings.api_url == SLACK_API))
    if not settings.app_token and not settings.signing_secret:
        findings.append(Finding(False, "Neither SLACK_APP_TOKEN nor SLACK_SIGNING_SECRET is set. Set one of them."))
    if address is not None:
        findings.append(_address(address, settings.timeout))
    return findings


def _bot_token(settings: SlackSettings) -> Iterator[Finding]:
    if not settings.bot_token.startswith("xoxb-"):
        yield Finding(False, f"SLACK_BOT_TOKEN does not begin with xoxb-, so it is no bot token. {_COPY_AGAIN}")
        return
    answer = _ask(web_client(settings, settings.bot_token), "auth.test", _BOT_REFUSALS)
    if isinstance(answer, Finding):
        yield answer
        return
    yield Finding(True, f"The bot token works: {answer.get('user')} in the workspace {answer.get('team')}.")
    yield _scopes(answer)


def _scopes(answer: SlackResponse) -> Finding:
    header = next((value for name, value in answer.headers.items() if name.lower() == "x-oauth-scopes"), None)
    if header is None:
        return Finding(True, "Slack did not say which scopes the bot token has, so they could not be looked at.")
    granted = {scope.strip() for scope in str(header).split(",")}
    missing = [scope for scope in BOT_SCOPES if scope not in granted]
    if missing:
        return Finding(False, f"The bot token lacks {' and '.join(missing)}. {REINSTALL}")
    return Finding(True, f"The bot token has every scope it needs: {', '.join(BOT_SCOPES)}.")


def _app_token(settings: SlackSettings, token: str) -> Iterator[Finding]:
    if not token.startswith("xapp-"):
        yield Finding(False, "SLACK_APP_TOKEN does not begin with xapp-. Make one under Basic Information.")
        return
    answer = _ask(web_client(settings, token), "apps.connections.open", _APP_REFUSALS)
    if isinstance(answer, Finding):
        yield answer
        return
    yield Finding(True, "The app token works: Slack opens a Socket Mode connection.")


def _ask(client: WebClient, method: str, refusals: dict[str, str]) -> SlackResponse | Finding:
    try:
        return client.api_call(method)
    except SlackApiError as error:
        code = slack_code(error)
        if code is None:
            return _not_slacks(client, method)
        return Finding(False, refusals.get(code, f"Slack refused {method}: {code}."))
    except UnreadableAnswer:
        return _not_slacks(client, method)
    except OSError as error:
        reason = getattr(error, "reason", None) or error
        return Finding(
            False, f"{_host(client)} cannot be reached ({type(reason).__name__}). Look at network and proxy."
        )


def _not_slacks(client: WebClient, method: str) -> Finding:
    return Finding(False, f"{_host(client)} answered {method} with something that is not Slack's. See SLACK_API_URL.")


def _host(client: WebClient) -> str:
    return client.base_url.split("/")[2]


def _signing_secret(secret: str, slacks_own: bool) -> Finding:
    if slacks_own and not re.fullmatch(r"[0-9a-f]{32}", secret):
        mend = "Copy the Signing Secret again from Basic Information."
        return Finding(False, f"SLACK_SIGNING_SECRET is not 32 hexadecimal digits, as Slack's are. {mend}")
    return Finding(True, "The signing secret has the right form; whether it is this app's, only a request can tell.")


def _address(address: str, timeout: float) -> Finding:
    try:
        url = manifest(address)["settings"]["interactivity"]["request_url"]
    except ValueError as error:
        return Finding(False, str(error))
    health = url.removesuffix("/slack/events") + "/healthz"
    try:
        with urlopen(Request(health), timeout=timeout):  # noqa: S310 - the manifest takes https addresses only
            return Finding(True, f"The bot answers at {url}.")
    except HTTPError as error:
        error.close()
        mend = (
            "is this the bot? Look at the proxy in front of it" if error.code != 503 else "look there for what is wrong"
        )
        return Finding(False, f"{health} answers with status {error.code}; {mend}.")
    except (OSError, HTTPException) as error:
        reason = getattr(error, "reason", None) or error
        return Finding(
            False, f"{health} cannot be reached ({type(reason).__name__}). Look at DNS, proxy and certificate."
        )
