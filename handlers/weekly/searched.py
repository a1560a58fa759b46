"""Notes what a channel looks for: it tells which papers may interest it."""

from collections.abc import Callable
from datetime import datetime

from handlers.ports import Services
from handlers.subscriptions.topics import topic_key
from search.query import Query


def noting(team_id: str, channel_id: str, services: Services, now: datetime) -> Callable[[Query], None]:
    """To be called with what was looked for; what is asked in direct messages is nobody's interest."""

    def note(query: Query) -> None:
        if channel_id.startswith(("C", "G")) and query.wanted:
            services.week.searched(team_id, channel_id, query.typed, topic_key(query), now)

    return note
