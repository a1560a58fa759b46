"""What a sentence says, without the words that every paper says."""

import re

from search.language.contribution import STUDY_CUE
from search.language.shorten import shortened
from search.language.vocabulary import CUE

_CLAIM = r"(?:very |conceptually )?(?:simple|novel|new|effective|efficient|powerful|general|principled|practical)"
_NOVEL = re.compile(
    rf"^(?P<article>an? )?(?:conceptually )?(?:{_CLAIM}(?:,? (?:yet|but|and)|"
    rf",) (?:and )?(?:{_CLAIM},? (?:and )?)*{_CLAIM}|novel|new) (?=[\w“\"])"
)
_MADE_FOR = re.compile(
    r",? (?:that is |which is )?(?:specifically |specially |explicitly )?(?:tailored|designed|"
    r"intended)(?: specifically)? (?=for |to )"
)
# What the sentence goes on to say is another matter: `and show that`, `: (1) ..., (2) ...`.
_FURTHER = re.compile(
    r"(?:,? and (?:we )?|, (?:and )?(?:we )?)(?:show|prove|demonstrate|provide|identify|validate|evaluate|find|propose|"
    r"establish|derive|apply)\b.*$"
    r"|: (?:\(?[1i]\)|First).*$"
)
_TAKES_THAT = re.compile(
    r"^(?:show|prove|demonstrate|find|argue|observe|reveal|report|establish)\b(?: that|:)?\s*(?:First, )?"
)
_NOUN_FOLLOWS = re.compile(
    r"^(?:study|investigate|consider|explore|address|tackle|ask|aim to|aims to|take (?:the|"
    r"a) (?:first )?steps? towards?|focus(?:es)? on|deals? with|studies|investigates|considers|explores|"
    r"examines|addresses|tackles|analyzes|provide|give|discuss|describe|report|describes|provides|discusses|"
    r"characterize|uncover|establish|obtain)\b\s*"
)
_PROBLEM_OF = re.compile(r"^(?:the )?(?:problem|task|question|setting|issue) of (?=\w+ing\b|[a-z]+)", re.IGNORECASE)
_VOWEL_SOUND = re.compile(r"(?:[aeio]|u(?!ni[a-z]|se|til)|[FHLMNRSX](?=[A-Z\d-])|AI|[AEIO])")
_POINTS_BACK = re.compile(r"(?:this|these|that|it|its|them|such)\b")
_HERE = re.compile(r"^(?:In this (?:paper|work|study|article)|Here),? ")
_THROUGH = re.compile(r"^this (?:\w+ )?through (?=an? )")


def noun_phrase(sentence: str, longest: int) -> str:
    """The sentence without `In this paper, we ...`, as a noun phrase where its verb allows."""
    cues = list(CUE.finditer(sentence))
    study = STUDY_CUE.search(sentence)
    if cues:
        rest = re.sub(r"^ to (\w+)\b", lambda match: _gerund(match[1]), sentence[cues[-1].end() :])
    elif study:
        rest = _after_study(sentence[study.start("verb") :])
    else:
        rest = re.sub(r"^We (\w+)", lambda match: _gerund(match[1]), _HERE.sub("", sentence))
    rest = plain_phrase(re.sub(r"^(?: and \w+)?[:,\s]+", "", rest))
    return _capital(shortened(re.sub(r"^(?:an?|the|our) (?=\S+ \S+)", "", rest) if cues else rest, longest))


def _after_study(rest: str) -> str:
    for pattern in (_TAKES_THAT, _NOUN_FOLLOWS):
        match = pattern.match(rest)
        if match and not _POINTS_BACK.match(rest[match.end() :]):
            return _PROBLEM_OF.sub("", rest[match.end() :])
    verb, _, after = rest.partition(" ")
    after = re.sub(r"^and \w+ ", "", after)
    through = _THROUGH.match(after)
    return after[through.end() :] if through else f"{_gerund(verb)} {after}"


def _gerund(verb: str) -> str:
    """`leverages` and `leverage` as `Leveraging`."""
    base = re.sub(r"(?<=[a-z])s$", "", verb) if not verb.endswith("ss") else verb
    stem = base[:-1] if base.endswith("e") and not base.endswith("ee") else base
    return f"{stem}ing".capitalize()


def plain_phrase(words: str) -> str:
    """Without the claims every paper makes, `a novel ...`, and without roundabout `tailored for`."""
    text = _MADE_FOR.sub(" ", words.strip().rstrip(".;:"))
    text = _FURTHER.sub("", text)
    claim = _NOVEL.match(text)
    if claim:
        text = text[claim.end() :]
        text = f"{_article(text)} {text}" if claim["article"] else text
    return re.sub(r"\s+", " ", text)


def _article(word: str) -> str:
    return "an" if _VOWEL_SOUND.match(word.lstrip("“\"'(")) and not re.match(r"(?:one\b|eu|RF[A-Z])", word) else "a"


def _capital(text: str) -> str:
    first = text.split(" ", 1)[0]
    return text if any(letter.isupper() for letter in first) else text[:1].upper() + text[1:]
