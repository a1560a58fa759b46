"""What survives: messages, Home and old buttons, over a reload of the page and a new start of the workspace."""

from contextlib import ExitStack
from pathlib import Path
from urllib.parse import urlsplit

from bot.cli.workspace import suggestions
from bot.manifest import manifest
from bot.wiring import Paperboy
from bot.workspace.town import GENERAL
from tests.browser.towns import Town, running
from tests.browser.visits import Begin
from tests.foreign.bots import paperboy


def start(runs: ExitStack, folder: Path, library: Paperboy, port: int = 0) -> Town:
    """A workspace that keeps what is said, until `runs` is closed."""
    opened = running(
        folder, manifest(), lambda keys: paperboy(keys, library), [], port=port, suggestions=suggestions(library)
    )
    return runs.enter_context(opened)


def test_a_page_goes_on_when_the_workspace_is_started_again(
    begin_apart: Begin, library: Paperboy, tmp_path: Path
) -> None:
    with ExitStack() as runs:
        first = start(runs, tmp_path, library)
        port = urlsplit(first.workspace.origin).port or 0
        with begin_apart(first) as visit:
            visit.open()
            visit.say("Does anybody know this one?")
            visit.say("/papers kv cache")
            visit.row("KVFlow").get_by_role("button", name="Share").first.click()
            visit.page.locator("li.message:not(.ephemeral)").filter(has_text="KVFlow").wait_for()
            visit.page.reload()
            visit.row("Does anybody know").wait_for()
            count = visit.page.locator("li.message").count()

            runs.close()
            visit.page.get_by_text("The workspace has stopped.").wait_for()
            visit.look("stopped")
            visit.say("Is anybody there?")
            visit.page.get_by_role("alert").filter(has_text="does not answer").wait_for()
            assert visit.box.input_value() == "Is anybody there?"

            visit.town = second = start(runs, tmp_path, library, port)
            visit.page.get_by_text("The workspace has stopped.").wait_for(state="hidden")
            visit.page.get_by_text("Paperboy is here").first.wait_for()
            assert visit.page.locator("li.message").count() == count
            visit.page.locator("li.message:not(.ephemeral)").get_by_role("button", name="Read").click()
            visit.window("kvflow").get_by_text("evict KV caches").wait_for()
            assert len(second.workspace.state.messages(GENERAL)) == 2
            # What the browser says of a server that is away is no fault of the page.
            visit.complaints = [one for one in visit.complaints if "net::ERR_" not in one]
