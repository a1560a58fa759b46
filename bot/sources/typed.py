"""What people type or paste to have papers added: links, numbers and BibTeX entries, with or without abstracts."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from bot.sources.wanted import Wanted, wanted_from
from search.files.bibtex_blocks import Entry, entries
from search.formats import bibtex
from search.models import Paper
from search.record import paper_of

LONGEST = 200_000
"""Characters; more is a file, and those are imported."""


@dataclass(frozen=True, slots=True)
class Asked:
    """One paper: how it was written, the name to look it up by, what was said of it already, or what is the matter."""

    text: str
    wanted: Wanted | None = None
    given: Paper | None = None
    trouble: str = ""

    @property
    def is_whole(self) -> bool:
        """Whether nothing needs looking up."""
        return self.given is not None and bool(self.given.abstract)


def asked_from(texts: Iterable[str]) -> Iterator[Asked]:
    """What is asked for, in the order of the texts; each word that is no part of an entry is a link or a number."""
    for text in texts:
        if len(text) > LONGEST:
            yield Asked(_short(text), trouble="it is too long to be typed; put it into a file and import that")
        elif text.lstrip().startswith("@"):
            yield from _entries(text)
        else:
            yield from map(_named, text.split())


def _named(word: str) -> Asked:
    wanted = wanted_from(word)
    if wanted is not None:
        return Asked(word, wanted)
    return Asked(
        _short(word),
        trouble="it is no arXiv number, DOI, ACL Anthology id, or link to arXiv, OpenReview or Semantic Scholar; "
        "paste the paper's BibTeX entry, or its DOI",
    )


def _entries(text: str) -> Iterator[Asked]:
    read = list(entries(text.splitlines(keepends=True)))
    seen = {entry.key.casefold(): entry for entry in read if isinstance(entry, Entry)}
    for entry in read:
        if isinstance(entry, Entry):
            yield _entry(entry, seen)
        else:
            yield Asked(f"BibTeX, line {entry[0]}", trouble=entry[1])
    if not read:
        yield Asked(_short(text), trouble="it is no BibTeX entry")


def _entry(entry: Entry, seen: dict[str, Entry]) -> Asked:
    given, _ = paper_of(bibtex.record_of(entry, seen), f"bibtex:{entry.key}#1")
    named = (given.arxiv_id, given.doi, given.url, given.pdf)
    wanted = next((found for name in named if name and (found := wanted_from(name))), None)
    if wanted is None and not given.abstract:
        return Asked(entry.key, given=given, trouble="it has no abstract, and no DOI or link to look it up by")
    return Asked(entry.key, wanted, given)


def _short(text: str) -> str:
    line = " ".join(text.split())
    return f"{line[:60]}…" if len(line) > 60 else line
