"""The threads that work for the edge, kept apart by what they would wait for."""

from typing import NamedTuple

from bot.slack.settings import SlackSettings
from bot.slack.workers import Workers

WAITING_THREADS = 8


class Pools(NamedTuple):
    """Drained in this order: sending sends what those before it say."""

    answering: Workers
    pressing: Workers
    sending: Workers
    keeping: Workers


def pools_for(settings: SlackSettings) -> Pools:
    """Commands use the processor; presses and sending mostly wait for Slack, and a window must open within three
    seconds, so neither may stand behind commands. Questions are kept by one: the store lets one write at a time."""
    limits = {"waiting": settings.waiting, "per_owner": settings.per_person}
    return Pools(
        Workers("answer", threads=settings.threads, **limits),
        Workers("press", threads=WAITING_THREADS, **limits),
        Workers("send", threads=WAITING_THREADS, waiting=2 * (settings.waiting + settings.threads)),
        Workers("keep", threads=1, waiting=settings.waiting),
    )
