"""Papers that people bring, as values: what was looked up, what files hold, and what became of it."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from search.models import Paper

Fate = Literal["new", "completes", "held"]
"""A paper is not in the library, or there without what is known of it now, or there already."""
_MARK = re.compile(r"\s*<file:([A-Z0-9]{2,40})\|([^<>|]*)>")
LONGEST_NAME = 100
_UNFIT = re.compile(r"[<>|\s\x00-\x1f\x7f]+")


@dataclass(frozen=True, slots=True)
class Sighting:
    """One paper that somebody named as `text`: the paper and which service had it (none: it is as they gave it), what
    adding it does or did, and its handle where it has one; or what is the matter."""

    text: str
    paper: Paper | None = None
    service: str = ""
    fate: Fate = "new"
    handle: str = ""
    trouble: str = ""

    @property
    def adds(self) -> bool:
        """Whether the library is richer with it."""
        return self.paper is not None and self.fate != "held"


@dataclass(frozen=True, slots=True)
class Looked:
    """What became of papers that were looked up; `number` is that of the import, None where nothing changed."""

    sightings: tuple[Sighting, ...]
    number: int | None = None


@dataclass(frozen=True, slots=True)
class Sent:
    """A file in a message: Slack's id, and the name it was sent under."""

    id: str
    name: str


@dataclass(frozen=True, slots=True)
class Deposit:
    """Files that one person put before us, to be imported together."""

    team_id: str
    user_id: str
    files: tuple[Sent, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class FilesRead:
    """What files hold, and what importing them would do or did: `told` says it file by file, `remarks` what was not
    read as it may have been meant. `gain` counts the papers that are new or updated. `number` is that of the import."""

    told: tuple[str, ...]
    remarks: tuple[str, ...] = ()
    gain: int = 0
    number: int | None = None


def marked(text: str, files: Iterable[Sent]) -> str:
    """What somebody said, with the files of the message as Slack would write them: `<file:F012|refs.bib>`. Nobody can
    type that, since Slack escapes angle brackets."""
    marks = (f"<file:{file.id}|{_short(_UNFIT.sub(' ', file.name).strip())}>" for file in files)
    return " ".join(filter(None, (text, *marks)))


def _short(name: str) -> str:
    """With its ending, which tells what is in it."""
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 20]}…{name[-19:]}"


def parted(text: str) -> tuple[str, tuple[Sent, ...]]:
    """The words of what was said, and its files."""
    files = tuple(Sent(file_id, name) for file_id, name in _MARK.findall(text))
    return (_MARK.sub("", text).strip(), files) if files else (text, ())
