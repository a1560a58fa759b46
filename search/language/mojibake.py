"""Text whose bytes were once read in a wrong encoding (`SchrÃ¶dinger`), set right where that is certain."""

import re

# What UTF-8 turns into when it is read as Windows-1252 and the like: no language writes these side by side.
_SUSPECT = re.compile("[\u00c2-\u00f4\u0102-\u0162\u0413-\u0432][\u0080-\u00bf\u0152-\u0178\u02c6\u02dc\u2013-\u2122]")
# A no-break space between a number and its unit, of which only the first byte was kept.
_LOST_SPACE = re.compile("(?<=\\d)\u00c2(?=[^\\W\\d_])")


def mended(text: str) -> str:
    """The text as it was meant; any other text is given back as it is."""
    if text.isascii():
        return text
    text = _LOST_SPACE.sub(" ", text)
    if not _SUSPECT.search(text):
        return text
    from ftfy import fix_encoding  # late: few texts need it

    return fix_encoding(text)
