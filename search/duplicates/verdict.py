"""Decides whether two records are of the same paper, and says why; where it is not certain it says so."""

from dataclasses import dataclass
from enum import StrEnum

from search.duplicates.byline import agreement
from search.duplicates.shingles import Overlap, overlap_of
from search.duplicates.title import close, numbered_apart, retitled
from search.duplicates.traits import Traits

NEARLY_EQUAL = 0.9
ALIKE = 0.6
RELATED = 0.3
"""Likenesses (shared shingles of all): beyond the first only slips differ, a print of the same work has mostly the
second, and works of one group on one subject seldom more than the third."""
WITHIN = 0.5
"""The part of the shorter abstract that stands in the longer one, from which on one is a short form of the other."""
YEARS_APART = 3
"""From a preprint to its last print."""


class Answer(StrEnum):
    """Only `SAME` merges."""

    SAME = "same"
    DIFFERENT = "different"
    UNSURE = "unsure"


@dataclass(frozen=True, slots=True)
class Verdict:
    """The answer and its reasons, each to be read as a part of a sentence."""

    answer: Answer
    reasons: tuple[str, ...]

    def __str__(self) -> str:
        """The reasons as people read them."""
        return ", ".join(self.reasons)


@dataclass(frozen=True, slots=True)
class _Pair:
    one: Traits
    other: Traits
    overlap: Overlap
    authors: float | None
    """None where one of them names nobody."""

    @property
    def strangers(self) -> bool:
        return self.authors == 0.0

    @property
    def same_people(self) -> bool:
        return self.authors is not None and self.authors >= 0.99

    @property
    def same_volume(self) -> bool:
        one, other = self.one, self.other
        return bool(one.venue) and (one.venue, one.year) == (other.venue, other.year)

    @property
    def years_fit(self) -> bool:
        if self.one.year is None or self.other.year is None:
            return True
        return abs(self.one.year - self.other.year) <= YEARS_APART

    def text(self) -> str:
        return f"the abstracts share {self.overlap.likeness:.0%}"


def verdict(one: Traits, other: Traits) -> Verdict:
    """The same in both directions. Never `SAME` for parts of a work, for what goes with it, or for mere likeness."""
    return decide(one, other, overlap_of(one.text, other.text))


def decide(one: Traits, other: Traits, overlap: Overlap) -> Verdict:
    """As `verdict`, where the overlap of the abstracts is known already."""
    pair = _Pair(one, other, overlap, agreement(one.byline, other.byline) if one.byline and other.byline else None)
    if common := one.names & other.names:
        kind = min(name.kind for name in common)
        return _by_name(pair, "address" if kind == "url" else f"{kind} name")
    found = _by_title(pair) if one.title.key and other.title.key else _by_text_alone(pair)
    if found.answer is Answer.SAME and _two_preprints(one, other):
        return Verdict(Answer.UNSURE, (*found.reasons, "but arXiv has them under two numbers"))
    return found


def _two_preprints(one: Traits, other: Traits) -> bool:
    numbers, others = ({name for name in side.names if name.kind == "arxiv"} for side in (one, other))
    return bool(numbers and others)


def _by_name(pair: _Pair, kind: str) -> Verdict:
    """An exact name is believed unless everything else speaks against it: volumes lend their DOI to chapters."""
    one, other = pair.one.title, pair.other.title
    reason = f"the same {kind}"
    if one.key and other.key and (numbered_apart(one, other) or one.beside != other.beside):
        return Verdict(Answer.UNSURE, (reason, "but the titles tell parts apart"))
    titled = one.key and other.key
    if (titled and close(one, other)) or pair.overlap.within >= RELATED or (not titled and not pair.overlap.telling):
        return Verdict(Answer.SAME, (reason,))
    if pair.same_people and not pair.one.title.front_matter and kind != "address":
        return Verdict(Answer.SAME, (reason, "the same authors"))
    return Verdict(Answer.UNSURE, (reason, "but title and abstract have little in common"))


def _by_text_alone(pair: _Pair) -> Verdict:
    if pair.overlap.likeness >= NEARLY_EQUAL and not pair.strangers:
        return Verdict(Answer.SAME, (pair.text(),))
    if pair.overlap.likeness >= WITHIN or pair.overlap.within >= NEARLY_EQUAL:
        return Verdict(Answer.UNSURE, (pair.text(), "but one has no title"))
    return Verdict(Answer.DIFFERENT, ("the abstracts differ",))


def _by_title(pair: _Pair) -> Verdict:
    one, other = pair.one.title, pair.other.title
    if one.front_matter or other.front_matter:
        return _front_matter(pair)
    if one.beside != other.beside:
        return Verdict(Answer.DIFFERENT, ("one accompanies a paper, its title says",))
    if one.key == other.key:
        return _same_title(pair)
    if numbered_apart(one, other):
        return Verdict(Answer.DIFFERENT, ("numbers in the titles tell them apart",))
    return _other_title(pair)


def _front_matter(pair: _Pair) -> Verdict:
    equal = pair.one.title.key == pair.other.title.key and pair.overlap.likeness >= NEARLY_EQUAL
    if equal and pair.same_volume and not pair.strangers:
        return Verdict(Answer.SAME, ("the same front matter of the same volume",))
    return Verdict(Answer.DIFFERENT, ("they are front matter, which many volumes have",))


def _same_title(pair: _Pair) -> Verdict:
    overlap, title = pair.overlap, "the same title"
    if pair.strangers:
        sure = overlap.likeness >= NEARLY_EQUAL
        reasons = (title, pair.text(), *(() if sure else ("but other authors",)))
        return Verdict(_if(sure, overlap.likeness >= RELATED), reasons)
    if overlap.likeness >= RELATED or overlap.within >= WITHIN:
        return _same_title_and_text(pair)
    if pair.same_volume:
        return Verdict(Answer.UNSURE, (title, "but twice in one volume, with other abstracts"))
    certain = pair.one.title.telling and pair.same_people and pair.years_fit
    return Verdict(
        _if(certain, unsure=True), (title, "the same authors" if pair.same_people else "but other abstracts")
    )


def _same_title_and_text(pair: _Pair) -> Verdict:
    sure = pair.authors is None or pair.authors >= WITHIN
    alike = pair.overlap.likeness >= ALIKE or pair.one.title.telling
    return Verdict(_if(sure and alike, unsure=True), ("the same title", pair.text()))


def _other_title(pair: _Pair) -> Verdict:
    overlap = pair.overlap
    if pair.strangers:
        return Verdict(Answer.DIFFERENT, ("other titles and other authors",))
    if overlap.likeness >= ALIKE and pair.same_people and retitled(pair.one.title, pair.other.title):
        return Verdict(Answer.SAME, ("much the same title", "the same authors", pair.text()))
    if overlap.likeness >= ALIKE or overlap.within >= NEARLY_EQUAL:
        return Verdict(Answer.UNSURE, (pair.text(), "but other titles"))
    return Verdict(Answer.DIFFERENT, ("other titles",))


def _if(same: bool, unsure: bool) -> Answer:
    if same:
        return Answer.SAME
    return Answer.UNSURE if unsure else Answer.DIFFERENT
