"""Finds out what became of posts whose answer was lost, by looking for them in their channels."""

import logging
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime, timedelta
from typing import Any

from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError

from bot.seldom import Seldom
from bot.slack.despatch import Despatch
from bot.slack.failures import slack_code
from bot.slack.metadata import key_of
from bot.slack.patience import is_given_up
from bot.slack.posting import limit_of
from handlers.failing import GIVEN_UP
from handlers.schedules import Posting

log = logging.getLogger(__name__)

EVERY = timedelta(seconds=5)
"""Between two looks at the store."""
REST = timedelta(minutes=1)
"""For so long a channel that could not be looked into is left alone."""
BEFORE = timedelta(minutes=2)
"""A post is not older than its slot, but two clocks may differ."""
PAGE, FEWEST, MOST = 200, 3, 50
"""Messages that Slack gives at a time, how many such pages are read whatever the clocks say, and how many at most."""
GONE = frozenset({"channel_not_found", "not_in_channel", "thread_not_found"})
"""Refusals after which nobody will ever find it, nor send it."""

CLOSED = frozenset({
    "missing_scope", "no_permission", "not_allowed_token_type", "user_not_found", "user_not_visible", "user_disabled",
    "cannot_dm_bot", "channel_not_found",
})  # fmt: skip
"""Refusals after which nobody can look into a person's direct messages: a word to them is better said twice than never,
and where they are gone the next try tells."""

Message = dict[str, Any]


class _TooMany(OSError):
    """More was said since than we read: not finding the post proves nothing."""


class Reconciling:
    """A channel that cannot be looked into is asked about again; nothing is sent twice on a guess. `fail` hears of a
    post whose channel is gone, or that was looked for in vain for too long."""

    def __init__(
        self,
        client: WebClient,
        despatch: Despatch,
        fail: Callable[[Posting, str], object],
        clock: Callable[[], datetime],
    ) -> None:
        self._client = client
        self._despatch = despatch
        self._fail = fail
        self._clock = clock
        self._next: datetime | None = None
        self._resting: dict[str, datetime] = {}
        self._in_vain = Counter[tuple[str, str]]()
        self._away = Seldom(log)

    def look(self, stopping: Callable[[], bool] = lambda: False) -> None:
        """Looks for the posts that are unclear and were not looked for in the last minute. Raises Unavailable."""
        now = self._clock()
        if _lies_ahead(self._next, now, timedelta(hours=1)):
            return
        self._next = now + EVERY
        self._resting = {channel: end for channel, end in self._resting.items() if _lies_ahead(end, now, REST)}
        unclear = self._despatch.unclear(now)
        self._in_vain = Counter({key: self._in_vain[key] for key in map(_named, unclear)})
        for posting in unclear:
            if posting.channel_id in self._resting:
                continue
            if stopping() or not self._look_for(posting):
                return

    def _look_for(self, posting: Posting) -> bool:
        """False when it is better not to ask Slack more for the moment."""
        asked = self._clock()
        try:
            found = self._find(posting)
        except SlackApiError as error:
            return self._refused(posting, error, asked)
        except OSError as error:
            return self._put_off(posting, asked, type(error).__name__)
        self._despatch.looked(posting, found, asked)
        return True

    def _refused(self, posting: Posting, error: SlackApiError, now: datetime) -> bool:
        code = slack_code(error) or "no readable answer"
        if limited := limit_of(error):
            self._next = now + timedelta(seconds=min(max(limited.seconds, 1.0), 3600.0))
        elif code in GONE:
            self._fail(posting, code)
            return True
        return self._put_off(posting, now, code)

    def _put_off(self, posting: Posting, now: datetime, why: str) -> bool:
        """What comes first must not keep the others from being looked for: the next look begins with them."""
        self._away.warn(f"A channel could not be looked into: {why}")
        self._resting[posting.channel_id] = now + REST
        self._in_vain[_named(posting)] += 1
        if is_given_up(posting, self._in_vain[_named(posting)], now):
            self._fail(posting, GIVEN_UP)
        return False

    def _find(self, posting: Posting) -> str | None:
        """The name that Slack gave the post, if it is there. Raises SlackApiError or OSError."""
        try:
            # A word to one person is addressed to them; what they have read of us stands in their direct messages.
            direct = self._direct(posting.channel_id) if posting.kind == "notice" else posting.channel_id
            return self._found(posting, direct)
        except SlackApiError as error:
            if posting.kind == "notice" and slack_code(error) in CLOSED:
                return None
            raise

    def _direct(self, user_id: str) -> str:
        return str(self._client.conversations_open(users=user_id)["channel"]["id"])

    def _found(self, posting: Posting, channel_id: str) -> str | None:
        pages = self._thread(posting) if posting.thread_ts else self._history(posting, channel_id)
        found = (str(message["ts"]) for page in pages for message in page if key_of(message) == posting.key)
        return next(found, None)

    def _history(self, posting: Posting, channel_id: str) -> Iterator[list[Message]]:
        """The newest first, back to the slot; further when the clocks differ, as they do where one was moved."""
        oldest = (posting.at - BEFORE).timestamp()
        pages = self._pages(self._client.conversations_history, channel=channel_id)
        for number, page in enumerate(pages, start=1):
            yield page
            if number >= FEWEST and page and float(page[-1]["ts"]) < oldest:
                return

    def _thread(self, posting: Posting) -> Iterable[list[Message]]:
        ask = self._client.conversations_replies
        return self._pages(ask, channel=posting.channel_id, ts=posting.thread_ts)

    def _pages(self, ask: Callable[..., Any], **where: Any) -> Iterator[list[Message]]:
        for _ in range(MOST):
            answer = ask(include_all_metadata=True, limit=PAGE, **where)
            yield answer.get("messages") or []
            cursor = (answer.get("response_metadata") or {}).get("next_cursor")
            if not cursor:
                return
            where["cursor"] = cursor
        raise _TooMany


def _named(posting: Posting) -> tuple[str, str]:
    return posting.team_id, posting.key


def _lies_ahead(moment: datetime | None, now: datetime, longest: timedelta) -> bool:
    """What lies further ahead was so before the clock was set back."""
    return moment is not None and now < moment <= now + longest
