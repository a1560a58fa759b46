"""What a person asked for, as a tree that every engine reads the same way."""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Word:
    """One typed word, which may hold hyphens, digits or signs (`GPT-4`, `C++`); the engine finds its forms."""

    text: str


@dataclass(frozen=True, slots=True)
class Phrase:
    """Words that must stand next to each other in this order, common words included."""

    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Prefix:
    """Every word that begins with these letters (three at least); the star is not part of it."""

    letters: str


@dataclass(frozen=True, slots=True)
class AnyOf:
    """One of these is enough (`a OR b`)."""

    options: tuple["Clause", ...]


@dataclass(frozen=True, slots=True)
class AllOf:
    """All of these together, as in `(a b) OR c`; never relaxed inside."""

    parts: tuple["Clause", ...]


Clause = Word | Phrase | Prefix | AnyOf | AllOf


@dataclass(frozen=True, slots=True)
class Author:
    """An author's name, or a part of it, in any case and without accents."""

    name: str


@dataclass(frozen=True, slots=True)
class Venue:
    """A venue's name or a part of it."""

    name: str


@dataclass(frozen=True, slots=True)
class Years:
    """A closed range of years; a missing end is open."""

    first: int | None
    last: int | None


@dataclass(frozen=True, slots=True)
class Has:
    """Only papers that come with this."""

    what: Literal["code", "pdf"]


@dataclass(frozen=True, slots=True)
class Without:
    """Only papers that do not match this filter (`-author:smith`)."""

    condition: "Author | Venue | Years | Has"


Filter = Author | Venue | Years | Has | Without


@dataclass(frozen=True, slots=True)
class Identifier:
    """A name that belongs to one paper: its handle, arXiv id (without version), DOI or address."""

    kind: Literal["handle", "arxiv", "doi", "url"]
    value: str


@dataclass(frozen=True, slots=True)
class Query:
    """A query in the order of what may give way: `wanted` is ranked and may be relaxed, `excluded` and `filters` hold
    always. With an `identifier` the paper itself is asked for and the rest serves only if there is no such paper.
    `notes` are sentences for the person about what was read otherwise than typed. `typed` is what they typed, with
    quotes, dashes and spaces made plain and without the words of a request (`show me papers about ...`)."""

    typed: str
    wanted: tuple[Clause, ...] = ()
    excluded: tuple[Clause, ...] = ()
    filters: tuple[Filter, ...] = ()
    identifier: Identifier | None = None
    notes: tuple[str, ...] = ()
