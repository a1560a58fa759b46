"""What becomes of papers when the files they stand in change."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from search.ingest import reconcile, with_code, with_handles
from search.models import Paper
from search.plan import Held, Plan
from search.recognition import Duplicate
from search.sameness import alike, fingerprint, letters

ABSTRACTS = (
    "Agents that call tools ask for the same prefix again and again. A cache that evicts by plan saves much patience.",
    "Old maps of the sea hold errors that no survey found. We match six hundred charts and trace who copied whom.",
    "A proof found by machine helps those who can read it. This work turns such proofs into prose, step by step.",
    "Random forests grow deep while data stay few. Pruning guided by a bound on leaves halves them at no loss.",
    "Why do markets with friction still clear? Let traders wait, at a price; equilibria exist and are unique.",
)


def paper(number: int, source: str = "a.txt#1", handle: str = "", **fields: object) -> Paper:
    return replace(Paper(abstract=ABSTRACTS[number], source=source, id=handle), **fields)  # type: ignore[arg-type]


def held(number: int, source: str = "a.txt#1", *, imported: bool = False, retired: bool = False) -> Held:
    return Held(paper(number, source, f"handle-{number}"), imported, retired)


A = frozenset({"a.txt"})


def test_papers_that_are_read_for_the_first_time_are_new() -> None:
    assert reconcile([], [paper(0), paper(1)], A) == Plan(added=(paper(0), paper(1)))


def test_the_same_papers_read_again_are_unchanged() -> None:
    assert reconcile([held(0), held(1)], [paper(1), paper(0)], A) == Plan(
        unchanged=(held(1).paper, held(0).paper),
    )


def test_a_paper_that_is_not_found_again_leaves() -> None:
    assert reconcile([held(0), held(1)], [paper(0)], A) == Plan(unchanged=(held(0).paper,), retired=(held(1).paper,))


def test_a_paper_of_a_file_that_was_not_looked_through_stays() -> None:
    assert reconcile([held(0, "b.txt#1")], [], A) == Plan()


def test_an_imported_paper_does_not_leave_with_the_seeds() -> None:
    assert reconcile([held(0, imported=True)], [], A) == Plan()


def test_an_edited_paper_keeps_its_handle() -> None:
    edited = replace(paper(0), abstract=paper(0).abstract.replace("patience", "courage"))

    assert reconcile([held(0), held(1)], [paper(1), edited], A) == Plan(
        unchanged=(held(1).paper,), updated=(replace(edited, id="handle-0"),)
    )


def test_a_change_of_case_accents_and_punctuation_is_an_edit_of_the_same_paper() -> None:
    edited = replace(paper(0), abstract=paper(0).abstract.upper().replace(".", " –"), source="new.txt#9")

    assert reconcile([held(0)], [edited], A | {"new.txt"}).updated == (replace(edited, id="handle-0"),)


def test_two_paragraphs_that_change_places_keep_their_handles() -> None:
    plan = reconcile([held(0, "a.txt#1"), held(1, "a.txt#2")], [paper(1, "a.txt#1"), paper(0, "a.txt#2")], A)

    assert plan == Plan(updated=(paper(1, "a.txt#1", "handle-1"), paper(0, "a.txt#2", "handle-0")))


def test_a_renamed_file_keeps_its_handles_even_where_it_was_edited() -> None:
    edited = replace(paper(1, "b.txt#2"), abstract=paper(1).abstract + " Code is there.")

    plan = reconcile([held(0, "a.txt#1"), held(1, "a.txt#2")], [paper(0, "b.txt#1"), edited], A | {"b.txt"})

    assert plan == Plan(updated=(paper(0, "b.txt#1", "handle-0"), replace(edited, id="handle-1")))


def test_an_edit_in_another_file_that_is_still_there_is_another_paper() -> None:
    similar = replace(paper(0, "b.txt#1"), abstract=paper(0).abstract + " Code is there.")

    plan = reconcile([held(0, "a.txt#1")], [paper(1, "a.txt#1"), similar], A | {"b.txt"})

    assert plan == Plan(added=(paper(1, "a.txt#1"), similar), retired=(held(0).paper,))


def test_the_most_similar_papers_are_paired_and_each_only_once() -> None:
    once, twice = (replace(paper(0), abstract=paper(0).abstract + end) for end in (" More.", " And much more still."))

    plan = reconcile([held(0)], [twice, once], A)

    assert plan == Plan(updated=(replace(once, id="handle-0"),), added=(twice,))


def test_a_rewritten_abstract_is_a_new_paper() -> None:
    assert reconcile([held(0)], [paper(2)], A) == Plan(added=(paper(2),), retired=(held(0).paper,))


def test_the_same_abstract_twice_is_one_paper_and_the_second_is_told() -> None:
    again = replace(paper(0, "b.txt#4"), abstract=paper(0).abstract.replace(" ", "  "), title="Another")

    plan = reconcile([], [paper(0, "a.txt#2"), again], A)

    assert plan == Plan(added=(paper(0, "a.txt#2"),), duplicates=(Duplicate("b.txt#4", "a.txt#2"),))
    assert str(plan.duplicates[0]) == "b.txt#4: it is the same abstract as a.txt#2 and was left out."


@pytest.mark.parametrize("first_words", [5, 15])
def test_an_abstract_torn_in_two_is_told_and_whole_again_under_its_handle(first_words: int) -> None:
    words = paper(0).abstract.split()
    halves = [
        replace(paper(0, f"a.txt#{place}"), abstract=" ".join(half))
        for place, half in ((3, words[:first_words]), (4, words[first_words:]))
    ]

    torn = reconcile([held(0), held(1)], [paper(1), *halves], A)
    kept = [Held(old) for old in torn.updated if old.id == "handle-0"] or [held(0, retired=True)]
    joined = reconcile([held(1), *kept], [paper(1), paper(0)], A)

    assert list(map(str, torn.torn)) == [
        "a.txt, paragraph 3: with the next one it is the abstract of handle-0; if the two are one, join them."
    ]
    assert [(after.id, after.abstract) for after in joined.updated] == [("handle-0", paper(0).abstract)]
    assert joined.torn == ()


def test_halves_in_two_files_are_no_torn_abstract() -> None:
    words = paper(0).abstract.split()
    halves = [
        replace(paper(0, f"{file}.txt#1"), abstract=" ".join(half))
        for file, half in zip("ab", (words[:9], words[9:]), strict=True)
    ]

    assert reconcile([held(0)], halves, A).torn == ()


def test_a_retired_paper_that_comes_back_has_its_old_handle() -> None:
    plan = reconcile([held(0, "a.txt#1", retired=True)], [paper(0, "c.txt#7")], frozenset({"c.txt"}))

    assert plan == Plan(updated=(paper(0, "c.txt#7", "handle-0"),))


def test_a_retired_paper_comes_back_even_when_edited() -> None:
    edited = replace(paper(0, "c.txt#7"), abstract=paper(0).abstract + " Code is there.")

    assert reconcile([held(0, retired=True)], [edited]).updated == (replace(edited, id="handle-0"),)


def test_a_paper_that_is_still_shown_is_preferred_to_a_retired_one() -> None:
    old, new = held(0, retired=True), Held(paper(0, handle="in-use"))

    assert reconcile([old, new], [paper(0)], A) == Plan(unchanged=(new.paper,))


def test_an_imported_paper_is_not_overtaken_by_one_of_the_seeds_that_is_like_it() -> None:
    known = held(0, "own.jsonl#1", imported=True)
    like_it = replace(paper(0), abstract=paper(0).abstract + " Code is there.")

    assert reconcile([known], [like_it], A) == Plan(added=(like_it,))


def test_a_fact_that_left_the_seeds_leaves_the_paper() -> None:
    known = Held(paper(0, handle="x", title="A title"))

    assert reconcile([known], [paper(0)], A).updated == (paper(0, handle="x"),)


def test_a_fact_that_seems_to_have_left_stays_while_some_file_cannot_be_read() -> None:
    known = Held(paper(0, handle="x", title="A title"))

    assert reconcile([known], [paper(0)], A, partial=True).unchanged == (known.paper,)


def test_what_was_imported_fills_what_the_seeds_leave_open() -> None:
    known = Held(paper(0, "import.jsonl#3", "x", title="Imported", year=2020), imported=True)

    plan = reconcile([known], [paper(0, "a.txt#1", year=2025)], A)

    assert plan.updated == (paper(0, "a.txt#1", "x", title="Imported", year=2025),)


def test_an_import_fills_what_is_open_and_overrides_nothing_of_another_file() -> None:
    known = Held(paper(0, "a.txt#1", "x", year=2025))

    plan = reconcile([known], [paper(0, "import.jsonl#3", year=1999, title="Imported")])

    assert plan.updated == (paper(0, "a.txt#1", "x", year=2025, title="Imported"),)


def test_an_import_of_the_same_file_overrides() -> None:
    known = Held(paper(0, "import.jsonl#1", "x", year=1999, title="Kept"), imported=True)

    plan = reconcile([known], [paper(0, "import.jsonl#2", year=2000)])

    assert plan.updated == (paper(0, "import.jsonl#2", "x", year=2000, title="Kept"),)


numbers = st.lists(st.integers(0, len(ABSTRACTS) - 1), unique=True)


@settings(max_examples=100)
@given(numbers, numbers, st.sets(st.integers(0, len(ABSTRACTS) - 1)))
def test_every_paper_ends_in_one_place_and_keeps_its_handle(
    before: list[int], after: list[int], retired: set[int]
) -> None:
    library = [held(number, retired=number in retired) for number in before]

    plan = reconcile(library, [paper(number) for number in after], A)

    known = {old.paper.abstract: old.paper.id for old in library}
    stay = (*plan.updated, *plan.unchanged)
    assert len(plan.added) + len(stay) == len(after)
    assert all(known[old.abstract] == old.id for old in stay)
    assert {old.abstract for old in plan.added}.isdisjoint(known)
    assert {ABSTRACTS.index(old.abstract) for old in plan.retired} == set(before) - set(after) - retired


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("A b, c.", "a  B\nc"),
        ("Schrödinger’s naïve", "SCHRODINGER'S NAIVE"),
        ("ﬁne", "fine"),
        ("straße", "STRASSE"),
        ("a-b_c", "abc"),
    ],
)
def test_the_same_words_have_the_same_fingerprint(one: str, other: str) -> None:
    assert fingerprint(one) == fingerprint(other)


@pytest.mark.parametrize(("one", "other"), [("a 1", "a 2"), ("α", "β"), ("!", "?"), ("日本", "日木"), ("a", "")])
def test_other_words_have_another_fingerprint(one: str, other: str) -> None:
    assert fingerprint(one) != fingerprint(other)


@given(st.text())
def test_letters_are_the_same_by_either_way(text: str) -> None:
    assert letters(text) == letters(f"{text}é").removesuffix("e")


def test_a_thousand_edited_papers_among_a_thousand_find_themselves() -> None:
    old = [
        f"{ABSTRACTS[number % 5]} It is called system{number} and is made of part{number * 7}."
        for number in range(1000)
    ]
    new = [text.replace("patience", "courage") for text in old]

    best = sorted(alike(old, new), reverse=True)[:1000]

    assert sorted((before, after) for _, before, after in best) == [(number, number) for number in range(1000)]


def test_the_address_of_the_code_is_taken_from_the_abstract_unless_it_is_known() -> None:
    stated = Paper(abstract="We do. The code is at https://github.com/lab/tool.")

    assert with_code(stated).code == "https://github.com/lab/tool"
    assert with_code(replace(stated, code="https://example.org")).code == "https://example.org"
    assert with_code(paper(0)) == paper(0)


def test_a_handle_is_given_once_also_if_it_differs_in_signs_only() -> None:
    named = Paper(abstract="We propose KVFlow, a cache for agents. KVFlow is fast.", title="KVFlow: a Cache")

    first, second, third = with_handles([named, replace(named, year=1), replace(named, year=2)], ["kv-flow"])

    assert len({first.id, second.id, third.id, "kv-flow", "kvflow"}) == 5
