"""What tells of a paper which paper it is, taken from its record once."""

from dataclasses import dataclass, field

from search.duplicates.byline import Byline, byline
from search.duplicates.exact import ExactName, exact_names
from search.duplicates.shingles import Shingles, shingles
from search.duplicates.title import Title, title_of
from search.language.words import squeeze
from search.models import Paper


@dataclass(frozen=True, slots=True)
class Traits:
    """What is compared of two records; of the abstract only the set of its shingles."""

    names: frozenset[ExactName]
    title: Title
    byline: Byline
    year: int | None
    venue: str
    text: Shingles = field(compare=False)


def traits(paper: Paper) -> Traits:
    """The traits of a record, in a tenth of a millisecond where nothing is written in LaTeX."""
    return Traits(
        names=exact_names(paper),
        title=title_of(paper.title),
        byline=byline(paper.authors),
        year=paper.year,
        venue=squeeze(paper.venue or ""),
        text=shingles(paper.abstract),
    )
