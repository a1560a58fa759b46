"""Each workspace over each transport, with the probe in it, started once for all the scenarios of a module."""

from collections.abc import Callable, Iterator
from typing import get_args

import pytest

from tests.foreign.bots import probe
from tests.foreign.emulate_program import ENTRY as EMULATE
from tests.foreign.local_slack import PROGRAM as LOCAL_SLACK
from tests.foreign.probe import MANIFEST
from tests.foreign.slack_like import SlackLike, Transport
from tests.foreign.stage import PLACES, on_stage

STAGES = [(name, transport) for name in PLACES for transport in get_args(Transport)]
PROGRAMS = {"local-slack": LOCAL_SLACK, "emulate": EMULATE}


@pytest.fixture(scope="module", params=STAGES, ids="-".join)
def stage(request: pytest.FixtureRequest, skip_without: Callable[[str, bool, str], None]) -> tuple[str, Transport]:
    """Which workspace, and how it delivers."""
    name, transport = request.param
    if name in PROGRAMS:
        skip_without("npm", PROGRAMS[name].exists(), f"{name} is not here; npm ci --prefix tests/foreign installs it.")
    return name, transport


@pytest.fixture(scope="module")
def errors() -> list[Exception]:
    """What went wrong inside the probe."""
    return []


@pytest.fixture(scope="module")
def opened(
    stage: tuple[str, Transport], errors: list[Exception], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[SlackLike]:
    """The workspace with the probe in it."""
    name, transport = stage
    with on_stage(name, transport, tmp_path_factory.mktemp(name), MANIFEST, lambda keys: probe(keys, errors)) as place:
        yield place


@pytest.fixture
def place(opened: SlackLike, errors: list[Exception]) -> Iterator[SlackLike]:
    """The same for one test, which fails with anything that goes wrong in the probe."""
    errors.clear()
    yield opened
    assert not errors
