"""What is said when the bot comes into a channel, and to those whose schedules rest because it left."""

from collections.abc import Sequence

from handlers.blocks import kit
from handlers.blocks.examples import key_words
from handlers.blocks.moments import channel, channel_said
from handlers.blocks.shapes import Run, code, reply, rich
from handlers.messages import Reply
from handlers.schedules import Schedule
from search.models import Paper

WORDS = "kv cache"
_WEEK_ON = "/papers week on"


def hello(papers: Sequence[Paper], paused: int, *, week_rests: bool = False) -> Reply:
    """One short message: what to type, how to subscribe, and what rests here: so many subscriptions, and the paper of
    the week. `papers` give the example."""
    words = next(filter(None, map(key_words, papers)), WORDS)
    lines = [
        [Run("Hello! I keep the team's library of papers. Look something up with "), code(f"/papers {words}")],
        [
            Run("To have new papers on a topic come here by themselves, type "),
            code(f"/papers subscribe {words} weekly on Mon at 9:00"),
        ],
    ]
    if paused:
        resting = "1 subscription rests" if paused == 1 else f"{paused} subscriptions rest"
        lines.append([Run(f"{resting} here from before; see and resume with "), code("/papers subscriptions")])
    if week_rests:
        lines.append([Run("The paper of the week rests here from before; to have it again, type "), code(_WEEK_ON)])
    said = [kit.inert("".join(run.text for run in line)) for line in lines]
    return reply(said, rich(*lines), public=True)


def farewell(channel_id: str, schedules: Sequence[Schedule], why: str) -> Reply:
    """To their creator: what is paused, why, and how it goes on."""
    topics = ", ".join("paper of the week" if one.kind == "week" else one.query for one in schedules)
    cut = kit.cut(kit.tidy(topics), 500)
    mend = f"Nothing is lost: once I can post there again, resume with {_ways_back(schedules)}."
    before, after = "I have paused what comes to ", f", since {why}: {cut}."
    blocks = rich([Run(before), channel(channel_id), Run(after)], [Run(mend)])
    return reply([f"{kit.inert(before)}{channel_said(channel_id)}{kit.inert(after)}", kit.inert(mend)], blocks)


def _ways_back(schedules: Sequence[Schedule]) -> str:
    kinds = {schedule.kind for schedule in schedules}
    ways = [("digest", "/papers subscriptions"), ("week", f"{_WEEK_ON} in the channel")]
    return " and ".join(way for kind, way in ways if kind in kinds)
