"""What is remembered of one commit, since many questions have something in common."""

from typing import Any

from search.engines.whoosh_engine.columns import Column, Mask
from search.engines.whoosh_engine.kept import Kept
from search.engines.whoosh_engine.match import Match
from search.models import Hit, SearchResult

KEPT_HITS = 10_000
KEPT_POSTINGS = 3_000_000
KEPT_ALIKE = 10_000
KEPT_MASKS = 100
KEPT_STEMS = 200_000
KEPT_FREQUENCIES = 50_000
KEPT_PAIRS = 20_000
KEPT_BITS = 1_000


class Memory:
    """`answers` by query and window; `matches` by clause; `masks` of papers by condition; `stems` of papers by number;
    `alike`: the papers most like one, by its number and how many were asked for; `frequencies`: in how many texts a
    stem is; `pairs`: in how many two stems are; `bits`: in which a stem is, a bit for each paper of all."""

    def __init__(self) -> None:
        self.answers: Kept[Any, SearchResult] = Kept(KEPT_HITS)
        self.matches: Kept[Any, Match] = Kept(KEPT_POSTINGS)
        self.alike: Kept[tuple[int, int], tuple[Hit, ...]] = Kept(KEPT_ALIKE)
        self.masks: Kept[Any, Mask] = Kept(KEPT_MASKS)
        self.stems: Kept[int, tuple[str, ...]] = Kept(KEPT_STEMS)
        self.frequencies: Kept[str, int] = Kept(KEPT_FREQUENCIES)
        self.pairs: Kept[tuple[str, str], int] = Kept(KEPT_PAIRS)
        self.bits: Kept[str, Column] = Kept(KEPT_BITS)
