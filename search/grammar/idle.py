"""Words with which people ask and which say nothing of what they ask for."""

import re

from search.language.vocabulary import word_set
from search.language.words import STOP_WORDS, fold, squeeze

_WORDS = word_set(
    """
    actually already also am among anybody anyone anything arent article articles being bit cannot cant couldnt did
    didnt does doesnt doing done dont each either else ever every everyone everything find get gets getting give
    gives go got guess guys hadnt hasnt havent he hello her hers hey hi him his hows id ill im instead isnt its ive
    just kind kindly know let lets like look looking many may maybe me might mine much must need needs neither nor
    ok okay one ones only our ours ourselves own paper paperboy papers per perhaps please pls preprint preprints
    probably publication publications quite rather really same see seems seen shall she show somebody somehow
    someone something sort still stuff sure tell thank thanks thats theres theyre thing things though too upon us
    use used uses using versus very via vs want wants wasnt were werent weve whats wheres whether which whichever
    while whos within without wont wouldnt yes yet youre
    """
)
_SILENT = _WORDS | STOP_WORDS
_SHOUTED = frozenset(word.upper() for word in _SILENT)
_LEADS = (
    r"what\s+happens\s+(?:when|if)",
    r"(?:is|would)\s+it\s+(?:be\s+)?(?:okay|ok|possible|fine|true|worth)(?:\s+(?:to|that|if))?",
    r"what(?:'s|\s+is)\s+(?:wrong\s+with|known\s+about|the\s+best\s+way\s+to)",
    r"how\s+do\s+(?:you|i|we|they|people)\s+deal\s+with",
    r"what\s+do\s+(?:you|we|people)\s+(?:think|know|say)(?:\s+(?:about|of))?",
    r"does\s+(?:any|some)(?:one|body)\s+know",
    r"(?:are|is)\s+there(?:\s+(?:any|some|an|a))?",
    r"i\s+(?:wonder|was\s+wondering)(?:\s+(?:if|whether|how|why))?",
    r"when\s+does\s+it\s+work\s+to",
    r"do\s+(?:we|you)\s+(?:have|know(?:\s+of)?)(?:\s+any)?",
    r"who\s+(?:wrote|published|works?\s+on|worked\s+on|did|made)",
    r"(?:(?:sorry|no|actually)[, ]+)*i\s+meant?",
    r"i(?:\s+want|'d\s+like|\s+would\s+like)\s+to\s+(?:read|know|learn|hear)(?:\s+(?:more|something))?(?:\s+(?:about|on))?",
    r"(?:(?:find|show)\s+(?:me\s+)?)?(?:some\s+|any\s+)?(?:work|research)\s+(?:on|about)",
)
_FIRST = r"(?:so|and|but|well|ok(?:ay)?|quick question|question|hm+|also)[,:]?\s+"
_FRAMES = re.compile(rf"^(?:{_FIRST})?(?:(?:hi|hello|hey)\b[ ,!.]*)?(?:{'|'.join(_LEADS)})\s+", re.IGNORECASE)
_CLOSINGS = re.compile(
    r"(?:[,;:]\s*(?:what\s+(?:was|is)\s+(?:that|it)|what\s+to\s+do|(?:do\s+we\s+have\s+)?anything|anyone|or\s+not|right|"
    r"any\s+(?:ideas?|papers?|thoughts))|[,;:\s]+(?:thanks?(?:\s+you)?|please|pls))[\s?!.]*$",
    re.IGNORECASE,
)


def telling(words: tuple[str, ...]) -> tuple[str, ...]:
    """Those of the written words that say something, in their order; a name in capitals always does (`IT`, `SHE`)."""
    return tuple(word for word in words if _is_name(word) or not {fold(word), squeeze(word)} & _SILENT)


def unframed(text: str) -> str:
    """The question without its idioms at the beginning and the end (`what happens when ...`, `..., any ideas?`)."""
    return _CLOSINGS.sub("", _FRAMES.sub("", text, count=1), count=1)


def _is_name(word: str) -> bool:
    return len(word) > 1 and word.isupper() and word not in _SHOUTED
