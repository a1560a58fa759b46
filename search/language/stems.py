"""The stem of an English word, after British spelling is made American."""

import re
import threading

import Stemmer

CACHED_STEMS = 60_000

OUR = re.compile(
    r"^(.*(?:behavi|neighb|endeav|flav|harb|splend|col|fav|hon|lab|rum|tum|vap|hum|vig|rig|arm|od|cand|savi))our"
)
LYSE = re.compile(r"lys(e|ed|er|ers|ing)$")
ISE = re.compile(r"^(\w{2,}[^aouvw\W])is(e|ed|es|er|ers|ing|ation|ations|ational|able)$")
ENDS_IN_ISE = re.compile(
    r"^(?:(?:com)?prom|dem|prem|prec|conc|exc|exerc|franch|expert|treat|parad|merchand|mort|\w*(?:pr|nr|gu))is"
)
DOUBLED = re.compile(
    r"^((?:re|un|mis|pre)?(?:model|label|signal|travel|cancel|channel|level|tunnel|fuel|panel|total|equal|initial|marshal"
    r"|dial|spiral|unravel|pencil|counsel|jewel|rival|kernel))l(ed|ing|er|ers|ings)$"
)
WHOLE_WORDS = {
    "centre": "center", "centred": "centered", "centres": "centers", "metre": "meter", "metres": "meters",
    "fibre": "fiber", "fibres": "fibers", "theatre": "theater", "theatres": "theaters", "litre": "liter",
    "catalogue": "catalog", "catalogues": "catalogs", "analogue": "analog", "analogues": "analogs",
    "dialogue": "dialog", "dialogues": "dialogs", "grey": "gray", "greyscale": "grayscale", "artefact": "artifact",
    "artefacts": "artifacts", "programme": "program", "programmes": "programs", "ageing": "aging",
    "defence": "defense", "defences": "defenses", "offence": "offense", "licence": "license", "licences": "licenses",
    "practise": "practice", "practised": "practiced", "practises": "practices", "practising": "practicing",
    "judgement": "judgment", "judgements": "judgments", "sceptical": "skeptical", "mould": "mold", "plough": "plow",
    "gpus": "gpu", "cpus": "cpu", "tpus": "tpu", "fulfil": "fulfill", "enrol": "enroll",
    "skilful": "skillful", "tyre": "tire", "tyres": "tires",
}  # fmt: skip

PLURAL_ACRONYM = re.compile(r"^([^aeiouy]{2,})s$")

_known: dict[str, str] = {}
_own = threading.local()


def stem(word: str) -> str:
    """The stem of a folded word; words with digits, signs or foreign letters are their own stem."""
    known = _known.get(word)
    if known is None:
        known = _stem(word) if word.isascii() and word.isalpha() else word
        if len(_known) >= CACHED_STEMS:
            _known.clear()
        _known[word] = known
    return known


def american(word: str) -> str:
    """The American spelling of a folded word where only the spelling differs (`modelling`, `colour`, `optimise`)."""
    whole = WHOLE_WORDS.get(word)
    if whole is not None:
        return whole
    if "ou" in word:
        return OUR.sub(r"\1or", word)
    if "ll" in word:
        return DOUBLED.sub(r"\1\2", word)
    if "lys" in word:
        return LYSE.sub(r"lyz\1", word)
    if "is" in word and not ENDS_IN_ISE.match(word):
        return ISE.sub(r"\1iz\2", word)
    return word


def _stem(word: str) -> str:
    stemmer = getattr(_own, "stemmer", None)
    if stemmer is None:  # A stemmer must not be shared between threads.
        stemmer = _own.stemmer = Stemmer.Stemmer("english", 0)
    return str(stemmer.stemWord(PLURAL_ACRONYM.sub(r"\1", american(word))))
