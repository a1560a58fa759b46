"""What a paper calls its own system: from the title, or else from the abstract."""

import re
from functools import lru_cache

from search.language.clean import clean
from search.language.naming import is_distinct, stated_name
from search.language.vocabulary import GENERAL
from search.models import Paper

_PREFIX = re.compile(r"([^:—?!.]{2,40}(?:\.\d[^:—?!]{0,10})?)(?::| —| –)\s")


def system_name(paper: Paper) -> str | None:
    """The name as written (`KVFlow`, `iP-VAE`); None rather than a guess, and never a general acronym."""
    return _system_name(paper.title or "", paper.abstract)


@lru_cache(maxsize=8192)
def _system_name(title: str, abstract: str) -> str | None:
    text = clean(abstract)
    return _title_name(clean(title), text) or stated_name(text)


def _title_name(title: str, text: str) -> str | None:
    match = _PREFIX.match(title)
    if match is None:
        return None
    name: str = match[1].strip(" \"“”'")
    if " " not in name:
        return name if is_distinct(name) or _is_used_as_name(name, text) else None
    short = re.search(rf"{re.escape(name)} \(([\w-]+)\)", text)
    if short and is_distinct(short[1]):
        return short[1]
    words = name.split()
    proper = len(words) <= 4 and all(word[0].isupper() or word[0].isdigit() for word in words)
    return name if proper and "," not in name and name in text else None


def _is_used_as_name(word: str, text: str) -> bool:
    """A capitalised word that the abstract also capitalises in the middle of its sentences, and never writes small."""
    if word in GENERAL or not word[:1].isupper() or len(word) < 3:
        return False
    inside = re.search(rf"[a-z,(] {re.escape(word)}\b", text)
    return bool(inside) and not re.search(rf"\b{re.escape(word.lower())}\b", text)
