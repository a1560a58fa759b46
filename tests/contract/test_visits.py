"""What every keeper of visits promises, held against each kind of database and the fake."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from handlers.visits import Visit
from tests.posting_kit import NOW, PLACES, TEAM, Kept, kept_in

FIRST = Visit(NOW, 3, None, 3)
SECOND = Visit(NOW + timedelta(days=1), 5, NOW, 3)


@pytest.fixture(params=PLACES)
def kept(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Kept]:
    with kept_in(request.param, request, tmp_path) as place:
        yield place


def test_the_last_visit_of_each_person_is_known(kept: Kept) -> None:
    before = kept.visits.last(TEAM, "U1")
    for visit in (FIRST, SECOND):
        kept.visits.keep(TEAM, "U1", visit)
    kept.visits.keep("T2", "U1", FIRST)

    assert before is None
    assert kept.visits.last(TEAM, "U1") == SECOND
    assert kept.visits.last("T2", "U1") == FIRST
    assert kept.visits.last(TEAM, "U2") is None
