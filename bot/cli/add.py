"""`paperboy add`: looks papers up by link, number or BibTeX, shows what it found, and adds it to the library."""

import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

import click

from bot import clock
from bot.cli.opening import library, read_all, settings
from bot.cli.options import FAILED, folders, write
from bot.cli.progress import Bar
from bot.cli.reporting import COMMAND_LINE, tell_number

if TYPE_CHECKING:
    from bot.library import By
    from bot.sources import Asked, Sources
    from bot.wiring import Paperboy
    from handlers.intake import Sighting
    from search.models import Paper
    from search.plan import Plan

PIPED = 1_000_000
"""Characters that are taken from what is piped in."""


@click.command("add")
@click.argument("wishes", nargs=-1, required=True, metavar="LINK|ID|BIBTEX|-...")
@click.option("--dry-run", is_flag=True, help="Only show what was found.")
@folders
def add(wishes: tuple[str, ...], dry_run: bool) -> int:
    """Look papers up at arXiv, OpenReview, Crossref or Semantic Scholar, and add them.

    A paper is named by its link, arXiv number, DOI, OpenReview or ACL Anthology id, or by its BibTeX entry; what the
    entry says is kept, what it lacks is looked up. - reads them from what is piped in.
    """
    from bot.library import By
    from bot.sources import asked_from  # late: reading formats takes time to import
    from bot.wiring import sources

    checked = settings()
    asked = list(asked_from(_texts(wishes)))
    with library(checked) as paperboy:
        read_all(paperboy)
        found = list(_results(asked, paperboy, sources(checked)))
        by = By(COMMAND_LINE, clock.now(), tuple(each.text[:80] for each in asked))
        plan = _added(paperboy, [one.paper for one in found if one.paper and one.adds], dry_run, by)
    _tell(found, plan, dry_run)
    tell_number(by)
    return FAILED if any(result.trouble for result in found) else 0


def _texts(wishes: Iterable[str]) -> Iterator[str]:
    for wish in wishes:
        yield sys.stdin.buffer.read(PIPED).decode("utf-8-sig", "replace") if wish == "-" else wish


def _results(asked: "Sequence[Asked]", paperboy: "Paperboy", services: "Sources") -> "Iterator[Sighting]":
    from bot.intake import looked_up

    with Bar() as bar:
        for done, each in enumerate(asked):
            bar("Looking papers up", done, len(asked))
            yield looked_up(each, paperboy.store, services)


def _added(paperboy: "Paperboy", papers: "list[Paper]", dry_run: bool, by: "By") -> "Plan":
    from bot.library import add_papers

    plan = add_papers(paperboy.store, papers, preview=dry_run, by=by)
    if not dry_run:
        with Bar() as bar:
            paperboy.catch_up(bar)
    return plan


def _tell(found: "Sequence[Sighting]", plan: "Plan", dry_run: bool) -> None:
    from bot.intake import with_fates

    for one in with_fates(found, plan):
        if one.paper is None:
            click.echo(f"paperboy: {one.text}: {one.trouble}", err=True)
        elif one.adds:
            write(f"{one.text}: {_became(one)}, from {one.service or 'what you gave'}\n{_shown(one.paper)}\n")
        else:
            write(f"{one.text}: is in the library already{f', as {one.handle}' if one.handle else ''}\n")
    if dry_run:
        click.echo("Nothing was changed.")


def _became(one: "Sighting") -> str:
    if one.fate == "completes":
        return f"completes {one.handle}"
    return f"added as {one.handle}" if one.handle else "new"


def _shown(paper: "Paper") -> str:
    """The paper in two or three lines."""
    from bot.terminal import safe
    from search.language.headline import headline

    people = ", ".join(paper.authors[:3]) + (" et al." if len(paper.authors) > 3 else "")
    where = " ".join(filter(None, (paper.venue, str(paper.year or ""))))
    lines = (headline(paper), " · ".join(filter(None, (people, where))), paper.url or "")
    return "\n".join(f"    {' '.join(safe(line).split())}" for line in lines if line)
