"""When something shall come, read from the end of what a person typed."""

import re
from dataclasses import dataclass
from re import Match, Pattern

from handlers.calendar import WEEKDAYS, Rhythm, Timetable
from handlers.errors import UserError

DAY, HOUR, MINUTE = 0, 9, 0
"""Monday at nine, where nothing else is said."""
EXAMPLES = "weekly on Mon at 9:00, weekdays at 8:30, daily at noon"

_EVERY = r"(?P<rhythm>daily|every\s?day|(?:(?:on|every)\s+)?(?:weekdays?|workdays?)|weekly|every\s+week)"
_DAY = r"(?P<day>mon|tue|tues|wed|thu|thur|thurs|fri|sat|sun|(?:mon|tues|wednes|thurs|fri|satur|sun)day)s?"
_TIME = r"(?P<time>noon|midnight|\d{1,4}(?:\s*[:.]\s*\d{1,2})?\s*(?:[ap]\.?m\.?)?)(?:\s*o'clock)?"
_THEN = r"\s*,?\s+"
_FORMS = (
    rf"{_EVERY}(?:{_THEN}(?:on\s+)?{_DAY})?(?:{_THEN}(?:at\s+)?{_TIME})?",
    rf"(?:on|every)\s+{_DAY}(?:{_THEN}(?:at\s+)?{_TIME})?",
    rf"at\s+{_TIME}(?:{_THEN}{_EVERY}(?:{_THEN}(?:on\s+)?{_DAY})?|{_THEN}(?:on|every)\s+{_DAY})?",
)
_RHYTHMS = "hourly|weekly|biweekly|fortnightly|monthly|quarterly|yearly|weekends?"
_DAYS = "(?:mon|tues|wednes|thurs|fri|satur|sun)days?|mon|tue|wed|thu|fri"
_LEFT = re.compile(
    r"(?<![\w-])(?:\d{1,2}:\d{2}(?!\d)|(?:daily|weekdays|weekly)\s+(?:at|on)\b.*"
    r"|(?:each|every|once|twice|per)\s+(?:\w+\s+)?(?:hour|day|week|month|year|morning|evening)s?$"
    rf"|(?:{_RHYTHMS}|{_DAYS})$)",
    re.IGNORECASE,
)
"""What people mean for a timing, too, and what is none that is known here."""
_QUOTED = re.compile(r'"[^"]*"|“[^”]*”')
_CLOCK = re.compile(r"(\d{1,4})(?:\s*[:.]\s*(\d{1,2}))?\s*([ap])?")


def _pattern(form: str, begin: str) -> Pattern[str]:
    # A name may stand once in an expression; in the last form day and rhythm stand in two places.
    seen: set[str] = set()

    def once(found: Match[str]) -> str:
        name = found[1]
        numbered = name if name not in seen else f"{name}2"
        seen.add(name)
        return f"(?P<{numbered}>"

    return re.compile(begin + re.sub(r"\(\?P<(\w+)>", once, form) + r"[.,;]?$", re.IGNORECASE)


_AT_END = tuple(_pattern(form, r"(?:^|(?<=[\s,]))") for form in _FORMS)
_ALONE = (*_AT_END, _pattern(rf"{_DAY}(?:{_THEN}(?:at\s+)?{_TIME})?", "^"), _pattern(_TIME, "^"))


@dataclass(frozen=True, slots=True)
class Timed:
    """What was typed before the timing, and the timing; None where nobody said when."""

    rest: str
    timetable: Timetable | None


def read_timing(text: str, zone: str) -> Timed:
    """Takes the timing off the end of `text`: `kv cache weekdays at 8:30`. What stands in quotes stays what it is.

    Raises UserError for a time or a day that cannot be.
    """
    text = text.strip()
    found = [match for pattern in _AT_END if (match := pattern.search(text))]
    if not found:
        return Timed(text, None)
    longest = min(found, key=lambda match: match.start())
    return Timed(text[: longest.start()].rstrip(" ,;"), _timetable(longest, zone))


def unread(rest: str) -> str:
    """Words before the timing that look like one; empty where there are none. What stands in quotes is meant so."""
    found = _LEFT.search(_QUOTED.sub('""', rest.strip(" .,;")))
    return found[0] if found else ""


def read_timetable(text: str, zone: str) -> Timetable:
    """The whole text as a timing: `Mon 09:00`, `weekly on Fri`. Raises UserError when it is none."""
    for pattern in _ALONE:
        match = pattern.search(text.strip())
        if match and match.start() == 0:
            return _timetable(match, zone)
    raise UserError(f"I cannot read when that is. Write it like this: {EXAMPLES}.")


def standard(zone: str) -> Timetable:
    """When things come where nobody says when."""
    return Timetable(rhythm="weekly", weekday=DAY, hour=HOUR, minute=MINUTE, zone=zone)


def _timetable(match: Match[str], zone: str) -> Timetable:
    parts = {name.removesuffix("2"): value for name, value in match.groupdict().items() if value}
    rhythm, day = _rhythm(parts.get("rhythm", "weekly")), parts.get("day")
    if day and rhythm != "weekly":
        raise UserError(f"It comes either {parts['rhythm']} or on one day of the week. Write: {EXAMPLES}.")
    hour, minute = _clock(parts["time"]) if "time" in parts else (HOUR, MINUTE)
    return Timetable(rhythm=rhythm, weekday=_weekday(day) if day else DAY, hour=hour, minute=minute, zone=zone)


def _rhythm(said: str) -> Rhythm:
    plain = said.casefold()
    if "weekday" in plain or "workday" in plain:
        return "weekdays"
    return "weekly" if "week" in plain else "daily"


def _weekday(said: str) -> int:
    return next(number for number, day in enumerate(WEEKDAYS) if day.casefold().startswith(said.casefold()[:3]))


def _clock(said: str) -> tuple[int, int]:
    plain = said.casefold()
    if plain in ("noon", "midnight"):
        return (12, 0) if plain == "noon" else (0, 0)
    digits = _CLOCK.match(plain)
    hour, minute, half = (int(digits[1]), int(digits[2] or 0), digits[3]) if digits else (99, 0, None)
    if half and not 1 <= hour <= 12:
        hour = 99
    elif half:
        hour = hour % 12 + (12 if half == "p" else 0)
    if hour > 23 or minute > 59:
        raise UserError(f"There is no time {said.strip()}. Write it like 9:00, 16:30 or 4:30 pm.")
    return hour, minute
