"""Which format a file has: by what stands in it, and where that says nothing by its name."""

from collections.abc import Sequence
from pathlib import Path

from search.files.form import Form


def detected(beginning: str, path: Path, forms: Sequence[Form]) -> Form | None:
    """The first form that fits; of those that a name may have, the last is the most general."""
    by_name = form_of(path, forms)
    fitting = [form for form in forms if form.fits(beginning)]
    return fitting[0] if fitting else by_name


def form_of(path: Path, forms: Sequence[Form]) -> Form | None:
    """The form that files with this ending have."""
    return next((form for form in forms if ending_of(path) in form.suffixes), None)


def ending_of(path: Path) -> str:
    """The ending of the name in small letters, `.gz` apart."""
    named = path.with_suffix("") if path.suffix.casefold() == ".gz" else path
    return named.suffix.casefold()
