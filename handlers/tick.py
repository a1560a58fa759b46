"""What is done each minute: everything that is due is planned, and then sent by whoever sends."""

from datetime import datetime

from handlers.digests.planning import plan_digests
from handlers.once import for_one_tick
from handlers.ports import Services
from handlers.weekly.planning import plan_weeks


def tick(now: datetime, services: Services) -> tuple[str, ...]:
    """Plans the posts that are due at `now`; a sentence for each. Raises Unavailable or EngineUnavailable at once, and
    what else kept posts from being planned after the others were."""
    services = for_one_tick(services)
    done: list[str] = []
    failures: list[Exception] = []
    for plan in (plan_digests, plan_weeks):
        try:
            done += plan(now, services)
        except ExceptionGroup as failed:
            failures += failed.exceptions
    if failures:
        raise ExceptionGroup("Posts could not be planned", failures)
    return tuple(done)
