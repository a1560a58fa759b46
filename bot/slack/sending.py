"""Sends one planned post, and keeps what became of it."""

import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any, Protocol

from slack_sdk import WebClient

from bot.seldom import Seldom
from bot.slack.despatch import Despatch
from bot.slack.metadata import metadata
from bot.slack.patience import is_given_up
from bot.slack.posting import Fate, Limited, Lost, Posted, Refused, post_once
from handlers.failing import GIVEN_UP
from handlers.schedules import Posting

log = logging.getLogger(__name__)

LEASE = timedelta(minutes=2)
"""Nobody else sends a post for so long; a call to Slack takes ten seconds at the most."""
IN_TIME = LEASE / 2
"""Whoever has not begun to send by then was away, and must not: soon another process may."""
FIRST_BACKOFF, LONGEST_BACKOFF = timedelta(seconds=5), timedelta(minutes=15)

LATER = frozenset({
    "unreachable", "ratelimited", "rate_limited", "message_limit_exceeded", "request_timeout", "team_added_to_org",
    "invalid_auth", "not_authed", "account_inactive", "token_revoked", "token_expired", "not_allowed_token_type",
    "missing_scope", "no_permission", "access_denied", "accesslimited", "team_access_not_granted",
    "ekm_access_denied", "enterprise_is_restricted", "org_login_required", "two_factor_setup_required",
})  # fmt: skip
"""Refusals of the bot and not of the post, which time or whoever runs the bot can mend: posts wait, and are sent then.
`account_inactive` is one: it is said of the token's account, which is the bot's."""
WITHOUT_BLOCKS = frozenset({"invalid_blocks", "invalid_blocks_format", "msg_blocks_too_long"})
"""Refusals after which the plain text, which says the same, is worth a try."""


class Failed(Protocol):
    """What a post that Slack will never take, or that is given up, leads to."""

    def __call__(self, posting: Posting, code: str, /) -> None:
        """Tells whoever should know, and pauses what has to be paused. May be called again for the same post, by
        another process, when this one ends half-way. May raise Unavailable."""


class Sending:
    """`at` is called at each named point (`claimed`, `sending`, `accepted`, `marking`), for tests that stop there."""

    def __init__(
        self,
        client: WebClient,
        despatch: Despatch,
        failed: Failed,
        clock: Callable[[], datetime],
        at: Callable[[str], object],
    ) -> None:
        self._client = client
        self._despatch = despatch
        self._failed = failed
        self._clock = clock
        self._at = at
        self._later = Seldom(log)

    def send(self, posting: Posting, taken: datetime) -> None:
        """Sends what was taken at that moment. Raises Unavailable; then the post is looked for after its lease."""
        self._at("claimed")
        if is_given_up(posting, posting.attempts - 1, taken):
            # It is certainly not there: whatever became of the tries, it was looked for since.
            self.fail(posting, GIVEN_UP)
            return
        message = as_posted(posting)
        fate = self._post(message, taken)
        if isinstance(fate, Refused) and fate.code in WITHOUT_BLOCKS and "blocks" in message:
            log.error("Slack refused the blocks of a planned post (%s); its text is sent instead", fate.code)
            fate = self._post({name: value for name, value in message.items() if name != "blocks"}, taken)
        self._at("accepted")
        if fate is None:
            self.give_back(posting)
        else:
            self._keep(posting, fate)

    def give_back(self, posting: Posting) -> None:
        """It was taken and certainly not sent: anybody may take it again. Raises Unavailable."""
        now = self._clock()
        self._despatch.wait(posting, now, "was not sent in time", now)

    def fail(self, posting: Posting, code: str) -> None:
        """It will not be sent. It is told first and kept then: whoever is interrupted between the two has it told by
        the next one, and what is told has a key, so that nobody hears it twice. Raises Unavailable."""
        log.warning("A planned post will not be sent: %s", code)
        self._failed(posting, code)
        self._despatch.failed(posting, code, self._clock())

    def _post(self, message: dict[str, Any], taken: datetime) -> Fate | Limited | None:
        """None when it is too late to begin."""
        self._at("sending")
        in_time = taken <= self._clock() < taken + IN_TIME
        return post_once(self._client, message) if in_time else None

    def _keep(self, posting: Posting, fate: Fate | Limited) -> None:
        now = self._clock()
        self._at("marking")
        match fate:
            case Posted(ts):
                if not self._despatch.sent(posting, ts, now):
                    log.warning(
                        "Another process has dealt with a post as well; it was found there, or it is there twice"
                    )
            case Limited(seconds):
                # Slack's next answer may be the same: a second at least, an hour at most.
                until = now + timedelta(seconds=min(max(seconds, 1.0), 3600.0))
                self._despatch.wait(posting, until, "ratelimited", now)
            case Lost():
                self._despatch.unknown(posting, "Slack gave no clear answer", now)
            case Refused(code) if code in LATER:
                self._later.warn(f"Slack takes no posts at the moment: {code}")
                self._despatch.wait(posting, now + _backoff(posting.attempts), code, now)
            case Refused(code):
                self.fail(posting, code)


def as_posted(posting: Posting) -> dict[str, Any]:
    """The arguments of `chat.postMessage`: the very same each time."""
    message: dict[str, Any] = dict(posting.message or {}) | {"channel": posting.channel_id}
    message |= {"unfurl_links": False, "unfurl_media": False}
    message["metadata"] = metadata(posting.key, posting.facts.get("about"))
    if posting.thread_ts:
        message["thread_ts"] = posting.thread_ts
    return message


def _backoff(attempts: int) -> timedelta:
    doublings = min(max(attempts - 1, 0), 10)
    return min(FIRST_BACKOFF * int(2**doublings), LONGEST_BACKOFF)
