"""Clients of Slack's Web API that say nothing of bodies and secrets in the log."""

import logging
import ssl
from functools import cache

from slack_sdk import WebClient

from bot.slack.settings import SlackSettings


def quiet_logger(name: str, level: int = logging.WARNING) -> logging.Logger:
    """The library's logger, held at `level`: below WARNING the libraries print tokens, addresses and people's words."""
    logger = logging.getLogger(name)
    logger.setLevel(max(level, logging.root.level))
    return logger


@cache
def tls() -> ssl.SSLContext:
    """One for all calls: it takes tens of milliseconds to make, which under load would be the most of a call."""
    return ssl.create_default_context()


def web_client(settings: SlackSettings, token: str | None) -> WebClient:
    """A client that tries once: a message sent again by itself would be there twice."""
    client = WebClient(
        token=token,
        base_url=settings.api_url,
        timeout=round(settings.timeout),
        retry_handlers=[],
        ssl=tls(),
        logger=quiet_logger("slack_sdk"),
    )
    if settings.own_origin is not None and settings.own_origin[0] == "http":
        # The SDK takes HTTPS_PROXY without looking at NO_PROXY; plain http is only ever this machine.
        client.proxy = None
    return client
