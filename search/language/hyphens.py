"""Words that a line end broke in two, put together again."""

import re

from search.language.vocabulary import word_set

_BROKEN = re.compile(r"(?<![\w-])([^\W_]+(?:-[^\W_]+)*)-[^\S\n]+(?=([^\W\d_]+)(-\w)?)")
_WRITTEN = re.compile(r"[^\W_]+(?:-[^\W_]+)*")
# Before these a hanging hyphen is meant, as in `role- and/or weight-based`; but not in `off- the-shelf`.
_HANGING = word_set("and or to as but nor vs versus than through via rather et und oder for in of the is are on")
# These always go on: `state-of- the-art`, `end-to- end`.
_OPEN_ENDED = word_set("state-of out-of end-to off-the on-the state-of-the one-to many-to in-the")
_COMPOUND_LEFT = word_set(
    """
    real high low self state cross human long vision force data three large decision well hand two one sampling
    end fine semi information user distance fault point model spatio context linear zero free top task scale
    domain near robot quasi closed machine neural memory fourth spatial single multiple application structure
    pose gpt youtube student encoder wheel differential appearance fixed visual discrete geometry whole maximum
    learning double uncertainty mid fully bag first second third depth feature sample highly lower higher upper
    inner trade cost polynomial phase time test text graph tree pixel object ground black dual gradient full
    collision class transformer worst instance np event coarse video small continuous goal energy attention
    language bottom weakly best ill sequence resource contact safety input optimization ego soft llm audio four
    sensor camera least actor motion mean mixed degree parameter risk action word cnn question knowledge lidar
    noise region target view category label sentence position network edge error physics document privacy shape
    query kernel patch semantic group space rule heavy source joint layer
    """
)
_COMPOUND_RIGHT = word_set(
    """
    based dimensional world level aware time scale supervised free resolution specific temporal term guided
    theoretic gaussian sensitive loop driven invariant efficient optimal assisted effector dependent modal
    making tuning shot precision frequency inspired stationary conditioned consistency grained wise tolerant
    mounted trained oriented agnostic valued lingual related independent centric constrained horizon armed
    preserving style tailed augmented controlled annotated posed established friendly enhanced aligned agent
    view task stage step hop linear convex trivial parametric negative robust label class rigid source objective
    body
    """
)
# `pre- trained` may be one word or two; with these the hyphen was meant only before a word that stands alone.
_PREFIXES = word_set("multi non")
# Never words of their own before a broken half: `pro- posed`, `un- supervised`.
_FRAGMENTS = word_set("pro in un dis ex con com cor im en de per al ap ob re")
_ENDINGS = word_set("est ing ings ingful ed ly tion tions sion sions ment ments ity ness ive able ible ance ence")


def whole_words(text: str) -> str:
    """`swap- ping` becomes `swapping`, `multi- agent` becomes `multi-agent`, `short- and long-term` stays."""
    if "- " not in text:
        return text
    written = frozenset(_WRITTEN.findall(text.lower()))
    return _BROKEN.sub(lambda match: _joined(match, written), text)


def _joined(match: re.Match[str], written: frozenset[str]) -> str:
    left, right, further = match.groups()
    if left.lower() in _OPEN_ENDED:
        return f"{left}-"
    if right.lower() in _HANGING:
        return f"{left}-" if further else match[0]
    if _one_word(left, right, written):
        return str(left)
    return f"{left}-"


def _one_word(left: str, right: str, written: frozenset[str]) -> bool:
    """What the same text writes elsewhere decides first, then lists of words that usually form compounds."""
    if f"{left}{right}".lower() in written:
        return True
    if f"{left}-{right}".lower() in written or not (left[-1].isalpha() and right[0].islower()):
        return False
    last = left.rpartition("-")[2].lower()
    if last in _FRAGMENTS or right.lower() in _ENDINGS:
        return True
    if last in _COMPOUND_LEFT or right.lower() in _COMPOUND_RIGHT or len(last) < 2:
        return False
    return not (last in _PREFIXES and len(right) > 6 and last in {"multi", "non"}) and last.isalpha()
