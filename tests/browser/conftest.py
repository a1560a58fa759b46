"""A headless Chromium, and a loopback server with the page's files, for tests that look at what people see."""

import http.server
import shutil
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

import pytest

from bot.cli.workspace import suggestions
from bot.manifest import manifest
from bot.wiring import Paperboy
from tests.browser.choices import add_choices
from tests.browser.towns import Town, running
from tests.browser.visits import Begin, Examine, Visit, cleared, new_tab, visiting
from tests.foreign.bots import open_library, paperboy, probe
from tests.foreign.probe import MANIFEST
from tests.foreign.slack_like import Keys
from tests.foreign.stage import Bot

if TYPE_CHECKING:
    from playwright.sync_api import Browser, ConsoleMessage, Page

PAGE_FILES = Path(__file__).parents[2] / "bot" / "workspace" / "page"
AXE = Path(__file__).parents[1] / "foreign" / "node_modules" / "axe-core" / "axe.min.js"
STAGE = Path(__file__).with_name("stage.js")
STYLES = ("tokens", "frame", "messages", "panes", "blocks/blocks")
DOCUMENT = f"""<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Stage</title>
<link rel="icon" href="/page/icon.svg">
{"".join(f'<link rel="stylesheet" href="/page/{name}.css">' for name in STYLES)}
<script type="module" src="/stage.js"></script></head><body></body></html>"""
SOON = 5_000
"""Milliseconds after which what has not happened in the page will not."""


class Files(http.server.SimpleHTTPRequestHandler):
    """The page's own files under `/page/`, and the stage. No policy protects it: foreign text must be harmless."""

    def translate_path(self, path: str) -> str:
        name = path.partition("?")[0]
        return str(STAGE if name == "/stage.js" else PAGE_FILES / name.removeprefix("/page/").lstrip("/"))

    def do_GET(self) -> None:
        if self.path != "/":
            return super().do_GET()
        body = DOCUMENT.encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
        return None

    def log_message(self, *args: object) -> None:
        """Says nothing: the tests' output is for the tests."""


@pytest.fixture(scope="session")
def stage_origin() -> Iterator[str]:
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Files) as server:
        thread = Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


@pytest.fixture(scope="session")
def chromium(skip_without: Callable[[str, bool, str], None]) -> "Iterator[Browser]":
    """One browser for all tests, headless; its sandbox is off since tests may run as root."""
    executable = shutil.which("chromium")
    skip_without("chromium", executable is not None, "there is no chromium on this machine")
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        skip_without("chromium", False, "playwright is not installed")
        raise
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable, args=["--no-sandbox"])
        yield browser
        browser.close()


@contextmanager
def opened(chromium: "Browser") -> "Iterator[tuple[Page, list[str]]]":
    """An empty page in a profile of its own, and what the browser complains of."""
    with closing(chromium.new_context(locale="en-US")) as context:
        page = context.new_page()
        page.set_default_timeout(SOON)
        complaints: list[str] = []

        def hear(message: "ConsoleMessage") -> None:
            if message.type in ("error", "warning"):
                complaints.append(message.text)

        page.on("console", hear)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        yield page, complaints


@pytest.fixture
def chromium_page(chromium: "Browser") -> "Iterator[Page]":
    """An empty page; what the browser complains of fails the test."""
    with opened(chromium) as (page, complaints):
        yield page
        assert complaints == []


@pytest.fixture(scope="module")
def stage_page(chromium: "Browser", stage_origin: str) -> "Iterator[tuple[Page, list[str]]]":
    with opened(chromium) as (page, complaints):
        page.goto(stage_origin)
        page.wait_for_function("window.stage")
        yield page, complaints


@pytest.fixture
def stage(stage_page: "tuple[Page, list[str]]") -> "Iterator[Page]":
    """A page with an empty `window.stage`, on which blocks and windows can be put (see stage.js)."""
    page, complaints = stage_page
    page.evaluate("stage.reset()")
    yield page
    assert complaints == []


@pytest.fixture(scope="session")
def serious_findings(skip_without: Callable[[str, bool, str], None]) -> Examine:
    """What axe-core finds serious or critical in a page as it stands: the rule, and the first part that breaks it."""
    skip_without("npm", AXE.exists(), "axe-core is not installed in tests/foreign")
    source = AXE.read_text(encoding="utf-8")

    def look(page: "Page") -> list[str]:
        if page.evaluate("!window.axe"):
            page.evaluate(source)
        found = page.evaluate("axe.run({resultTypes: ['violations']})")["violations"]
        serious = [one for one in found if one["impact"] in ("serious", "critical")]
        return [f"{one['id']}: {one['nodes'][0]['html']}" for one in serious]

    return look


# --- The whole page ---


@pytest.fixture(scope="session")
def examine(request: pytest.FixtureRequest) -> Examine:
    """The same, where axe-core is; tests that need more than a look go on without it."""
    found: Examine = request.getfixturevalue("serious_findings") if AXE.exists() else lambda page: []
    return found


@pytest.fixture(scope="session")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Paperboy]:
    """The papers of the seeds, read once."""
    with open_library(tmp_path_factory.mktemp("library")) as opened:
        yield opened


@pytest.fixture(scope="session")
def paperboy_town(library: Paperboy) -> Iterator[Town]:
    """A workspace with Paperboy in it, as `paperboy workspace` opens it."""
    with running(None, manifest(), lambda keys: paperboy(keys, library), [], suggestions=suggestions(library)) as town:
        yield town


@pytest.fixture(scope="session")
def probe_town() -> Iterator[Town]:
    """A workspace with a bot that uses every surface."""
    errors: list[Exception] = []

    def make(keys: Keys) -> Bot:
        bot = probe(keys, errors)
        add_choices(bot.app)
        return bot

    with running(None, MANIFEST, make, errors) as town:
        yield town


@pytest.fixture(scope="session")
def tab(chromium: "Browser") -> "Iterator[Page]":
    """The page of all visits that leave the browser itself as it is."""
    with new_tab(chromium) as page:
        yield page


@pytest.fixture
def begin(tab: "Page", examine: Examine) -> Begin:
    """Opens the page of a town in a browser that was never there, and ends with what must not have happened."""
    return lambda town: visiting(cleared(tab, town), examine, town)


@pytest.fixture
def begin_apart(chromium: "Browser", examine: Examine) -> Begin:
    """The same in a tab of its own: for a browser whose clock was changed, or whose workspace was away."""
    return lambda town: visiting(new_tab(chromium), examine, town)


@pytest.fixture
def visit(begin: Begin, paperboy_town: Town) -> Iterator[Visit]:
    """At the page with Paperboy."""
    with begin(paperboy_town) as started:
        yield started


@pytest.fixture
def at_probe(begin: Begin, probe_town: Town) -> Iterator[Visit]:
    """At the page with the probe."""
    with begin(probe_town) as started:
        yield started
