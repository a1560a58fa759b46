"""An import says which papers the library has already, in whatever coat they come."""

from pathlib import Path

from bot.library import HowToImport, import_files, sentences
from bot.store import SqlStore

BIB = """@inproceedings{nunez, title = {Stick {C}harts as Expansions}, author = {N{\\'u}{\\~n}ez, Ana and Zhang, Lei},
  eprint = {2101.00001}, archiveprefix = {arXiv}, abstract = {Sailors of the archipelago find their way by the swell
  that bends around islands they cannot see. We model the bending as refraction in shallow water and fit it to the
  recordings of forty boats. A chart of sticks turns out to be a first-order expansion of that model.}}
"""
RIS = """TY  - JOUR
TI  - Stick charts as expansions
AU  - Nunez, A.
AU  - Zhang, L.
PY  - 2021
DO  - 10.1000/charts
AB  - Sailors of the archipelago \ufb01nd their way by the swell that bends around islands they cannot see. We model the
 bending as refraction in shallow water, and \ufb01t it to recordings of forty boats. A chart of sticks turns out to be
 a first-order expansion of that model, exact in the north.
ER  -
"""


def files(folder: Path) -> list[Path]:
    for name, text in (("a.bib", BIB), ("b.ris", RIS)):
        (folder / name).write_text(text, encoding="utf-8")
    return [folder / "a.bib", folder / "b.ris"]


def test_the_second_coat_completes_the_paper_and_the_report_says_whose_it_is(store: SqlStore, tmp_path: Path) -> None:
    bib, ris = files(tmp_path)
    import_files(store, [bib])
    (held,) = store.changes_since(0).papers
    report = import_files(store, [ris])

    assert (report.added, report.updated, len(report.duplicates)) == (0, 1, 1)
    assert sentences(report)[1].startswith(f"b.ris#1: it is the same paper as {held.id} (the same title, ")
    (now,) = store.changes_since(0).papers
    assert (now.id, now.abstract, now.doi, now.year, now.arxiv_id) == (
        held.id,
        held.abstract,
        "10.1000/charts",
        2021,
        "2101.00001",
    )


def test_a_preview_sees_the_second_coat_among_the_files_before(store: SqlStore, tmp_path: Path) -> None:
    report = import_files(store, files(tmp_path), how=HowToImport(preview=True))

    assert (report.added, len(report.duplicates), store.library.size()) == (1, 1, 0)
