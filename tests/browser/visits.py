"""A person at the page: what they do by mouse and keys, and what their browser complains of meanwhile."""

import re
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from tests.browser.towns import Town

if TYPE_CHECKING:
    from playwright.sync_api import Browser, ConsoleMessage, Error, Locator, Page, Request

SCREENSHOTS = Path(__file__).parents[2] / "build" / "screenshots"
REFUSED = re.compile(r"Failed to load resource: the server responded with a status of 400 \(BAD REQUEST\)")
ACTS = "/page-api/do/"
UNDRAWN = re.compile(r"A (block|message) cannot be drawn\.")

SOON = 15_000
"""Milliseconds after which what has not happened will not; a whole workspace and a bot work here too."""
SETTLED = """async () => {
  const ending = document.getAnimations().filter((one) => one.effect.getComputedTiming().endTime !== Infinity);
  await Promise.allSettled(ending.map((one) => one.finished));
  return true;
}"""
"""Waits for all that moves in the page and will come to rest."""
MOST_STEPS = 60
"""Presses of a key after which what has not been reached cannot be."""

Examine = Callable[["Page"], list[str]]


@dataclass(eq=False)
class Visit:
    """`refused` are the acts that the workspace would not do, and `undrawn` what the page could not draw. The browser
    logs each of them as an error; everything else that it logs is a complaint."""

    page: "Page"
    town: Town
    examine: Examine
    complaints: list[str] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    undrawn: list[str] = field(default_factory=list)
    foreign: list[str] = field(default_factory=list)

    @contextmanager
    def listening(self) -> Iterator["Visit"]:
        """Hears what the browser says, until the visit is over."""
        self.page.on("console", self._hear)
        self.page.on("pageerror", self._note)
        self.page.on("request", self._follow)
        try:
            yield self
        finally:
            self.page.remove_listener("console", self._hear)
            self.page.remove_listener("pageerror", self._note)
            self.page.remove_listener("request", self._follow)

    def open(self, place: str = "") -> "Visit":
        """Goes to the page; it is there when one can type, or read the Home tab."""
        self.page.goto(f"{self.town.workspace.address}{place}")
        self.page.locator("main h1").first.wait_for()
        return self

    def look(self, name: str) -> None:
        """Keeps a picture of the page as it stands, and has it examined."""
        SCREENSHOTS.mkdir(parents=True, exist_ok=True)
        self.page.screenshot(path=SCREENSHOTS / f"{name}.png", animations="disabled")
        # What only passes by, such as a colour on its way to another, is no finding: that would be there again.
        found = self.examine(self.page) and self.page.evaluate(SETTLED) and self.examine(self.page)
        assert not found, f"{name}: {found}"

    # --- What there is ---

    @property
    def box(self) -> "Locator":
        """Where one types in the channel."""
        return self.page.locator("main textarea[aria-autocomplete]")

    def row(self, text: str, inside: str = "main") -> "Locator":
        """The last message with this text."""
        return self.page.locator(f"{inside} li.message").filter(has_text=text).last

    def window(self, title: str) -> "Locator":
        """An open window of exactly this title: one that is "Not ready" yet is another one."""
        return self.page.get_by_role("dialog", name=title, exact=True)

    def thread(self) -> "Locator":
        """The pane at the side."""
        return self.page.get_by_role("complementary", name="Thread")

    # --- What one does ---

    def say(self, text: str, inside: str = "main") -> None:
        """Types a line and sends it."""
        box = self.page.locator(f"{inside} textarea[aria-autocomplete]")
        box.fill(text)
        box.press("Enter")

    def turn_to(self, place: str) -> None:
        """Follows a link of the sidebar."""
        self.page.get_by_role("navigation").get_by_role("link", name=place).click()

    def menu(self, text: str, entry: str, inside: str = "main") -> None:
        """Chooses from the menu of a message."""
        row = self.row(text, inside)
        row.hover()
        row.get_by_role("button", name="More actions").click()
        self.page.get_by_role("menuitem", name=entry).click()

    def act_as(self, name: str) -> None:
        """Becomes another person, and waits until the page follows what that person may see."""
        with self.page.expect_request(lambda request: "/page-api/changes?" in request.url):
            self.page.get_by_role("radio", name=name).check(force=True)

    def walk_to(self, target: "Locator", key: str = "Tab") -> None:
        """Presses the key until the focus is there."""
        target.wait_for()
        for _ in range(MOST_STEPS):
            if target.evaluate("node => node === document.activeElement"):
                return
            self.page.keyboard.press(key)
        raise AssertionError(f"{key} does not lead to {target}.")

    # --- What the browser says ---

    def _hear(self, message: "ConsoleMessage") -> None:
        if message.type not in ("error", "warning"):
            return
        address = urlsplit(message.location["url"]).path
        if REFUSED.match(message.text) and address.startswith(ACTS):
            self.refused.append(address.removeprefix(ACTS))
        elif found := UNDRAWN.match(message.text):
            self.undrawn.append(found[1])
        else:
            self.complaints.append(f"{message.text} ({address})")

    def _note(self, error: "Error") -> None:
        self.complaints.append(str(error))

    def _follow(self, request: "Request") -> None:
        if not request.url.startswith(self.town.workspace.origin):
            self.foreign.append(request.url)


@contextmanager
def new_tab(chromium: "Browser") -> Iterator["Page"]:
    """An empty page in a profile of its own."""
    with closing(chromium.new_context(locale="en-US", timezone_id="Europe/Berlin")) as context:
        page = context.new_page()
        page.set_default_timeout(SOON)
        yield page


@contextmanager
def cleared(tab: "Page", town: Town) -> Iterator["Page"]:
    """The same page again, as if its browser had never been in that town: most of a short visit is to open another."""
    tab.set_viewport_size({"width": 1280, "height": 720})
    tab.emulate_media(color_scheme="light")
    try:
        yield tab
    finally:
        # A picture of the same origin: it ends the page, and lets its storage be emptied.
        tab.goto(f"{town.workspace.address}page/icon.svg")
        tab.mouse.move(0, 0)
        tab.evaluate("localStorage.clear()")


@contextmanager
def visiting(tab: AbstractContextManager["Page"], examine: Examine, town: Town) -> Iterator[Visit]:
    """A visit to an empty town by a browser that was never there. It ends with what must not have happened: a test
    takes what it expects out of `refused` and `undrawn`, and the errors of the bot out of the town's."""
    town.workspace.faults.clear()
    town.workspace.state.reset()
    town.errors.clear()
    with tab as page, Visit(page, town, examine).listening() as visit:
        yield visit
        assert (visit.complaints, visit.refused, visit.undrawn, visit.foreign) == ([], [], [], [])
    # An answer that is still on its way would come to the next visit.
    town.watched.wait_until(town.idle, "what the bot still does")
    assert town.errors == []


Begin = Callable[[Town], AbstractContextManager[Visit]]
"""What `visiting` is once browser and examination are known."""
