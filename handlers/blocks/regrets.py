"""What people are told whose schedule could not do what they asked of it: why, and what they can do."""

from collections.abc import Sequence

from handlers.blocks import kit
from handlers.blocks.items import short
from handlers.blocks.moments import channel, line_said
from handlers.blocks.shapes import Line, Run, code, reply, rich
from handlers.messages import Reply
from handlers.schedules import Schedule

_COMMAND = "/papers subscriptions"


def unreadable(schedule: Schedule, why: str) -> Reply:
    """A topic that could be read once cannot be read any more."""
    if schedule.kind == "week":
        return _told(
            [Run("I have paused the paper of the week"), *_in(schedule.channel_id), Run(".")],
            [Run(f"I can no longer read its topic: {kit.cut(kit.tidy(why), 500)}")],
            [Run("Type there "), code("/papers week topic"), Run(" and other words, then "), code("/papers week on")],
        )
    return _told(
        [Run("I have paused the subscription to "), _topic([schedule]), *_in(schedule.channel_id), Run(".")],
        [Run(f"I can no longer read its query: {kit.cut(kit.tidy(why), 500)}")],
        [Run("Nothing else has changed. Correct the query with Edit, then resume it: "), code(_COMMAND)],
    )


def given_up(schedules: Sequence[Schedule], channel_id: str) -> Reply:
    """A post that was tried for a day and is not going to come."""
    return _told(
        [Run("A post of "), _topic(schedules), *_in(channel_id), Run(" did not arrive.")],
        [Run("Slack gave no clear answer for a day, so I have stopped trying. Its papers come with the next post.")],
        [Run("Nothing is paused, and you need not do anything. When the next one comes: "), code(_COMMAND)],
    )


def _topic(schedules: Sequence[Schedule]) -> Run:
    topics = ", ".join("paper of the week" if one.kind == "week" else short(one.query, 200) for one in schedules)
    return Run(kit.cut(topics, 500), italic=True)


def _in(channel_id: str) -> Line:
    return [Run(" in "), channel(channel_id)]


def _told(*lines: Line) -> Reply:
    return reply(map(line_said, lines), rich(*lines))
