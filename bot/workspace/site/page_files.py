"""The files of the page, compressed: it is many small ones, and they travel at every visit."""

import gzip
from functools import lru_cache
from pathlib import Path

from flask import Response, request
from werkzeug.exceptions import NotFound
from werkzeug.security import safe_join

PAGE = Path(__file__).parents[1] / "page"
KINDS = {".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
"""Told here, since what a system believes of `.js` is not always true."""
LONGEST = 200
"""Characters of a name; a system raises an error for one that is too long for it."""


def page_file(name: str) -> Response:
    """One file of the page. Raises NotFound for what is none."""
    place, kind = safe_join(str(PAGE), name), KINDS.get(Path(name).suffix)
    if place is None or kind is None or len(name) > LONGEST or not Path(place).is_file():
        raise NotFound
    path = Path(place)
    packed = request.accept_encodings["gzip"] > 0
    body = _packed(path, path.stat().st_mtime_ns) if packed else path.read_bytes()
    answer = Response(body, content_type=f"{kind}; charset=utf-8")
    answer.vary.add("Accept-Encoding")
    if packed:
        answer.content_encoding = "gzip"
    return answer


@lru_cache(maxsize=200)
def _packed(path: Path, _changed: int) -> bytes:
    """Whoever changes a file sees it at the next visit, since the time of the change is part of what is remembered."""
    return gzip.compress(path.read_bytes(), mtime=0)
