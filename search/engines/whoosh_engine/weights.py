"""What ranking weighs against what, as one value, so that two ways to rank can be measured on the same index."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Weights:
    """`k1` and `b` are BM25's saturation and length normalisation (Robertson and Zaragoza, "The Probabilistic Relevance
    Framework: BM25 and Beyond", 2009). The rest is in parts of a word's own score or idf. `bench/README.md` says on
    which questions the values were chosen and on which others they were measured."""

    k1: float = 1.2
    b: float = 0.6

    title: float = 1.0
    """What an occurrence in the title counts on top of one in the abstract."""

    pair: float = 0.35
    """What two neighbouring words of the query count when they are neighbours in the paper too."""

    apart: float = 0.4
    """What they count, in parts of that, when they only stand close, in any order."""

    compound: float = 0.5
    """What a compound counts as a whole: its parts in a row."""

    part: float = 0.8
    """What each part of a compound counts wherever it stands, so that `Beta-band` also finds `beta and gamma bands`."""

    feedback: float = 0.5
    """What the stems that the first papers share count, in parts of the question, where no paper stands out."""

    exact: float = 0.1
    """What a word adds, in parts of its idf, where the paper has the very form that was typed."""

    name: float = 1.0
    """What a word adds, in parts of its idf, to the paper that is named so; the whole query as a name adds more."""

    about: float = 0.5
    """What a word is worth, in parts of its idf, as an author, venue or year."""


DEFAULT = Weights()
