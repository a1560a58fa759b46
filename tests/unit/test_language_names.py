"""Names: the written form of what the paper calls its own system, or none."""

import pytest

from search.language.names import system_name
from search.models import Paper


@pytest.mark.parametrize(
    ("abstract", "name"),
    [
        ("We present KVFlow, a workflow-aware framework.", "KVFlow"),
        ("To overcome this, we propose a simple yet effective method named Return-Aware Context (RAC).", "RAC"),
        ("In this paper, we introduce RFC2PSM, the first dataset.", "RFC2PSM"),
        ("In this work, we propose a benchmark for agents called *Struct-Bench*, with data.", "Struct-Bench"),
        ("We propose a model-based algorithm (*RTZ-VI-LCB*) for offline games.", "RTZ-VI-LCB"),
        ("We propose *Conformal Information Pursuit (C-IP)*, an alternative approach.", "C-IP"),
        ("Here, we introduce iP-VAE (*iterative Poisson variational autoencoder*), a network.", "iP-VAE"),
        ("We introduce $\\textit{ALE-Bench}$, a new benchmark.", "ALE-Bench"),
        ("We introduce Cypher-RI, a specialized framework for the Text-to-Cypher task.", "Cypher-RI"),
        ("We propose an iterative method for agents, namely SPORT, via optimization.", "SPORT"),
        ("We propose a novel quantization approach PolarQuant, which provides a view.", "PolarQuant"),
        ("To this end, we propose a large language model assisted dynamic agent (LLM-DAMVC), a tool.", "LLM-DAMVC"),
        ("Our resulting method, **HyperMARL**, avoids complexity.", "HyperMARL"),
        ("All experiments are supported by our VAGEN framework, a scalable system.", "VAGEN"),
        ("We propose Heterogeneous Swarms, an algorithm to design systems.", "Heterogeneous Swarms"),
        ("In this paper we introduce Pix2Poly an end-to-end network.", "Pix2Poly"),
        ("We introduce a novel approach: Customized Expert Networks (SCEN), a paradigm.", "SCEN"),
        ("To assess this, we introduce 🏹 CUPID, a benchmark.", "CUPID"),
        ("We propose a framework named Auto-FPN specifically designed for detection.", "Auto-FPN"),
        ("We test it, and propose **Interruptible Collaborative Roleplayer (ICR)**—a novel algorithm.", "ICR"),
    ],
)
def test_the_abstract_names_its_system(abstract: str, name: str) -> None:
    assert system_name(Paper(abstract=abstract)) == name


@pytest.mark.parametrize(
    "abstract",
    [
        "",
        "We propose a method for large language models (LLMs) and MARL.",
        "We propose a Markov decision process (MDP) view of reinforcement learning (RL).",
        "We introduce KV, a cache.",
        "We evaluate agents using Concordia, a simulation environment.",
        "We propose a puppeteer-style paradigm for LLM-based collaboration.",
        "Recently a method called BERTology was proposed by others.",
        "We propose an algorithm for Partially Observable Games (POG) with regret bounds.",
        "We present Two algorithms for 3D reconstruction.",
        "This paper introduces Bayesian methods for vision.",
    ],
)
def test_no_name_is_made_up(abstract: str) -> None:
    assert system_name(Paper(abstract=abstract)) is None


@pytest.mark.parametrize(
    ("title", "abstract", "name"),
    [
        ("KVFlow: Efficient Prefix Caching", "We present something.", "KVFlow"),
        ("PSMBench: A Benchmark", "We introduce RFC2PSM, a dataset.", "PSMBench"),
        ("Rainbow Delay: A Framework", "We propose the Rainbow Delay (RDY), a framework.", "RDY"),
        ("Voyager: An Agent", "We study it. Then Voyager, as we saw, plays on with Voyager.", "Voyager"),
        ("Sampling by averaging: A multiscale approach", "We study it.", None),
        ("Datasets, Documents, and Repetitions: The Practicalities", "We study it.", None),
        ("Overfitting: Causes", "We study overfitting. Here, Overfitting is bad.", None),
        ("RL: A Survey", "We study RL.", None),
        ("Do Models Use Their Depth?", "We present KVFlow, a tool.", "KVFlow"),
        ("   ", "We present KVFlow, a tool.", "KVFlow"),
    ],
)
def test_a_name_before_the_colon_of_a_title_comes_first(title: str, abstract: str, name: str | None) -> None:
    assert system_name(Paper(title=title, abstract=abstract)) == name
