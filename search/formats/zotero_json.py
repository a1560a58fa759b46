"""Zotero's JSON, of its web service or of Better BibTeX: items with creators, tags and an `abstractNote`."""

import re
from collections.abc import Iterable, Iterator, Mapping

from search.files.dates import year_in
from search.files.form import Form
from search.files.json_values import keys, values
from search.files.records import RecordError, papers, read_as
from search.reading import Item
from search.record import Record

PARTS = {"attachment": "an attachment", "note": "a note", "annotation": "an annotation"}
VENUES = ("publicationTitle", "proceedingsTitle", "conferenceName", "bookTitle", "journalAbbreviation", "repository")
ARXIV = re.compile(r"arXiv:\s*(\S+)", re.IGNORECASE)


def read(name: str, lines: Iterable[str]) -> Iterator[Item]:
    """The papers; attachments and notes are told as what they are."""
    return papers(name, read_as(values(name, lines), _record))


def fits(beginning: str) -> bool:
    """Whether items say of which type they are, as only Zotero has them do."""
    return "itemType" in keys(beginning)


def _record(item: Mapping[str, object]) -> Record:
    data = item.get("data")
    fields = data if isinstance(data, Mapping) else item
    kind = str(fields.get("itemType"))
    if kind in PARTS:
        raise RecordError(f"it is {PARTS[kind]}, no paper")
    return {
        "abstract": fields.get("abstractNote"),
        "title": fields.get("title"),
        "authors": _authors(fields.get("creators")),
        "year": year_in(str(fields.get("date") or "")),
        "venue": next((fields[name] for name in VENUES if fields.get(name)), None),
        "url": fields.get("url"),
        "doi": fields.get("DOI"),
        "arxiv_id": _arxiv_id(fields),
        "keywords": _tags(fields.get("tags")),
    }


def _authors(creators: object) -> list[object]:
    """Authors, not editors; who made a thing without authors (a book, a talk) stands in their place."""
    people = [each for each in creators if isinstance(each, Mapping)] if isinstance(creators, list) else []
    authors = [each for each in people if each.get("creatorType", "author") == "author"]
    return list(authors or (each for each in people if each.get("creatorType") != "editor"))


def _tags(tags: object) -> list[str]:
    if not isinstance(tags, list):
        return []
    named = (tag.get("tag") if isinstance(tag, Mapping) else tag for tag in tags)
    return [tag for tag in named if isinstance(tag, str)]


def _arxiv_id(fields: Mapping[str, object]) -> str | None:
    extra = fields.get("extra")
    notes = "\n".join(map(str, extra)) if isinstance(extra, list) else str(extra or "")
    match = ARXIV.search(f"{notes}\n{fields.get('archiveID') or ''}")
    return match[1] if match else None


FORM = Form("zotero", "Zotero JSON", (), read, fits, in_pieces=True)
