"""Files for one person, sent to their direct messages below a message that says what they hold."""

import logging

from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError, SlackRequestError

from bot.slack.answers import as_message
from bot.slack.failures import slack_code
from handlers.messages import File, Reply

log = logging.getLogger(__name__)

NOT_SENT = Reply("The file could not be sent. Please press the button again in a minute.")
NOT_ALLOWED = Reply(
    "Slack does not let me send files. Please tell whoever looks after me: the app needs the scope files:write, and "
    "has to be installed again."
)


class Files:
    """With a client that may take its time."""

    def __init__(self, client: WebClient) -> None:
        self._client = client

    def send(self, file: File, user_id: str) -> Reply:
        """What to tell the person. The message names their direct messages, which Slack wants to know for a file."""
        try:
            said = self._client.chat_postMessage(**as_message(file.message, user_id))
            return self._below(file, str(said["channel"]), str(said["ts"]))
        except (SlackApiError, OSError) as error:
            return _told(error)

    def _below(self, file: File, channel_id: str, ts: str) -> Reply:
        try:
            self._client.files_upload_v2(channel=channel_id, filename=file.name, title=file.name, content=file.text)
        except (SlackApiError, SlackRequestError, OSError) as error:
            # A message without its file would only puzzle.
            self._client.chat_delete(channel=channel_id, ts=ts)
            return _told(error)
        return file.done


def _told(error: Exception) -> Reply:
    code = slack_code(error) if isinstance(error, SlackApiError) else None
    log.warning("A file could not be sent: %s", code or type(error).__name__)
    return NOT_ALLOWED if code == "missing_scope" else NOT_SENT
