"""What a person means who talks to the bot: a search, one paper, papers like one, or a kind word."""

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Literal

from handlers.ports import Services
from handlers.talk.commanded import commanded
from handlers.talk.courtesy import kind_word, without_emoji
from handlers.talk.meant import identifiers, likened, named, without_identifiers
from handlers.talk.pasted import LONG, SHORTEST, gist, paper_of
from search.grammar import plain
from search.grammar.spoken import spoken
from search.language.words import WRITTEN
from search.models import Paper
from search.query import Author, Identifier, Query

ONLY_LEFT_OUT = "That only says what to leave out. Say what the papers should be about, too."

Kind = Literal["search", "paper", "like", "abstract", "help", "thanks", "hello", "nothing"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Understood:
    """What was understood.

    * `search`: `query` is what to search for, and `words` the words it took, as they were written.
    * `paper`: `paper` is meant; None where the library has no paper with `identifier`, and then `query`, if there is
      one, is what else was said.
    * `like`: papers like `paper`. Where nobody knows the `name`, it is a `search` for its words, and `notes` say so.
    * `abstract`: a pasted abstract or a good piece of one. `paper` is the one it is of; None where it is new here.
      `query` searches for its most telling words, which are `words`.
    * `help`, `thanks`, `hello`: just that.
    * `nothing`: no word to go by, as with a bare mention. What is only to be left out stands in `query`.

    `asked` is what was said, made plain, for `search.language.answering`. `notes` are sentences for the person about
    what was read otherwise than said.
    """

    kind: Kind
    query: Query | None = None
    words: tuple[str, ...] = ()
    paper: Paper | None = None
    identifier: Identifier | None = None
    name: str = ""
    asked: str = ""
    notes: tuple[str, ...] = ()


def understand(text: str, services: Services, now: datetime) -> Understood:
    """What this text means, as Slack has it and without the mention. Raises what the ports raise, and nothing else."""
    said = plain(text)
    kind = kind_word(said)
    if kind:
        return Understood(kind=kind, asked=said)
    said = without_emoji(said)
    if not WRITTEN.search(said):
        return Understood(kind="nothing", asked=said)
    for read in (_like, _identified, _named, _pasted):
        understood = read(said, services, now)
        if understood:
            return understood
    return _search(said, services, now)


def _like(said: str, services: Services, now: datetime) -> Understood | None:
    paper, name = likened(said, services)
    if paper:
        return Understood(kind="like", paper=paper, name=name, asked=said)
    if not name or identifiers(name):
        return None
    searched = _search(name, services, now)
    note = f"No paper here is called “{name}”, so this is a search for the words."
    return replace(searched, name=name, asked=said, notes=(note, *searched.notes))


def _identified(said: str, services: Services, now: datetime) -> Understood | None:
    found = identifiers(said)
    for identifier in found:
        if paper := services.library.identified(identifier):
            return Understood(kind="paper", paper=paper, identifier=identifier, asked=said)
    rest = without_identifiers(said)
    if not found or len(WRITTEN.findall(rest)) >= SHORTEST:  # an abstract may come with addresses
        return None
    searched = _search(rest, services, now) if rest else Understood(kind="nothing")
    return replace(searched, kind="paper", identifier=found[0], asked=said)


def _named(said: str, services: Services, _now: datetime) -> Understood | None:
    paper = named(said, services)
    return Understood(kind="paper", paper=paper, name=said, asked=said) if paper else None


def _pasted(said: str, services: Services, _now: datetime) -> Understood | None:
    length = len(WRITTEN.findall(said))
    if length < SHORTEST:
        return None
    paper = paper_of(said, services)
    if paper or length >= LONG:
        query, words = gist(said)
        return Understood(kind="abstract", paper=paper, query=query, words=words, asked=said) if words else None
    return None


def _search(said: str, services: Services, now: datetime) -> Understood:
    found = spoken(said, now.year, lambda name: has_author(name, services))
    query = found.query
    if query is None:
        return Understood(kind="nothing", asked=said)
    if not (query.wanted or query.filters):
        return Understood(kind="nothing", query=query, asked=said, notes=(ONLY_LEFT_OUT,))
    return Understood(kind="search", query=query, words=found.words, asked=said, notes=(*commanded(said), *query.notes))


def has_author(name: str, services: Services) -> bool:
    """Whether a paper here has an author of this name."""
    return services.engine.search(Query(name, filters=(Author(name),)), 1).total > 0
