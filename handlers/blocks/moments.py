"""Moments and channels, set so that Slack shows each reader their own time and the channel's own name."""

import re
from datetime import datetime
from itertools import groupby
from zoneinfo import ZoneInfo

from handlers.blocks import kit
from handlers.blocks.shapes import Line, Run

_DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_CHANNEL = re.compile(r"[CDG][A-Z0-9]{2,20}")


def moment_said(at: datetime, zone: str) -> str:
    """The moment in words of this time zone: `Mon 1 Dec 2025, 09:00 (Europe/Berlin)`."""
    local = at.astimezone(ZoneInfo(zone))
    return f"{day_said(at, zone)}, {local.hour:02}:{local.minute:02} ({zone})"


def day_said(at: datetime, zone: str) -> str:
    """The day in this time zone: `Mon 1 Dec 2025`."""
    local = at.astimezone(ZoneInfo(zone))
    return f"{_DAYS[local.weekday()]} {local.day} {_MONTHS[local.month - 1]} {local.year}"


def moment(at: datetime, zone: str) -> Run:
    """The moment, which Slack shows in the reader's time zone."""
    return Run(moment_said(at, zone), at=int(at.timestamp()))


def channel(channel_id: str) -> Run:
    """The channel by its name, for those who may know it."""
    known = channel_id if _CHANNEL.fullmatch(channel_id) else None
    return Run("this channel" if known is None else f"#{known}", channel=known)


def line_said(line: Line) -> str:
    """The line as plain text, ready for mrkdwn, in which Slack sets the names of channels too."""
    parts = []
    for channel_id, runs in groupby(line, key=lambda run: run.channel):
        parts.append(f"<#{channel_id}>" if channel_id else kit.inert("".join(run.text for run in runs)))
    return " ".join(filter(None, parts))


def channel_said(channel_id: str) -> str:
    """The channel for plain text, ready for mrkdwn."""
    return line_said([channel(channel_id)])
