"""The one paper that a person means: named by its handle, title or system, or by an address that belongs to it."""

import re

from handlers.ports import Services
from search.grammar import asked, identify
from search.grammar.idle import telling
from search.language.clean import clean
from search.language.words import WRITTEN, squeeze
from search.models import Paper
from search.query import Identifier

_LONGEST_NAME = 300
_SHOW = re.compile(
    r"(?:(?:please|can you|could you|would you|i want to|let me|let's|hey|hi)[, ]+)*"
    r"(?:(?:show|open|read|give|get|find|bring|pull up|display|see|explain|summari[sz]e)(?: me| us)?|"
    r"(?:tell me|say)(?: more| something)? about|more (?:on|about)|what about|how about|do (?:you|we) (?:know|have)|"
    r"who (?:wrote|published|made)|who (?:is|are) (?:behind|the authors? of)|title:)"
    r"(?: the)?(?: (?:paper|article))?(?: (?:called|titled|named))?\s+(?P<name>.+?)(?: paper)?",
    re.IGNORECASE,
)
_LIKE = re.compile(
    r"(?P<lead>.*?)\b(?:like|similar to|related to|close to|akin to|comparable to|in the (?:vein|spirit|style) of)\s+"
    r"(?:the )?(?:paper )?(?:this(?: one| paper)?[:,]?\s+)?(?P<name>.+?)(?:\s+paper)?",
    re.IGNORECASE,
)
_MORE = frozenset({"more", "other", "others", "similar", "further"})
_AT_LAST = re.compile(r"[,\s]+(?:please|pls|thanks|thank you)[\s.!?]*$", re.IGNORECASE)
_EDGES = " \"'“”‘’.?!,;:<>()"
_SIGN_OF_A_NAME = re.compile(r"[A-Z0-9]|\w-\w")


def identifiers(said: str) -> tuple[Identifier, ...]:
    """The arXiv ids, DOIs and addresses in the text, in their order, each once."""
    return tuple(dict.fromkeys(filter(None, map(identify, said.split()))))


def without_identifiers(said: str) -> str:
    """The rest of the text."""
    return " ".join(word for word in said.split() if not identify(word))


def named(said: str, services: Services) -> Paper | None:
    """The paper whose name the text is, or asks to be shown. A word in small letters that happens to be a system's name
    (`master`) is a search, which finds that paper first."""
    bare = _bare(said)
    shown = _SHOW.fullmatch(bare)
    if shown and (paper := _called(asked(shown["name"]).strip(_EDGES), services)):
        return paper
    paper = _called(re.sub(r"^the |\s+paper$", "", bare), services) or _called(bare, services)
    return paper if paper and _is_meant(bare, paper) else None


def likened(said: str, services: Services) -> tuple[Paper | None, str]:
    """In `papers like X`, the paper X, or None and the name where nobody knows it; no name where that is not said."""
    match = _LIKE.fullmatch(_bare(said)) if len(said) <= _LONGEST_NAME else None
    if not match or {*telling(tuple(WRITTEN.findall(match["lead"])))} - _MORE:
        return None, ""
    name = match["name"].strip(_EDGES)
    for identifier in identifiers(name):
        if paper := services.library.identified(identifier):
            return paper, name
    paper = _called(name, services)
    return paper, name if paper or _looks_like_a_name(name) else ""


def _bare(said: str) -> str:
    return _AT_LAST.sub("", said).strip(_EDGES)


def _called(name: str, services: Services) -> Paper | None:
    return services.library.named(name) if 1 < len(name) <= _LONGEST_NAME else None


def _is_meant(bare: str, paper: Paper) -> bool:
    title = squeeze(clean(paper.title or ""))
    return bare.casefold() == paper.id or title == squeeze(bare) != "" or bool(_SIGN_OF_A_NAME.search(bare))


def _looks_like_a_name(name: str) -> bool:
    words = telling(tuple(name.split()))
    return len(words) == 1 or (len(words) <= 3 and all(word[0].isupper() for word in words))
