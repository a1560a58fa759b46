"""What a request is about, without the words in which people ask: `diffusion` of `show me papers about diffusion`."""

import re

_GREETING = r"(?:(?:hi|hello|hey)\b(?: there| paperboy)?[ ,!.]*)?(?:(?:please|pls)\b[ ,]*)?"
_WISH = (
    r"(?:(?:can|could|would|will) (?:you|we|i) (?:please )?|do (?:we|you) have |(?:is|are) there |"
    r"(?:what|which) (?:is|are) |what do (?:we|you) have |"
    r"(?:i|we)(?: am|'m| are|'re| need| want| would like|'d like) (?:to (?:find|see|read|know) )?)?"
)
_VERB = r"(?:(?:help|show|give|find|get|tell|send|list|recommend|suggest) (?:me|us) )+"
_LOOK = r"(?:look|looking|search|searching) for "
_WHICH = r"(?:(?:some|any|all|the|a|an|few|more|other|good|best|new|newest|recent|latest|which|what|every) )*"
_PAPERS = r"(?:papers?|articles?|publications?|preprints?|abstracts?)"
_ABOUT = r"(?:about|on|regarding|concerning|related to|dealing with|discussing|covering)"
_LINK = rf"(?:{_ABOUT}|like|similar to|by|from|in|for|using|uses?|with(?! code\b))"
_LINKED = rf"(?:(?:that|which) )?(?:(?:are|is|deals?|talks?) )?{_LINK}"
_SOMETHING = r"(?:something|anything|everything|stuff|(?:any|some) (?:work|research))"

_ASKED = re.compile(
    rf"{_GREETING}{_WISH}"
    rf"(?:(?:{_VERB}(?:find )?|{_LOOK}|(?:find|list) )?{_WHICH}(?:{_PAPERS} {_LINKED}|{_SOMETHING} {_ABOUT}) |"
    rf"{_VERB}(?:find )?(?:{_ABOUT} )?{_WHICH}|{_LOOK}{_WHICH}|(?<=have ){_ABOUT} )",
    re.IGNORECASE,
)
_ENDING = re.compile(rf"(?: {_PAPERS})?(?: (?:please|pls))?[.?!]*$", re.IGNORECASE)
_PAPERS_AT_END = re.compile(r" papers[.?!]*$", re.IGNORECASE)
_LETTER = re.compile(r"[^\W_]")


def asked(typed: str) -> str:
    """What the request is about; any other text, and a request for nothing in particular, as it stands.

    Everything here is a paper, so at the end (`diffusion papers`) that says nothing; in quotes it is a word.
    """
    request = _ASKED.match(typed)
    about = typed[request.end() :] if request else typed
    ending = _ENDING if request else _PAPERS_AT_END
    about = ending.sub("", f" {about}", count=1).strip()
    return about if _LETTER.search(about) else typed
