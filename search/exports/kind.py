"""What kind of publication a venue's name tells of."""

import re
from enum import Enum, auto

_PREPRINT = re.compile(r"\b(?:arxiv|biorxiv|medrxiv|chemrxiv|corr|ssrn|preprints?)\b", re.IGNORECASE)
_JOURNAL = re.compile(r"\b(?:journal|transactions|letters|annals|magazine|quarterly|jmlr|tmlr|tacl)\b", re.IGNORECASE)
_MEETING = re.compile(r"\b(?:proceedings|conference|workshop|symposium|meeting)\b", re.IGNORECASE)


class Kind(Enum):
    """What a reference program shows an entry as."""

    ARTICLE = auto()
    MEETING = auto()
    PREPRINT = auto()
    UNKNOWN = auto()


def kind_of(venue: str) -> Kind:
    """A venue that is neither a journal nor a preprint server is a meeting: in the fields of our papers they are."""
    if not venue:
        return Kind.UNKNOWN
    if _MEETING.search(venue):
        return Kind.MEETING
    if _PREPRINT.search(venue):
        return Kind.PREPRINT
    return Kind.ARTICLE if _JOURNAL.search(venue) else Kind.MEETING
