"""BibTeX and BibLaTeX: entries with abstracts, whatever else stands between them."""

import re
from collections.abc import Iterable, Iterator

from search.files.bibtex_blocks import Entry, entries
from search.files.dates import year_in
from search.files.form import Form
from search.files.records import Found, papers
from search.language.braces import in_braces
from search.language.clean import clean
from search.language.people import people
from search.reading import Item
from search.record import Record

ENTRY = re.compile(r"^[ \t]*@[A-Za-z]+[ \t]*[{(][ \t\n]*[^\s,={}\"#%\\]*[ \t\n]*,[\s%]*[\w-]+[ \t]*=", re.MULTILINE)
ARXIV = re.compile(r"arxiv[:.\s/]+(?:abs/)?([a-z.-]*/?\d{4}[.\d]\d{3,6}(?:v\d+)?)", re.IGNORECASE)
ADDRESS = re.compile(r"https?://[^\s{}\"<>]+")
ESCAPED = re.compile(r"\\([_%&#~$])|\{\\?([_%&#~])\}")
INHERITED = ("year", "date", "booktitle", "journal", "journaltitle", "eventtitle", "series", "school", "institution")
"""What an entry has from the one it refers to by `crossref`. The abstract of a book is none of its chapters'."""
VENUES = ("booktitle", "journal", "journaltitle", "eventtitle", "school", "institution")
LINKS = ("url", "ee", "howpublished", "bdsk-url-1", "link")


def read(name: str, lines: Iterable[str]) -> Iterator[Item]:
    """The papers; those that refer to entries further down come last."""
    return papers(name, _records(lines))


def fits(beginning: str) -> bool:
    """Whether some line begins an entry."""
    return ENTRY.search(beginning) is not None


def _records(lines: Iterable[str]) -> Iterator[Found]:
    seen: dict[str, Entry] = {}
    waiting: list[Entry] = []
    for entry in entries(lines):
        if isinstance(entry, tuple):
            yield entry
            continue
        if "abstract" not in entry.fields or entry.kind == "xdata":
            seen[entry.key.casefold()] = entry
        if entry.kind in {"xdata", "set", "comment", "control"}:
            continue
        if _above(entry) - seen.keys():
            waiting.append(entry)
        else:
            yield entry.line, record_of(entry, seen)
    for entry in waiting:
        yield entry.line, record_of(entry, seen)


def _above(entry: Entry) -> set[str]:
    """The keys of the entries this one has fields from."""
    named = f"{entry.fields.get('crossref', '')},{entry.fields.get('xdata', '')}"
    return {key.strip().casefold() for key in named.split(",") if key.strip()}


def record_of(entry: Entry, seen: dict[str, Entry]) -> Record:
    """The fields of a paper, some of them from what the entry refers to; `seen` has entries by their folded keys."""
    fields = dict(entry.fields)
    for key in _above(entry) & seen.keys():
        parent = seen[key]
        given = parent.fields if parent.kind == "xdata" else _passed_on(parent)
        fields = {**given, **fields}
    title = ": ".join(_unwrapped(fields[name]) for name in ("title", "subtitle") if name in fields)
    return {
        "abstract": _unwrapped(fields.get("abstract") or fields.get("abstractnote") or ""),
        "title": title,
        "authors": tuple(people(fields.get("author", ""))),
        "year": year_in(fields.get("year") or fields.get("date") or ""),
        "venue": next((clean(fields[name]) for name in VENUES if name in fields), ""),
        "url": _link(fields),
        "pdf": _address(fields.get("pdf", "")),
        "code": next((found for name in ("code", "software") if (found := _address(fields.get(name, "")))), ""),
        "doi": _plain(fields.get("doi", "")),
        "arxiv_id": _arxiv_id(fields),
        "keywords": clean(fields.get("keywords") or fields.get("keyword") or ""),
    }


def _passed_on(parent: Entry) -> dict[str, str]:
    fields = {name: parent.fields[name] for name in INHERITED if name in parent.fields}
    return {"booktitle": parent.fields.get("title", ""), **fields} if parent.kind != "article" else fields


def _unwrapped(text: str) -> str:
    """Without braces around all of it, which only keep capitals as they are."""
    while in_braces(text):
        text = text[1:-1].strip()
    return text


def _plain(text: str) -> str:
    return ESCAPED.sub(lambda match: match[1] or match[2], text).strip("{} ")


def _address(text: str) -> str:
    match = ADDRESS.search(_plain(text))
    return match[0].rstrip(".,;") if match else ""


def _link(fields: dict[str, str]) -> str:
    if forum := _plain(fields.get("openreview", "")):
        return _address(forum) or f"https://openreview.net/forum?id={forum}"
    return next((found for name in LINKS if (found := _address(fields.get(name, "")))), "")


def _arxiv_id(fields: dict[str, str]) -> str:
    kind = f"{fields.get('archiveprefix', '')} {fields.get('eprinttype', '')}".casefold()
    if "arxiv" in kind and fields.get("eprint"):
        return _plain(fields["eprint"])
    texts = (fields.get(name, "") for name in ("eprint", "journal", "note", "howpublished"))
    match = next((found for text in texts if (found := ARXIV.search(text))), None)
    return match[1] if match else ""


FORM = Form("bibtex", "BibTeX", (".bib", ".bibtex", ".biblatex"), read, fits, in_pieces=True)
