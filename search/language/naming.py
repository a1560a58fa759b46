"""The name that an abstract itself gives to what it proposes."""

import re

from search.language.vocabulary import CUE, GENERAL, KINDS

_WORD = r"[A-Za-zΑ-ω0-9$∞][\w$]*(?:[-–+./&@][\w∞$]+)*(?:\+\+|\+|\*|²|³)?"
_MARKUP = r"[\"“‘']?"
_NAME = rf"{_MARKUP}(?P<name>{_WORD})[\"”’']?"
_PROPER = r"[A-Z][\w*²³]*(?:[-–][\w*]+)*"
_PROPER_NAME = (
    rf"{_MARKUP}(?P<proper>{_PROPER}(?:,? (?:and |for |of |to |the |in |with |via )?{_PROPER}){{0,7}})[\"”’']?"
)
_ENDS = (
    r"(?=\s*(?:[,:;.(—–]|$)|\s+(?:that|which|is|as|to|for|and|with|using|in|by|based|on|an?|our|the|specifically|,)\b)"
)
_SPELLED = rf"{_PROPER_NAME},? \((?:or )?{_MARKUP}(?P<short>{_WORD})[\"”’']?[),;]"
_ARTICLE = r"(?:the |a |an |our |so-called )?"
_DIRECT = re.compile(rf"\s*:?\s*(?:[^\w\s\"“‘'(]+\s+)?{_ARTICLE}(?:{_SPELLED}|{_NAME}{_ENDS})")
_DIRECT_PROPER = re.compile(rf"\s*:?\s*(?:the )?{_PROPER_NAME}(?=\s*(?:[,:(—–]|that\b|which\b|$))")
_CALLED = re.compile(
    rf"\b(?:called|named|termed(?: as)?|dubbed|namely|coined|entitled|titled|denoted(?: as| by)?|referred to as|"
    rf"(?:that|which) we (?:call|name|term|dub|"
    rf"refer to as|denote)|we (?:call|name|dub|term)(?: it| this \w+| our \w+)?|abbreviated(?: as)?|"
    rf"i\.e\.,),?:? {_ARTICLE}(?:{_SPELLED}|{_NAME}{_ENDS})"
)
_AFTER_COLON = re.compile(rf"^[^,;.()]*\b(?:{KINDS})\s?[:—–] {_ARTICLE}(?:{_SPELLED}|{_NAME}{_ENDS})")
_CALLED_PROPER = re.compile(
    rf"\b(?:called|named|termed|dubbed|coined) {_ARTICLE}{_PROPER_NAME}(?=\s*(?:[,:(—–.;]|that\b|which\b|to\b|for\b|$))"
)
_SHORT = re.compile(
    rf"\((?:or |i\.e\., |called |named |dubbed |denoted |termed )?{_MARKUP}(?P<short>{_WORD})[\"”’']?(?:[,;:][^()]*)?\)"
)
_KIND_NAME = re.compile(
    rf"\b(?:our|the proposed|the resulting|resulting|proposed|new|novel)(?: [\w-]+){{0,4}}? (?:{KINDS})(?:,| \(|"
    rf",? called|,? named)? ?{_NAME}(?=[,).:]| (?:is|which|that|has|achieves|can)\b)"
)
_OUR_NAME = re.compile(
    rf"\b(?:[Oo]ur|[Tt]he proposed|[Tt]he resulting) {_NAME}(?: (?:{KINDS})\b(?=[, .])| (?=achieves|outperforms|"
    rf"enables|significantly|demonstrates|can\b))"
)
_OBJECT_NAME = re.compile(rf"^[^,;:.()]*?\b(?:{KINDS})s? {_NAME}(?=\s*(?:[,:;.(—]|that\b|which\b|for\b|to\b|is\b|$))")
_CLAUSE = re.compile(r"[;:]|, (?:which|that|where|and (?:we|show|prove)|a |an |the )|\b(?:which|that)\b")
_TOPIC = re.compile(
    r"\b(?:for|of|in|on|with|using|via|from|under|through|by|to|between|against|based on|into|over|across)\b"
)
_SENTENCE_END = re.compile(r"(?<=[.?!])\s+(?=[A-Z“\"])")


def stated_name(text: str) -> str | None:
    """The name in the written form (`iP-VAE`), from readable text; None unless the abstract plainly gives one."""
    sentences = _SENTENCE_END.split(text)
    for finder in (_announced, _owned, _called_here):
        for sentence in sentences:
            name = finder(sentence)
            if name is not None:
                return name
    return None


def is_distinct(word: str) -> bool:
    """Whether a single word looks like a name: capitals inside, in a row or with digits, and not in general use."""
    if (
        word in GENERAL
        or word.rstrip("s") in GENERAL
        or not 2 <= len(word) <= 40
        or (len(word) == 2 and not word.isupper())
    ):
        return False
    if re.fullmatch(r"\d+[DdK]?", word):
        return False
    parts = re.split(r"[-–/]", word)
    if len(parts) > 1 and all(part in GENERAL or not part for part in parts):
        return False
    letters = [letter for letter in word if letter.isalpha()]
    capitals = sum(letter.isupper() for letter in letters)
    if not letters or capitals == 0:
        return False
    inner = any(letter.isupper() for part in parts for letter in part[1:])
    digits = any(letter.isdigit() for letter in word) and capitals > 0 and len(letters) > 1
    joined = len(parts) > 1 and sum(part[:1].isupper() for part in parts) == len(parts)
    return inner or digits or joined


def _announced(sentence: str) -> str | None:
    """The name in a sentence such as `We propose NAME, a method ...` or `... a method called Expansion (NAME)`."""
    cue = CUE.search(sentence)
    if cue is None:
        return None
    rest = sentence[cue.end() :]
    finders = (_direct, _called, _after_colon, _called_proper, _bracketed, _after_kind, _proper)
    return next((name for name in (finder(rest) for finder in finders) if name), None)


def _direct(rest: str) -> str | None:
    match = _DIRECT.match(rest)
    return _given(match) if match else None


def _called(rest: str) -> str | None:
    for match in _CALLED.finditer(rest):
        name = _given(match)
        if name:
            return name
    return None


def _called_here(sentence: str) -> str | None:
    """A name given in passing, by the authors and not to the work of others."""
    return _called(sentence) if re.search(r"\b(?:[Ww]e|[Oo]ur|[Tt]his (?:paper|work))\b", sentence) else None


def _after_colon(rest: str) -> str | None:
    match = _AFTER_COLON.match(rest)
    return _given(match) if match else None


def _called_proper(rest: str) -> str | None:
    match = _CALLED_PROPER.search(rest)
    return match["proper"] if match and len(match["proper"]) <= 40 else None


def _given(match: re.Match[str]) -> str | None:
    for group in ("short", "name"):
        word = match[group]
        if word:
            word = word.rstrip(".")
            return word if is_distinct(word) else None
    return None


def _bracketed(rest: str) -> str | None:
    """`a model-based algorithm (RTZ-VI-LCB)`, or an expansion that is the object itself, not what it is for."""
    match = _SHORT.search(rest)
    if match is None or not is_distinct(match["short"]):
        return None
    before = rest[: match.start()].rstrip()
    clause = _CLAUSE.search(before)
    if clause:
        return None
    expansion = _expansion_start(before, match["short"])
    if expansion is None:
        return match["short"] if re.search(rf"\b(?:{KINDS})s?$", before) and not _TOPIC.search(before) else None
    return None if _TOPIC.search(before[:expansion]) else match["short"]


def _expansion_start(before: str, short: str) -> int | None:
    """Where the words begin whose initials, in order, give the short form; None when they do not."""
    letters = [letter.lower() for letter in short if letter.isalpha()]
    words = list(re.finditer(r"[A-Za-z0-9]+", before))
    start: int | None = None
    for word in reversed(words):
        if not letters:
            break
        piece = word[0].lower()
        while letters and letters[-1] in piece[1:] and piece[0] != letters[-1] and len(letters) > 1:
            letters.pop()
        if letters and piece[0] == letters[-1]:
            letters.pop()
            start = word.start()
    return start if not letters else None


def _after_kind(rest: str) -> str | None:
    match = _OBJECT_NAME.match(rest)
    return match["name"] if match and is_distinct(match["name"]) else None


def _proper(rest: str) -> str | None:
    """A name of ordinary words, known by its capitals: `Heterogeneous Swarms`."""
    match = _DIRECT_PROPER.match(rest)
    if match is None:
        return None
    name: str = match["proper"]
    words = name.split()
    if (
        "," in name
        or len(words) > 4
        or len(name) > 40
        or name in GENERAL
        or (words[-1].endswith(("ing", "ed")) and len(words) == 1)
    ):
        return None
    single = len(words) == 1
    follows = rest[match.end() :].lstrip()[:1]
    if single and (follows not in {",", "(", ":", "—", "–"} or words[0] in {"I", "A", "The", "Two", "Three"}):
        return None
    return name


def _owned(sentence: str) -> str | None:
    """`Our resulting method, HyperMARL,`; `our VAGEN framework`."""
    for pattern in (_KIND_NAME, _OUR_NAME):
        match = pattern.search(sentence)
        if match and is_distinct(match["name"]):
            return match["name"]
    return None
