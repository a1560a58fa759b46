"""In which encoding a text is written: by its mark, by what it says of itself, by what it can be, in this order."""

import codecs
import re

MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
COOKIE = re.compile(
    rb"^\s*<\?xml[^>]{0,80}\bencoding\s*=\s*['\"](?P<xml>[\w.-]{3,20})|"
    rb"^\s*%\s*-\*-[^\n]{0,60}coding:\s*(?P<emacs>[\w.-]{3,20})|"
    rb"^\s*%\s*Encoding:\s*(?P<jabref>[\w.-]{3,20})"
)
STRAY = re.compile("[\udc80-\udcff]+")
"""Bytes that are no UTF-8, as Python keeps them."""
WESTERN = "cp1252"
CANDIDATES = (WESTERN, "cp1250", "cp1251", "koi8_r", "cp1253", "gb18030", "big5", "shift_jis", "euc_jp", "euc_kr")
IDEOGRAPH = re.compile("[\u4e00-\u9fff]")
CLOSE = 0.4
"""Of the bytes beyond ASCII: more of them side by side than this, and the text is in no Western language."""
ENOUGH = 50_000
"""Bytes beyond ASCII that tell as much as all of them."""
UTF_8 = "utf-8"


def encoding_of(beginning: bytes) -> tuple[str, bool]:
    """The encoding, and whether it is a guess that people must be told of.

    UTF-8 with stray bytes in it counts as UTF-8: whoever reads it decides about the bytes.
    """
    for mark, encoding in MARKS:
        if beginning.startswith(mark):
            return encoding, False
    if beginning.isascii() or _is_utf_8(beginning):
        return UTF_8, False
    said = _said(beginning[:300])
    if said and said != UTF_8 and _decodes(beginning, said):
        return said, False
    guess = _guess(beginning)
    return (UTF_8, False) if guess == WESTERN else (guess, True)


def _is_utf_8(text: bytes) -> bool:
    """Whether most of what is beyond ASCII makes characters of UTF-8: by chance, few bytes do."""
    decoded = text.decode(UTF_8, "replace")
    stray = decoded.count("\ufffd")
    return sum(not letter.isascii() for letter in decoded) >= 2 * stray


def _said(head: bytes) -> str | None:
    match = COOKIE.match(head)
    if match is None:
        return None
    name = next(group for group in match.groups() if group).decode("ascii").lower()
    name = re.sub(r"[-_](?:unix|dos|mac)$", "", name)
    for spelling in (name, name.replace("-", ""), name.replace("_", "")):
        try:
            return codecs.lookup(spelling).name
        except LookupError:
            continue
    return None


def _decodes(text: bytes, encoding: str) -> bool:
    try:
        codecs.getincrementaldecoder(encoding)().decode(text)
    except (UnicodeDecodeError, LookupError):
        return False
    return True


def _guess(beginning: bytes) -> str:
    runs = STRAY.findall(beginning.decode(UTF_8, "surrogateescape"))
    side_by_side = sum(len(run) for run in runs if len(run) > 1)
    if side_by_side <= CLOSE * sum(map(len, runs)):
        return WESTERN
    from charset_normalizer import from_bytes  # late: few files need it

    matches = [match.encoding for match in from_bytes(beginning[:ENOUGH], cp_isolation=list(CANDIDATES), threshold=0.5)]
    best = next(iter(matches), WESTERN)
    # Modern Korean is written without ideographs; where there are some, the bytes are Chinese.
    if best == "euc_kr" and IDEOGRAPH.search(beginning.decode("euc_kr", "ignore")) and _decodes(beginning, "gb18030"):
        return "gb18030"
    return best
