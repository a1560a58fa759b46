"""What the Slack edge has to be told: its secrets, the server it speaks to, and its limits."""

from dataclasses import dataclass, field
from urllib.parse import urlsplit

SLACK_API = "https://slack.com/api/"


@dataclass(frozen=True, slots=True, kw_only=True)
class SlackSettings:
    """`api_url` is where method names are appended to, Slack's own unless another server stands in for it.

    `threads` answers are worked out at once and `waiting` more may wait, `per_person` of them for one person; beyond
    that the bot says that it is busy. A command waits `patience` seconds for its answer before it is acknowledged
    empty. `patient` commands may wait so at one time, and the others are acknowledged at once: waiting never takes
    the threads that acknowledge. `timeout` seconds is the longest that one call to Slack may take.
    """

    bot_token: str = field(repr=False)
    signing_secret: str | None = field(default=None, repr=False)
    app_token: str | None = field(default=None, repr=False)
    api_url: str = SLACK_API
    threads: int = 4
    waiting: int = 200
    per_person: int = 60
    patience: float = 2.0
    patient: int = 48
    timeout: float = 10.0
    ping_interval: float = 1.5

    @property
    def own_origin(self) -> tuple[str, str] | None:
        """Scheme and host of the server that stands in for Slack, None for Slack itself."""
        if self.api_url == SLACK_API:
            return None
        parts = urlsplit(self.api_url)
        return parts.scheme, parts.netloc

    @property
    def receivers(self) -> int:
        """How many threads receive requests: those that may wait, and enough that never do."""
        return self.patient + 16
