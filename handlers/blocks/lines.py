"""What is said of a paper in a line: its name, who wrote it, where and when, and where it leads."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from urllib.parse import quote

from handlers.blocks import kit
from handlers.blocks.shapes import Line, Run
from search.language.headline import headline
from search.language.links import code_address
from search.models import OTHERS, Paper

HEADLINE = 250
NAME = 60
FACT = 120
KEPT = 512
"""Papers whose lines are kept ready: the same ones are found again and again."""


def name(paper: Paper, limit: int = HEADLINE) -> str:
    """The paper's headline, or its handle where it has none."""
    return kit.cut(kit.tidy(headline(paper)) or f"Paper {paper.id}", limit)


def authors(paper: Paper, most: int = 3) -> str:
    """The first authors, and how many more there are."""
    known = filter(None, map(kit.tidy, paper.authors))
    names = [kit.cut(author, NAME) for author in islice(known, most + 1)]
    named = names[:-1] if len(names) > most or names[-1:] == [OTHERS] else names
    return ", ".join(named) + (" et al." if named and len(named) < len(names) else "")


def published(paper: Paper) -> str:
    """Venue and year, the year only once (`NeurIPS 2025`)."""
    venue = kit.cut(kit.tidy(paper.venue or ""), FACT)
    year = str(paper.year) if paper.year is not None else ""
    return venue if year and year in venue else f"{venue} {year}".strip()


@lru_cache(maxsize=KEPT)
def facts(paper: Paper) -> tuple[str, ...]:
    """What is known besides the abstract: that it was withdrawn, authors, venue, year, and where code and PDF are."""
    marks = [mark for mark, address in (("code", code(paper)), ("PDF", kit.web_address(paper.pdf))) if address]
    withdrawn = "withdrawn by its authors" if paper.withdrawn else ""
    return tuple(filter(None, (withdrawn, authors(paper), published(paper), *marks)))


def code(paper: Paper) -> str | None:
    """Where the code is: as the paper's record says, or else its abstract."""
    return kit.web_address(paper.code) or kit.web_address(code_address(paper.abstract))


def links(paper: Paper) -> tuple[tuple[str, str], ...]:
    """Label and address of every place the paper leads to, each address once; the paper's own page first."""
    found: dict[str, str] = {}
    for label, address in _addresses(paper):
        if address and address not in found:
            found[address] = label
    return tuple((label, address) for address, label in found.items())


@lru_cache(maxsize=KEPT)
def linked_name(paper: Paper) -> Run:
    """The headline in bold, leading to the paper's page where there is one."""
    page = next((address for label, address in _addresses(paper) if address and label != "Code"), None)
    return Run(name(paper), bold=True, url=page)


def links_line(paper: Paper) -> Line:
    """The paper's links side by side."""
    line: list[Run] = []
    for label, address in links(paper):
        line += [Run(" · ")] if line else []
        line.append(Run(label, url=address))
    return line


def _addresses(paper: Paper) -> Iterator[tuple[str, str | None]]:
    yield "Paper", kit.web_address(paper.url)
    yield "PDF", kit.web_address(paper.pdf)
    yield "Code", code(paper)
    yield "DOI", _resolved("https://doi.org/", paper.doi)
    yield "arXiv", _resolved("https://arxiv.org/abs/", paper.arxiv_id)


def _resolved(resolver: str, identifier: str | None) -> str | None:
    known = kit.tidy(identifier or "")
    return kit.web_address(resolver + quote(known, safe="/().;:-_")) if known else None
