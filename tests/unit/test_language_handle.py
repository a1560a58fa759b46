"""Handles are short, typeable, never a command, and without end."""

import re
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from search.language.handle import RESERVED, handle_of, handles
from search.models import Paper


@pytest.mark.parametrize(
    ("abstract", "handle"),
    [
        ("We present KVFlow, a cache.", "kvflow"),
        ("We propose an algorithm (RTZ-VI-LCB) for games.", "rtz-vi-lcb"),
        ("We propose Conformal Pursuit (C-IP), an approach.", "c-ip"),
        ("Here, we introduce iP-VAE (iterative Poisson), a network.", "ip-vae"),
        ("We introduce TheAgentCompany, a benchmark.", "theagentcompany"),
        ("We propose a discretization-free multicalibration method.", "discretization-free-multicalibration"),
        ("", "abstract"),
    ],
)
def test_the_first_handle_is_the_name_or_key_words(abstract: str, handle: str) -> None:
    assert next(handles(Paper(abstract=abstract))) == handle


def test_candidates_go_on_with_numbers() -> None:
    found = list(islice(handles(Paper(abstract="We present KVFlow, a cache for agents.")), 4))

    assert found[0] == "kvflow"
    assert found[-2:] == ["kvflow-2", "kvflow-3"]


@pytest.mark.parametrize("command", sorted(RESERVED))
def test_no_handle_is_a_command(command: str) -> None:
    paper = Paper(
        abstract=f"We present {command.upper()}, a tool. It is {command}.", title=f"{command.upper()}: {command}"
    )

    assert command not in list(islice(handles(paper), 5))


@pytest.mark.parametrize(
    ("name", "handle"),
    [
        ("Müller’s α-Net", "mullers-alpha-net"),
        ("A*+", "a-plus"),
        ("Łódź_9", "lodz-9"),
        ("数据", ""),
        ("x" * 60, "x" * 40),
    ],
)
def test_names_are_spelt_in_ascii(name: str, handle: str) -> None:
    assert handle_of(name) == handle


@given(st.text(max_size=80), st.text(max_size=40))
@settings(max_examples=150)
def test_every_handle_can_be_typed(abstract: str, title: str) -> None:
    found = list(islice(handles(Paper(abstract=abstract, title=title)), 12))

    assert len(set(found)) == len(found)
    for handle in found:
        assert re.fullmatch(r"[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])", handle)
        assert handle not in RESERVED
