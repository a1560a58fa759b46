"""Things to type that find something, made from papers of the library itself."""

import re
from collections.abc import Sequence

from handlers.blocks import kit, lines
from search.language.words import STOP_WORDS
from search.models import Paper

PAPERS = 3
"""How many papers the examples are made from."""

_WORDS = 3
_WORD = re.compile(r"[^\W_]+(?:-[^\W_]+)*")


def examples(papers: Sequence[Paper]) -> tuple[str, ...]:
    """A search, a look at one paper and a look around one paper; none without papers."""
    if not papers:
        return ()
    first, second, third = (papers[place % len(papers)] for place in range(PAPERS))
    made = (key_words(first), f"show {kit.tidy(second.id)}", f"similar {kit.tidy(third.id)}")
    return tuple(filter(None, made))


def key_words(paper: Paper) -> str:
    """The first telling words of the headline, behind its name where it has one (`KVFlow: prefix caching ...`)."""
    headline = lines.name(paper)
    _, _, behind = headline.partition(":")
    words = [word for word in _WORD.findall(behind or headline) if word.casefold() not in STOP_WORDS]
    return " ".join(word if word[1:] != word[1:].lower() else word.lower() for word in words[:_WORDS])
