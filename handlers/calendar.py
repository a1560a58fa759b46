"""When a schedule is due: pure sums over local dates, the same in every process and across daylight-saving changes."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

Rhythm = Literal["daily", "weekdays", "weekly"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Timetable:
    """When something comes: each day, from Monday to Friday, or on one `weekday` (0 is Monday), at `hour`:`minute` in
    the time zone `zone` (a name of the IANA database)."""

    rhythm: Rhythm
    hour: int
    minute: int
    zone: str
    weekday: int = 0


@dataclass(frozen=True, slots=True, order=True)
class Slot:
    """One time at which a schedule is due: its moment (UTC), and its name, which is the local date (`2026-12-01`) or, in
    a weekly rhythm, the ISO week (`2026-W49`)."""

    at: datetime
    name: str
