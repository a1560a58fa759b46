"""Papers that people bring, over a real store: looked up at services on this machine, read, imported, taken back."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bot.intake import Intake
from bot.intake.filing import fetched
from bot.store import SqlStore
from handlers.errors import UserError
from handlers.intake import Deposit, Sent
from search.grammar.identifiers import identify
from tests.sources_kit import ABSTRACT, Services, Told, atom, served, sources_at, work

NOW = datetime(2026, 12, 1, 9, 0, tzinfo=UTC)
BREAD = (
    "Bread is dear where mills are far. We follow the prices of bread in 300 villages for ten years and show that each "
    "mile to the next mill costs a household a day of work a year."
)
BIBTEX = f"@misc{{bread, title={{What Bread Costs}}, abstract={{{BREAD}}}}}\n"
LATER = timedelta(minutes=11)


@dataclass
class Drawer:
    """Uploads that lie in memory; `before` is called while a file is on its way."""

    holds: dict[str, bytes] = field(default_factory=dict)
    before: Callable[[], object] = lambda: None

    def fetch(self, file_id: str, into: Path) -> None:
        self.before()
        if file_id not in self.holds:
            raise UserError("That file is not there any more.")
        into.write_bytes(self.holds[file_id])


@pytest.fixture
def services() -> Iterator[Services]:
    with served() as services:
        yield services


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqlStore]:
    store = SqlStore.open(tmp_path / "paperboy.sqlite3")
    yield store
    store.close()


def intake(store: SqlStore, services: Services, drawer: Drawer | None = None) -> tuple[Intake, list[int]]:
    """And the revisions at which the index was brought level."""
    levels: list[int] = []
    made = Intake(
        store,
        sources_at(services),
        lambda: levels.append(store.library.revision()),
        lambda: lambda: 0.0,
        drawer or Drawer(),
    )
    return made, levels


def deposit(*files: tuple[str, str]) -> Deposit:
    return Deposit("T1", "U1", tuple(Sent(file_id, name) for file_id, name in files))


def test_a_link_is_looked_up_added_by_somebody_found_and_taken_back(store: SqlStore, services: Services) -> None:
    services.say("/api/query", Told(atom()))
    desk, levels = intake(store, services)

    assert desk.asks("2405.00001 10.1000/x") == "arXiv and Crossref"
    (seen,) = desk.look_up("2405.00001")
    assert (seen.service, seen.fate, seen.handle, store.library.size()) == ("arXiv", "new", "", 0)
    looked = desk.add([seen], "T1", "U1", NOW)
    (added,) = looked.sightings
    assert (added.fate, added.handle, store.library.size(), levels) == (
        "new",
        "wellcount",
        1,
        [store.library.revision()],
    )
    (kept,) = store.imports.recent(5)
    assert (kept.number, kept.who, kept.team_id, kept.what) == (looked.number, "<@U1>", "T1", ("2405.00001",))

    (again,) = desk.look_up("arXiv:2405.00001v3")
    assert (again.fate, again.handle) == ("held", "wellcount")
    assert desk.add([again], "T1", "U2", NOW).number is None
    assert looked.number is not None
    assert desk.undo(looked.number, NOW)
    assert (store.library.size(), levels[-1]) == (0, store.library.revision())
    with pytest.raises(UserError):
        desk.undo(looked.number, NOW)


def test_two_who_add_the_same_paper_at_once_add_it_once(store: SqlStore, services: Services) -> None:
    services.say("/works/", Told(work()))
    desk, _ = intake(store, services)
    seen = desk.look_up("10.1000/wells.7")

    first, second = (desk.add(seen, "T1", user, NOW) for user in ("U1", "U2"))

    assert [one.sightings[0].fate for one in (first, second)] == ["new", "held"]
    assert {one.sightings[0].handle for one in (first, second)} == {"wellcount"}


def test_what_is_wrong_with_one_is_told_beside_the_others(store: SqlStore, services: Services) -> None:
    services.say("/api/query?id_list=2405.00001", Told(atom()))
    services.say("/api/query?id_list=2405.00002", Told(status=500))
    desk, _ = intake(store, services)

    down, words, found = desk.look_up("2405.00002 nonsense1 2405.00001")

    assert "cannot answer now (status 500); try again later." in down.trouble
    assert "it is no arXiv number" in words.trouble
    assert found.adds
    with pytest.raises(UserError, match="names 6 papers, and I look up 5 at a time"):
        desk.look_up(" ".join(f"2405.0000{number}" for number in range(6)))


def test_whole_entries_need_no_service(store: SqlStore, services: Services) -> None:
    desk, _ = intake(store, services)
    entries = " ".join(f"{BIBTEX} @misc{{wells, title={{Counting Wells}}, abstract={{{ABSTRACT}}}}}".split())

    assert desk.asks(entries) == ""
    assert [one.fate for one in desk.look_up(entries)] == ["new", "new"]
    assert services.asked == []


def test_files_are_shown_imported_and_taken_back(store: SqlStore, services: Services) -> None:
    desk, levels = intake(store, services, Drawer({"F1": BIBTEX.encode() + b"@misc{empty, title={Nothing}}\n"}))
    brought = deposit(("F1", "../my refs.bib"))

    shown = desk.read_files(brought)
    assert (shown.gain, shown.number, store.library.size()) == (1, None, 0)
    assert shown.told[0].startswith("../my refs.bib (BibTeX): 1 paper, 1 new, 1 skipped.")
    assert shown.remarks[0].startswith("../my refs.bib, line 2: ")

    done = desk.import_files(brought, NOW)
    assert (done.gain, store.library.size(), levels) == (1, 1, [store.library.revision()])
    (kept,) = store.imports.recent(5)
    assert (kept.number, kept.who, kept.what) == (done.number, "<@U1>", ("../my refs.bib",))
    assert desk.import_files(brought, NOW).told == ("1 file unchanged since last read.",)
    assert done.number
    desk.undo(done.number, NOW)
    assert store.library.size() == 0
    assert desk.import_files(brought, NOW).gain == 1


def test_files_of_one_name_have_nothing_to_do_with_one_another(store: SqlStore, services: Services) -> None:
    other = f"@misc{{wells, title={{Counting Wells}}, abstract={{{ABSTRACT}}}}}"
    desk, _ = intake(store, services, Drawer({"F1": BIBTEX.encode(), "F2": other.encode()}))

    done = [desk.import_files(deposit((file_id, "refs.bib")), NOW) for file_id in ("F1", "F2")]

    assert [one.gain for one in done] == [1, 1]
    assert store.library.size() == 2


def test_the_same_press_twice_imports_once_and_a_process_that_ended_holds_nobody_up_for_long(
    store: SqlStore, services: Services
) -> None:
    drawer = Drawer({"F1": BIBTEX.encode()})
    desk, _ = intake(store, services, drawer)
    told: list[str] = []

    def press_again() -> None:
        drawer.before = lambda: None
        with pytest.raises(UserError, match="being imported already") as refused:
            desk.import_files(deposit(("F1", "refs.bib")), NOW)
        told.append(str(refused.value))

    drawer.before = press_again
    assert desk.import_files(deposit(("F1", "refs.bib")), NOW).gain == 1
    assert (len(told), store.library.size()) == (1, 1)
    store.claim("T1", "import:F2", NOW)
    drawer.holds["F2"] = BIBTEX.encode()
    assert desk.import_files(deposit(("F2", "refs.bib")), NOW + LATER).told


def test_a_file_that_is_gone_or_unreadable_is_told_and_nothing_stays_behind(
    store: SqlStore, services: Services, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "own"))
    (tmp_path / "own").mkdir()
    desk, _ = intake(store, services, Drawer({"F1": b"\x89PNG\r\n\x1a\n\x00\x00", "F2": BIBTEX.encode()}))

    shown = desk.read_files(deposit(("F1", "a.bib"), ("F2", "b.bib")))
    assert shown.gain == 1
    assert shown.remarks[0].startswith("a.bib: ")
    with pytest.raises(UserError, match="not there any more"):
        desk.import_files(deposit(("F9", "gone.bib")), NOW)
    with pytest.raises(UserError, match="paperboy import"):
        Intake(store, sources_at(services), print, lambda: lambda: 0.0).read_files(deposit(("F1", "a.bib")))
    assert list((tmp_path / "own").iterdir()) == []
    assert desk.import_files(deposit(("F2", "b.bib")), NOW).gain == 1


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("../../etc/passwd", "passwd-*"), ("..", "upload-*"), ("a\\b.bib", "b-*.bib"), (".bib", "upload-*.bib"),
        ("x" * 300 + ".jsonl.gz", f"{'x' * 60}-*.jsonl.gz"), ("ü 論文.RIS", "ü_論文-*.RIS"), ("\x00.bib", "_-*.bib"),
    ],
)  # fmt: skip
def test_a_name_from_outside_leads_nowhere(name: str, kept: str) -> None:
    with fetched(deposit(("F1", name)), Drawer({"F1": b"x"})) as arrived:
        (file,) = arrived.files
        assert file.path.parent.name.startswith("paperboy-")
        assert file.path.match(kept)
        assert file.name == name


def test_what_was_added_is_known_by_its_names(store: SqlStore, services: Services) -> None:
    services.say("/api/query", Told(atom()))
    desk, _ = intake(store, services)
    desk.add(desk.look_up("2405.00001"), "T1", "U1", NOW)
    known = identify("https://arxiv.org/abs/2405.00001")

    assert known
    assert store.library.identified(known)
