"""How the page looks and weighs: narrow, dark, complete without any other address, and light enough."""

import gzip
import urllib.request
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from bot.workspace.site.page_files import PAGE
from bot.workspace.town import GENERAL, READER
from tests.browser.choices import BLOCKS
from tests.browser.visits import Visit

if TYPE_CHECKING:
    from playwright.sync_api import Page

LIGHT_ENOUGH = 100_000
"""Bytes that all files of the page may have together on their way."""


def test_the_pages_are_looked_at_by_axe_core(serious_findings: "Callable[[Page], list[str]]", at_probe: Visit) -> None:
    visit = at_probe.open()
    visit.page.evaluate("document.querySelector('.composer textarea').removeAttribute('aria-label')")
    visit.page.evaluate("document.querySelector('.composer textarea').removeAttribute('placeholder')")
    assert [one for one in serious_findings(visit.page) if one.startswith("label")]


def test_everything_that_travels_weighs_little(at_probe: Visit) -> None:
    visit = at_probe.open()
    addresses = visit.page.evaluate("performance.getEntriesByType('resource').map(one => one.name)")
    used = {address for address in addresses if "/page/" in address}
    files = {str(path.relative_to(PAGE)) for path in PAGE.rglob("*") if path.is_file()}
    assert {address.partition("/page/")[2] for address in used} | {"index.html"} == files
    assert sum(weight(visit, name) for name in files) < LIGHT_ENOUGH


def weight(visit: Visit, name: str) -> int:
    """Bytes of a file as it is sent to a browser."""
    asked = urllib.request.Request(f"{visit.town.workspace.address}page/{name}", headers={"Accept-Encoding": "gzip"})
    with urllib.request.urlopen(asked, timeout=5) as answer:
        body = bytes(answer.read())
    assert gzip.decompress(body) == (PAGE / name).read_bytes()
    return len(body)


def narrow(visit: Visit) -> None:
    """Opens the page on a small phone."""
    visit.page.set_viewport_size({"width": 360, "height": 640})
    visit.open()


def fits(visit: Visit) -> bool:
    """Whether nothing stands out at the side."""
    return bool(visit.page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def test_a_narrow_screen_has_room_for_everything(visit: Visit) -> None:
    narrow(visit)
    assert fits(visit)
    visit.look("narrow-first-visit")
    visit.say("/papers kv cache")
    visit.row("KVFlow").wait_for()
    assert fits(visit)
    visit.look("narrow-answer")
    visit.row("KVFlow").get_by_role("button", name="Read").first.click()
    visit.page.get_by_role("dialog").get_by_text("evict KV caches").wait_for()
    visit.look("narrow-window")
    visit.page.keyboard.press("Escape")
    visit.page.get_by_role("dialog").wait_for(state="detached")
    visit.page.get_by_role("button", name="Channels and people").click()
    visit.look("narrow-drawer")
    visit.turn_to("reading-group")
    visit.page.get_by_role("heading", name="This is #reading-group").wait_for()
    assert visit.page.get_by_role("button", name="Channels and people").get_attribute("aria-expanded") == "false"


def test_a_narrow_screen_has_room_for_panes(at_probe: Visit) -> None:
    visit = at_probe
    narrow(visit)
    visit.town.posts(GENERAL, text="Choose", blocks=BLOCKS)
    visit.row("Menus").wait_for()
    assert fits(visit)
    visit.look("narrow-choices")
    visit.say("@probe hello")
    visit.row("hello").get_by_role("button", name="1 reply").click()
    visit.thread().get_by_text("heard").wait_for()
    assert fits(visit)
    visit.look("narrow-thread")
    visit.page.keyboard.press("Escape")
    visit.page.keyboard.press("Control+.")
    visit.page.get_by_role("region", name="Inspector").get_by_role("button", name="chat.postMessage").first.click()
    assert fits(visit)
    visit.look("narrow-inspector")


@pytest.mark.parametrize("way", ["system", "settings"])
def test_the_page_is_dark_for_who_wants_it(at_probe: Visit, way: str) -> None:
    visit = at_probe
    visit.page.emulate_media(color_scheme="dark" if way == "system" else "light")
    visit.open()
    if way == "settings":
        visit.page.get_by_role("button", name="Settings").click()
        visit.page.get_by_role("menuitem", name="Dark").click()
        visit.page.reload()
        visit.page.locator("main h1").first.wait_for()
    paper = visit.page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
    assert max(int(part) for part in paper.removeprefix("rgb(").rstrip(")").split(",")) < 60
    visit.town.posts(GENERAL, text="Choose", blocks=BLOCKS)
    visit.say("@probe hello & `code` <https://papers.example/1>")
    visit.row("hello").get_by_role("button", name="1 reply").wait_for()
    visit.town.workspace.people.command(READER.id, GENERAL, "/probe", "now private")
    visit.row("now: private").wait_for()
    visit.look(f"dark-by-{way}")


def test_dark_windows_and_panes_can_be_read(visit: Visit) -> None:
    visit.page.emulate_media(color_scheme="dark")
    visit.open()
    visit.say("/papers kv cache")
    visit.row("KVFlow").wait_for()
    visit.look("dark-answer")
    visit.row("KVFlow").get_by_role("button", name="Read").first.click()
    visit.page.get_by_role("dialog").get_by_text("evict KV caches").wait_for()
    visit.look("dark-window")
    visit.page.keyboard.press("Escape")
    visit.page.get_by_role("dialog").wait_for(state="detached")
    visit.page.keyboard.press("Control+.")
    visit.page.get_by_role("region", name="Inspector").get_by_role("button", name="views.open").first.click()
    visit.look("dark-inspector")
