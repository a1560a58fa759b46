"""One line that says what a paper is: its title, or `NAME: what it is`, or its contribution in short."""

import re
from functools import lru_cache

from search.language.clean import clean
from search.language.contribution import contribution
from search.language.names import system_name
from search.language.phrases import noun_phrase, plain_phrase
from search.language.sentences import sentences
from search.language.shorten import shortened
from search.language.vocabulary import CUE, KINDS
from search.models import Paper

LONGEST = 120
"""Characters of a headline that we make; titles are shown in full."""
NO_ABSTRACT = "(no abstract)"


def headline(paper: Paper) -> str:
    """One line without LaTeX or Markdown; made from the abstract when there is no title."""
    return _headline(paper.title or "", paper.abstract)


@lru_cache(maxsize=8192)
def _headline(title: str, abstract: str) -> str:
    own = " ".join(clean(title).split())
    if own:
        return own
    text = clean(abstract)
    if not text:
        return NO_ABSTRACT
    parts = sentences(text)
    name = system_name(Paper(abstract=abstract))
    return (_of_name(name, parts) if name else None) or _of_contribution(parts, name) or noun_phrase(parts[0], LONGEST)


def _of_name(name: str, parts: tuple[str, ...]) -> str | None:
    """`KVFlow: a workflow-aware KV cache management framework for agentic workloads`."""
    first = contribution(parts, name) or 0
    ordered = (parts[first], *parts[:first], *parts[first + 1 :])
    finders = (_apposed, _kind_before, _expansion, _does)
    found = (find(name, part) for part in ordered for find in finders)
    what = next((description for description in found if description), None)
    if what is None:
        return None
    line = what if what.startswith(f"{name} ") else f"{name}: {what}"
    return shortened(line, LONGEST)


def _name(name: str) -> str:
    """The name in running text, after its expansion and before it alike."""
    return rf"[\"“]?(?<![\w-]){re.escape(name)}(?![\w-])[\"”]?(?: \([^()]*\))?\)?"


def _apposed(name: str, part: str) -> str | None:
    """What follows the name as its description: `NAME, a framework for ...`, `NAME is a ...`."""
    match = re.search(
        rf"{_name(name)}(?: \w+)?(?:,|\s?—|\s?–|:| is| are)\s?(?P<what>(?:an?|the first|the only|our) .+)", part
    )
    if match is None or _finds_only(part):
        return None
    return plain_phrase(match["what"])


def _kind_before(name: str, part: str) -> str | None:
    """The description that the name ends: `an iterative method, namely NAME`, `an algorithm (NAME) for ...`."""
    match = re.search(_name(name), part)
    if match is None:
        return None
    before = part[: match.start()].strip()
    cue = CUE.search(before)
    called = re.search(r",? (?:called|named|termed|dubbed|namely|coined|i\.e\.)\b.*$", before)
    if cue is None and called is None:
        return None
    before = before[cue.end() if cue else 0 : called.start() if called else len(before)].strip().rstrip("(, ")
    if cue is None:
        before = before[max(before.rfind(f" {article} ") for article in ("a", "an", "the")) + 1 :]
    kind = re.match(rf"(?P<what>an? (?:[^,;]*?)\b(?:{KINDS})\b[^,;]*)(?P<more>.*)$", before)
    if kind is None:
        return None
    what, after = kind["what"], part[match.end() :]
    goes_on = (
        re.match(r"\s*(?:for|that|which|to|of|based on|using)\b.*", after.lstrip(",")) if not kind["more"] else None
    )
    described = plain_phrase(what + (f" {goes_on[0].strip()}" if goes_on else ""))
    return described if len(described.split()) > 3 or goes_on else None


def _expansion(name: str, part: str) -> str | None:
    """The words before `(NAME)`, with what it does when that follows."""
    proper = rf"(?:[A-Z][\w-]*(?:,? (?:and |for |of |to |in |with |via )?))+\({re.escape(name)}\)"
    match = re.search(rf"(?P<words>{proper})(?P<rest>.*)", part)
    if match is None:
        return None
    words = match["words"].rpartition(" (")[0]
    does = re.match(r",? (?:that|which) \w+s? .+|\s?(?:for|to) .+", match["rest"])
    return plain_phrase(words + (does[0] if does else ""))


def _does(name: str, part: str) -> str | None:
    """`NAME integrates ...`: a sentence about the name, or its relative clause."""
    match = re.search(rf"{_name(name)}(?:,? (?:that|which)|,)? (?P<does>[a-z]+s (?!are\b|is\b|of\b).+)", part)
    if match is None or _finds_only(part):
        return None
    return f"{name} {plain_phrase(match['does'])}"


def _finds_only(part: str) -> bool:
    return (
        re.search(
            r"^(?:(?:Extensive|Comprehensive|Our|Empirical|Numerical|Experimental) )?(?:[Ee]xperiment|[Ee]valuation|"
            r"[Rr]esult)s?\b|\b(?:outperforms?|achieves|available at|the first to)\b",
            part,
        )
        is not None
    )


def _of_contribution(parts: tuple[str, ...], name: str | None) -> str | None:
    index = contribution(parts, name)
    return noun_phrase(parts[index], LONGEST) if index is not None else None
