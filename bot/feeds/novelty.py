"""What is new in what a feed brought: by fingerprints of what it brought before."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from bot.library import Fed, Met
from bot.sources.brought import Record
from bot.store.feeds import Brought
from handlers.news import News
from search.renewing import same_text
from search.sameness import fingerprint, letters

PAGES = {"arxiv": "https://arxiv.org/abs/", "openreview": "https://openreview.net/forum?id="}
SERVICES = {"arxiv": "arXiv", "openreview": "OpenReview"}


@dataclass(frozen=True, slots=True)
class Print:
    """What tells one state of a record from another: its version, its title and abstract, the rest, and whether it was
    withdrawn."""

    version: int = 0
    words: str = "-"
    rest: str = "-"
    withdrawn: bool = False

    def __str__(self) -> str:
        """As it is kept."""
        return f"{self.version} {'withdrawn' if self.withdrawn else 'there'} {self.words} {self.rest}"


def print_of(record: Record) -> Print:
    """Equal for two records that say the same; venue and keywords count, white space does not."""
    paper = record.paper
    if paper is None:
        return Print(record.version, withdrawn=record.withdrawn)
    words = fingerprint(f"{paper.title} {paper.abstract}")
    rest = fingerprint(letters(f"{paper.venue} {paper.doi} {paper.pdf}"))
    return Print(record.version, words, rest, record.withdrawn)


def read_back(kept: str) -> Print:
    """The fingerprint that was kept."""
    version, there, words, rest = kept.split()
    return Print(int(version), words, rest, there == "withdrawn")


def fresh(records: Iterable[Record], known: Mapping[str, str]) -> tuple[Record, ...]:
    """Those that are new or say something else than before."""
    return tuple(record for record in records if known.get(record.name) != str(print_of(record)))


def fed(record: Record, service: str) -> Fed:
    """For the library."""
    return Fed(f"{PAGES[service]}{record.name}", record.paper, record.withdrawn)


def kept(records: Iterable[Record]) -> tuple[Brought, ...]:
    """For the store."""
    return tuple(Brought(record.name, str(print_of(record)), record.changed) for record in records)


def news(records: Iterable[Record], known: Mapping[str, str], met: Iterable[Met], service: str) -> Iterator[News]:
    """What is worth telling of papers that were there already. It counts what the feed said before, and not only what
    has changed here: after a crash in between nothing may change any more, and nobody would hear of it."""
    papers = {one.address: one for one in met}
    for record in records:
        one = papers.get(fed(record, service).address)
        if one is None:
            continue
        now = print_of(record)
        before = read_back(known[record.name]) if record.name in known else None
        renewed = not same_text(one.before, one.after)
        if now.withdrawn:
            if before is None or not before.withdrawn:
                yield News(one.after, "withdrawn", SERVICES[service], str(now), why=record.why)
        elif renewed or (before is not None and _later(before, now)):
            changed = renewed or (before is not None and before.words != now.words)
            yield News(one.after, "version", SERVICES[service], str(now), version=now.version, changed=changed)


def _later(before: Print, now: Print) -> bool:
    """A service that counts versions says so itself; of others the words do."""
    return now.version > before.version if now.version else now.words != before.words
