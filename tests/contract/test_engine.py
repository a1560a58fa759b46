"""What every search engine promises, asked of each one."""

from collections.abc import Callable
from pathlib import Path

import pytest

from search.engine import SearchEngine
from search.engines.hybrid_engine import HybridEngine, VectorIndex
from search.engines.whoosh_engine import WhooshEngine
from search.errors import InvalidQuery
from search.grammar import parse
from search.language.stems import stem
from search.models import Changes, Paper, SearchResult
from search.query import Query
from tests.fakes_encoder import WordEncoder
from tests.reference_engine import ReferenceEngine

Open = Callable[[], SearchEngine]

PAPERS = (
    Paper(
        id="kvflow",
        title="KVFlow: Efficient Prefix Caching for Agents",
        abstract="We present KVFlow, a workflow-aware cache. It evicts the KV cache of language models (LLMs) late.",
        authors=("Zaifeng Pan", "Yufei Ding"),
        year=2025,
        venue="NeurIPS",
        code="https://github.com/x/kvflow",
    ),
    Paper(
        id="attention",
        title="Attention Is All You Need",
        abstract="The Transformer is based solely on attention. Models for machine translation train faster.",
        authors=("Ashish Vaswani", "Noam Shazeer"),
        year=2017,
        venue="NIPS",
        pdf="https://arxiv.org/pdf/1706.03762",
    ),
    Paper(
        id="hamlet",
        title="To be or not to be",
        abstract="Undecided agents, written in C++ and R, model 3D scenes; the result is state-of-the-art (p<0.05).",
        authors=("Yufei Pan",),
        year=2024,
    ),
    Paper(
        id="rtz-vi-lcb",
        abstract="Games are solved by RTZ-VI-LCB in O(n²) samples, as in AdS/CFT. GPT-4 and Llama-3.1-70B agree.",
    ),
    Paper(id="naive", abstract="A naïve Schrödinger model of neighbour behaviour, optimised for λ-calculus modelling."),
    Paper(id="quant", abstract="Quantizing weights: quantization of models. A quantum leap for caches and attention."),
)


def whoosh(folder: Path) -> SearchEngine:
    return WhooshEngine.open(folder / "index", "library")


def hybrid(folder: Path) -> SearchEngine:
    return HybridEngine(whoosh(folder), VectorIndex(folder / "vectors", "library", WordEncoder()))


def reference(folder: Path) -> SearchEngine:
    return ReferenceEngine(folder / "index")


ENGINES = [
    pytest.param(whoosh, id="whoosh"),
    pytest.param(hybrid, id="hybrid"),
    pytest.param(reference, id="reference"),
]


@pytest.fixture(params=ENGINES)
def open_engine(request: pytest.FixtureRequest, tmp_path: Path) -> Open:
    return lambda: request.param(tmp_path)


@pytest.fixture
def engine(open_engine: Open) -> SearchEngine:
    filled = open_engine()
    filled.apply(Changes(7, PAPERS))
    return filled


def found(engine: SearchEngine, typed: str, limit: int = 10) -> list[str]:
    return [hit.id for hit in engine.search(parse(typed), limit).hits]


def complete(engine: SearchEngine, typed: str) -> set[str]:
    result = engine.search(parse(typed), 10)
    return {hit.id for hit in result.hits[: result.complete]}


def test_a_new_engine_is_empty_at_revision_0(open_engine: Open) -> None:
    empty = open_engine()

    assert (0, 0) == (empty.revision(), empty.size())
    assert SearchResult((), 0, 0, ("cache",)) == empty.search(parse("cache"), 5)
    assert () == empty.similar("kvflow", 5)


def test_it_holds_the_revision_it_was_given_also_when_opened_again(open_engine: Open, engine: SearchEngine) -> None:
    assert (7, 6) == (engine.revision(), engine.size())
    assert (7, 6) == (open_engine().revision(), open_engine().size())


def test_applying_the_same_changes_again_changes_nothing(engine: SearchEngine) -> None:
    before = engine.search(parse("cache models"), 10)

    engine.apply(Changes(7, PAPERS))

    assert (7, 6) == (engine.revision(), engine.size())
    assert before == engine.search(parse("cache models"), 10)


def test_a_revision_without_changes_is_held_too(engine: SearchEngine) -> None:
    engine.apply(Changes(8))

    assert (8, 6) == (engine.revision(), engine.size())


def test_a_changed_paper_is_found_as_it_is_now_and_a_retired_one_no_more(engine: SearchEngine) -> None:
    engine.apply(Changes(8, (Paper(id="kvflow", abstract="Now about turtles."),), retired=("quant", "unknown")))

    assert ["kvflow"] == found(engine, "turtles")
    assert [] == found(engine, "workflow-aware")
    assert [] == found(engine, "quantum")
    assert 5 == engine.size()


def test_a_paper_twice_in_one_change_is_indexed_once_as_it_was_last(engine: SearchEngine) -> None:
    engine.apply(Changes(8, (Paper(id="new", abstract="first turtles"), Paper(id="new", abstract="second turtles"))))

    assert ["new"] == found(engine, "turtles")
    assert [] == found(engine, '"first turtles"')


def test_a_paper_added_elsewhere_is_seen_without_opening_again(open_engine: Open, engine: SearchEngine) -> None:
    open_engine().apply(Changes(8, (Paper(id="new", abstract="turtles"),)))

    assert ["new"] == found(engine, "turtles")
    assert 8 == engine.revision()


def test_progress_counts_every_paper(open_engine: Open) -> None:
    steps: list[int] = []

    open_engine().apply(Changes(1, PAPERS), steps.append)

    assert len(PAPERS) == sum(steps)


@pytest.mark.parametrize(
    ("typed", "first"),
    [
        ("kvflow", "kvflow"),
        ("KVFLOW", "kvflow"),
        ("kv-flow", "kvflow"),
        ("KVFlow: Efficient Prefix Caching for Agents", "kvflow"),
        ("rtzvilcb", "rtz-vi-lcb"),
        ("rtz-vi-lcb", "rtz-vi-lcb"),
        ("RTZ", "rtz-vi-lcb"),
        ("vi lcb", "rtz-vi-lcb"),
        ("GPT-4", "rtz-vi-lcb"),
        ("gpt4", "rtz-vi-lcb"),
        ("gpt 4", "rtz-vi-lcb"),
        ("Llama-3.1-70B", "rtz-vi-lcb"),
        ("llama3.1", "rtz-vi-lcb"),
        ("AdS/CFT", "rtz-vi-lcb"),
        ("O(n²)", "rtz-vi-lcb"),
        ("o(n2)", "rtz-vi-lcb"),
        ("C++", "hamlet"),
        ("R", "hamlet"),
        ("3d", "hamlet"),
        ("p<0.05", "hamlet"),
        ("p < 0.05", "hamlet"),
        ("state-of-the-art", "hamlet"),
        ("state of the art", "hamlet"),
        ("stateoftheart", "hamlet"),
        ("to be or not to be", "hamlet"),
        ('"attention is all you need"', "attention"),
        ("attention is all you need", "attention"),
        ("schrodinger", "naive"),
        ("SCHRÖDINGER", "naive"),
        ("naïve", "naive"),
        ("neighbor behavior", "naive"),
        ("modeling", "naive"),
        ("optimize", "naive"),
        ("λ", "naive"),
        ("quantize", "quant"),
        ("vaswani", "attention"),
    ],
)
def test_it_is_found_first(engine: SearchEngine, typed: str, first: str) -> None:
    assert first == found(engine, typed)[0]


def test_a_phrase_keeps_order_and_common_words_and_stays_inside_a_section(engine: SearchEngine) -> None:
    assert {"hamlet"} == complete(engine, '"or not to be"')
    assert set() == complete(engine, '"be not or"')
    assert set() == complete(engine, '"need the transformer"')


def test_a_phrase_may_hold_a_compound_in_any_reading(engine: SearchEngine) -> None:
    for typed in ('"solved by RTZ-VI-LCB in"', '"by rtzvilcb in O(n²)"', '"the KV-cache of"'):
        assert complete(engine, typed), typed


def test_prefixes_match_whole_words_not_stems(engine: SearchEngine) -> None:
    assert {"quant"} == complete(engine, "quantiza*")
    assert {"quant"} == complete(engine, "quant*")
    assert set() == complete(engine, "quantizes*")


def test_alternatives_exclusions_and_groups(engine: SearchEngine) -> None:
    assert {"kvflow", "quant"} == complete(engine, "cache")
    assert {"kvflow"} == complete(engine, "cache -quantum")
    assert {"kvflow", "quant", "hamlet"} == complete(engine, "cache OR undecided")
    assert {"quant", "hamlet"} == complete(engine, "(cache quantum) OR undecided")
    assert {"attention"} == complete(engine, 'attention NOT (cache OR "no such")')


@pytest.mark.parametrize(
    ("typed", "ids"),
    [
        ("author:vaswani", {"attention"}),
        ("author:VASWANI,Ashish", {"attention"}),
        ('author:"yufei pan"', {"hamlet"}),
        ("author:yufei", {"hamlet", "kvflow"}),
        ("venue:neurips", {"kvflow"}),
        ("year:2024", {"hamlet"}),
        ("year:2017..2024", {"hamlet", "attention"}),
        ("year:>2024", {"kvflow"}),
        ("year:<=2017", {"attention"}),
        ("has:code", {"kvflow"}),
        ("has:pdf", {"attention"}),
        ("models has:pdf", {"attention"}),
        ("year:2017..2025 -author:yufei", {"attention"}),
        ("attention -year:2017", {"quant"}),
        ("attention author:nobody", set()),
    ],
)
def test_conditions_always_hold(engine: SearchEngine, typed: str, ids: set[str]) -> None:
    assert ids == set(found(engine, typed))


def test_complete_papers_come_first_and_others_need_a_third(engine: SearchEngine) -> None:
    result = engine.search(parse("attention cache quantum leap"), 10)

    assert ("quant", 1) == (result.hits[0].id, result.complete)
    assert {"attention", "kvflow"}.isdisjoint(hit.id for hit in result.hits), "one of four words is too little"
    assert {"attention", "kvflow", "quant"} == set(found(engine, "attention cache quantum"))


def test_common_words_do_not_count_unless_nothing_else_is_left(engine: SearchEngine) -> None:
    assert complete(engine, "the undecided") == {"hamlet"}
    assert {"kvflow", "attention", "hamlet"} == complete(engine, "the")


def test_hits_tell_the_stems_they_matched(engine: SearchEngine) -> None:
    hit = engine.search(parse("quantization attention turtles"), 1).hits[0]

    assert ("quant", frozenset({"quantiz", "attent"})) == (hit.id, hit.terms)


def test_windows_fit_together_and_end(engine: SearchEngine) -> None:
    query = parse("models OR cache OR agents OR attention")
    whole = engine.search(query, 10).hits

    assert whole == tuple(hit for offset in range(6) for hit in engine.search(query, 1, offset).hits)
    assert () == engine.search(query, 5, 100).hits
    assert engine.search(query, 5, 100).total == len(whole)


def test_equal_scores_stand_in_the_order_of_handles(engine: SearchEngine) -> None:
    same = tuple(Paper(id=f"t{number}", abstract="turtles all the way") for number in (3, 1, 2))
    engine.apply(Changes(8, same))

    assert ["t1", "t2", "t3"] == found(engine, "turtles")


@pytest.mark.parametrize(
    ("typed", "better"),
    [
        ("attentoin", "attention"),
        ("kvflow evcits", None),
        ("Attentoin -cache", "attention -cache"),
        ("transformer AND attentoin", "transformer AND attention"),
        ("vasvani", "vaswani"),
        ("quantum", None),
        ("xqzt", None),
        ("undecided attentoin", None),
        ("atrz", None),
        ("trz lcb", "rtz lcb"),
        ("evcits cahce langauge moedls worfklow", None),
        ("turtles attentoin", None),
    ],
)
def test_a_suggestion_needs_a_missing_word_and_complete_papers(
    engine: SearchEngine, typed: str, better: str | None
) -> None:
    if typed == "kvflow evcits":
        better = "kvflow evicts"
    assert better == engine.search(parse(typed), 5).suggestion


def test_missing_words_are_named_as_typed(engine: SearchEngine) -> None:
    result = engine.search(parse("Turtles cache zebr* turtles"), 5)

    assert ("Turtles", "zebr*", "turtles") == result.missing


def test_similar_papers_leave_the_paper_itself_out(engine: SearchEngine) -> None:
    engine.apply(Changes(8, (Paper(id="late", abstract="Late eviction from the KV cache of a language model."),)))

    hits = engine.similar("kvflow", 3)

    assert "late" == hits[0].id
    assert "kvflow" not in {hit.id for hit in hits}
    assert {"kv", "cach"} <= hits[0].terms
    assert () == engine.similar("unknown", 3)


@pytest.mark.parametrize("written", ["hatch\u00adlings", "hatch(cid:173)lings", "hatch\u200blings", "hatch- lings"])
def test_words_that_were_broken_in_print_are_found_whole(engine: SearchEngine, written: str) -> None:
    engine.apply(Changes(8, (Paper(id="turtles", abstract=f"Sea turtles and their {written} crawl."),)))

    assert ["turtles"] == found(engine, "hatchlings")
    assert [] == found(engine, "lings")


@pytest.mark.parametrize(
    "shared",
    [
        pytest.param("However, we leave this to future work", id="words of any abstract"),
        pytest.param("The turtles", id="one word of a topic"),
        pytest.param("A large-scale, state-of-the-art approach", id="a compound of such words"),
        pytest.param("In 2024, 16 of 57", id="numbers"),
    ],
)
def test_papers_that_share_only_what_says_little_are_not_similar(engine: SearchEngine, shared: str) -> None:
    tides = Paper(id="tides", abstract=f"{shared}. Tides lift boats in harbours of granite.")
    bread = Paper(id="bread", abstract=f"{shared}. Bakers knead dough with yeast overnight.")
    engine.apply(Changes(8, (tides, bread)))

    assert () == engine.similar("tides", 5)
    assert () == engine.similar("bread", 5)


def test_far_papers_are_not_listed_behind_near_ones(engine: SearchEngine) -> None:
    abstract = "Sea turtles nest on beaches; hatchlings crawl to the moonlit surf, chased by crabs and gulls."
    near = Paper(id="near", abstract=f"{abstract} Rangers count eggs.")
    far = Paper(id="far", abstract="Crabs and gulls fight over bread in harbours, and bakers laugh.")
    engine.apply(Changes(8, (Paper(id="turtles", abstract=abstract), near, far)))

    assert ["near"] == [hit.id for hit in engine.similar("turtles", 5)]
    assert "near" in {hit.id for hit in engine.similar("far", 5)}


@pytest.mark.parametrize("typed", ["vaswani translation", "nips translation", "2017 translation"])
def test_a_hit_tells_that_author_venue_and_year_matched(engine: SearchEngine, typed: str) -> None:
    hit = engine.search(parse(typed), 1).hits[0]

    assert "attention" == hit.id
    assert {stem(typed.split(maxsplit=1)[0]), stem("translation")} <= hit.terms


def test_nothing_to_search_for_is_an_invalid_query(engine: SearchEngine) -> None:
    with pytest.raises(InvalidQuery):
        engine.search(Query("", excluded=parse("x").wanted), 5)


def test_odd_papers_can_be_indexed(engine: SearchEngine) -> None:
    odd = (
        Paper(id="empty", abstract=""),
        Paper(
            id="signs", abstract="\x00 <>&| $\\alpha$ \ud800", title="   ", authors=("",), keywords=("", "turtle care")
        ),
        Paper(id="long", abstract="w" * 40_000 + " turtles"),
        Paper(id="many", abstract="turtle " * 70_000),
    )
    engine.apply(Changes(8, odd))

    assert 10 == engine.size()
    assert {"signs", "long", "many"} == set(found(engine, "turtle"))
    assert ["signs"] == found(engine, '"turtle care"')
