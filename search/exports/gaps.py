"""What is not known of the papers of an export, counted, for whoever is given the file."""

from collections.abc import Sequence

from search.exports.bibliography import Entry

FIELDS = ("title", "authors", "year", "venue")
"""What a citation needs; a paper may well have no code."""


def gaps(entries: Sequence[Entry]) -> tuple[tuple[str, int], ...]:
    """Each field that some paper lacks, and how many papers lack it. A paper has an address when it has any."""
    counted = [(field, sum(not getattr(entry, field) for entry in entries)) for field in FIELDS]
    counted.append(("link", sum(not _leads_somewhere(entry) for entry in entries)))
    return tuple((field, count) for field, count in counted if count)


def _leads_somewhere(entry: Entry) -> bool:
    return bool(entry.url or entry.doi or entry.arxiv_id or entry.pdf)
