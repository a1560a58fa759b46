"""The log: one line an event in UTC, and never a token, an address that answers, or a body."""

import logging
import re
import sys
import threading
from urllib.parse import quote

import pytest

from bot import logs

# Put together here so that no scanner takes them for real ones.
BOT = "xox" + "b-1111-2222-abcDEF"
SECRETS = (
    BOT,
    "xox" + "p-1-2-3-userpart",
    "xox" + "e.xox" + "b-1-rotatingpart",
    "xa" + "pp-1-A0-33-apppart",
    "https://hooks.slack.com/commands/T0/B0/hookpart",
    "https://hooks.slack.com/services/T0/B0/hookpart",
    "wss://wss-primary.slack.com/link/?ticket=ticketpart&app_id=x",
    "v0=" + "ab" * 32,
    "Bearer bearerpart",
    'response_url": "http://localhost:99/answers/answerpart',
)
SECRET_PARTS = re.compile(r"abcDEF|userpart|rotatingpart|apppart|hookpart|ticketpart|abab|bearerpart|answerpart|s3cr3t")


pytestmark = pytest.mark.usefixtures("logging_as_it_was")


@pytest.fixture
def log() -> logging.Logger:
    return logging.getLogger("bot.trial")


def test_an_event_is_one_line_with_the_time_in_utc(log: logging.Logger, capsys: pytest.CaptureFixture[str]) -> None:
    logs.setup("INFO")
    log.info("%d papers\nread", 3)

    assert re.fullmatch(
        r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z INFO bot\.trial: 3 papers\\nread\n", capsys.readouterr().err
    )


def test_the_lines_of_a_traceback_are_indented(log: logging.Logger, capsys: pytest.CaptureFixture[str]) -> None:
    logs.setup("INFO")
    try:
        raise ValueError("first\nsecond")
    except ValueError:
        log.exception("it failed")

    first, *rest = capsys.readouterr().err.splitlines()
    assert first.endswith("ERROR bot.trial: it failed")
    assert rest
    assert all(line.startswith("    ") for line in rest)


def test_setting_up_again_does_not_write_lines_twice(log: logging.Logger, capsys: pytest.CaptureFixture[str]) -> None:
    logs.setup("INFO")
    logs.setup("INFO")
    log.info("once")

    assert 1 == capsys.readouterr().err.count("once")


@pytest.mark.parametrize("secret", SECRETS)
def test_secrets_are_hidden_in_messages_arguments_and_tracebacks(
    secret: str, log: logging.Logger, capsys: pytest.CaptureFixture[str]
) -> None:
    logs.setup("DEBUG")
    log.debug(f"sent {secret} away")
    log.debug("sent %s away", secret)
    log.debug("sent %s away", {"key": [secret.encode(), secret]})
    try:
        raise RuntimeError(f"could not send {secret}")
    except RuntimeError:
        log.exception("it failed")

    written = capsys.readouterr().err
    assert "sent" in written
    assert [] == SECRET_PARTS.findall(written)


def test_configured_secrets_are_hidden_in_every_spelling(
    log: logging.Logger, capsys: pytest.CaptureFixture[str]
) -> None:
    secret = "s3cr3t/+=of-another-server"
    logs.setup("INFO", [secret])
    log.info("%s and %s", secret, quote(secret, safe=""))

    assert f"{logs.HIDDEN} and {logs.HIDDEN}\n" in capsys.readouterr().err


def test_an_event_that_cannot_be_written_does_not_print_its_arguments(
    log: logging.Logger, capsys: pytest.CaptureFixture[str]
) -> None:
    logs.setup("INFO")
    log.info("%d papers", BOT)

    written = capsys.readouterr().err
    assert "bot.trial" in written
    assert [] == SECRET_PARTS.findall(written)


@pytest.mark.parametrize(
    "name",
    ["slack_sdk.web", "slack_bolt.App", "apscheduler.scheduler", "waitress", "alembic.runtime", "sqlalchemy.engine"],
)
def test_libraries_are_heard_from_warnings_on_only(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    logs.setup("DEBUG")
    library = logging.getLogger(name)
    library.setLevel(logging.DEBUG)  # as Bolt does when it copies the root's level
    library.debug("a body")
    library.info("a body")
    library.warning("a warning")

    written = capsys.readouterr().err
    assert (0, 1) == (written.count("a body"), written.count("a warning"))


def test_a_library_that_logs_under_another_name_is_known_by_its_file(capsys: pytest.CaptureFixture[str]) -> None:
    logs.setup("DEBUG")
    line = ("/lib/python/slack_bolt/app/app.py", 10, "a body", (), None)
    logging.getLogger("run.py:App").handle(logging.LogRecord("run.py:App", logging.DEBUG, *line))

    assert "" == capsys.readouterr().err


def test_a_crashing_thread_is_logged_with_a_reference_and_without_secrets(capsys: pytest.CaptureFixture[str]) -> None:
    logs.setup("INFO")

    def crash() -> None:
        raise RuntimeError(BOT)

    thread = threading.Thread(target=crash, name="worker")
    thread.start()
    thread.join()

    written = capsys.readouterr().err
    assert re.search(r"ERROR bot\.logs: r-[0-9a-f]{6}: worker ended by an error\n", written)
    assert [] == SECRET_PARTS.findall(written)


def test_the_log_follows_stderr_when_it_is_replaced(
    log: logging.Logger, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    logs.setup("INFO")
    monkeypatch.setattr(sys, "stderr", sys.stdout)
    log.info("here")

    assert "here" in capsys.readouterr().out


def test_references_are_short_and_differ() -> None:
    references = {logs.new_reference() for _ in range(50)}

    assert len(references) > 45
    assert all(re.fullmatch(r"r-[0-9a-f]{6}", reference) for reference in references)


def test_the_look_of_a_token_is_no_secret() -> None:
    what = "The bot's token, xox" + "b-...; the app's, xapp-..."

    assert what == logs.redacted(what)
