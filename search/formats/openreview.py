"""Notes of OpenReview, of its first interface (`"title": "..."`) and of its second (`"title": {"value": "..."}`)."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime

from search.files.dates import year_in
from search.files.form import Form
from search.files.json_values import keys, values
from search.files.records import RecordError, papers, read_as
from search.reading import Item
from search.record import Record

SITE = "https://openreview.net"
CODE = ("code", "code_link", "supplementary_code", "software")


def read(name: str, lines: Iterable[str]) -> Iterator[Item]:
    """The papers; reviews, comments and what was deleted are told as what they are."""
    return papers(name, read_as(values(name, lines), _record))


def fits(beginning: str) -> bool:
    """Whether notes carry the names of their forum and of what they hold."""
    found = keys(beginning)
    return "content" in found and bool(found & {"forum", "invitation", "invitations", "signatures"})


def _record(note: Mapping[str, object]) -> Record:
    content = note.get("content")
    if not isinstance(content, Mapping):
        raise RecordError("it holds no content")
    if note.get("ddate"):
        raise RecordError("it was deleted")
    if note.get("replyto") and note.get("replyto") != note.get("id"):
        raise RecordError("it is a reply, no paper")
    fields = {name: _bare(value) for name, value in content.items()}
    venue = str(fields.get("venue") or fields.get("venueid") or "")
    return {
        "abstract": fields.get("abstract"),
        "title": fields.get("title"),
        "authors": _authors(fields.get("authors")),
        "year": _year(note, venue),
        "venue": venue,
        "url": _page(note),
        "pdf": _address(fields.get("pdf")),
        "code": next((fields[name] for name in CODE if str(fields.get(name)).startswith("http")), None),
        "keywords": fields.get("keywords"),
    }


def _bare(value: object) -> object:
    return value.get("value") if isinstance(value, Mapping) and "value" in value else value


def _authors(names: object) -> object:
    """Later notes have a list of people with their profiles in the place of names."""
    if not isinstance(names, list):
        return names
    return [each.get("fullname") or each.get("name") if isinstance(each, Mapping) else each for each in names]


def _page(note: Mapping[str, object]) -> str:
    forum = note.get("forum") or note.get("id")
    return f"{SITE}/forum?id={forum}" if forum else ""


def _address(path: object) -> object:
    return f"{SITE}{path}" if isinstance(path, str) and path.startswith("/") else path


def _year(note: Mapping[str, object], venue: str) -> str:
    """The year that the venue names; else that of the day the note was published or made."""
    named = year_in(venue)
    if named.isdigit():
        return named
    moment = next((note[name] for name in ("pdate", "cdate", "tcdate") if isinstance(note.get(name), int)), None)
    try:
        return str(datetime.fromtimestamp(int(str(moment)) / 1000, UTC).year) if moment is not None else ""
    except (OverflowError, OSError, ValueError):
        return ""


FORM = Form("openreview", "OpenReview notes", (), read, fits, in_pieces=True)
