"""Kind words, and being asked for help: what needs no search."""

import re
from typing import Literal

_LONGEST = 120
_EMOJI = re.compile(r"(?<!\S):[a-z0-9_+'-]+:(?!\S)")
_THANKFUL = re.compile(
    r":(?:\+1|thumbsup|pray|heart|tada|clap|raised_hands|bow|ok_hand|star-struck|100)(?:::skin-tone-\d)?:"
)
_TO_US = r"(?:[ ,]+(?:there|paperboy|bot|all|everyone|everybody|team|folks|again|mate))*"
_GREETING = (
    rf"(?:hi|hiya|hello|hey|hallo|hola|bonjour|moin|howdy|yo|greetings|good (?:morning|afternoon|evening|day)){_TO_US}"
)
_THANKING = (
    r"(?:(?:many|much) )?(?:thanks|thank you|thankyou|thx|ty|tysm|cheers|merci|danke|gracias|appreciated|appreciate it)"
)
_PRAISING = (
    r"great|perfect|nice|awesome|cool|brilliant|excellent|lovely|super|wonderful|amazing|got it|okay|ok|good|well done"
)
_PLEASED = (
    r"(?:that|this|it)(?:'s| is| was)? (?:very |really |so )?"
    r"(?:great|perfect|helps?|helpful|helped|nice|useful|awesome|cool|it)"
)
_MUCH = (
    r"(?: (?:a lot|so much|very much|a bunch|a million|again|indeed|for (?:that|this|the|your|all|these|it)(?: \w+)?))*"
)
_THANKS = re.compile(rf"(?:(?:{_THANKING}|{_PRAISING}|{_PLEASED}){_MUCH}{_TO_US}[\s!.,]*)+", re.IGNORECASE)
_HELLO = re.compile(
    rf"{_GREETING}[\s!.,]*(?:how are you(?: doing)?(?: today)?|how(?:'s| is) it going|what'?s up|sup)?[\s?!.]*",
    re.IGNORECASE,
)
_AT_FIRST = re.compile(rf"^{_GREETING}[\s!.,:-]+", re.IGNORECASE)
_YOU = r"(?:you|this|it|this bot|paperboy)"
_HELP = re.compile(
    r"(?:(?:please |can you |could you )?help(?: me| us| please)*|"
    rf"what (?:can|do|could) {_YOU} do(?: for (?:me|us))?|(?:who|what) are you|how are you used|"
    rf"how (?:do|does|can|should) (?:i|we|{_YOU}) (?:work|use {_YOU}|ask(?: you)?)|"
    r"what can (?:i|we) (?:ask|say|do)(?: you)?(?: here)?|(?:show )?(?:commands|usage|manual)|\?+)[\s?!.]*",
    re.IGNORECASE,
)


def kind_word(said: str) -> Literal["help", "thanks", "hello"] | None:
    """What this is when it is no more than that; emoji count as the words that they stand for."""
    if len(said) > _LONGEST:
        return None
    bare = without_emoji(said)
    if not bare:
        return "thanks" if _THANKFUL.search(said) else None
    if _HELP.fullmatch(bare) or _HELP.fullmatch(_AT_FIRST.sub("", bare)):
        return "help"
    if _HELLO.fullmatch(bare):
        return "hello"
    return "thanks" if _THANKS.fullmatch(bare) else None


def without_emoji(said: str) -> str:
    """The words alone."""
    return " ".join(_EMOJI.sub(" ", _THANKFUL.sub(" ", said)).split())
