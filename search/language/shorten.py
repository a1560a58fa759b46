"""Long lines cut where a clause ends, so that nothing dangles."""

import re

_CUTS = re.compile(
    r"[,;:—–](?=\s)|\s[—–]|\s(?=\()|\s(?=(?:and|or|for|to|in|on|over|with|from|but|because|than|between|against|based|"
    r"as)\b)"
)
_STRONG = re.compile(
    r"[,;:—–](?=\s)|\s[—–]|\s(?=(?:that|which|where|while|by|via|through|using|with|without|from|under|across|during|"
    r"when|into)\b)"
)
# A clause of which little more than the beginning is left, and what only leads to the words cut away.
_STUB = re.compile(r",? (?:that|which|where|who|while|when)(?: [\w“”\"()-]+){1,3}$")
_COMPLEMENT = re.compile(r"\s*(?:\(|(?:with|from|to|in|into|on|of|as|for|at|between|against|than|that|under|over)\b)")
_LEADING = re.compile(r",? (?:\w+ly|along|\w{2,}(?:ated|ived|ained|uced|osed|aced|ased|ined|ected))$")
_DANGLING = re.compile(
    r"(?:[\s,;:—–(]+|\s(?:that|which|where|while|by|via|through|using|with|without|and|or|for|from|to|in|on|under|"
    r"across|over|during|when|based|as|"
    r"of|into|but|because|than|between|against|at|the|an?|its|their|our|this|these|is|are|be|can|not|only|such|even|"
    r"i\.e\.|e\.g\.|including|respectively))+$"
)


def shortened(line: str, longest: int) -> str:
    """The line up to the last clause that fits, without an ellipsis; a line that fits is only rid of loose ends."""
    text = line.strip()
    if len(text) > longest:
        cut = _cut(text, longest)
        text, rest = _DANGLING.sub("", text[:cut]), text[cut:]
        if _COMPLEMENT.match(rest):
            text = _STUB.sub("", text)
        text = _LEADING.sub("", text)
    return _closed(_DANGLING.sub("", text)) or line.strip()[:longest].strip()


def _cut(text: str, longest: int) -> int:
    """Behind the last strong boundary beyond a third of the room, else the last weak one, else the last space."""
    for boundary, share in ((_STRONG, 0.45), (_CUTS, 0.33)):
        places = [match.start() for match in boundary.finditer(text, int(longest * share), longest + 1)]
        if places:
            return places[-1]
    space = text.rfind(" ", 0, longest + 1)
    return space if space > 0 else longest


def _closed(text: str) -> str:
    """Without a bracket that was cut open."""
    opened = text.rfind("(")
    if opened > 0 and ")" not in text[opened:]:
        text = text[:opened]
    return _DANGLING.sub("", text).rstrip()
