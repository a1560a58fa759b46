"""The forms papers come in, and which of them a file has."""

from collections.abc import Iterator
from pathlib import Path

from search.errors import UnreadableFile
from search.files.form import Form
from search.files.kept import Kept
from search.files.limits import LIMITS, Limits
from search.files.lines import Text, opened
from search.files.recorded import bodies, is_recorded
from search.formats import (
    acl_anthology,
    arxiv_atom,
    arxiv_listing,
    bibtex,
    crossref,
    csl_json,
    csv_table,
    dblp,
    endnote,
    json_lines,
    nbib,
    openalex,
    openreview,
    pmlr,
    pubmed,
    ris,
    seed_text,
    semantic_scholar,
    web_of_science,
    zotero_json,
)
from search.formats.detection import detected, ending_of, form_of
from search.reading import Item, Problem, Reading

FORMATS: tuple[Form, ...] = (
    openreview.FORM,
    openalex.FORM,
    crossref.FORM,
    semantic_scholar.FORM,
    zotero_json.FORM,
    csl_json.FORM,
    arxiv_atom.FORM,
    pubmed.FORM,
    acl_anthology.FORM,
    dblp.FORM,
    arxiv_listing.FORM,
    pmlr.FORM,
    web_of_science.FORM,
    nbib.FORM,
    endnote.FORM,
    ris.FORM,
    bibtex.FORM,
    csv_table.FORM,
    json_lines.FORM,
    seed_text.FORM,
)
"""The more a form tells itself apart from others, the earlier it is looked for."""
NAMES = tuple(sorted(form.name for form in FORMATS))
SUFFIXES = tuple(suffix for form in FORMATS for suffix in form.suffixes)
OF_OTHERS = (".md", ".markdown", ".xml", ".yaml", ".yml")
"""Endings that most files have for other reasons than to hold papers."""


def is_known(path: Path) -> bool:
    """Whether the file is to be taken for papers: its name ends as a format does (`.bib`, `.jsonl.gz`), and where that
    says little, it also begins like one."""
    if ending_of(path) not in OF_OTHERS:
        return form_of(path, FORMATS) is not None
    try:
        with opened(path, []) as text:
            return is_recorded(text.beginning) or any(form.fits(text.beginning) for form in FORMATS)
    except UnreadableFile:
        return False


def read(path: Path) -> Reading:
    """All that the file holds.

    Raises `UnreadableFile` when it holds nothing we can read; the message names the file and the reason.
    """
    reading = examine(path)
    if not reading.papers and not reading.facts:
        because = f" ({reading.problems[0]})" if reading.problems else ""
        raise UnreadableFile(f"{path.name}: holds no abstract{because}.")
    return reading


def examine(path: Path, form: str | None = None, limits: Limits = LIMITS) -> Reading:
    """What the file holds, also when that is nothing but what is wrong with it; in the form of this name, where one is
    given. Raises `UnreadableFile` for a file that cannot be opened, or is in no known form."""
    problems: list[Problem] = []
    kinds: list[Form] = []
    with opened(path, problems, limits) as text:
        kept = Kept(path.name, problems, limits)
        for item in _items(path, text, form, kinds):
            kept.add(item)
    return kept.reading(kinds[0].label if kinds else "")


def _items(path: Path, text: Text, name: str | None, kinds: list[Form]) -> Iterator[Item]:
    if name is None and is_recorded(text.beginning):
        for body in bodies("".join(text.pieces())):
            form = _form(path, body[:65_536], name)
            kinds.append(form)
            yield from form.read(path.name, iter(body.splitlines(keepends=True)))
        return
    form = _form(path, text.beginning, name)
    kinds.append(form)
    yield from form.read(path.name, text.pieces() if form.in_pieces else text.lines())


def _form(path: Path, beginning: str, name: str | None) -> Form:
    form = next((form for form in FORMATS if form.name == name), None) or detected(beginning, path, FORMATS)
    if form is None:
        endings = ", ".join(sorted(SUFFIXES))
        raise UnreadableFile(f"{path.name}: is in no known form; files may end in {endings}, also with .gz.")
    return form
