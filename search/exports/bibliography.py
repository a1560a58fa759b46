"""What every form of export says of a paper: its known fields as plain text, and a key of its own."""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from hashlib import sha256

from search.exports.person import Person, person
from search.language.clean import clean
from search.language.headline import headline
from search.models import OTHERS, Paper

_UNSEEN = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufeff]+")
_KEY = re.compile(r"[a-z0-9]+(?:[-_.][a-z0-9]+)*")
_NOT_IN_KEYS = re.compile(r"[^a-z0-9]+")
_DOI = re.compile(r"^(?:https?://(?:dx\.)?doi\.org/|doi:)\s*", re.IGNORECASE)
_ARXIV = re.compile(r"^(?:https?://arxiv\.org/abs/|arxiv:)\s*", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One paper; what is unknown is empty. The abstract and the note have an empty line between paragraphs, all else
    is one line. `headline` is our wording, for papers whose title nobody knows."""

    key: str
    abstract: str
    title: str = ""
    headline: str = ""
    authors: tuple[Person, ...] = ()
    others: bool = False
    year: int | None = None
    venue: str = ""
    url: str = ""
    pdf: str = ""
    code: str = ""
    doi: str = ""
    arxiv_id: str = ""
    keywords: tuple[str, ...] = ()
    note: str = ""

    @property
    def in_short(self) -> str:
        """What stands where a title would, in the place for remarks: nobody shall take our words for the authors'."""
        return f"Title unknown; in short: {self.headline}" if self.headline else ""


@dataclass(frozen=True, slots=True)
class Bibliography:
    """Papers in the order in which they were given, under a title."""

    title: str
    entries: tuple[Entry, ...]


def each_once(papers: Iterable[Paper], notes: Mapping[str, str]) -> tuple[Entry, ...]:
    """An entry for each paper; of two with one key the first."""
    entries: dict[str, Entry] = {}
    for paper in papers:
        entries.setdefault(key_of(paper), entry(paper, notes.get(paper.id, "")))
    return tuple(entries.values())


def entry(paper: Paper, note: str = "") -> Entry:
    """What is known of the paper."""
    title = line(clean(paper.title or ""))
    names = [name for author in paper.authors if (name := line(author))]
    return Entry(
        key=key_of(paper),
        abstract=paragraphs(clean(paper.abstract)),
        title=title,
        headline="" if title else line(headline(paper)),
        authors=tuple(person(name) for name in names if name != OTHERS),
        others=OTHERS in names,
        year=paper.year,
        venue=line(paper.venue),
        url=line(paper.url),
        pdf=line(paper.pdf),
        code=line(paper.code),
        doi=_DOI.sub("", line(paper.doi)),
        arxiv_id=_ARXIV.sub("", line(paper.arxiv_id)),
        keywords=tuple(dict.fromkeys(word for keyword in paper.keywords if (word := line(keyword)))),
        note=paragraphs(note),
    )


def key_of(paper: Paper) -> str:
    """The handle, which is given once and stays; of anything else what a key can hold, and a mark that tells it from
    all others, whatever else is exported."""
    if _KEY.fullmatch(paper.id):
        return paper.id
    marked = sha256((paper.id or f"{paper.title}\n{paper.abstract}").encode("utf-8", "surrogatepass")).hexdigest()[:8]
    return f"{_NOT_IN_KEYS.sub('-', paper.id.lower()).strip('-') or 'paper'}-{marked}"


def line(text: str | None) -> str:
    """The text on one line, letters and their accents joined, without characters that nobody sees."""
    return " ".join(unicodedata.normalize("NFC", _UNSEEN.sub(" ", text or "")).split())


def paragraphs(text: str) -> str:
    """Each line that says something, an empty line between them."""
    return "\n\n".join(filter(None, map(line, text.splitlines())))
