"""CSV for spreadsheets: a row a paper, in cells that no program takes for a formula."""

import csv
import re
from io import StringIO

from search.exports.bibliography import Bibliography, Entry, line
from search.exports.form import Form

COLUMNS = (
    "id", "title", "headline", "authors", "year", "venue", "doi", "arxiv_id", "url", "pdf", "code", "keywords",
    "abstract", "note",
)  # fmt: skip
BYTE_ORDER_MARK = "\ufeff"
"""Without it Excel reads the file in the encoding of its country."""
_FORMULA = re.compile(r"(^|;\s*)(?='*[=+\-@＝＋－＠])")
"""The beginning of a cell, and what follows a semicolon: where numbers are written with a comma, programs part cells at
semicolons, and these may then stand outside of quotation marks."""


def text(bibliography: Bibliography) -> str:
    """The file: the names of the columns, then the rows, every cell in quotation marks."""
    written = StringIO(newline="")
    table = csv.writer(written, quoting=csv.QUOTE_ALL)
    table.writerow(COLUMNS)
    table.writerows([safe(cell) for cell in _row(entry)] for entry in bibliography.entries)
    return BYTE_ORDER_MARK + written.getvalue()


def safe(cell: str) -> str:
    """The cell with an apostrophe before whatever would begin a formula; spreadsheets take it as the mark of text."""
    return _FORMULA.sub(r"\1'", line(cell))


def _row(entry: Entry) -> tuple[str, ...]:
    authors = [person.said for person in entry.authors] + (["et al."] if entry.others else [])
    year = str(entry.year) if entry.year is not None else ""
    return (
        entry.key, entry.title, entry.headline, "; ".join(authors), year, entry.venue, entry.doi, entry.arxiv_id,
        entry.url, entry.pdf, entry.code, "; ".join(entry.keywords), entry.abstract, entry.note,
    )  # fmt: skip


FORM = Form("csv", "CSV", ".csv", "text/csv", text)
