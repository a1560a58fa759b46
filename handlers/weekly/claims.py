"""What a sentence of an abstract says by itself, short enough to be repeated."""

import re

QUOTED = 150
"""Characters of the abstract that a question repeats at most: a talk begins with something short."""
SHORTEST = 12

LEAD = re.compile(
    r"^(?:However|Yet|But|Nonetheless|Nevertheless|Unfortunately|Moreover|Furthermore|In addition|Additionally|Finally|"
    r"Notably|Particularly|Impressively|Empirically|Experimentally|As a result|Also|Crucially|Overall), (?=\S)"
)
_ASIDE = re.compile(
    r"^(?:While|Although|Though|Despite|As|Due to|Since|When|For|In)\b[^,]*, (?:yet |however, )?(?=[a-z])"
)
_FOUND_THAT = re.compile(
    r"^(?:.{0,90}\b(?:[Ee]xperiments?|[Rr]esults?|[Ee]valuations?|[Aa]nalys[ie]s|[Ss]tudy|[Ww]e)\b.{0,90}?)?"
    r"\b(?:shows?|demonstrates?|reveal(?:s|ed)?|find|found|indicates?|prove|suggests?) (?:how |that )(?:our )?",
    re.DOTALL,
)
_TRAILS = re.compile(
    r", (?:which|thereby|leading|making|resulting|as|highlighting|denoting|even|while|but|underscoring|demonstrating|"
    r"validating|guiding|offering|posing|marking|establishing|preventing)\b|; |: |, i\.e\."
)
_RATHER = re.compile(r"^.*; (?:however|yet), ")
DANGLES = re.compile(
    r"\bboth (?:issues|problems|challenges)\b|\b(?:this|these|those|such(?! as))\b|^(?:it|they|its|their|we|our|to)\b",
    re.IGNORECASE,
)
_NOTHING_SAID = re.compile(
    r"validat\w+ (?:the|its)|effectiveness|\bsuperior(?:ity)?\b|(?:^|, )(?:and|or|with)\b.{0,20}$"
)
_QUOTES = str.maketrans({"“": "‘", "”": "’"})
_STRAIGHT = re.compile(r'"([^"]*)"')


def claim(sentence: str) -> str:
    """What the sentence says, without how it was found out and what follows from it; empty where that is too long, or
    says nothing by itself."""
    told = _ASIDE.sub("", _RATHER.sub("", _FOUND_THAT.sub("", LEAD.sub("", sentence.rstrip(".")), count=1)))
    if len(told) > QUOTED:
        cuts = [found.start() for found in _TRAILS.finditer(told, QUOTED // 3, QUOTED)]
        told = told[: cuts[-1]] if cuts else ""
    sound = len(told) > 2 * SHORTEST and balanced(told) and not DANGLES.search(told) and not _NOTHING_SAID.search(told)
    return capital(told) if sound else ""


def balanced(words: str) -> bool:
    """Whether no bracket and no compound word was cut open."""
    return words.count("(") == words.count(")") and not words.endswith("-")


def quote(words: str) -> str:
    """The words in quotes, without the stop at their end; quotes within them become single ones."""
    inner = _STRAIGHT.sub(r"‘\1’", words.strip().translate(_QUOTES))
    return f"“{inner if inner.endswith('?') else inner.rstrip('.,;:')}”"


def capital(line: str) -> str:
    """The line with a capital, unless its first word has its own spelling."""
    first = line.split(" ", 1)[0]
    return line if any(letter.isupper() for letter in first) else line[:1].upper() + line[1:]
