"""The committed schemas are those that Slack's packages give, and say what the packages' sentences say."""

import json
import shutil
import subprocess
from collections.abc import Callable, Iterator
from importlib.resources import files
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft7Validator

from bot.workspace.checks.schemas import found
from tests.unit.test_workspace_checks_blocks import GOOD, WRONG

FOREIGN = Path(__file__).parents[1] / "foreign"
SCHEMAS = Path(str(files("bot.workspace"))) / "schemas"
KINDS = ["blocks", "requests", "responses", "interactions", "events"]


@pytest.fixture(scope="module")
def generated(tmp_path_factory: pytest.TempPathFactory, skip_without: Callable[[str, bool, str], None]) -> Path:
    """The schemas made anew, where node and the packages are there."""
    there = (FOREIGN / "node_modules" / "ts-json-schema-generator").is_dir() and shutil.which("node") is not None
    skip_without("npm", there, "`npm ci` in tests/foreign brings what makes the schemas.")
    folder = tmp_path_factory.mktemp("schemas")
    subprocess.run(["node", "types/generate.mjs", folder], check=True, timeout=180, cwd=FOREIGN)
    return folder


@pytest.mark.parametrize("kind", KINDS)
def test_the_committed_schema_is_what_slacks_packages_give(kind: str, generated: Path) -> None:
    assert (generated / f"{kind}.json").read_text("utf-8") == (SCHEMAS / f"{kind}.json").read_text("utf-8")


@pytest.mark.parametrize("kind", KINDS)
def test_a_schema_is_small_and_without_prose(kind: str) -> None:
    text = (SCHEMAS / f"{kind}.json").read_text("utf-8")
    document = json.loads(text)

    assert len(text.encode()) < 60_000
    assert set(json.loads(document["$comment"])) == {"@slack/types", "@slack/web-api", "@slack/bolt"}
    assert [key for key, value in _pairs(document) if key == "description" and isinstance(value, str)] == []


def test_the_versions_are_those_that_are_pinned() -> None:
    pinned = json.loads((FOREIGN / "package.json").read_text("utf-8"))["devDependencies"]

    for kind in KINDS:
        made_of = json.loads(json.loads((SCHEMAS / f"{kind}.json").read_text("utf-8"))["$comment"])
        assert made_of.items() <= pinned.items()


def test_every_reference_leads_somewhere_and_every_definition_is_used() -> None:
    for kind in KINDS:
        document = json.loads((SCHEMAS / f"{kind}.json").read_text("utf-8"))
        used = {value.rpartition("/")[2] for key, value in _pairs(document) if key == "$ref"}
        assert used == set(document["definitions"])


@pytest.mark.parametrize("kind", KINDS)
def test_a_schema_is_draft_7_for_any_validator(kind: str) -> None:
    Draft7Validator.check_schema(json.loads((SCHEMAS / f"{kind}.json").read_text("utf-8")))


def test_an_unchanged_validator_of_draft_7_takes_and_refuses_the_same_blocks() -> None:
    document = json.loads((SCHEMAS / "blocks.json").read_text("utf-8"))
    plain = Draft7Validator(document["properties"]["block"] | {"definitions": document["definitions"]})
    blocks = [*chain(*GOOD.values()), *chain(*(blocks for blocks, _ in WRONG.values()))]

    taken = [plain.is_valid(block) for block in blocks]

    assert taken == [not list(found("blocks", "block", block)) for block in blocks]
    assert taken.count(True) > 80
    assert taken.count(False) > 60


def test_the_lock_file_names_no_registry() -> None:
    assert '"resolved"' not in (FOREIGN / "package-lock.json").read_text("utf-8")


def test_the_limits_are_read_from_the_sentences() -> None:
    limits = [key for key, _ in _pairs(json.loads((SCHEMAS / "blocks.json").read_text("utf-8")))]

    assert limits.count("maxLength") > 110
    assert limits.count("maxItems") >= 18
    assert limits.count("minimum") >= 10


def _pairs(tree: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(tree, dict):
        yield from tree.items()
    for part in tree.values() if isinstance(tree, dict) else tree if isinstance(tree, list) else ():
        yield from _pairs(part)
