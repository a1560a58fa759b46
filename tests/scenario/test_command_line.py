"""The command line as people and scripts use it, over the real seeds, store and index."""

import io
import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from bot.cli import COMMANDS, main
from bot.cli.opening import screen_facts
from bot.config import SETTINGS
from tests.format_samples import SAMPLES

ROOT = Path(__file__).parents[2]
SEEDS = ROOT / "seeds"
BOT = "xox" + "b-1111-2222-abcDEF"
WAIT = 60
"""Seconds a process may take before the test gives up."""


@dataclass(frozen=True)
class Done:
    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)

    @property
    def lines(self) -> list[Any]:
        return [json.loads(line) for line in self.out.splitlines()]


Run = Callable[..., Done]


class Keyboard(io.TextIOWrapper):
    """A stdin that says somebody types."""

    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def _alone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, logging_as_it_was: None) -> None:
    """No settings of this machine, no `.env`, and logging as it was afterwards."""
    for setting in SETTINGS:
        monkeypatch.delenv(setting.name, raising=False)
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def run(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    def run(*arguments: str | Path, stdin: str | bytes = "", typist: bool = False) -> Done:
        typed = io.BytesIO(stdin if isinstance(stdin, bytes) else stdin.encode())
        monkeypatch.setattr(sys, "stdin", (Keyboard if typist else io.TextIOWrapper)(typed, encoding="utf-8"))
        with pytest.raises(SystemExit) as left:
            main([str(argument) for argument in arguments])
        written = capfd.readouterr()
        assert isinstance(left.value.code, int)
        return Done(left.value.code, written.out, written.err)

    return run


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One library of the real seeds, which the first command that needs it fills."""
    return tmp_path_factory.mktemp("library") / "data"


@pytest.fixture
def ask(run: Run, data: Path) -> Run:
    """Run a command over the real seeds."""

    def ask(command: str, *arguments: str | Path, stdin: str | bytes = "", typist: bool = False) -> Done:
        return run("--data", data, "--seeds", SEEDS, command, *arguments, stdin=stdin, typist=typist)

    return ask


@pytest.fixture
def interruptible() -> Iterator[None]:
    """A shell that starts the tests in the background has interrupts ignored, here and in what is begun from here."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def process(*arguments: str | Path, folder: Path, **more: Any) -> "subprocess.Popen[bytes]":
    environment = {"PATH": os.defpath, "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"}
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    command = [sys.executable, "-m", "bot", *map(str, arguments)]
    return subprocess.Popen(command, cwd=folder, env=environment, **{**pipes, **more})


# Finding


def test_search_finds_a_paper_by_its_name_and_says_it_in_the_documented_json(ask: Run) -> None:
    done = ask("search", "--json", "--limit", "3", "kvflow")

    answer = done.json
    assert done.status == 0
    assert list(answer) == ["query", "total", "relaxed", "suggestion", "ms", "hits"]
    assert list(answer["hits"][0]) == ["id", "headline", "score", "source", "snippet"]
    assert (answer["query"], answer["hits"][0]["id"], answer["relaxed"]) == ("kvflow", "kvflow", None)
    assert answer["hits"][0]["source"].startswith("000_cebd1b31328fe8e6.txt#")
    assert answer["ms"] >= 0


def test_search_takes_its_words_unquoted_with_options_anywhere_and_excluded_words(ask: Run) -> None:
    quoted = ask("search", "cache -agents", "--json").json
    unquoted = ask("search", "cache", "--json", "-agents").json

    assert quoted["query"] == unquoted["query"] == "cache -agents"
    assert [hit["id"] for hit in unquoted["hits"]] == [hit["id"] for hit in quoted["hits"]]


def test_the_limit_bounds_the_hits_and_not_the_total(ask: Run) -> None:
    answer = ask("search", "--json", "--limit", "2", "learning").json

    assert len(answer["hits"]) == 2
    assert answer["total"] > 2


def test_relaxed_hits_are_said_to_be_so(ask: Run) -> None:
    answer = ask("search", "--json", "kv cache zebrafish").json

    assert answer["hits"]
    assert isinstance(answer["relaxed"], str)


def test_search_for_people_shows_headline_sentence_and_handle(ask: Run) -> None:
    done = ask("search", "kvflow")

    assert done.status == 0
    assert "\n1. KVFlow" in done.out
    assert "kvflow" in done.out
    assert "\x1b" not in done.out


def test_lines_are_answered_in_their_order_each_on_one_line(ask: Run) -> None:
    done = ask("search", "--json", "-", stdin="\ufeffkvflow\r\nkv cache\r\n\nzzqqxx\n")

    assert [line["query"] for line in done.lines] == ["kvflow", "kv cache", "", "zzqqxx"]
    assert ["error" in line for line in done.lines] == [False, False, True, False]
    assert done.lines[3]["hits"] == []
    assert done.status == 1


def test_lines_that_can_all_be_answered_are_a_success(ask: Run) -> None:
    done = ask("search", "-", stdin="kvflow\nkv cache")

    assert done.status == 0
    assert [line.split("\t")[0] for line in done.out.splitlines()] == ["kvflow", "kv cache"]
    assert done.out.splitlines()[0].split("\t")[2].split()[0] == "kvflow"


def test_a_line_that_cannot_be_searched_has_its_error_and_the_next_is_answered(ask: Run) -> None:
    done = ask("search", "--json", "-", stdin=b"x" * 400 + b"\n\xff\xfe caf\xe9 kvflow\nkvflow\n")

    assert ["error" in line for line in done.lines] == [True, False, False]
    assert list(done.lines[0]) == ["query", "error"]
    assert done.status == 1


def test_a_query_that_cannot_be_searched_fails_with_a_sentence(ask: Run) -> None:
    done = ask("search", "x" * 400)

    assert (done.status, done.out) == (1, "")
    assert done.err.startswith("paperboy: ")
    assert "Traceback" not in done.err


def test_answers_come_line_by_line_while_the_input_is_still_open(ask: Run, data: Path, tmp_path: Path) -> None:
    ask("index")
    with process("search", "--json", "-", "--data", data, "--seeds", SEEDS, folder=tmp_path) as child:
        assert child.stdin
        assert child.stdout
        for query in (b"kvflow", b"cache"):
            child.stdin.write(query + b"\n")
            child.stdin.flush()
            assert json.loads(child.stdout.readline())["query"] == query.decode()
        child.stdin.close()
        assert child.wait(WAIT) == 0


def test_a_reader_that_leaves_early_is_no_complaint(ask: Run, data: Path, tmp_path: Path) -> None:
    ask("index")
    with process("search", "--json", "-", "--data", data, "--seeds", SEEDS, folder=tmp_path) as child:
        assert child.stdin
        assert child.stdout
        assert child.stderr
        child.stdin.write(b"kvflow\n")
        child.stdin.flush()
        child.stdout.readline()
        child.stdout.close()
        child.stdin.write(b"cache\n" * 100)
        child.stdin.close()
        assert (child.wait(WAIT), child.stderr.read()) == (1, b"")


@pytest.mark.skipif(os.name != "posix", reason="Signals are sent otherwise elsewhere")
def test_an_interrupt_ends_quietly_with_130(ask: Run, data: Path, tmp_path: Path, interruptible: None) -> None:
    ask("index")
    with process("search", "--json", "-", "--data", data, "--seeds", SEEDS, folder=tmp_path) as child:
        assert child.stdin
        assert child.stdout
        assert child.stderr
        child.stdin.write(b"kvflow\n")
        child.stdin.flush()
        child.stdout.readline()
        child.send_signal(signal.SIGINT)
        assert child.wait(WAIT) == 130
        assert child.stderr.read().strip() == b""


# Streams that are closed or full


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="There is no device that is always full")
@pytest.mark.parametrize("arguments", [("manifest",), ("--help",), ("search", "--json", "kvflow"), ("index",)])
def test_output_that_cannot_be_written_fails_with_a_sentence(
    ask: Run, data: Path, tmp_path: Path, arguments: tuple[str, ...]
) -> None:
    ask("index")
    with (
        Path("/dev/full").open("wb") as full,
        process("--data", data, "--seeds", SEEDS, *arguments, folder=tmp_path, stdout=full) as child,
    ):
        _, err = child.communicate(timeout=WAIT)

    assert child.returncode == 1
    assert err.decode().startswith("paperboy: The output could not be written: ")
    assert err.count(b"\n") == 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="There is no device that is always full")
def test_a_complaint_that_cannot_be_written_leaves_its_status(tmp_path: Path) -> None:
    with Path("/dev/full").open("wb") as full, process("serch", folder=tmp_path, stderr=full) as child:
        out, _ = child.communicate(timeout=WAIT)

    assert (child.returncode, out) == (2, b"")


@pytest.mark.skipif(os.name != "posix", reason="A POSIX shell closes the streams")
@pytest.mark.parametrize(
    ("closed", "status", "arguments"),
    [(">&-", 0, ("manifest",)), (">&-", 0, ("index",)), ("<&-", 0, ("search", "-")), ("<&-", 0, ("run",)),
     ("2>&-", 2, ("serch",)), ("<&- >&- 2>&-", 0, ("ask", "kvflow"))],
)  # fmt: skip
def test_a_stream_that_the_caller_closed_is_no_fault(
    data: Path, tmp_path: Path, closed: str, status: int, arguments: tuple[str, ...]
) -> None:
    folders = ("--data", str(data), "--seeds", str(SEEDS))
    environment = {"PATH": os.defpath, "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"}
    environment["PAPERBOY_MODE"] = "terminal"
    command = ["sh", "-c", f'exec "$@" {closed}', "sh", sys.executable, "-m", "bot", *folders, *arguments]
    done = subprocess.run(
        command, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=WAIT, check=False
    )

    assert (done.returncode, done.stdout) == (status, "")
    assert "went wrong" not in done.stderr
    assert "Traceback" not in done.stderr


# What Slack would show


def test_ask_gives_the_very_payload(ask: Run) -> None:
    answer = ask("ask", "--json", "/papers kvflow").json

    assert list(answer) == ["response_type", "text", "blocks"]
    assert answer["response_type"] == "ephemeral"
    assert answer["blocks"]
    assert "KVFlow" in answer["text"]


def test_ask_sets_the_reply_for_a_terminal_with_or_without_the_command(ask: Run) -> None:
    done = ask("ask", "/papers kv cache")

    assert (done.status, done.out) == (0, ask("ask", "kv", "cache").out)
    assert "KVFlow" in done.out
    assert "[Read]" in done.out
    assert max(map(len, done.out.splitlines())) <= 100


def test_ask_without_words_is_help(ask: Run) -> None:
    assert "status" in ask("ask").out


def test_show_gives_the_whole_abstract_by_handle_or_name(ask: Run) -> None:
    by_handle, by_name = ask("show", "kvflow"), ask("show", "KVFlow")

    assert (by_handle.status, by_name.out) == (0, by_handle.out)
    assert "Copy as BibTeX" in by_handle.out


def test_show_of_an_unknown_paper_fails_with_a_sentence(ask: Run) -> None:
    done = ask("show", "no-such-paper")

    assert (done.status, done.out) == (1, "")
    assert "no-such-paper" in done.err
    assert done.err.count("\n") == 1


# The library


def test_index_says_what_it_did_and_rebuilding_finds_the_same(ask: Run, data: Path) -> None:
    before = ask("search", "--json", "kv cache").json["hits"]
    done = ask("index", "--rebuild")

    assert done.status == 0
    assert "57 papers" in done.out
    assert ask("search", "--json", "kv cache").json["hits"] == before


def test_index_fails_where_the_seeds_cannot_be_read_and_names_the_whole_path(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PAPERBOY_SEEDS", "no-such-folder")
    done = run("index", "--data", tmp_path / "data")

    assert done.status == 1
    assert f"The seeds folder {tmp_path / 'no-such-folder'} was not read" in done.err
    assert "PAPERBOY_SEEDS" in done.err


def test_imported_papers_are_found_and_not_doubled(run: Run, tmp_path: Path) -> None:
    folders = ("--data", tmp_path / "data", "--seeds", tmp_path / "seeds")
    (tmp_path / "seeds").mkdir()
    mine = tmp_path / "mine.jsonl"
    mine.write_text(json.dumps({"title": "On Quokkas", "abstract": "We count quokkas on an island by ear."}) + "\n")

    first, second = run("import", mine, *folders), run("import", mine, *folders)
    answer = run("search", "--json", "quokkas", *folders).json

    assert (first.status, second.status) == (0, 0)
    assert answer["total"] == 1
    assert "Quokkas" in answer["hits"][0]["headline"]


def test_a_folder_is_previewed_file_by_file_and_then_imported(run: Run, tmp_path: Path) -> None:
    folders = ("--data", tmp_path / "data", "--seeds", tmp_path / "seeds")
    (tmp_path / "seeds").mkdir()
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "a.bib").write_text(SAMPLES["BibTeX"])
    (tmp_path / "mine" / "b.xml").write_text(SAMPLES["PubMed XML"])
    (tmp_path / "mine" / "notes.docx").write_bytes(b"PK")

    preview = run("import", "--dry-run", tmp_path / "mine", *folders)
    before = run("search", "--json", "wells", *folders).json["total"]
    done = run("import", tmp_path / "mine", *folders)
    after = run("search", "--json", "author:alvarez", *folders).json["total"]

    assert (preview.status, done.status) == (0, 0)
    assert preview.out.splitlines()[:3] == [
        "Passed over 1 file that is in no known form.",
        "a.bib (BibTeX): 1 paper, 1 new, 1 skipped.",
        "b.xml (PubMed XML): 1 paper, 1 updated, 1 skipped.",
    ]
    assert "A preview, nothing was changed." in preview.out
    assert 'a.bib, line 13: "No Abstract Here" has no abstract; the record was left out.' in preview.err
    assert (before, after) == (0, 1)


def test_what_is_piped_in_is_imported_and_the_same_again_is_not_doubled(run: Run, tmp_path: Path) -> None:
    folders = ("--data", tmp_path / "data", "--seeds", tmp_path / "seeds")
    (tmp_path / "seeds").mkdir()

    first = run("import", "-", *folders, stdin=SAMPLES["RIS"].encode("utf-16"))
    again = run("import", "-", *folders, stdin=SAMPLES["RIS"].encode("utf-16"))
    other = run("import", "-", "--format", "csv", *folders, stdin="name|abstract|size\nOn Maps|We count maps.|3\n")

    assert first.out == (
        "Read 1 paper from 1 file: 1 new, 1 skipped.\nThis is import 1; to take it back: paperboy undo 1\n"
    )
    assert again.out == "1 file unchanged since last read.\n"
    assert other.out.splitlines()[0] == "Read 1 paper from 1 file: 1 new."


def test_all_that_was_left_out_is_said_on_demand(run: Run, tmp_path: Path) -> None:
    folders = ("--data", tmp_path / "data", "--seeds", tmp_path / "seeds")
    (tmp_path / "seeds").mkdir()
    (tmp_path / "a.bib").write_text(SAMPLES["BibTeX"] + "@misc{x, title={None}}\n" * 30)

    some, every = (run("import", "--dry-run", *more, tmp_path / "a.bib", *folders) for more in ((), ("--all",)))

    assert (len(some.err.splitlines()), len(every.err.splitlines())) == (11, 31)


def test_importing_what_holds_no_papers_fails_and_names_the_file(run: Run, tmp_path: Path) -> None:
    (tmp_path / "seeds").mkdir()
    picture = tmp_path / "figure.png"
    picture.write_bytes(b"\x89PNG\r\n\x1a\n\x00\x00\x00")

    done = run("import", picture, "--data", tmp_path / "data", "--seeds", tmp_path / "seeds")

    assert done.status == 1
    assert "figure.png" in done.err
    assert "Traceback" not in done.err


# Without a library


def test_the_version_and_help_need_no_library(run: Run, tmp_path: Path) -> None:
    shown = run("--help")

    assert shown.status == 0
    assert all(f"\n  {command.name} " in shown.out for command in COMMANDS)
    assert run("--version").out.startswith("paperboy ")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: str(command.name))
def test_every_command_explains_itself_and_takes_the_folders(command: Any, run: Run) -> None:
    shown = run(command.name, "--help").out

    assert "--data DIR" in shown
    assert "--seeds DIR" in shown
    assert command.help


def test_what_needs_no_library_starts_without_its_libraries(tmp_path: Path) -> None:
    heavy = {"sqlalchemy", "whoosh", "numpy", "slack_sdk", "slack_bolt", "flask", "rich", "apscheduler", "pylatexenc"}
    code = f"import sys, bot.cli; print(sorted({heavy!r} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)

    assert done.stdout.strip() == "[]"


def test_the_manifest_is_printed_for_an_address(run: Run) -> None:
    done = run("manifest", "--address", "https://papers.example.org")

    assert done.json["settings"]["interactivity"]["request_url"] == "https://papers.example.org/slack/events"


# Usage and settings


@pytest.mark.parametrize(
    "arguments",
    [
        ["serch", "x"],
        ["search"],
        ["search", "--limit", "0", "x"],
        ["search", "--limit", "many", "x"],
        ["search", "--jsn", "x"],
        ["search", "x", "--seeds", "no-such-folder"],
        ["show", " "],
        ["import"],
        ["import", "no-such-file.jsonl"],
        ["import", "--format", "no-such-format", "."],
        ["manifest", "--address", "http://papers.example.org"],
    ],
)
def test_wrong_usage_is_status_2_and_a_sentence(run: Run, arguments: list[str]) -> None:
    done = run(*arguments)

    assert (done.status, done.out) == (2, "")
    assert "Error: " in done.err
    assert "Traceback" not in done.err


def test_bad_settings_are_status_2_and_every_one_is_named(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SLACK_BOT_TOKEN", BOT)
    monkeypatch.setenv("PAPERBOY_PORT", "http")
    done = run("run")

    assert (done.status, done.out) == (2, "")
    assert "  SLACK_APP_TOKEN: " in done.err
    assert "  PAPERBOY_PORT: " in done.err
    assert BOT not in done.err
    assert "Traceback" not in done.err


def test_a_dotenv_with_a_byte_order_mark_counts(run: Run, tmp_path: Path) -> None:
    (tmp_path / ".env").write_bytes(b"\xef\xbb\xbfPAPERBOY_PORT=http\r\n")

    done = run("run")

    assert done.status == 2
    assert "PAPERBOY_PORT" in done.err


def test_data_that_is_a_file_is_wrong_usage(run: Run, tmp_path: Path) -> None:
    (tmp_path / "data").write_text("")

    assert run("search", "x", "--data", tmp_path / "data").status == 2


def test_a_broken_library_fails_with_a_sentence(run: Run, tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "paperboy.sqlite3").write_bytes(b"not a database at all" * 100)

    done = run("search", "x", "--data", tmp_path / "data", "--seeds", SEEDS)

    assert (done.status, done.out) == (1, "")
    assert "Traceback" not in done.err


def test_a_fault_of_ours_gives_a_reference_and_a_hint_but_no_traceback(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError(BOT)

    monkeypatch.setattr("bot.manifest.manifest", broken)
    done = run("manifest")

    assert (done.status, done.out) == (1, "")
    assert "r-" in done.err
    assert "PAPERBOY_LOG_LEVEL=DEBUG" in done.err
    assert "Traceback" not in done.err
    assert BOT not in done.err


def test_at_debug_level_a_fault_shows_its_traceback_once_and_no_secret(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "seeds").mkdir()
    monkeypatch.setenv("PAPERBOY_LOG_LEVEL", "DEBUG")
    monkeypatch.setattr("bot.library.import_files", lambda *_: 1 / len(BOT[:0]))
    mine = tmp_path / f"{BOT}.jsonl"
    mine.write_text("{}")
    done = run("import", mine, "--data", tmp_path / "data", "--seeds", tmp_path / "seeds")

    assert done.status == 1
    assert done.err.count("Traceback") == 1
    assert "ZeroDivisionError" in done.err
    assert "PAPERBOY_LOG_LEVEL" not in done.err
    assert BOT not in done.err


# The prompt


@pytest.fixture
def prompted(monkeypatch: pytest.MonkeyPatch) -> None:
    """The prompt is there for those who ask for it."""
    monkeypatch.setenv("PAPERBOY_MODE", "terminal")


@pytest.mark.usefixtures("prompted")
def test_a_prompt_says_so_in_one_line_and_answers_what_is_typed(ask: Run) -> None:
    done = ask("run", stdin="kv cache\n/papers kvflow\n")

    assert done.status == 0
    assert done.err.count("\n") == 1
    assert "PAPERBOY_MODE is terminal" in done.err
    assert done.out.count("KVFlow: ") >= 2


@pytest.mark.usefixtures("prompted")
def test_a_number_presses_a_button_of_what_is_on_the_screen(ask: Run) -> None:
    done = ask("run", stdin="kvflow\n1\nexit\nkv cache\n")

    assert "[1] Read" in done.out
    assert "── kvflow ──" in done.out
    assert "Copy as BibTeX" in done.out


@pytest.mark.usefixtures("prompted")
def test_sharing_shows_the_post_once_and_pressing_again_says_so(ask: Run) -> None:
    done = ask("run", stdin="kvflow\n4\n4\n")

    assert done.out.count("In Slack, everyone in the channel would read:") == 1
    assert "shared from here before" in done.out


@pytest.mark.usefixtures("prompted")
def test_the_prompt_says_what_only_slack_and_the_page_can_do(ask: Run) -> None:
    done = ask("run", stdin="subscribe\n1\nsubscribe kv cache\nsubscriptions\n")

    assert "Try it on the page: paperboy workspace" in done.out
    assert "Digests come to channels." in done.out
    assert "Subscribed." not in done.out


@pytest.mark.usefixtures("prompted")
@pytest.mark.parametrize("number", ["0", "5", "99", "007"])
def test_a_number_without_a_button_says_which_there_are(ask: Run, number: str) -> None:
    done = ask("run", stdin=f"kvflow\n{number}\nexit\n")

    assert f"There is no button {number}: they are 1 to 4." in done.out
    assert "No paper" not in done.out


@pytest.mark.usefixtures("prompted")
def test_a_number_is_searched_for_where_no_button_can_be_meant(ask: Run) -> None:
    assert "There is no button" not in ask("run", stdin="57\nkvflow\n2025\nsearch 57\n").out


@pytest.mark.usefixtures("prompted")
def test_an_interrupt_at_the_prompt_leaves_it(ask: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(_prompt: str) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("bot.cli.prompt.input", interrupted, raising=False)
    done = ask("run", typist=True)

    assert (done.status, done.err.count("\n")) == (0, 1)


@pytest.mark.usefixtures("prompted")
def test_leaving_the_prompt_ends_it(ask: Run) -> None:
    assert "KVFlow" not in ask("run", stdin="exit\nkvflow\n").out


def test_an_address_that_is_taken_fails_with_how_to_mend_it(ask: Run, data: Path, tmp_path: Path) -> None:
    ask("index")
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        secret = "0123456789abcdef" * 2
        settings = f"SLACK_BOT_TOKEN={BOT}\nSLACK_SIGNING_SECRET={secret}\nPAPERBOY_PORT={port}\n"
        (tmp_path / ".env").write_text(f"{settings}SLACK_API_URL=http://127.0.0.1:9/\n")
        (tmp_path / ".env").chmod(0o600)
        with process("run", "--data", data, "--seeds", SEEDS, folder=tmp_path) as child:
            _, err = child.communicate(timeout=WAIT)

    last = err.decode().splitlines()[-1]
    assert child.returncode == 1
    assert f"cannot listen at 127.0.0.1:{port}" in last
    assert "PAPERBOY_PORT" in last
    assert b"Traceback" not in err


def test_check_without_tokens_has_findings(ask: Run) -> None:
    ask("index")  # Where this test comes first, nobody has read the seeds.

    done = ask("check")

    assert done.status == 1
    assert "ok       The library holds 57 papers." in done.out
    assert "to mend  No Slack tokens are set" in done.out


def test_check_of_an_empty_library_says_what_fills_it(run: Run, tmp_path: Path) -> None:
    assert "ok       The library is empty as yet" in run("check", "--data", tmp_path / "data").out


def test_check_tells_of_an_index_that_cannot_be_written_and_of_the_rest(run: Run, tmp_path: Path) -> None:
    (tmp_path / "data" / ".index.lock").mkdir(parents=True)
    done = run("check", "--data", tmp_path / "data")

    assert f"to mend  The search index in {tmp_path}/data/index cannot be written" in done.out
    assert "to mend  No Slack tokens are set" in done.out


@pytest.mark.skipif(os.name != "posix", reason="There are no pseudo-terminals elsewhere")
def test_a_dumb_terminal_is_as_wide_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    import termios

    ours, theirs = os.openpty()
    termios.tcsetwinsize(theirs, (24, 40))
    with os.fdopen(theirs, "w") as screen:
        monkeypatch.setattr(sys, "stdout", screen)
        monkeypatch.setattr(sys, "__stdout__", screen)
        monkeypatch.setenv("TERM", "dumb")
        monkeypatch.delenv("COLUMNS")
        facts = screen_facts()
    os.close(ours)

    assert (40, False) == facts
