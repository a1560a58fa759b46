"""Which records are of the same paper, whatever coat it wears, and how they become one without losing anything."""

from search.duplicates.candidates import Hint, candidates, hint
from search.duplicates.known import Again, clearly_another, known_again, mixed_up
from search.duplicates.merging import Coat, Merged, Value, merge, split
from search.duplicates.shingles import Overlap, overlap_of
from search.duplicates.traits import Traits, traits
from search.duplicates.verdict import Answer, Verdict, decide, verdict

__all__ = [
    "Again",
    "Answer",
    "Coat",
    "Hint",
    "Merged",
    "Overlap",
    "Traits",
    "Value",
    "Verdict",
    "candidates",
    "clearly_another",
    "decide",
    "hint",
    "known_again",
    "merge",
    "mixed_up",
    "overlap_of",
    "split",
    "traits",
    "verdict",
]
