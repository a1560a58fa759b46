"""README, ARCHITECTURE, .env.example, manifest and help say what the code does."""

import ast
import json
import re
from pathlib import Path

import pytest

from bot.config import SETTINGS, Setting
from bot.manifest import manifest
from handlers.command import Command
from handlers.commands import COMMANDS
from search.files.form import Form
from search.formats import FORMATS

ROOT = Path(__file__).parent.parent
STOREYS = ("bot", "handlers", "search")
MAP = re.compile(r"(<!-- map: begin -->\n).*(<!-- map: end -->)", re.DOTALL)


def modules() -> list[Path]:
    return [path for storey in STOREYS for path in sorted((ROOT / storey).rglob("*.py"))]


def sentence(path: Path) -> str:
    docstring = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))
    assert docstring, f"{path.relative_to(ROOT)} has no docstring"
    return " ".join(docstring.split())


def code_map() -> str:
    lines = []
    for storey in STOREYS:
        lines += [f"\n### `{storey}/`\n", "| module | what it is |", "|---|---|"]
        for path in sorted((ROOT / storey).rglob("*.py")):
            place = path.relative_to(ROOT / storey)
            name = f"{place.parent}/" if place.name == "__init__.py" else str(place)
            migration = "versions" in place.parts and place.name != "__init__.py"
            if not migration:
                lines.append(f"| `{name.removeprefix('./') or storey}` | {sentence(path)} |")
    return "\n".join(lines).strip() + "\n"


def test_the_architecture_page_gives_each_module_its_own_sentence(request: pytest.FixtureRequest) -> None:
    page = ROOT / "ARCHITECTURE.md"
    written = page.read_text(encoding="utf-8")
    expected = MAP.sub(lambda found: found[1] + code_map() + found[2], written)
    if request.config.getoption("--update-golden"):
        page.write_text(expected, encoding="utf-8")

    assert expected == page.read_text(encoding="utf-8")


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(ROOT)))
def test_a_module_says_what_it_is_in_one_sentence(path: Path) -> None:
    text = sentence(path)

    assert text.endswith(".")
    assert re.search(r"[a-z`)]\. [A-Z]", text) is None, text


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.name)
def test_the_readme_names_each_sub_command_with_its_usage(command: Command) -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")

    assert f"`/papers {command.name} {command.usage}".strip() + "`" in readme
    assert command.summary in readme


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.name)
def test_the_readme_lists_each_setting(setting: Setting) -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    default = f"`{setting.default}`" if setting.default else "–"

    assert f"| `{setting.name}` | {default} | {setting.what} |" in readme


@pytest.mark.parametrize("form", FORMATS, ids=lambda form: form.name)
def test_the_readme_lists_each_format(form: Form) -> None:
    section = (ROOT / "README.md").read_text(encoding="utf-8").partition("## Papers of your own")[2]
    rows = [line for line in section.splitlines() if line.startswith("|")]

    assert any(f"`{form.name}`" in row.split("|")[2] for row in rows)


def test_the_committed_manifest_is_what_the_code_makes() -> None:
    assert json.loads((ROOT / "manifest.json").read_text(encoding="utf-8")) == manifest(None)


def test_each_local_link_in_the_papers_leads_somewhere() -> None:
    for page in [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), ROOT / "seeds" / "README.md"]:
        for target in re.findall(r"\]\((?!https?://|#|mailto:)([^)#]+)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), f"{page.name} links to {target}"


def test_each_test_that_shows_a_known_fault_absent_is_there() -> None:
    page = (ROOT / "docs" / "known-faults.md").read_text(encoding="utf-8")
    rows = [line for line in page.splitlines() if re.match(r"\| [A-Z]\d\d ", line)]
    assert rows
    for row in rows:
        named = re.findall(r"`([a-z/_]+\.py)(?:::(\w+))?`", row)
        assert named, f"nothing shows it: {row}"
        for file, test in named:
            written = (ROOT / "tests" / file).read_text(encoding="utf-8")
            assert f"def {test or 'test_'}" in written, f"{file} has no {test}"
