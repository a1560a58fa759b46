"""`paperboy add`: looks papers up by link, number or BibTeX, shows what it found, and adds it to the library."""

import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import click

from bot.cli.opening import library, read_all, settings
from bot.cli.options import FAILED, folders, write
from bot.cli.progress import Bar

if TYPE_CHECKING:
    from bot.sources import Asked, Sources
    from bot.wiring import Paperboy
    from search.ingest import Plan
    from search.models import Paper

PIPED = 1_000_000
"""Characters that are taken from what is piped in."""


@dataclass(frozen=True, slots=True)
class _Result:
    """What became of one wish: a paper to add and who had it, or the handle it has already, or why there is none."""

    text: str
    paper: "Paper | None" = None
    service: str = ""
    held: str = ""
    trouble: str = ""


@click.command("add")
@click.argument("wishes", nargs=-1, required=True, metavar="LINK|ID|BIBTEX|-...")
@click.option("--dry-run", is_flag=True, help="Only show what was found.")
@folders
def add(wishes: tuple[str, ...], dry_run: bool) -> int:
    """Look papers up at arXiv, OpenReview, Crossref or Semantic Scholar, and add them.

    A paper is named by its link, arXiv number, DOI, OpenReview or ACL Anthology id, or by its BibTeX entry; what the
    entry says is kept, what it lacks is looked up. - reads them from what is piped in.
    """
    from bot.sources import asked_from  # late: reading formats takes time to import
    from bot.wiring import sources

    checked = settings()
    asked = list(asked_from(_texts(wishes)))
    with library(checked) as paperboy:
        read_all(paperboy)
        found = list(_results(asked, paperboy, sources(checked)))
        plan = _added(paperboy, [result.paper for result in found if result.paper], dry_run)
    _tell(found, plan, dry_run)
    return FAILED if any(result.trouble for result in found) else 0


def _texts(wishes: Iterable[str]) -> Iterator[str]:
    for wish in wishes:
        yield sys.stdin.buffer.read(PIPED).decode("utf-8-sig", "replace") if wish == "-" else wish


def _results(asked: "Sequence[Asked]", paperboy: "Paperboy", services: "Sources") -> Iterator[_Result]:
    with Bar() as bar:
        for done, each in enumerate(asked):
            bar("Looking papers up", done, len(asked))
            yield _result(each, paperboy, services)


def _result(asked: "Asked", paperboy: "Paperboy", services: "Sources") -> _Result:
    from search.reading import filled

    if asked.trouble:
        return _Result(asked.text, trouble=asked.trouble)
    if asked.is_whole or asked.wanted is None:
        return _Result(asked.text, asked.given, "what you gave")
    if held := _held(paperboy, str(asked.wanted), *_names_of(asked.given)):
        return _Result(asked.text, held=held)
    found = services.find(asked.wanted)
    if found.paper is None:
        return _Result(asked.text, trouble=" ".join(found.said))
    if held := _held(paperboy, *_names_of(found.paper)):
        return _Result(asked.text, held=held)
    paper = found.paper if asked.given is None else replace(filled(asked.given, found.paper), source=found.paper.source)
    return _Result(asked.text, paper, found.service)


def _names_of(paper: "Paper | None") -> tuple[str, ...]:
    return tuple(filter(None, (paper.arxiv_id, paper.doi, paper.url))) if paper else ()


def _held(paperboy: "Paperboy", *names: str) -> str:
    """The handle of the paper in the library that has one of these names."""
    from search.grammar.identifiers import identify

    store = paperboy.store
    identifiers = filter(None, (identify(_page(name)) for name in names))
    return next((paper.id for each in identifiers if (paper := store.identified(each))), "")


def _page(name: str) -> str:
    kind, _, value = name.partition(":")
    return f"https://openreview.net/forum?id={value}" if kind == "openreview" else name


def _added(paperboy: "Paperboy", papers: "list[Paper]", dry_run: bool) -> "Plan":
    from bot.library import add_papers

    plan = add_papers(paperboy.store, papers, preview=dry_run)
    if not dry_run:
        with Bar() as bar:
            paperboy.catch_up(bar)
    return plan


def _tell(found: Sequence[_Result], plan: "Plan", dry_run: bool) -> None:
    from search.sameness import fingerprint

    became = {fingerprint(paper.abstract): f"is in the library already, as {paper.id}" for paper in plan.unchanged}
    became |= {fingerprint(paper.abstract): f"completes {paper.id}" for paper in plan.updated}
    became |= {fingerprint(paper.abstract): f"added as {paper.id}" if paper.id else "new" for paper in plan.added}
    for result in found:
        if result.trouble:
            click.echo(f"paperboy: {result.text}: {result.trouble}", err=True)
        elif result.held:
            write(f"{result.text}: is in the library already, as {result.held}\n")
        elif result.paper:
            what = became.get(fingerprint(result.paper.abstract), "is in the library already")
            write(f"{result.text}: {what}, from {result.service}\n{_shown(result.paper)}\n")
    if dry_run:
        click.echo("Nothing was changed.")


def _shown(paper: "Paper") -> str:
    """The paper in two or three lines."""
    from bot.terminal import safe
    from search.language.headline import headline

    people = ", ".join(paper.authors[:3]) + (" et al." if len(paper.authors) > 3 else "")
    where = " ".join(filter(None, (paper.venue, str(paper.year or ""))))
    lines = (headline(paper), " · ".join(filter(None, (people, where))), paper.url or "")
    return "\n".join(f"    {' '.join(safe(line).split())}" for line in lines if line)
