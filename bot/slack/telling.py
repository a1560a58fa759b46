"""Messages that nobody waits for: said once in a channel or to a person, or whispered to one person in a channel."""

import logging
import time
from collections.abc import Callable
from datetime import datetime

from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError

from bot.slack.answers import as_ephemeral, as_message
from bot.slack.clients import web_client
from bot.slack.failures import slack_code
from bot.slack.posting import Lost, Posted, post
from bot.slack.settings import SlackSettings
from bot.slack.sharing import Claims
from handlers.messages import Reply, Say, Whisper

log = logging.getLogger(__name__)


class Telling:
    """`pause` waits a number of seconds when Slack asks to slow down."""

    def __init__(
        self,
        client: WebClient,
        claims: Claims,
        clock: Callable[[], datetime],
        pause: Callable[[float], None],
    ) -> None:
        self._client = client
        self._claims = claims
        self._clock = clock
        self._pause = pause

    @classmethod
    def over(cls, settings: SlackSettings, claims: Claims, clock: Callable[[], datetime]) -> "Telling":
        """With a client of its own."""
        return cls(web_client(settings, settings.bot_token), claims, clock, time.sleep)

    def say(self, said: Say, team_id: str) -> bool:
        """Posts unless the key is taken; whether it is there now, as far as Slack tells. Raises Unavailable."""
        if not self._claims.claim(team_id, said.key, self._clock()):
            return True
        fate = post(self._client, as_message(said.message, said.to), self._pause)
        if isinstance(fate, Posted | Lost):
            # What is lost keeps its key: a second copy would be worse than none.
            return isinstance(fate, Posted)
        self._claims.release(team_id, said.key)
        log.warning("Slack did not take a message: %s", fate.code)
        return False

    def whisper(self, whisper: Whisper) -> bool:
        """Shows it to the person in the channel or, where the bot is no member, in their direct messages."""
        try:
            self._client.chat_postEphemeral(**as_ephemeral(whisper.message, whisper.channel_id, whisper.user_id))
        except SlackApiError as error:
            log.info("A private answer went to the direct messages: %s", slack_code(error))
            return self.directly(whisper.user_id, whisper.message)
        except OSError as error:
            log.warning("A private answer was lost: %s", type(error).__name__)
            return False
        return True

    def directly(self, user_id: str, message: Reply) -> bool:
        """Sends it to the person; whether Slack took it."""
        return isinstance(post(self._client, as_message(message, user_id), self._pause), Posted)
