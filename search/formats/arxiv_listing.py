"""arXiv's listings as mails bring them, and its `.abs` records: fields, then the abstract, between lines of `\\\\`."""

import re
from collections.abc import Iterable, Iterator

from search.files.dates import year_in
from search.files.form import Form
from search.files.records import Found, papers
from search.language.people import listed
from search.language.withdrawn import says_withdrawn
from search.reading import Item
from search.record import Record

NUMBER = re.compile(r"(?:arXiv:|Paper(?: \([^)\n]*\))?:\s*)(?P<id>\d{4}\.\d{4,5}|[a-z-]+(?:\.[A-Za-z-]{2})?/\d{7})")
FIELD = re.compile(r"([A-Z][A-Za-z-]*(?: \([^)\n]*\))?):(?:\s+(.*)|$)")
BEGINS = re.compile(r"^\\\\\s*\n(?:arXiv:|Paper(?: \([^)\n]*\))?:)\s*\S", re.MULTILINE)
RULE = re.compile(r"-{20,}|={20,}|%[-%]{10,}")
REMARK = re.compile(r"\s*\((?:[^()]|\([^()]*\))*\)")
LONGEST = 200_000
"""Characters between two lines of `\\\\`; more is no record."""


def read(name: str, lines: Iterable[str]) -> Iterator[Item]:
    """The papers; replacements and cross-lists come without abstract, and withdrawn papers are told as that."""
    return papers(name, _records(lines))


def fits(beginning: str) -> bool:
    """Whether a record begins in it."""
    return BEGINS.search(beginning) is not None


def _records(lines: Iterable[str]) -> Iterator[Found]:
    """A record is what stands between two lines of `\\\\`, with the paragraph after it when that is no record."""
    begun, record = 0, dict[str, object]()
    for line, block in _blocks(lines):
        number = NUMBER.match(block.lstrip()[:300])
        if number:
            if begun:
                yield begun, _finished(record)
            begun, record = line, _fields(block, number["id"])
        elif begun and "abstract" not in record and block.strip() and not RULE.match(block.strip()):
            record["abstract"] = "\n".join(part.strip() for part in block.strip().splitlines())
    if begun:
        yield begun, _finished(record)


def _blocks(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    """What stands between lines that begin with `\\\\`, and the numbers of its first lines."""
    begun, parts, size = 1, list[str](), 0
    for number, line in enumerate(lines, start=1):
        if line.startswith("\\\\"):
            if any(part.strip() for part in parts):
                yield begun, "".join(parts)
            begun, parts, size = number + 1, [], 0
            continue
        size += len(line)
        if size <= LONGEST:
            parts.append(line)
    if any(part.strip() for part in parts):
        yield begun, "".join(parts)


def _fields(block: str, number: str) -> dict[str, object]:
    fields: dict[str, str] = {}
    last = ""
    for line in block.splitlines():
        match = FIELD.match(line)
        if match and not line.startswith(" "):
            last = match[1].partition(" (")[0]
            fields.setdefault(last, match[2] or "")
        elif last and line.startswith(" "):
            fields[last] = f"{fields[last]} {line.strip()}"
    authors = REMARK.sub("", fields.get("Authors") or fields.get("Author") or "")
    return {
        "title": fields.get("Title", ""),
        "authors": tuple(listed(authors)),
        "year": _year(fields.get("Date", ""), number),
        "venue": fields.get("Journal-ref") or "arXiv",
        "url": f"https://arxiv.org/abs/{number}",
        "pdf": f"https://arxiv.org/pdf/{number}",
        "doi": fields.get("DOI", "").split(" ")[0],
        "arxiv_id": number,
        "keywords": fields.get("Categories", "").split(),
    }


def _year(date: str, number: str) -> str:
    """The year of the first version; of a listing with years of two digits, the number of the paper tells it."""
    found = year_in(date)
    if found.isdigit():
        return found
    short = int(re.sub(r".*/", "", number)[:2])
    return str(1900 + short if short > 90 else 2000 + short)


def _finished(record: dict[str, object]) -> Record | str:
    if says_withdrawn(str(record.get("abstract", ""))):
        return "it was withdrawn"
    return record


FORM = Form("arxiv-listing", "arXiv listing", (".abs",), read, fits)
