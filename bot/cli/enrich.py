"""`paperboy enrich`: looks up papers without a title by their abstracts, and fills in what is sure and wanted."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from bot import clock
from bot.cli.opening import library, read_all, settings
from bot.cli.options import folders, write
from bot.cli.progress import Bar
from bot.cli.reporting import COMMAND_LINE, tell_number

if TYPE_CHECKING:
    from bot.sources import Sources
    from bot.wiring import Paperboy
    from search.enriching import Match
    from search.models import Paper

SHOWN = ("title", "authors", "year", "venue", "url", "doi", "arxiv_id", "pdf", "code", "keywords")
WIDEST = 200


@dataclass(frozen=True, slots=True)
class _Looked:
    """What looking for one paper brought: the record that is its, or a word on why there is none."""

    paper: "Paper"
    match: "Match | None" = None
    trouble: str = ""


@click.command("enrich")
@click.option("--dry-run", is_flag=True, help="Only show what would be filled in.")
@click.option("--yes", is_flag=True, help="Fill it in without asking.")
@click.option("--limit", type=click.IntRange(1), default=50, show_default=True, help="Papers to look up, at most.")
@folders
def enrich(dry_run: bool, yes: bool, limit: int) -> int:
    """Find titles, authors and links of papers that have only an abstract.

    A record counts only where its abstract is the same. What a paper has already is never changed.
    """
    from bot.library import By, fill_in  # late: the library takes time to import
    from bot.wiring import sources

    checked = settings()
    with library(checked) as paperboy:
        read_all(paperboy)
        bare = _without_title(paperboy)
        looked = list(_looked_up(bare[:limit], sources(checked)))
        found = {each.paper.id: each.match.found for each in looked if each.match}
        for each in looked:
            write(f"{_told(each)}\n")
        if found and not dry_run and (yes or click.confirm(f"Fill in {_papers(len(found))}?")):
            with Bar() as bar:
                by = By(COMMAND_LINE, clock.now(), ("enrich",))
                click.echo(f"Filled in {_papers(fill_in(paperboy.store, found, bar, by))}.")
                paperboy.catch_up(bar)
            tell_number(by)
        else:
            click.echo(f"Nothing was changed. Found {len(found):,} of {_papers(len(bare[:limit]))} without a title.")
    if len(bare) > limit:
        click.echo(f"{_papers(len(bare) - limit)} more have no title; --limit {len(bare)} looks all of them up.")
    return 0


def _without_title(paperboy: "Paperboy") -> "list[Paper]":
    bare: list[Paper] = []
    revision = 0
    while (changes := paperboy.store.changes_since(revision)).papers or changes.retired:
        bare.extend(paper for paper in changes.papers if not paper.title)
        revision = changes.revision
    return bare


def _looked_up(papers: "list[Paper]", services: "Sources") -> Iterator[_Looked]:
    with Bar() as bar:
        for done, paper in enumerate(papers):
            bar("Looking papers up", done, len(papers))
            yield _looked(paper, services)


def _looked(paper: "Paper", services: "Sources") -> _Looked:
    """The first service that has the abstract settles it."""
    from search.enriching import matches, telling_words, titles

    said: list[str] = []
    for service, records, trouble in services.like(telling_words(paper.abstract), f"enriched:{paper.id}"):
        said.extend([trouble] if trouble else [])
        fitting = matches(paper, records, service)
        if len(named := titles(fitting)) > 1:
            return _Looked(paper, trouble=f"{service} has its abstract under several titles: {' / '.join(named)}")
        if fitting:
            return _Looked(paper, fitting[0])
    return _Looked(paper, trouble=" ".join(("nobody has this abstract.", *said)))


def _told(looked: _Looked) -> str:
    from bot.terminal import safe
    from search.enriching import completed, gained

    handle, match = looked.paper.id, looked.match
    if match is None:
        return f"{handle}: {' '.join(safe(looked.trouble).split())}"
    new = gained(looked.paper, completed(looked.paper, match.found))
    lines = [f"    {name:<9}{' '.join(safe(new[name]).split())[:WIDEST]}" for name in SHOWN if name in new]
    return "\n".join([f"{handle}: from {match.service}, {match.sureness}", *lines])


def _papers(number: int) -> str:
    return "1 paper" if number == 1 else f"{number:,} papers"
