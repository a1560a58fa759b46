"""The standings are the one best solution of the model, however odd the duels are."""

from collections import Counter
from datetime import UTC, datetime, timedelta
from math import isfinite, sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from handlers.ballots import Comparison, Standing
from handlers.weekly.duelling import MOST, expected_wins, standings

START = datetime(2026, 12, 1, tzinfo=UTC)
DUELS = st.lists(st.tuples(st.sampled_from("abcdef"), st.sampled_from("abcdef")), max_size=60)


def duels(pairs: list[tuple[str, str]]) -> list[Comparison]:
    return [
        Comparison(
            team_id="T1", channel_id="C1", winner=winner, loser=loser, user_id="U1", at=START + timedelta(hours=hour)
        )
        for hour, (winner, loser) in enumerate(pairs)
    ]


def stand(pairs: list[tuple[str, str]]) -> dict[str, Standing]:
    return {standing.paper_id: standing for standing in standings(duels(pairs))}


@settings(max_examples=60)
@given(DUELS)
def test_every_paper_won_as_often_as_its_strength_lets_expect(pairs: list[tuple[str, str]]) -> None:
    """The likelihood is greatest in the one place where the wins expected of each paper are those it has."""
    real = [pair for pair in pairs if pair[0] != pair[1]]
    found = stand(pairs)
    won, lost = Counter(winner for winner, _ in real), Counter(loser for _, loser in real)

    assert set(found) == {paper for pair in real for paper in pair}
    for paper, standing in found.items():
        others = [other for pair in real if paper in pair for other in pair if other != paper]
        expected = sum(expected_wins(standing.strength - found[other].strength) for other in others)
        assert won[paper] + 1 == pytest.approx(expected + 2 * expected_wins(standing.strength), abs=1e-4)
        assert (standing.won, standing.lost) == (won[paper], lost[paper])
        assert isfinite(standing.low)
        assert standing.low < standing.strength < standing.high < 100


@settings(max_examples=40)
@given(DUELS, st.randoms(use_true_random=False))
def test_the_order_of_the_duels_makes_no_difference_and_turned_round_they_turn_the_standings_round(
    pairs: list[tuple[str, str]], random: object
) -> None:
    shuffled = list(pairs)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    found, turned = standings(duels(pairs)), stand([(loser, winner) for winner, loser in pairs])

    assert standings(duels(shuffled)) == found
    for standing in found:
        assert turned[standing.paper_id].strength == pytest.approx(-standing.strength, abs=1e-4)
        assert turned[standing.paper_id].high == pytest.approx(-standing.low, abs=1e-3)
    assert [round(standing.strength, 6) for standing in found] == sorted(
        (round(standing.strength, 6) for standing in found), reverse=True
    )


@settings(max_examples=40)
@given(DUELS)
def test_one_more_win_makes_the_winner_stronger_and_the_loser_weaker(pairs: list[tuple[str, str]]) -> None:
    before, after = stand([*pairs, ("a", "b"), ("b", "a")]), stand([*pairs, ("a", "b"), ("b", "a"), ("a", "b")])

    assert after["a"].strength > before["a"].strength
    assert after["b"].strength < before["b"].strength


def test_how_sure_it_is_follows_from_the_information_matrix() -> None:
    """Two papers that won once each: [[1, -1/2], [-1/2, 1]], whose inverse has 4/3 in its diagonal."""
    found = stand([("a", "b"), ("b", "a")])
    surer = stand([("a", "b"), ("b", "a")] * 20)

    assert found["a"].strength == pytest.approx(0, abs=1e-6)
    assert found["a"].high == pytest.approx(1.96 * sqrt(4 / 3), abs=1e-4)
    assert surer["a"].high < found["a"].high


def test_a_chain_of_very_many_papers_ends_with_those_of_the_latest_duels() -> None:
    found = stand([(f"{number:04}", f"{number + 1:04}") for number in range(MOST + 50)])

    assert len(found) == MOST
    assert f"{MOST + 50:04}" in found
    assert "0000" not in found
    assert standings([]) == ()
