"""`/papers export [form] [list, picks or search words]`: papers as a file for other programs."""

from collections.abc import Collection

from handlers.blocks.export_state import Source, Wanted
from handlers.command import Command
from handlers.errors import UserError
from handlers.messages import Reply, Request
from handlers.ports import Services
from handlers.reading_list.exporting import offered
from search.exports import FORMS

_SOURCES: dict[str, Source] = {"list": "list", "picks": "picks", "week": "picks", "search": "search"}


def _run(request: Request, words: str, services: Services) -> Reply:
    wanted = _wanted(words)
    return offered(wanted, request.team_id, request.user_id, request.channel_id, services)


def _wanted(words: str) -> Wanted:
    form, rest = _first(words, FORMS)
    named, query = _first(rest, _SOURCES)
    if rest and not named:
        raise UserError("Export what? Type list, picks, or search and its words, as in /papers export bibtex list")
    source = _SOURCES[named or "list"]
    if source == "search" and not query:
        raise UserError("Which search? Type its words, as in /papers export bibtex search kv cache")
    return Wanted(source, query, form)


def _first(words: str, known: Collection[str]) -> tuple[str, str]:
    """The first word, if it is one of these, and what follows it."""
    first, _, rest = words.partition(" ")
    name = first.casefold()
    return (name, rest.strip()) if name in known else ("", words)


def _takes(words: str) -> bool:
    """`export csv` is the command; `export of models` is a search."""
    form, rest = _first(words, FORMS)
    source, more = _first(rest, _SOURCES)
    return not rest or source == "search" or (bool(source) and not more) or bool(form)


EXPORT = Command(
    name="export",
    usage="[bibtex, ris, csv, markdown or csl-json] [list, picks or search words]",
    summary="sends you your reading list, this channel’s papers of the week, or what a search finds as a file.",
    example="export bibtex list",
    run=_run,
    takes=_takes,
)
