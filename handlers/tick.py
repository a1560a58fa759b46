"""What is done each minute: everything that is due is planned, and then sent by whoever sends."""

from datetime import datetime

from handlers.digests.planning import plan_digests
from handlers.ports import Services


def tick(now: datetime, services: Services) -> tuple[str, ...]:
    """Plans the posts that are due at `now`; a sentence for each. Raises Unavailable or EngineUnavailable."""
    return plan_digests(now, services)
