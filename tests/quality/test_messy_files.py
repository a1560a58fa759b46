"""Files as people really have them: how many papers a careful person would get, what is left out, and spot values.

The files are other people's and are not kept here; `TESTS_MESSY` names the folder they lie in. Their tricks are tried
on files of our own in `tests/unit/test_formats_*.py`.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from search.formats import examine
from search.language.clean import clean
from search.models import Paper
from search.reading import Skipped

EXPECTED = [
    json.loads(line) for line in Path(__file__).with_name("messy.jsonl").read_text(encoding="utf-8").splitlines()
]


def is_there(paper: Paper, field: str, value: Any) -> bool:
    """`field` alone must be the value, `field~` hold it as people read it, and `field#` have so many."""
    found = getattr(paper, field.rstrip("~#"))
    if field.endswith("#"):
        return bool(len(found) == value)
    if field.endswith("~"):
        return value in (found if isinstance(found, tuple) else clean(found or ""))
    return bool((list(found) if isinstance(found, tuple) else found) == value)


@pytest.mark.parametrize("expected", EXPECTED, ids=lambda expected: expected["file"])
def test_a_messy_file_gives_what_a_careful_person_would_get(messy: Path, expected: dict[str, Any]) -> None:
    reading = examine(messy / expected["file"])
    left_out = [problem for problem in reading.problems if isinstance(problem, Skipped)]
    told = " ".join(map(str, reading.problems))

    assert (reading.form, len(reading.papers), len(left_out)) == tuple(
        expected[name] for name in ("form", "papers", "left_out")
    )
    assert [part for part in expected["told"] if part not in told] == []
    assert [spot for spot in expected["spots"] if not is_there(reading.papers[spot[0]], *spot[1:])] == []
