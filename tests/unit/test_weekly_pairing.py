"""Which two papers somebody is asked about: never the same twice, the same for the same answers, the least known."""

from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from handlers.ballots import Comparison
from handlers.weekly.pairing import pair
from tests.digest_kit import BEFORE, HERE, TEAM

PAPERS = ("a", "b", "c", "d", "e")


def answer(winner: str, loser: str, user_id: str = "U1") -> Comparison:
    return Comparison(team_id=TEAM, channel_id=HERE, winner=winner, loser=loser, user_id=user_id, at=BEFORE)


@settings(max_examples=15, deadline=None)
@given(st.lists(st.booleans(), min_size=10, max_size=10), st.sampled_from(["U1", "U2", "U3"]))
def test_a_person_is_asked_about_each_pair_once(firsts: list[bool], user_id: str) -> None:
    answers: list[Comparison] = []
    for first in firsts:
        two = pair(PAPERS, answers, user_id)
        assert two is not None
        assert two == pair(reversed(PAPERS), answers[::-1], user_id)
        answers.append(answer(*(two if first else two[::-1]), user_id))

    asked = {frozenset((one.winner, one.loser)) for one in answers}
    assert asked == set(map(frozenset, combinations(PAPERS, 2)))
    assert pair(PAPERS, answers, user_id) is None
    assert pair(PAPERS, answers, "somebody else") is not None


def test_papers_that_little_is_known_of_come_before_those_that_are_known() -> None:
    known = [answer(*two, user) for user in ("U2", "U3", "U4") for two in combinations(("a", "b", "c"), 2)]

    assert set(pair(PAPERS, known, "U1") or ()) == {"d", "e"}


def test_a_question_whose_answer_is_plain_comes_late() -> None:
    clear = [answer("a", "b", f"U{number}") for number in range(2, 20)]

    assert set(pair(("a", "b", "c"), clear, "U1") or ()) != {"a", "b"}


def test_fewer_than_two_papers_are_no_duel() -> None:
    assert pair((), [], "U1") is None
    assert pair(("a", "a"), [], "U1") is None
