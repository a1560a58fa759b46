"""Titles and names of journals as people write them, without what databases do to them."""

import re

_CAPITALS = re.compile(r"[^a-z]{4,}")
_SMALL = re.compile(r"(?<= )(?:A|An|And|As|At|By|De|For|From|In|La|Of|On|Or|The|To|Und|With)(?= )")


def without_stop(title: str) -> str:
    """Without the full stop that some databases set behind every title."""
    return title[:-1] if title.endswith(".") and not title.endswith("..") else title


def in_small_letters(name: str) -> str:
    """A name of several words that is all in capitals, with a capital a word; any other as it is."""
    if " " not in name or not _CAPITALS.fullmatch(name):
        return name
    return _SMALL.sub(lambda word: word[0].lower(), name.title())
