"""`paperboy add` and `paperboy enrich` as people use them, against services on this machine."""

import io
import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

import bot.wiring
from bot.cli import main
from bot.config import SETTINGS, Config
from bot.sources import Sources
from tests.sources_kit import ABSTRACT, FORUM, Services, Told, atom, note, scholar, served, sources_at, work

OTHER = (
    "Bread is dear where mills are far. We follow the prices of bread in 300 villages for ten years and show that each "
    "mile to the next mill costs a household a day of work a year, more than all the taxes on grain together."
)


@dataclass(frozen=True)
class Done:
    status: int
    out: str
    err: str


Run = Callable[..., Done]


@pytest.fixture
def services(monkeypatch: pytest.MonkeyPatch) -> Iterator[Services]:
    """Services on this machine in the place of those on the internet."""
    with served() as services:

        def sources(_: Config) -> Sources:
            return sources_at(services)

        monkeypatch.setattr(bot.wiring, "sources", sources)
        yield services


@pytest.fixture
def run(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, logging_as_it_was: None
) -> Run:
    """Run a command over a library of its own, with an empty folder of seeds but for what a test puts there."""
    for setting in SETTINGS:
        monkeypatch.delenv(setting.name, raising=False)
    monkeypatch.chdir(tmp_path)
    seeds = tmp_path / "seeds"
    seeds.mkdir()
    (seeds / "bread.txt").write_text(f"Prices\n\n{OTHER}\n", encoding="utf-8")

    def run(*arguments: str, stdin: str = "") -> Done:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin.encode()), encoding="utf-8"))
        with pytest.raises(SystemExit) as left:
            main(["--data", str(tmp_path / "data"), "--seeds", str(seeds), *arguments])
        written = capfd.readouterr()
        assert isinstance(left.value.code, int)
        return Done(left.value.code, written.out, written.err)

    return run


# Adding


def test_a_link_is_looked_up_shown_and_added(run: Run, services: Services) -> None:
    services.say("/api/query", Told(atom()))

    done = run("add", "https://arxiv.org/abs/2405.00001v2")

    assert done == Done(
        0,
        "https://arxiv.org/abs/2405.00001v2: added as wellcount, from arXiv\n"
        "    Counting Wells from Above\n"
        "    Ann Lee, José Álvarez · arXiv 2024\n"
        "    https://arxiv.org/abs/2405.00001\n"
        "This is import 1; to take it back: paperboy undo 1\n",
        "",
    )
    assert "WellCount finds nine in ten" in run("show", "2405.00001").out
    assert json.loads(run("search", "--json", "wells satellites").out)["hits"][0]["source"] == "arxiv:2405.00001#1"


def test_what_is_there_already_is_not_asked_for_again(run: Run, services: Services) -> None:
    services.say("/api/query", Told(atom()))
    run("add", "2405.00001")
    services.asked.clear()

    done = run("add", "arXiv:2405.00001v3")

    assert (done.status, done.out) == (0, "arXiv:2405.00001v3: is in the library already, as wellcount\n")
    assert services.asked == []


def test_one_paper_under_two_names_is_added_once(run: Run, services: Services) -> None:
    services.say("/notes?id=", Told(note()))
    services.say("/works/", Told(work()))

    done = run("add", f"https://openreview.net/forum?id={FORUM}", "10.1000/wells.7")

    assert done.status == 0
    assert done.out.count("added as wellcount") == 2
    assert len(json.loads(run("search", "--json", "wells").out)["hits"]) == 1


def test_a_paper_that_is_there_without_its_facts_is_completed(run: Run, services: Services) -> None:
    services.say("/notes?id=", Told(note(abstract=OTHER, title="What Bread Costs")))
    (handle,) = handles(run)

    done = run("add", f"openreview:{FORUM}")

    assert f"openreview:{FORUM}: completes {handle}, from OpenReview\n    What Bread Costs\n" in done.out
    assert "NeurIPS 2025 poster" in run("show", handle).out


def test_one_bad_wish_does_not_keep_the_others_from_being_added(run: Run, services: Services) -> None:
    services.say("/api/query?id_list=2405.00001", Told(atom()))
    services.say("/api/query?id_list=2405.00002", Told(status=500))

    done = run("add", "2405.00002", "nonsense", "2405.00001")

    assert done.status == 1
    assert "2405.00001: added as wellcount" in done.out
    assert "2405.00002: services.test cannot answer now (status 500); try again later." in done.err
    assert "nonsense: it is no arXiv number" in done.err


def test_a_dry_run_shows_and_changes_nothing(run: Run, services: Services) -> None:
    services.say("/api/query", Told(atom()))

    done = run("add", "--dry-run", "2405.00001")

    assert done.out.startswith("2405.00001: new, from arXiv\n    Counting Wells from Above\n")
    assert done.out.endswith("Nothing was changed.\n")
    assert run("show", "2405.00001").status == 1


def test_an_entry_keeps_what_it_says_and_gets_the_rest(run: Run, services: Services) -> None:
    services.say("/works/", Told(work()))
    entry = "@article{lee, title={Wells from Above, Counted}, author={Lee, Ann}, doi={10.1000/wells.7}}"

    done = run("add", entry)

    assert "added as wellcount, from Crossref" in done.out
    shown = run("show", "wellcount").out
    assert "Wells from Above, Counted" in shown
    assert "Journal of Wells 2024" in shown
    assert "Álvarez" not in shown


def test_an_entry_with_its_abstract_needs_no_service(run: Run, services: Services) -> None:
    done = run("add", "-", stdin=f"@misc{{w, title={{Counting Wells}}, abstract={{{ABSTRACT}}}}}\n")

    assert "w: added as wellcount, from what you gave" in done.out
    assert services.asked == []


def test_links_may_be_piped_in(run: Run, services: Services) -> None:
    services.say("/api/query", Told(atom()))

    assert "2405.00001: added as wellcount" in run("add", "-", stdin="\ufeff2405.00001\r\n\r\n").out


def test_what_a_service_says_cannot_touch_the_terminal(run: Run, services: Services) -> None:
    services.say("/notes?id=", Told(note(title="Wells\x1b[2J\x07 \u202egnp.exe\r\nAll gone")))

    done = run("add", "--dry-run", f"openreview:{FORUM}")

    assert not {"\x1b", "\x07", "\u202e", "\r"} & set(done.out)
    assert "Wells" in done.out


# Enriching


def test_an_untitled_abstract_is_found_shown_and_filled_in_when_wanted(run: Run, services: Services) -> None:
    found = {**scholar(abstract=OTHER), "title": "What Bread Costs"}
    services.say("/graph/v1/paper/search", Told(json.dumps({"data": [scholar(), found]})))
    (handle,) = handles(run)

    done = run("enrich", stdin="y\n")

    assert done.status == 0
    assert f"{handle}: from Semantic Scholar, the abstract is the same\n    title    What Bread Costs\n" in done.out
    assert "    authors  Ann Lee, José Álvarez\n" in done.out
    assert "Filled in 1 paper." in done.out
    shown = run("show", handle).out
    assert "What Bread Costs" in shown
    assert "Journal of Wells 2024" in shown
    assert run("enrich").out == "Nothing was changed. Found 0 of 0 papers without a title.\n"


@pytest.mark.parametrize(("arguments", "answer"), [(["--dry-run"], ""), ([], "n\n"), ([], "\n")])
def test_nothing_is_filled_in_that_nobody_wants(
    run: Run, services: Services, arguments: list[str], answer: str
) -> None:
    found = {**scholar(abstract=OTHER), "title": "What Bread Costs"}
    services.say("/graph/v1/paper/search", Told(json.dumps({"data": [found]})))
    (handle,) = handles(run)

    done = run("enrich", *arguments, stdin=answer)

    assert done.out.endswith("Nothing was changed. Found 1 of 1 paper without a title.\n")
    assert "What Bread Costs" not in run("show", handle).out


def test_what_was_filled_in_stays_when_the_seeds_are_read_again(run: Run, services: Services, tmp_path: Path) -> None:
    found = {**scholar(abstract=OTHER), "title": "What Bread Costs"}
    services.say("/graph/v1/paper/search", Told(json.dumps({"data": [found]})))
    (handle,) = handles(run)
    run("enrich", "--yes")
    (tmp_path / "seeds" / "bread.txt").write_text(f"Prices\n\n{OTHER} And more.\n", encoding="utf-8")

    assert "What Bread Costs" in run("show", handle).out


@pytest.mark.parametrize(
    "records",
    [
        [],
        [{**scholar(abstract=OTHER.replace("bread", "salt").replace("mill", "port")), "title": "What Salt Costs"}],
        [{**scholar(abstract=OTHER), "title": "What Bread Costs"}, {**scholar(abstract=OTHER), "title": "On Mills"}],
    ],
)
def test_what_is_not_sure_is_not_filled_in(run: Run, services: Services, records: list[object]) -> None:
    services.say("/graph/v1/paper/search", Told(json.dumps({"data": records})))

    done = run("enrich", "--yes")

    assert done.out.endswith("Nothing was changed. Found 0 of 1 paper without a title.\n")


def test_services_that_are_down_are_named(run: Run, services: Services) -> None:
    services.say("/", Told(status=503))

    done = run("enrich", "--yes")

    assert done.status == 0
    assert "nobody has this abstract" in done.out
    assert "cannot answer now" in done.out


def handles(run: Run) -> list[str]:
    return [hit["id"] for hit in json.loads(run("search", "--json", "bread").out)["hits"]]
