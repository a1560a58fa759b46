"""Headlines: one line that says what a paper is."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from search.language.headline import LONGEST, headline
from search.language.shorten import shortened
from search.models import Paper

WORDS = "we propose a method for the of with, that (and or in Agents learning; via - X"


@pytest.mark.parametrize(
    ("abstract", "line"),
    [
        (
            "We present KVFlow, a workflow-aware KV cache management framework tailored for agentic workloads.",
            "KVFlow: a workflow-aware KV cache management framework for agentic workloads",
        ),
        (
            "In this paper, we propose GEDRanker, a novel unsupervised GAN-based framework for GED computation.",
            "GEDRanker: an unsupervised GAN-based framework for GED computation",
        ),
        (
            "We propose a method for agents without any data, namely SPORT, via optimization.",
            "SPORT: a method for agents without any data",
        ),
        (
            "We focus on data and improve it with an efficient strategy called LoGra that leverages structure.",
            "LoGra: an efficient strategy that leverages structure",
        ),
        ("We propose an effective method named Return-Aware Context (RAC).", "RAC: Return-Aware Context"),
        (
            "Our resulting method, HyperMARL, avoids the complexities of prior work.",
            "HyperMARL avoids the complexities of prior work",
        ),
        (
            "In this work, we propose a discretization-free multicalibration method for trees.",
            "Discretization-free multicalibration method for trees",
        ),
        (
            "In this paper, we take the first step towards understanding the efficiency of transfer learning.",
            "Understanding the efficiency of transfer learning",
        ),
        (
            "In this work, we prove that robust agents must have learned the causal model.",
            "Robust agents must have learned the causal model",
        ),
        ("We study the problem of stabilizing an unknown system.", "Stabilizing an unknown system"),
        ("We analyze the residual stream of many models.", "Analyzing the residual stream of many models"),
        ("In this paper a scheme for networks is given.", "A scheme for networks is given"),
        ("Nothing is announced here.", "Nothing is announced here"),
        ("", "(no abstract)"),
        (" \n\t ", "(no abstract)"),
        ("\u200b", "(no abstract)"),
    ],
)
def test_a_paper_without_a_title_gets_a_headline(abstract: str, line: str) -> None:
    assert headline(Paper(abstract=abstract)) == line
    assert headline(Paper(abstract=abstract, title="  ")) == line


def test_a_title_is_shown_clean_whole_and_on_one_line() -> None:
    long = "On " + "very " * 60 + "long titles"

    assert headline(Paper(abstract="We do.", title="A long\n  title for $\\ell_1$ \\emph{norms}")) == (
        "A long title for ℓ₁ norms"
    )
    assert headline(Paper(abstract="We do.", title=long)) == long


def test_a_long_description_is_cut_where_a_clause_ends() -> None:
    line = (
        "TheAgentCompany: an extensible benchmark for evaluating AI agents that interact with the world in similar "
        "ways to those of a digital worker: by browsing the Web"
    )

    assert shortened(line, LONGEST) == "TheAgentCompany: an extensible benchmark for evaluating AI agents"


@given(st.lists(st.sampled_from(WORDS.split())))
@settings(max_examples=150)
def test_a_shortened_line_fits_and_nothing_dangles(words: list[str]) -> None:
    whole = " ".join(words)
    line = shortened(whole, 40)

    assert len(line) <= 40
    assert not line.endswith((",", ";", " the", " of", " with", " that", " and", " (")) or line == whole[:40].strip()
