"""Formulas as readable text: scripts in Unicode where every sign of them has one, spaces only where they help."""

import re

OPEN, CLOSE = "\ufdd0", "\ufdd1"
"""Noncharacters that stand for the braces of a group inside a formula."""
BOUNDARY = "\ufdd2"
"""A word of letters ends here: `log` before `n` needs a space, `log` before `(` does not."""
RELATION = "\ufdd3"
"""Spaces belong here when something stands on the other side."""

_SUPERSCRIPTS = dict(
    zip(
        "0123456789+-−=()abcdefghijklmnoprstuvwxyzABDEGHIJKLMNOPRTUVWαβγδε⊤*∗⋆′∘†‡",
        "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻᴬᴮᴰᴱᴳᴴᴵᴶᴷᴸᴹᴺᴼᴾᴿᵀᵁⱽᵂᵅᵝᵞᵟᵋᵀ***′°†‡",
        strict=True,
    )
)
_SUBSCRIPTS = dict(
    zip(
        "0123456789+-−=()aehijklmnoprstuvxβγρφχ",
        "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓᵦᵧᵨᵩᵪ",
        strict=True,
    )
)
_ABOVE, _BELOW = "\ufdda", "\ufddb"  # scripts that stay on the line, so that they are not read again
_LONGEST_SCRIPT = 4  # a longer one is a word or a term, and easier to read on the line
_GROUP = re.compile(rf"([_^]?)[^\S\n]*{OPEN}([^{OPEN}{CLOSE}]*){CLOSE}")
_SCRIPT = re.compile(rf"([_^])[^\S\n]*([^\s_^{OPEN}{CLOSE}{BOUNDARY}{RELATION}])")
_RELATION = re.compile(rf"\s*{RELATION}([^{RELATION}]*){RELATION}(\s*)")
_BOUNDARY = re.compile(rf"(?<=[\w√)])\s*{BOUNDARY}\s*(?=[\w√∑∏])")
_SIGN = re.compile(r"(?<=[\w)\]′*])(?:\s+([+-])\s*|\s*([+-])\s+)(?=[\w(\[√∑])")
_PLAIN_RELATION = re.compile(r"(?<=[\w)\]}|′*])\s*(=|<|>)\s*(?=[\w(\[{|√∑-])")
_ATOM = re.compile(r"[\w.√′]+|\([^()]*\)")
_GROUP_DEPTH = 24


def formula(content: str) -> str:
    """One formula on one line; `content` is LaTeX whose commands have been replaced already."""
    text = re.sub(r"(?<=[\w)\]*])'+", lambda match: "′" * len(match[0]), content.replace("~", " "))
    for _ in range(_GROUP_DEPTH):
        text, count = _GROUP.subn(_ungrouped, text) if OPEN in text else (text, 0)
        if not count:
            break
    text = _singles(text).replace(OPEN, "").replace(CLOSE, "")
    return _spaced(text).replace(_ABOVE, "^").replace(_BELOW, "_")


def script(mark: str, content: str) -> str:
    """What stands above (`^`) or below (`_`) the line, in Unicode where every sign of it has such a form."""
    return formula(f"{mark}{OPEN}{content}{CLOSE}")


def fraction(above: str, below: str) -> str:
    """`a/b`, each side in brackets where it is more than one term."""
    return f"{_bracketed(above)}/{_bracketed(below)}"


def root(radicand: str, degree: str = "") -> str:
    """`√n`, `√(n + 1)`, `³√x`."""
    index = "".join(_SUPERSCRIPTS.get(sign, sign) for sign in degree.strip())
    inner = formula(radicand)
    return f"{index}√{inner}" if len(inner) == 1 or inner.isdigit() else f"{index}√({inner})"


def _bracketed(term: str) -> str:
    plain = formula(term)
    return plain if _ATOM.fullmatch(plain) else f"({plain})"


def _ungrouped(match: re.Match[str]) -> str:
    kind, content = match.groups()
    return _script(kind, _singles(content)) if kind else content


def _singles(text: str) -> str:
    return _SCRIPT.sub(lambda match: _script(match[1], match[2]), text)


def _script(kind: str, content: str) -> str:
    signs = _SUPERSCRIPTS if kind == "^" else _SUBSCRIPTS
    plain = re.sub(rf"[\s{BOUNDARY}{RELATION}]+", "", content)
    bracketed = "(" in plain and not re.fullmatch(r"\(\w\)", plain)
    if plain and len(plain) <= _LONGEST_SCRIPT and not bracketed and all(sign in signs for sign in plain):
        return "".join(signs[sign] for sign in plain)
    mark = _ABOVE if kind == "^" else _BELOW
    if re.fullmatch(r"\w*|∞", plain):
        return f"{mark}{plain}" if plain else ""
    return f"{mark}({_spaced(content)})"


def _spaced(text: str) -> str:
    text = _RELATION.sub(lambda match: _relation(match, text), text)
    text = _BOUNDARY.sub(" ", text).replace(BOUNDARY, "")
    text = _PLAIN_RELATION.sub(r" \1 ", text)
    text = _SIGN.sub(lambda match: f" {match[1] or match[2]} ", text)
    text = re.sub(r"\s+", " ", text).strip()
    return re.sub(r"(?<=[(\[]) | (?=[)\],])", "", text)


def _relation(match: re.Match[str], text: str) -> str:
    """`x ∼ p`, `x ≤ 3`, but `∼10` where nothing stands before it."""
    before = text[: match.start()].strip()
    after = text[match.end() :].strip()
    if not before:
        return match[1] if match[1] == "∼" or not after else f"{match[1]} "
    return f" {match[1]} " if after else f" {match[1]}"
