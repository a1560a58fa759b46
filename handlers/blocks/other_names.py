"""Other names of a paper: those that the records it was made of give it, beside the ones that it shows itself."""

from collections.abc import Iterable, Iterator

from handlers.blocks import kit
from handlers.blocks.shapes import context
from handlers.messages import Block
from search.duplicates.exact import exact_names
from search.models import Paper

MOST = 5
NAME = 120
_SPELLED = {"arxiv": "arXiv:", "doi": "doi:", "openreview": "OpenReview:", "acl": "ACL:"}
"""Plain addresses are left out: they say little, and lead to the same pages."""


def other_names_said(paper: Paper, records: Iterable[Paper]) -> str:
    """`Also known as arXiv:1901.00001`; empty where there is no other name."""
    names = tuple(dict.fromkeys(_names(paper, records)))
    more = f" and {len(names) - MOST} more" if len(names) > MOST else ""
    return f"Also known as {', '.join(names[:MOST])}{more}" if names else ""


def other_names(paper: Paper, records: Iterable[Paper]) -> tuple[Block, ...]:
    """The same, to stand below the paper's name."""
    said = other_names_said(paper, records)
    return (context(said),) if said else ()


def _names(paper: Paper, records: Iterable[Paper]) -> Iterator[str]:
    own, kinds = exact_names(paper), tuple(_SPELLED)
    for record in records:
        known = (name for name in exact_names(record) - own if name.kind in kinds)
        for name in sorted(known, key=lambda name: (kinds.index(name.kind), name.value)):
            yield kit.cut(kit.tidy(f"{_SPELLED[name.kind]}{name.value}"), NAME)
        if record.id and record.id != paper.id:
            # The handle that it had before two papers were joined.
            yield kit.cut(kit.tidy(record.id), NAME)
