"""Whether a text says that a paper was withdrawn, as authors put it in the place of an abstract or in a comment."""

import re

SAID = re.compile(
    r"\W*(?:this (?:paper|article|submission|manuscript|work|preprint) (?:has been|was|is)(?: being)? |paper )?"
    r"(?:temporarily |now )?withdrawn\b.{0,300}",
    re.IGNORECASE | re.DOTALL,
)


def says_withdrawn(text: str) -> bool:
    """Whether that is all it says, with a reason at most: an abstract on withdrawn troops says more."""
    return SAID.fullmatch(text) is not None
