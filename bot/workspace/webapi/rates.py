"""How often the bot may call: each method has its tier, and a channel takes one message a second."""

from collections.abc import Callable
from dataclasses import dataclass
from math import ceil
from threading import Lock

_TIER_2, _TIER_3, _TIER_4 = 20, 50, 100

PER_MINUTE: dict[str, int] = {
    "apps.connections.open": _TIER_2,
    "assistant.threads.setStatus": 600,
    "assistant.threads.setSuggestedPrompts": _TIER_4,
    "assistant.threads.setTitle": _TIER_4,
    "auth.test": 600,
    "bots.info": _TIER_3,
    "chat.delete": _TIER_3,
    "chat.getPermalink": 600,
    "chat.postEphemeral": _TIER_4,
    "chat.postMessage": 300,
    "chat.unfurl": _TIER_3,
    "chat.update": _TIER_3,
    "conversations.history": _TIER_3,
    "conversations.info": _TIER_3,
    "conversations.list": _TIER_2,
    "conversations.members": _TIER_4,
    "conversations.open": _TIER_3,
    "conversations.replies": _TIER_3,
    "files.completeUploadExternal": _TIER_4,
    "files.getUploadURLExternal": _TIER_4,
    "files.info": _TIER_4,
    "reactions.add": _TIER_3,
    "reactions.get": _TIER_3,
    "reactions.remove": _TIER_2,
    "team.info": _TIER_3,
    "users.conversations": _TIER_3,
    "users.info": _TIER_4,
    "users.list": _TIER_2,
    "views.open": _TIER_4,
    "views.publish": _TIER_4,
    "views.push": _TIER_4,
    "views.update": _TIER_4,
}
"""Calls a minute (docs.slack.dev, "Rate limits" and each method's page). Where Slack says "hundreds" we chose; opening
connections is tier 1 there, with a reserve that nobody has measured."""

BURST = 5
"""Messages that a channel takes at once; Slack says "short bursts" and no number."""


@dataclass(slots=True)
class _Bucket:
    """Holds up to `size` calls and fills by `a_second`."""

    size: float
    a_second: float
    level: float
    filled_at: float

    def fill(self, now: float) -> None:
        self.level = min(self.size, self.level + (now - self.filled_at) * self.a_second)
        self.filled_at = now

    @property
    def wait(self) -> float:
        return max(0.0, (1 - self.level) / self.a_second)


class Rates:
    """`seconds` tells the time that passes for everybody, whatever the workspace's clock is moved to."""

    def __init__(self, seconds: Callable[[], float], *, on: bool = True) -> None:
        self.on = on
        self._seconds = seconds
        self._lock = Lock()
        self._buckets: dict[str, _Bucket] = {}

    def wait(self, method: str, channel: str | None = None) -> int | None:
        """None when the call may go ahead, which is then counted; otherwise the seconds of `Retry-After`."""
        if not self.on or method not in PER_MINUTE:
            return None
        with self._lock:
            buckets = [self._bucket(method, PER_MINUTE[method], PER_MINUTE[method] / 60)]
            if method == "chat.postMessage" and channel is not None:
                buckets.append(self._bucket(f"{method} {channel}", BURST, 1.0))
            longest = max(bucket.wait for bucket in buckets)
            if longest > 0:
                return ceil(longest)
            for bucket in buckets:
                bucket.level -= 1
        return None

    def _bucket(self, name: str, size: float, a_second: float) -> _Bucket:
        now = self._seconds()
        bucket = self._buckets.setdefault(name, _Bucket(size, a_second, size, now))
        bucket.fill(now)
        return bucket
