"""Clients of Slack's Web API that say nothing of bodies and secrets in the log."""

import logging
import ssl
from functools import cache
from http.client import HTTPException
from typing import Any

from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError
from slack_sdk.web import SlackResponse

from bot.slack.settings import SlackSettings


def quiet_logger(name: str, level: int) -> logging.Logger:
    """The library's logger, held at `level`: below WARNING the libraries print tokens, addresses and people's words."""
    logger = logging.getLogger(name)
    logger.setLevel(max(level, logging.root.level))
    return logger


class UnreadableAnswer(OSError):
    """Slack was asked, and something came back that is not Slack's: what was asked for may be done or not."""


class _Client(WebClient):
    def api_call(self, *args: Any, **kwargs: Any) -> SlackResponse:
        """Raises SlackApiError or OSError and nothing else, whatever answers in Slack's place."""
        try:
            return super().api_call(*args, **kwargs)
        except (SlackApiError, OSError):
            raise
        except (HTTPException, AttributeError, LookupError, TypeError, ValueError) as error:
            # The SDK takes the form of an answer for granted.
            raise UnreadableAnswer(type(error).__name__) from error


@cache
def tls() -> ssl.SSLContext:
    """One for all calls: it takes tens of milliseconds to make, which under load would be the most of a call."""
    return ssl.create_default_context()


def web_client(settings: SlackSettings, token: str | None) -> WebClient:
    """A client that tries once: a message sent again by itself would be there twice."""
    client = _Client(
        token=token,
        base_url=settings.api_url,
        timeout=round(settings.timeout),
        retry_handlers=[],
        ssl=tls(),
        # What it logs as an error it raises as well, and who calls it says it in a sentence.
        logger=quiet_logger("slack_sdk.web", logging.CRITICAL),
    )
    if settings.own_origin is not None and settings.own_origin[0] == "http":
        # The SDK takes HTTPS_PROXY without looking at NO_PROXY; plain http is only ever this machine.
        client.proxy = None
    return client
