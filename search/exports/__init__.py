"""Papers as files that other programs read: BibTeX, RIS, CSV, Markdown, CSL-JSON."""

from collections.abc import Iterable, Mapping

from search.exports import bibtex, csl_json, csv_table, markdown, ris
from search.exports.bibliography import Bibliography, each_once
from search.exports.form import Export, Form
from search.exports.gaps import gaps
from search.models import Paper

FORMS: dict[str, Form] = {
    form.name: form for form in (bibtex.FORM, ris.FORM, csv_table.FORM, markdown.FORM, csl_json.FORM)
}
"""By the name that people type."""


def write(papers: Iterable[Paper], form: Form, notes: Mapping[str, str] | None = None, title: str = "Papers") -> Export:
    """The file; `notes` are a person's own, by the paper's handle. The title names the file and heads what has a head.

    The same papers give the same text. A paper that comes twice is written once.
    """
    entries = each_once(papers, notes or {})
    return Export(
        name=form.file_name(title),
        media_type=form.media_type,
        text=form.text(Bibliography(title, entries)),
        papers=len(entries),
        missing=gaps(entries),
    )
