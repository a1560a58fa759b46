"""People's Home: shown when they come to it, and again after everything they press there."""

import logging
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from threading import Lock
from typing import Any

from slack_bolt import Ack
from slack_bolt.response import BoltResponse
from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError

from bot.slack.answers import as_home
from bot.slack.failures import PASSING, Failures, slack_code
from bot.slack.requests import look_of
from bot.slack.workers import Busy, Workers
from handlers.blocks.home import trouble_page
from handlers.blocks.home_state import HomePlace
from handlers.windows import Home, Look

log = logging.getLogger(__name__)

OPENED = "app_home_opened"
AT_ONCE = timedelta(seconds=10)
"""Looks of one person that come within that time may overtake each other."""
REMEMBERED = 500
"""People of whom we know where they looked last."""

ShowHome = Callable[[Look], Home]


class Homes:
    """`home` decides what is shown. It is worked out anew each time, by one thread at a time in this process, so that
    what is published last has everything; Slack's hash of what was there before would only refuse the newer one."""

    def __init__(
        self, home: ShowHome, *, client: WebClient, workers: Workers, failures: Failures, clock: Callable[[], datetime]
    ) -> None:
        self._home = home
        self._client = client
        self._workers = workers
        self._failures = failures
        self._clock = clock
        self._latest: OrderedDict[str, Look] = OrderedDict()
        self._locks = tuple(Lock() for _ in range(16))
        self._remembering = Lock()

    def listen(self, ack: Ack, body: dict[str, Any]) -> BoltResponse:
        """Bolt's listener. Answers an error, so that Slack delivers again, when there is no room for the work."""
        if (body.get("event") or {}).get("tab") != "home":
            return ack()
        return ack() if self.show_soon(look_of(body, self._clock())) else BoltResponse(status=503, body="")

    def show_soon(self, look: Look) -> bool:
        """False when there is no room for the work."""
        try:
            self._workers.submit(lambda: self.show(look), look.user_id)
        except Busy:
            log.info("There was no room to show somebody their Home")
            return False
        return True

    def show(self, look: Look) -> None:
        """Never raises: what goes wrong is said in Home, where Slack still takes it, and logged."""
        with self._locks[hash(look.user_id) % len(self._locks)]:
            try:
                self._publish(look, self._home(self._last(look)))
            except OSError as error:
                log.warning("Home was not shown: %s", type(error).__name__)
            except Exception as error:
                self._apologise(look, error)

    def _last(self, look: Look) -> Look:
        """What the person wants to see: another press of theirs may have been quicker, though it came later."""
        with self._remembering:
            before = self._latest.pop(look.user_id, None)
            later = before is not None and timedelta() < before.now - look.now < AT_ONCE
            last = replace(before, came=False) if before and later else look
            self._latest[look.user_id] = last
            while len(self._latest) > REMEMBERED:
                self._latest.popitem(last=False)
        return last

    def _publish(self, look: Look, home: Home) -> None:
        self._client.views_publish(user_id=look.user_id, view=as_home(home))

    def _apologise(self, look: Look, error: Exception) -> None:
        if isinstance(error, SlackApiError) and slack_code(error) in (None, *PASSING):
            log.warning("Slack did not take a Home: %s", slack_code(error))
            return
        said = self._failures.report(error, "Showing Home").text
        try:
            self._publish(look, trouble_page(HomePlace(), said, passing=True))
        except (SlackApiError, OSError) as again:
            log.warning("What went wrong was not said in Home: %s", type(again).__name__)
