"""Papers that come again in another coat fill gaps, add nothing, and are told."""

from dataclasses import replace

from search.ingest import reconcile
from search.models import Paper
from search.plan import Held
from search.recognition import Duplicate, recognised

ABSTRACT = (
    "Sailors of the archipelago find their way by the swell that bends around islands they cannot see. We model the "
    "bending as refraction in shallow water and fit it to recordings of forty boats. A chart of sticks turns out to be "
    "a first-order expansion of that model, exact for the northern atolls. Pilots who were shown the expansion "
    "corrected it by hand, and their corrections match the second order."
)
REVISED = ABSTRACT.replace("forty boats", "forty-two boats in three seasons").replace(
    "exact for", "exact within 7% for"
)
BEES = (
    "Bees that return to a moved hive search in loops which grow until something looks right. We show that the loops "
    "are the best plan for a searcher who forgets, and estimate how fast a bee forgets from how fast they grow."
)
HELD = Paper(
    abstract=ABSTRACT,
    id="stick-charts",
    title="Stick Charts as Expansions",
    authors=("Ana Núñez", "Lei Zhang"),
    arxiv_id="2101.00001",
    source="a.bib#1",
)
AGAIN = Paper(
    abstract=REVISED,
    title="Stick charts as expansions",
    authors=("A. Nunez", "L. Zhang"),
    year=2021,
    doi="10.1000/charts",
    source="b.ris#3",
)
NEW = Paper(abstract=BEES, title="Loops of Bees", source="b.ris#4")


def test_a_known_paper_in_another_coat_fills_gaps_and_is_told() -> None:
    plan = reconcile([Held(HELD)], [AGAIN, NEW])

    assert plan.added == (NEW,)
    assert plan.updated == (replace(HELD, year=2021, doi="10.1000/charts"),)
    assert [(each.source, each.first) for each in plan.duplicates] == [("b.ris#3", "stick-charts")]
    assert str(plan.duplicates[0]) == (
        "b.ris#3: it is the same paper as stick-charts "
        "(the same title, the abstracts share 80%) and only fills its gaps."
    )


def test_importing_the_other_coat_again_changes_nothing() -> None:
    first = reconcile([Held(HELD)], [AGAIN])
    again = reconcile([Held(first.updated[0])], [AGAIN])

    assert (again.added, again.updated, again.unchanged) == ((), (), first.updated)


def test_what_people_read_is_not_replaced_by_a_coat_from_elsewhere_but_by_an_edit_in_its_own_file() -> None:
    assert reconcile([Held(HELD)], [AGAIN]).updated[0].abstract == ABSTRACT
    assert reconcile([Held(replace(HELD, source="b.ris#1"))], [AGAIN]).updated[0].abstract == REVISED


def test_another_part_in_the_place_of_the_first_is_not_taken_for_its_edited_form() -> None:
    first = replace(HELD, title="Stick Charts, Part I")
    second = replace(AGAIN, title="Stick Charts, Part II", source="a.bib#1")
    plan = reconcile([Held(first, imported=True)], [second])

    assert (plan.added, plan.updated, plan.retired) == ((second,), (), ())


def test_two_coats_in_one_file_are_one_paper() -> None:
    first = replace(HELD, id="")
    plan = reconcile(
        [], [first, AGAIN, replace(AGAIN, abstract=REVISED + " Code is free.", source="b.ris#9", venue="NAV")]
    )

    assert plan.added == (replace(first, year=2021, doi="10.1000/charts", venue="NAV"),)
    assert [each.first for each in plan.duplicates] == ["a.bib#1", "a.bib#1"]


def test_a_paper_that_was_retired_comes_back_in_another_coat() -> None:
    plan = reconcile([Held(HELD, retired=True)], [AGAIN])

    assert (plan.added, [paper.id for paper in plan.updated]) == ((), ["stick-charts"])


def test_a_paper_that_may_be_known_is_added_and_the_doubt_is_told() -> None:
    retold = replace(AGAIN, title="How Canoes Find Atolls")
    plan = reconcile([Held(HELD)], [retold])

    assert (plan.added, plan.updated, plan.duplicates) == ((retold,), (), ())
    assert [str(each) for each in plan.doubtful] == [
        "b.ris, paper 3: it may be the same as stick-charts (the abstracts share 80%, but other titles); both are kept."
    ]


def test_the_seeds_are_taken_as_they_stand() -> None:
    plan = reconcile([Held(HELD)], [replace(AGAIN, source="s.txt#1")], frozenset({"s.txt"}))

    assert len(plan.added) == 1


def test_two_papers_under_which_one_abstract_was_printed_by_mistake_are_both_kept() -> None:
    other = replace(NEW, abstract=ABSTRACT, authors=("Bo Ek",))
    plan = reconcile([Held(HELD)], [other, replace(AGAIN, abstract=ABSTRACT)])

    assert plan.added == (other,)
    assert [paper.id for paper in plan.updated] == ["stick-charts"]
    both = [Held(HELD), Held(replace(other, id="bees"))]
    assert reconcile(both, [other, replace(HELD, id="")]).unchanged == (both[1].paper, HELD)


def test_nothing_known_and_nothing_read_is_nothing() -> None:
    assert recognised([], []).added == ()
    assert recognised([HELD], [NEW]).duplicates == ()
    assert Duplicate("a#1", "b#2").because == ""
