"""Tables of text (CSV, TSV): a line with the names of the columns, then a row a paper."""

from collections.abc import Iterable, Iterator

from search.files.form import Form
from search.files.records import papers
from search.files.table import header_place, rows
from search.reading import Item


def read(name: str, lines: Iterable[str]) -> Iterator[Item]:
    """The papers of the rows; columns that say nothing of a paper are passed over."""
    return papers(name, rows(lines))


def fits(beginning: str) -> bool:
    """Whether one of the first lines names columns, an abstract's among them."""
    return header_place(beginning.split("\n", 10)[:10]) is not None


FORM = Form("csv", "CSV", (".csv", ".tsv", ".tab"), read, fits)
