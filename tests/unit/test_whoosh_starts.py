"""The places of postings in half the room: what is told of them is what the full numbers told."""

import numpy as np
import pytest

from search.engines.whoosh_engine.schema import POSITION_SHIFT, SPAN_SHIFT
from search.engines.whoosh_engine.segment import STANDING
from search.engines.whoosh_engine.standing import MORE, Standing, standing
from search.engines.whoosh_engine.starts import BLOCK, shortened


@pytest.mark.parametrize(("most", "width"), [(3, 2), (1_000, 4)], ids=["usual counts", "a word repeated too often"])
@pytest.mark.parametrize("postings", [0, 1, BLOCK, 5 * BLOCK + 7])
def test_shortened_starts_tell_what_the_full_ones_do(most: int, width: int, postings: int) -> None:
    counts = np.random.default_rng(postings).integers(1, most + 1, postings)
    full = np.concatenate(([70_000], 70_000 + counts.cumsum())).astype(np.uint32)
    starts = shortened(full)
    assert starts.lows.itemsize == (width if postings >= BLOCK else 2)
    every = np.arange(postings)
    assert starts.at(every).tolist() == full[:-1].tolist()
    assert starts.counts_at(every).tolist() == counts.tolist()
    for first, last in [(0, 0), (0, postings), (postings // 3, postings // 2), (postings, postings)]:
        assert starts.counts(slice(first, last)).tolist() == counts[first:last].tolist()
        assert starts.places(slice(first, last)) == slice(full[first], full[last])


def test_stems_too_rare_for_a_rank_are_found_where_they_stand(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("search.engines.whoosh_engine.standing.RANKS", 2)
    stems = [[0, 5], [1, 3, 7], [2, 4, 6], [9]]
    places = [position << POSITION_SHIFT | 1 << SPAN_SHIFT for stem in stems for position in stem]
    columns = {
        "text.firsts": np.arange(5, dtype=np.uint32),
        "text.starts": np.array([0, 2, 5, 8, 9], np.uint32),
        "text.papers": np.zeros(4, np.int32),
        "text.places": np.array(places, np.uint32),
    }
    made = standing(columns, 1)
    row = Standing(*(made[name] for name in STANDING))
    assert sorted(made["standing.ranks"].tolist()) == [0, 0, 1, 2]
    assert np.count_nonzero(row.row >= MORE) == len(stems[0]) + len(stems[3])
    every = np.arange(int(row.begins[0]), int(row.begins[0]) + 10)
    for number, positions in enumerate(stems):
        here, widths = row.at(number, every)
        assert here.tolist() == positions
        assert widths.tolist() == [1] * len(positions)
