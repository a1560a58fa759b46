"""Windows opened in answer to a button, within the three seconds that Slack allows."""

import logging

from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError

from bot.slack.answers import as_view
from bot.slack.failures import slack_code
from bot.slack.requests import Way
from handlers.messages import Modal, Reply

log = logging.getLogger(__name__)

TOO_LATE = Reply("Slack gave the window up before it could open. Please press the button again.")
NOT_OPENED = Reply("Slack could not be reached to open the window. Please press the button again in a moment.")


def open_window(client: WebClient, modal: Modal, way: Way) -> Reply | None:
    """What to tell the person when it did not open. Raises SlackApiError when Slack finds fault with the window."""
    # Slack refuses to open a second window; it has to be laid on top of the first.
    method = client.views_push if way.in_modal else client.views_open
    try:
        method(trigger_id=way.trigger_id, view=as_view(modal))
    except SlackApiError as error:
        if slack_code(error) in {"expired_trigger_id", "exchanged_trigger_id"}:
            log.info("A window came too late for its button")
            return TOO_LATE
        if slack_code(error) is None:
            log.warning("Slack's answer to opening a window could not be read")
            return NOT_OPENED
        raise
    except OSError as error:
        log.warning("Opening a window got no answer: %s", type(error).__name__)
        return NOT_OPENED
    return None
