"""What a paper becomes when its own service has a newer record of it: a new version, or that it was withdrawn."""

from dataclasses import replace

from search.models import Paper
from search.reading import filled
from search.sameness import fingerprint, letters

ARXIV_DOI = "10.48550/"
"""How the DOIs begin that arXiv gives; any other one is a publisher's."""


def renewed(held: Paper, record: Paper | None, *, withdrawn: bool, fixed: bool = False) -> Paper:
    """The paper as it is from now on; its handle stays, and where it came from.

    `record` is what its service says, under the name by which the paper is known; None where it no longer has an
    abstract. A notice of withdrawal stands in the place of the abstract and takes nothing away here. What somebody has
    from elsewhere in a later form stays too: a record that a publisher has given a DOI, and one that is `fixed`, of
    which only gaps are filled.
    """
    if withdrawn or record is None:
        return replace(held, withdrawn=withdrawn or held.withdrawn)
    mine = replace(record, id=held.id, source=held.source)
    if held.source == record.source:
        return replace(filled(mine, held), withdrawn=False)
    published = bool(held.doi) and not str(held.doi).casefold().startswith(ARXIV_DOI)
    if fixed or published:
        return replace(filled(held, mine), withdrawn=False)
    later = replace(held, title=record.title or held.title, abstract=record.abstract)
    return replace(filled(later, mine), withdrawn=False)


def same_text(one: Paper, other: Paper) -> bool:
    """Whether titles and abstracts have the same letters."""
    titles = letters(one.title or "") == letters(other.title or "")
    return titles and fingerprint(one.abstract) == fingerprint(other.abstract)
