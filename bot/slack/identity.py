"""Who the bot is in its workspace, asked once in the background and not for every request."""

import logging
from threading import Event, Thread

from slack_bolt.authorization import AuthorizeResult
from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError

from bot.slack.failures import slack_code

log = logging.getLogger(__name__)

FIRST_WAIT, LONGEST_WAIT = 1.0, 60.0
"""Seconds between two tries: doubled each time up to the longest."""
GOODBYE = 2.0
"""Seconds that a question under way may still take when we stop."""


class Identity:
    """Commands and buttons are answered before this is known: the bot starts while Slack cannot be reached."""

    def __init__(self, client: WebClient) -> None:
        self._client = client
        self._known: dict[str, str] = {}
        self._trouble: str | None = "Slack has not confirmed the bot token yet."
        self._stopping = Event()
        self._thread = Thread(target=self._ask_until_known, name="identity", daemon=True)

    def start(self) -> None:
        """Begins to ask, in a thread of its own."""
        self._thread.start()

    def stop(self) -> None:
        """Stops asking."""
        self._stopping.set()
        if self._thread.is_alive():
            self._thread.join(GOODBYE)

    def trouble(self) -> str | None:
        """A sentence when Slack does not take the token or has not been reached yet."""
        return self._trouble

    def own_id(self) -> str | None:
        """The bot's user id; None until it is known."""
        return self._known.get("user_id") or None

    def ask(self) -> bool:
        """Asks Slack now; whether it answered who the bot is."""
        try:
            answer = self._client.auth_test()
        except SlackApiError as error:
            self._trouble = f"Slack refused the bot token: {slack_code(error) or 'no readable answer'}."
        except OSError as error:
            self._trouble = f"Slack cannot be reached: {type(error).__name__}."
        else:
            self._known = {name: str(answer.get(name) or "") for name in ("bot_id", "user_id", "team_id")}
            self._trouble = None
            log.info(
                "Slack knows the bot token: workspace %s, bot user %s", self._known["team_id"], self._known["user_id"]
            )
        return self._trouble is None

    def authorize(self, enterprise_id: str | None, team_id: str | None, user_id: str | None) -> AuthorizeResult:
        """What Bolt wants to know for each request, from memory."""
        return AuthorizeResult(
            enterprise_id=enterprise_id,
            team_id=team_id,
            user_id=user_id,
            bot_id=self._known.get("bot_id"),
            bot_user_id=self._known.get("user_id"),
            bot_token=self._client.token,
        )

    def _ask_until_known(self) -> None:
        wait = FIRST_WAIT
        while not self.ask():
            log.warning("%s Trying again in %.0f s; `paperboy check` says more.", self._trouble, wait)
            if self._stopping.wait(wait):
                return
            wait = min(2 * wait, LONGEST_WAIT)
