"""Whether an HTTP request is Slack's, fresh, and not one that came before."""

import hmac
import logging
import re
from collections import OrderedDict
from collections.abc import Callable, Mapping
from datetime import datetime
from enum import Enum
from hashlib import sha256
from threading import Lock

log = logging.getLogger(__name__)

WINDOW = 300
"""Seconds that a request may differ from our clock (docs.slack.dev, "Verifying requests from Slack")."""
REMEMBERED = 100_000
"""Signatures kept at most: ten minutes of 160 requests a second; about 20 MB."""
SKEWED_AFTER = 3
"""One old request may be an attack or a delay, however often it comes; this many different genuine ones in a row are a
wrong clock."""

_TIMESTAMP = re.compile(r"[0-9]{1,11}", re.ASCII)
_SIGNATURE = re.compile(r"v0=[0-9a-f]{64}")


class Verdict(Enum):
    """What a request turned out to be."""

    GENUINE = "genuine"
    UNSIGNED = "without a readable signature"
    FORGED = "with a wrong signature"
    OLD = "too far from our clock"
    REPLAYED = "sent a second time"


class Signatures:
    """Checks requests against the signing secret; safe to use from several threads."""

    def __init__(self, signing_secret: str, clock: Callable[[], datetime]) -> None:
        if not signing_secret:
            raise ValueError("An empty signing secret would let everyone in.")
        self._secret = signing_secret.encode()
        self._clock = clock
        self._seen: OrderedDict[bytes, int] = OrderedDict()
        self._skewed: dict[bytes, int] = {}
        self._skewed_at = 0.0
        self._lock = Lock()

    def check(self, body: bytes, headers: Mapping[str, str]) -> Verdict:
        """`headers` by their names in lower case. The signature comes first: nobody without the secret can make us
        believe anything about our clock."""
        timestamp = headers.get("x-slack-request-timestamp", "")
        signature = headers.get("x-slack-signature", "")
        if not _TIMESTAMP.fullmatch(timestamp) or not _SIGNATURE.fullmatch(signature):
            return Verdict.UNSIGNED
        expected = hmac.new(self._secret, b"v0:" + timestamp.encode() + b":" + body, sha256)
        if not hmac.compare_digest("v0=" + expected.hexdigest(), signature):
            return Verdict.FORGED
        now = self._clock().timestamp()
        with self._lock:
            if abs(now - int(timestamp)) > WINDOW:
                self._note_skew(expected.digest(), round(int(timestamp) - now), now)
                return Verdict.OLD
            self._skewed.clear()
            return Verdict.REPLAYED if self._seen_before(expected.digest(), int(timestamp), now) else Verdict.GENUINE

    def trouble(self) -> str | None:
        """A sentence when request after request says that our clock is wrong.

        It ends with the last of them: whoever sends no more requests because we are not ready must not wait for ever.
        """
        now = self._clock().timestamp()
        with self._lock:
            if len(self._skewed) < SKEWED_AFTER or abs(now - self._skewed_at) > WINDOW:
                return None
            seconds = next(reversed(self._skewed.values()))
            return f"The clock of this machine is about {abs(seconds)} s {_side(seconds)} Slack's."

    def remembered(self) -> int:
        """How many requests are remembered now."""
        with self._lock:
            return len(self._seen)

    def _note_skew(self, digest: bytes, seconds: int, now: float) -> None:
        self._skewed_at = now
        if digest in self._skewed:
            return
        known = len(self._skewed)
        if known == SKEWED_AFTER:
            # A flood must not fill the memory, and a clock that stays wrong is one piece of news.
            self._skewed.popitem()
        self._skewed[digest] = seconds
        if known == SKEWED_AFTER - 1:
            log.warning(
                "Clock skew of %d s: this machine's clock is %s Slack's, and requests are refused. Set the clock.",
                abs(seconds),
                _side(seconds),
            )

    def _seen_before(self, digest: bytes, timestamp: int, now: float) -> bool:
        while self._seen and (next(iter(self._seen.values())) < now - WINDOW or len(self._seen) >= REMEMBERED):
            self._seen.popitem(last=False)
        if digest in self._seen:
            return True
        self._seen[digest] = timestamp
        return False


def _side(seconds: int) -> str:
    """`seconds` is Slack's time minus ours."""
    return "behind" if seconds > 0 else "ahead of"
