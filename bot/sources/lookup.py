"""Asks the services for a paper in turn, and takes no answer that is about another one."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from time import sleep

from bot.sources.access import Access
from bot.sources.arxiv import ARXIV
from bot.sources.client import BOUNDS, Client, Turns
from bot.sources.crossref import CROSSREF
from bot.sources.errors import SourceError
from bot.sources.exchange import Bounds
from bot.sources.openreview import OPENREVIEW, OPENREVIEW_1
from bot.sources.semantic_scholar import SEMANTIC_SCHOLAR
from bot.sources.service import Service
from bot.sources.wanted import Wanted
from search.grammar.identifiers import identify
from search.models import Paper
from search.reading import Item, Skipped

SERVICES = (ARXIV, OPENREVIEW, OPENREVIEW_1, CROSSREF, SEMANTIC_SCHOLAR)
"""In the order in which they are asked for a paper: who has its record first, who collects records last."""


@dataclass(frozen=True, slots=True)
class Found:
    """What looking for one paper brought: the paper and who had it, or a sentence from each who was asked."""

    paper: Paper | None = None
    service: str = ""
    said: tuple[str, ...] = ()


class Sources:
    """The services behind one client."""

    def __init__(self, client: Client, services: Sequence[Service] = SERVICES) -> None:
        self._client, self._services = client, services

    def find(self, wanted: Wanted) -> Found:
        """The paper of this name, from the first service that has it with its abstract."""
        said: list[str] = []
        for service in self._services:
            target = service.by_name(wanted)
            if target is None:
                continue
            try:
                items = self._asked(service, target, str(wanted))
            except SourceError as error:
                said.append(str(error))
                continue
            paper = next((item for item in items if isinstance(item, Paper) and _is(item, wanted)), None)
            if paper is not None:
                return Found(paper, service.name, tuple(said))
            said.append(_why_not(service, items))
        return Found(said=tuple(said) or (f"No service can be asked for {wanted}.",))

    def first_for(self, wanted: Wanted) -> str:
        """The service that is asked first for this paper; empty where none can be."""
        return next((service.name for service in self._services if service.by_name(wanted) is not None), "")

    def like(self, words: tuple[str, ...], name: str) -> Iterator[tuple[str, tuple[Paper, ...], str]]:
        """From each service its name, the papers it finds by these words, and what kept it from finding any. The next
        one is asked only when its turn comes."""
        for service in self._services:
            target = service.by_words(words)
            if target is None:
                continue
            try:
                items = self._asked(service, target, name)
                yield service.name, tuple(item for item in items if isinstance(item, Paper)), ""
            except SourceError as error:
                yield service.name, (), str(error)

    def _asked(self, service: Service, target: str, name: str) -> list[Item]:
        body = self._client.get(f"{service.origin}{target}")
        return list(service.read(name, [body.decode("utf-8-sig", "replace")]))


def _is(paper: Paper, wanted: Wanted) -> bool:
    """Whether the record is of the paper that was asked for, as far as it says."""
    if wanted.kind == "arxiv" and paper.arxiv_id:
        return identify(paper.arxiv_id) == identify(wanted.value)
    if wanted.kind == "doi" and paper.doi:
        return paper.doi.casefold() == wanted.value.casefold()
    if wanted.kind == "openreview":
        return paper.url is not None and paper.url.endswith(f"={wanted.value}")
    return True


def _why_not(service: Service, items: Sequence[Item]) -> str:
    if any(isinstance(item, Paper) for item in items):
        return f"{service.name} answered about another paper."
    reason = next((item.reason for item in items if isinstance(item, Skipped)), "")
    if "has no abstract" in reason:
        return f"{service.name} has it without its abstract."
    return f"{service.name} has it, but {reason}." if reason else f"{service.name} does not have it."


def agent(contact: str | None) -> str:
    """How we call ourselves: services want to know whom to write to when something we do harms them."""
    try:
        number = version("paperboy-slack")
    except PackageNotFoundError:
        number = "0"
    if contact is None:
        return f"Paperboy/{number}"
    return f"Paperboy/{number} ({contact if '://' in contact else f'mailto:{contact}'})"


def opened(
    contact: str | None,
    elapsed: Callable[[], float],
    services: Sequence[Service] = SERVICES,
    bounds: Bounds = BOUNDS,
    turns: Turns | None = None,
) -> Sources:
    """The services of the internet; `contact` is the address of whoever runs the bot."""
    return Sources(client_of(contact, elapsed, services, bounds, turns), services)


def client_of(
    contact: str | None,
    elapsed: Callable[[], float],
    services: Sequence[Service] = SERVICES,
    bounds: Bounds = BOUNDS,
    turns: Turns | None = None,
) -> Client:
    """What asks the services of the internet, and nobody else."""
    access = Access({service.origin: service.interval for service in services})
    return Client(access, agent(contact), pause=sleep, elapsed=elapsed, bounds=bounds, turns=turns)
