"""The threads that work for the edge, kept apart by what they would wait for."""

from typing import NamedTuple

from bot.slack.settings import SlackSettings
from bot.slack.workers import Workers

WAITING_THREADS = 8
FETCHING_THREADS = 3
FETCHING_PER_PERSON = 4


class Pools(NamedTuple):
    """Drained in this order: sending sends what those before it say."""

    answering: Workers
    pressing: Workers
    fetching: Workers
    sending: Workers
    keeping: Workers


def pools_for(settings: SlackSettings) -> Pools:
    """Commands use the processor; presses and sending mostly wait for Slack, and a window must open within three
    seconds, so neither may stand behind commands. What fetches papers takes minutes, and few do so at once. Questions
    are kept by one: the store lets one write at a time."""
    limits = {"waiting": settings.waiting, "per_owner": settings.per_person}
    return Pools(
        Workers("answer", threads=settings.threads, **limits),
        Workers("press", threads=WAITING_THREADS, **limits),
        Workers("fetch", threads=FETCHING_THREADS, waiting=settings.waiting, per_owner=FETCHING_PER_PERSON),
        Workers("send", threads=WAITING_THREADS, waiting=2 * (settings.waiting + settings.threads)),
        Workers("keep", threads=1, waiting=settings.waiting),
    )
