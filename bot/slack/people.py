"""What Slack tells of people: their time zone and their channels, asked seldom and remembered for a while."""

import logging
from collections import OrderedDict
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from threading import Lock
from typing import Any

from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError

from bot.slack.clients import web_client
from bot.slack.failures import slack_code
from bot.slack.settings import SlackSettings
from handlers.calendar import known_zone
from handlers.errors import Unavailable

log = logging.getLogger(__name__)

REMEMBERED = 5_000
"""People whose time zone is known at a time."""
FRESH = timedelta(hours=1)
"""For so long a time zone is taken to be what it was; people travel."""
PAGE, PAGES = 200, 50
"""Channels that Slack gives at a time, and how often we ask on."""
NOT_GRANTED = frozenset({"missing_scope", "no_permission", "user_not_found", "user_not_visible"})
AWAY = "Slack could not be asked who you are. Please try again in a minute; nothing is lost."


class SlackPeople:
    """Stands behind `handlers.ports.workspace.People`. An installation without the scopes for it knows of nobody."""

    def __init__(self, client: WebClient, clock: Callable[[], datetime]) -> None:
        self._client = client
        self._clock = clock
        self._lock = Lock()
        self._zones: OrderedDict[str, tuple[datetime, str | None]] = OrderedDict()

    @classmethod
    def over(cls, settings: SlackSettings, clock: Callable[[], datetime]) -> "SlackPeople":
        """With a client of its own."""
        return cls(web_client(settings, settings.bot_token), clock)

    def zone(self, team_id: str, user_id: str) -> str | None:  # noqa: ARG002 - the token belongs to one team
        """The name in the profile, as long as it is one of the IANA database."""
        known = self._zones.get(user_id)
        if known and timedelta() <= self._clock() - known[0] < FRESH:
            return known[1]
        user = self._asked(self._client.users_info, user=user_id).get("user")
        name = user.get("tz") if isinstance(user, dict) else None
        zone = name if isinstance(name, str) and known_zone(name) else None
        self._remember(user_id, zone)
        return zone

    def channels_of(self, team_id: str, user_id: str) -> tuple[str, ...]:  # noqa: ARG002
        """In the order in which Slack lists those of the bot."""
        theirs = set(self._channels(user=user_id))
        return tuple(channel for channel in self._channels() if channel in theirs)

    def _channels(self, **whose: str) -> Iterator[str]:
        cursor = ""
        for _ in range(PAGES):
            facts = {"types": "public_channel,private_channel", "exclude_archived": True, "limit": PAGE}
            answer = self._asked(self._client.users_conversations, **facts, **whose, cursor=cursor)
            for channel in answer.get("channels") or ():
                yield str(channel["id"])
            cursor = str((answer.get("response_metadata") or {}).get("next_cursor") or "")
            if not cursor:
                return

    def _asked(self, method: Callable[..., Any], **arguments: Any) -> dict[str, Any]:
        try:
            answer = method(**arguments)
        except SlackApiError as error:
            if slack_code(error) in NOT_GRANTED:
                log.info("Slack does not tell of people: %s", slack_code(error))
                return {}
            raise Unavailable(AWAY) from error
        except OSError as error:
            raise Unavailable(AWAY) from error
        return dict(answer.data)

    def _remember(self, user_id: str, zone: str | None) -> None:
        with self._lock:
            self._zones[user_id] = (self._clock(), zone)
            self._zones.move_to_end(user_id)
            while len(self._zones) > REMEMBERED:
                self._zones.popitem(last=False)
