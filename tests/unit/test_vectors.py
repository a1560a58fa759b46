"""The vectors beside the index: level with the library, whole after a crash, and begun anew when they are not ours."""

import json
from pathlib import Path

import numpy as np
import pytest

from search.engines.hybrid_engine import VectorIndex
from search.engines.hybrid_engine.encoder import ModelUnavailable
from search.engines.hybrid_engine.nearest import Commit
from search.engines.hybrid_engine.rows import STATE, State
from search.errors import EngineUnavailable
from search.models import Changes, Paper
from tests.fakes_encoder import WordEncoder

TURTLES = Paper(id="turtles", title="Turtles", abstract="Turtles swim in the sea.")
CARS = Paper(id="cars", abstract="Cars drive on roads.")
BREAD = Paper(id="bread", abstract="Bakers knead dough.")


def opened(folder: Path, library: str = "library", encoder: WordEncoder | None = None) -> VectorIndex:
    return VectorIndex(folder / "vectors", library, encoder or WordEncoder())


def nearest(vectors: VectorIndex, asked: str) -> str:
    return vectors.commit().nearest(vectors.encoder.encode_query(asked), 1).handles[0]


def test_what_was_encoded_is_there_when_opened_again(tmp_path: Path) -> None:
    opened(tmp_path).apply(Changes(3, (TURTLES, CARS, BREAD)))

    again = opened(tmp_path)

    assert (3, 3) == (again.revision(), again.size())
    assert ["turtles", "cars", "bread"] == [nearest(again, asked) for asked in ("tortoise", "automobiles", "dough")]


def test_only_what_changed_is_encoded_and_what_left_is_not_found(tmp_path: Path) -> None:
    vectors = opened(tmp_path)
    vectors.apply(Changes(3, (TURTLES, CARS, BREAD)))
    encoder = WordEncoder()

    opened(tmp_path, encoder=encoder).apply(Changes(5, (Paper(id="cars", abstract="Now about bees."),), ("turtles",)))

    assert ["Now about bees."] == encoder.read
    assert (5, 2) == (vectors.revision(), vectors.size())
    assert "cars" == nearest(vectors, "bees")
    assert "turtles" not in vectors.commit().nearest(vectors.encoder.encode_query("turtles"), 10).handles


def test_an_older_change_does_not_undo_a_newer_one(tmp_path: Path) -> None:
    vectors = opened(tmp_path)
    vectors.apply(Changes(5, (TURTLES,)))

    vectors.apply(Changes(4, (Paper(id="turtles", abstract="As it was before."),)))

    assert (5, "turtles") == (vectors.revision(), nearest(vectors, "tortoise"))


def test_rows_that_no_longer_count_are_dropped_once_they_are_the_greater_part(tmp_path: Path) -> None:
    vectors = opened(tmp_path)
    for revision in range(1, 6):
        vectors.apply(Changes(revision, (TURTLES,)))

    assert len(vectors.commit().rows) <= 2
    assert 1 == len(list((tmp_path / "vectors").glob("rows-*")))
    assert "turtles" == nearest(vectors, "tortoise")


def test_vectors_in_use_stay_readable_while_others_clear_and_write(tmp_path: Path) -> None:
    vectors = opened(tmp_path)
    vectors.apply(Changes(2, (TURTLES, CARS)))
    before = vectors.commit()
    other = opened(tmp_path)

    other.clear()
    other.apply(Changes(1, (BREAD,)))

    asked = vectors.encoder.encode_query("tortoise")
    assert ["turtles"] == before.nearest(asked, 1).handles
    assert ["bread"] == vectors.commit().nearest(asked, 5).handles


def test_what_a_crash_left_behind_the_rows_is_written_over(tmp_path: Path) -> None:
    opened(tmp_path).apply(Changes(2, (TURTLES, CARS)))
    rows = next((tmp_path / "vectors").glob("rows-*"))
    rows.write_bytes(rows.read_bytes() + b"torn")
    (tmp_path / "vectors" / f"{STATE}.new").write_text("{", encoding="utf-8")

    again = opened(tmp_path)
    again.apply(Changes(3, (BREAD,)))

    assert ["turtles", "cars", "bread"] == [nearest(again, asked) for asked in ("tortoise", "automobiles", "dough")]


def torn_rows(folder: Path) -> None:
    rows = next(folder.glob("rows-*"))
    rows.write_bytes(rows.read_bytes()[:-100])


def lost_rows(folder: Path) -> None:
    next(folder.glob("rows-*")).unlink()


def torn_state(folder: Path) -> None:
    (folder / STATE).write_text('{"library": "lib', encoding="utf-8")


def odd_state(folder: Path) -> None:
    (folder / STATE).write_text(json.dumps({"revision": 3, "handles": []}), encoding="utf-8")


@pytest.mark.parametrize("harm", [torn_rows, lost_rows, torn_state, odd_state])
def test_what_is_broken_is_set_aside_and_begun_anew(tmp_path: Path, harm: object) -> None:
    opened(tmp_path).apply(Changes(2, (TURTLES, CARS)))
    assert callable(harm)
    harm(tmp_path / "vectors")

    again = opened(tmp_path)

    assert (0, 0) == (again.revision(), again.size())
    assert (tmp_path / "vectors-broken").is_dir()
    again.apply(Changes(2, (TURTLES, CARS)))
    assert "turtles" == nearest(again, "tortoise")


@pytest.mark.parametrize(("library", "model"), [("another", "words"), ("library", "another")])
def test_vectors_of_another_library_or_model_are_not_used(tmp_path: Path, library: str, model: str) -> None:
    opened(tmp_path).apply(Changes(2, (TURTLES, CARS)))

    assert 0 == opened(tmp_path, library, WordEncoder(fingerprint=model)).revision()


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "vectors").write_text("a file", encoding="utf-8")

    with pytest.raises(EngineUnavailable):
        opened(tmp_path).apply(Changes(1, (CARS,)))


def test_a_model_that_fails_leaves_what_there_was(tmp_path: Path) -> None:
    opened(tmp_path).apply(Changes(1, (CARS,)))

    with pytest.raises(ModelUnavailable):
        opened(tmp_path, encoder=WordEncoder(broken=True)).apply(Changes(2, (BREAD,)))

    assert (1, 1) == (opened(tmp_path).revision(), opened(tmp_path).size())


def test_the_nearest_ones_are_those_of_the_whole_sorted_list() -> None:
    random = np.random.default_rng(6)
    # A few dozen topics, as in a library; and not a whole number of 64 bits.
    made = random.standard_normal((3000, 30)) @ random.standard_normal((30, 100))
    rows = (made / np.linalg.norm(made, axis=1, keepdims=True)).astype(np.float16)
    commit = Commit(State("library", "model", 100, 1, "rows-0", tuple(f"p{row}" for row in range(3000))), rows)
    query = np.asarray(rows[5], np.float32)

    exact = [f"p{row}" for row in np.argsort(-(rows.astype(np.float32) @ query), kind="stable")[:20]]
    near = commit.nearest(query, 20)

    assert "p5" == near.handles[0]
    assert len(set(exact) & set(near.handles)) >= 18, "the first look, at signs only, lets a few slip"
    assert np.allclose(near.likeness, commit.likeness(near.handles, query), atol=1e-4)
