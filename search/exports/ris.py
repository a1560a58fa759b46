"""RIS: tagged lines from `TY` to `ER`, which every reference manager takes."""

from collections.abc import Iterator

from rispy import RisWriter

from search.exports.bibliography import Bibliography, Entry, line
from search.exports.form import Form
from search.exports.kind import Kind, kind_of

_TYPES = {Kind.ARTICLE: "JOUR", Kind.MEETING: "CPAPER", Kind.PREPRINT: "UNPB", Kind.UNKNOWN: "GEN"}


class _Writer(RisWriter):  # type: ignore[misc]  # the library has no types
    """Records without a number in front, and with the line ends that the format asks for."""

    NEWLINE = "\r\n"

    def set_header(self, count: int) -> str:  # noqa: ARG002  # the library passes it by name
        """Nothing: a number stands in no program's own files."""
        return ""


def text(bibliography: Bibliography) -> str:
    """The file."""
    return str(_Writer().formats([dict(_fields(entry)) for entry in bibliography.entries]))


def _fields(entry: Entry) -> Iterator[tuple[str, str | list[str]]]:
    yield "type_of_reference", _TYPES[kind_of(entry.venue)]
    yield "id", entry.key
    yield from ((name, value) for name, value in _values(entry) if value)


def _values(entry: Entry) -> Iterator[tuple[str, str | list[str]]]:
    yield "title", entry.title
    yield "authors", [person.sorted for person in entry.authors]
    yield "secondary_title", entry.venue
    yield "year", str(entry.year) if entry.year is not None else ""
    yield "doi", entry.doi
    yield "accession_number", f"arXiv:{entry.arxiv_id}" if entry.arxiv_id else ""
    yield "urls", [entry.url] if entry.url else []
    yield "file_attachments1", entry.pdf
    yield "keywords", list(entry.keywords)
    yield "abstract", line(entry.abstract)
    yield "notes", list(_notes(entry))


def _notes(entry: Entry) -> Iterator[str]:
    """What the format has no field for, each with its name."""
    if entry.in_short:
        yield entry.in_short
    if entry.others:
        yield "There are more authors than are named here."
    if entry.code:
        yield f"Code: {entry.code}"
    if entry.note:
        yield f"Note: {line(entry.note)}"


FORM = Form("ris", "RIS", ".ris", "application/x-research-info-systems", text)
