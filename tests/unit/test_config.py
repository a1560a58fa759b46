"""Settings: everything wrong is named at once, `.env` in the forms people save it in, and no secret shown."""

import os
from dataclasses import FrozenInstanceError
from pathlib import Path

import pytest

from bot.config import SETTINGS, Config, ConfigError, load

BOT = "xoxb-1111-2222-abcDEF"
APP = "xapp-1-A0-3333-abcdef"
SECRET = "0123456789abcdef0123456789abcdef"
EXAMPLE = Path(__file__).parents[2] / ".env.example"


def problems(environment: dict[str, str]) -> tuple[str, ...]:
    with pytest.raises(ConfigError) as caught:
        Config.from_env(environment)
    assert "\n".join(caught.value.problems) == str(caught.value)
    return caught.value.problems


def named(environment: dict[str, str]) -> list[str]:
    return [problem.partition(":")[0] for problem in problems(environment)]


def written(folder: Path, content: str | bytes) -> Path:
    path = folder / ".env"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    path.chmod(0o600)
    return path


def test_nothing_set_is_the_workspace_with_every_default() -> None:
    expected = Config(
        mode="workspace", api_url="https://slack.com/api/", data=Path("data"), seeds=Path("seeds"),
        host="127.0.0.1", port=3000, log_level="INFO", workers=4, queue=200,
    )  # fmt: skip

    assert expected == Config.from_env({})


@pytest.mark.parametrize(
    ("mode", "environment"),
    [
        ("socket", {"SLACK_BOT_TOKEN": BOT, "SLACK_APP_TOKEN": APP}),
        ("http", {"SLACK_BOT_TOKEN": BOT, "SLACK_SIGNING_SECRET": SECRET}),
        ("socket", {"SLACK_BOT_TOKEN": BOT, "SLACK_APP_TOKEN": APP, "SLACK_SIGNING_SECRET": SECRET}),
        (
            "http",
            {"SLACK_BOT_TOKEN": BOT, "SLACK_APP_TOKEN": APP, "SLACK_SIGNING_SECRET": SECRET, "PAPERBOY_MODE": "HTTP"},
        ),
        ("terminal", {"SLACK_BOT_TOKEN": BOT, "SLACK_APP_TOKEN": APP, "PAPERBOY_MODE": "terminal"}),
        ("terminal", {"PAPERBOY_MODE": "terminal"}),
        ("workspace", {"SLACK_BOT_TOKEN": BOT, "SLACK_APP_TOKEN": APP, "PAPERBOY_MODE": "workspace"}),
        ("workspace", {"SLACK_BOT_TOKEN": "", "SLACK_APP_TOKEN": "  "}),
    ],
)
def test_the_mode_follows_from_the_tokens_unless_it_is_asked_for(mode: str, environment: dict[str, str]) -> None:
    assert mode == Config.from_env(environment).mode


@pytest.mark.parametrize(
    ("missing", "environment"),
    [
        (["SLACK_APP_TOKEN"], {"SLACK_BOT_TOKEN": BOT}),
        (["SLACK_BOT_TOKEN"], {"SLACK_APP_TOKEN": APP}),
        (["SLACK_BOT_TOKEN"], {"SLACK_SIGNING_SECRET": SECRET}),
        (["SLACK_BOT_TOKEN"], {"SLACK_APP_TOKEN": APP, "SLACK_SIGNING_SECRET": SECRET}),
        (["SLACK_SIGNING_SECRET"], {"SLACK_BOT_TOKEN": BOT, "SLACK_APP_TOKEN": APP, "PAPERBOY_MODE": "http"}),
        (["SLACK_BOT_TOKEN", "SLACK_APP_TOKEN"], {"PAPERBOY_MODE": "socket"}),
    ],
)
def test_half_set_slack_names_what_is_missing(missing: list[str], environment: dict[str, str]) -> None:
    found = problems(environment)

    assert missing == [problem.partition(":")[0] for problem in found]
    assert all("is missing" in problem for problem in found)


def test_every_bad_variable_is_named_in_one_error() -> None:
    bad = {
        "SLACK_BOT_TOKEN": "xoxp-a-user-token",
        "SLACK_APP_TOKEN": "xoxb-in-the-wrong-place",
        "SLACK_SIGNING_SECRET": "with a space",
        "SLACK_API_URL": "http://example.org/api",
        "DATABASE_URL": "a shoe box",
        "PAPERBOY_MODE": "carrier pigeon",
        "PAPERBOY_HOST": "http://here",
        "PAPERBOY_PORT": "99999",
        "PAPERBOY_LOG_LEVEL": "LOUD",
        "PAPERBOY_WORKERS": "0",
        "PAPERBOY_QUEUE": "many",
    }

    assert sorted(bad) == sorted(named(bad))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("SLACK_BOT_TOKEN", "xoxp-11-userSecret"),
        ("SLACK_BOT_TOKEN", "xoxb-quoted”Secret"),
        ("SLACK_BOT_TOKEN", "xoxe.xoxb-1-rotatingSecret"),
        ("SLACK_BOT_TOKEN", "xoxb-"),
        ("SLACK_APP_TOKEN", '"xapp-1-quotedSecret"'),
        ("SLACK_SIGNING_SECRET", "xoxb-1-pastedSecret"),
        ("SLACK_SIGNING_SECRET", "Secret with spaces"),
        ("SLACK_API_URL", "https://user:Secret@slack.example/api"),
        ("SLACK_API_URL", "http://Secret.example/api"),
        ("SLACK_API_URL", "https://[Secret/api"),
        ("SLACK_API_URL", "https://slack.example/api?token=Secret"),
        ("DATABASE_URL", "Secret"),
        ("DATABASE_URL", "mysql://paperboy:Secret@db.example/papers"),
        ("DATABASE_URL", "postgresql:/paperboy:Secret@db.example/papers"),
        ("DATABASE_URL", "postgresql://paperboy:at@Secret@db.example/papers"),
        ("DATABASE_URL", "postgresql://paperboy:slash/Secret@db.example/papers"),
        ("DATABASE_URL", "postgresql://paperboy:mark?Secret@db.example/papers"),
        ("DATABASE_URL", "postgresql://paperboy:hash#Secret@db.example/papers"),
        ("DATABASE_URL", "postgresql://paperboy:bracket[Secret@db.example/papers"),
        ("DATABASE_URL", "postgresql://paperboy:a Secret@db.example/papers"),
        ("DATABASE_URL", "postgresql://paperboy:Secret"),
        ("DATABASE_URL", "postgresql://[Secret/papers"),
        ("DATABASE_URL", "postgresql://db.example/papers?user=paperboy&password=Secret"),
        ("DATABASE_URL", "postgresql://db.example/papers?sslpassword=Secret"),
    ],
)
def test_a_bad_secret_or_address_is_named_but_never_repeated(name: str, value: str) -> None:
    found = [problem for problem in problems({name: value}) if problem.startswith(f"{name}: ")]

    assert len(found) == 1
    assert "Secret" not in found[0].replace("Signing Secret", "")


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("https://slack.example/api", "https://slack.example/api/"),
        ("https://slack.example/api//", "https://slack.example/api/"),
        ("http://localhost:8080", "http://localhost:8080/"),
        ("http://127.0.0.9:80/api/", "http://127.0.0.9:80/api/"),
        ("http://[::1]:80/api/", "http://[::1]:80/api/"),
    ],
)
def test_an_api_address_ends_with_one_slash(address: str, expected: str) -> None:
    assert expected == Config.from_env({"SLACK_API_URL": address}).api_url


@pytest.mark.parametrize(
    "address",
    [
        "postgresql://paperboy:s3cret%40word@db.example/papers",
        "postgres://paperboy:s3:cret@db.example:5433/papers?sslmode=require",
        "postgresql+psycopg://paperboy@[::1]:5432/papers",
        "postgresql:///papers?host=/run/postgresql&options=-csearch_path%3Dpapers",
    ],
)
def test_the_address_of_a_database_is_taken_as_it_is(address: str) -> None:
    assert address == Config.from_env({"DATABASE_URL": address}).database_url


def test_the_password_of_the_database_is_a_secret_in_both_spellings() -> None:
    address = "postgresql://paperboy:s3cret%40word@db.example/papers"
    config = Config.from_env({"DATABASE_URL": address})

    assert {address, "s3cret%40word", "s3cret@word"} == set(config.secrets)
    assert not [secret for secret in (*config.secrets, "s3cret") if secret in repr(config)]
    assert () == Config.from_env({"DATABASE_URL": "postgresql://paperboy@db.example/papers"}).secrets


@pytest.mark.parametrize("number", ["-1", "3.5", "65536", "１２", "0x10", "9" * 5000, "3000 # web"])
def test_a_port_is_a_plain_whole_number(number: str) -> None:
    assert ["PAPERBOY_PORT"] == named({"PAPERBOY_PORT": number})


def test_secrets_do_not_appear_when_the_settings_are_printed() -> None:
    config = Config.from_env({"SLACK_BOT_TOKEN": BOT, "SLACK_APP_TOKEN": APP, "SLACK_SIGNING_SECRET": SECRET})

    assert (BOT, APP, SECRET) == config.secrets
    assert not [secret for secret in config.secrets if secret in repr(config)]


def test_the_settings_are_frozen() -> None:
    config = Config.from_env({})

    with pytest.raises(FrozenInstanceError):
        config.port = 1  # type: ignore[misc]


def test_a_signing_secret_of_another_form_is_taken_with_a_warning() -> None:
    config = Config.from_env({"SLACK_BOT_TOKEN": BOT, "SLACK_SIGNING_SECRET": "another-servers-secret"})

    assert ["SLACK_SIGNING_SECRET"] == [warning.split()[0] for warning in config.warnings]


@pytest.mark.parametrize(
    ("name", "near"),
    [
        ("PAPERBOY_DATAS", "PAPERBOY_DATA"),
        ("PAPERBOY_LOGLEVEL", "PAPERBOY_LOG_LEVEL"),
        ("paperboy_port", "PAPERBOY_PORT"),
        ("SLACK_BOT_TOKN", "SLACK_BOT_TOKEN"),
    ],
)
def test_a_misspelt_name_is_ignored_with_a_warning_that_names_the_nearest(name: str, near: str) -> None:
    assert (f"{name} is not a setting and is ignored; did you mean {near}?",) == Config.from_env({name: "x"}).warnings


@pytest.mark.parametrize("name", ["SLACK_CLIENT_ID", "SLACK_WEBHOOK", "PATH"])
def test_names_that_belong_to_other_programs_are_none_of_our_business(name: str) -> None:
    assert () == Config.from_env({name: "x"}).warnings


@pytest.mark.parametrize(
    "content",
    [
        f"SLACK_BOT_TOKEN={BOT}\nSLACK_APP_TOKEN={APP}\n",
        f"\ufeffSLACK_BOT_TOKEN={BOT}\r\nSLACK_APP_TOKEN={APP}\r\n",
        f"\ufeff\r\n\r\nSLACK_BOT_TOKEN={BOT}\r\nSLACK_APP_TOKEN={APP}",
        f"export SLACK_BOT_TOKEN={BOT}\nexport  SLACK_APP_TOKEN={APP}\n",
        f"SLACK_BOT_TOKEN=\"{BOT}\"\nSLACK_APP_TOKEN='{APP}'\n",
        f"  SLACK_BOT_TOKEN = {BOT}  \nSLACK_APP_TOKEN\t=\t{APP}\t\n",
        f"# tokens\n\nSLACK_BOT_TOKEN={BOT} # the bot\nSLACK_APP_TOKEN={APP}\n",
        f"SLACK_BOT_TOKEN='{BOT} '\nSLACK_APP_TOKEN={APP}\n",
    ],
    ids=["plain", "bom-crlf", "bom-blank-lines", "export", "quotes", "spaces", "comments", "space-in-quotes"],
)
def test_dotenv_is_read_in_the_forms_people_save_it(tmp_path: Path, content: str) -> None:
    config = load({}, written(tmp_path, content))

    assert (BOT, APP, "socket", ()) == (config.bot_token, config.app_token, config.mode, config.warnings)


def test_a_dollar_in_a_secret_stays_a_dollar(tmp_path: Path) -> None:
    path = written(tmp_path, f"SLACK_BOT_TOKEN={BOT}\nSLACK_SIGNING_SECRET=a${{HOME}}$PATH-b\n")

    assert "a${HOME}$PATH-b" == load({"HOME": "/nowhere"}, path).signing_secret


@pytest.mark.parametrize(
    ("content", "where"),
    [
        (f'PAPERBOY_PORT=3000\n\nSLACK_BOT_TOKEN="{BOT}\n', "line 3: SLACK_BOT_TOKEN "),
        (f"PAPERBOY_PORT=3000\nSLACK_BOT_TOKEN {BOT}\n", "line 2: cannot be read"),
        ("# first\n\nSLACK_BOT_TOKEN\n", "line 3: SLACK_BOT_TOKEN has no value"),
        (f"PAPERBOY_PORT=3000\r\n\r\nSLACK_BOT_TOKEN: {BOT}\r\n", "line 3: cannot be read"),
    ],
)
def test_what_cannot_be_read_in_dotenv_is_named_with_its_line(tmp_path: Path, content: str, where: str) -> None:
    with pytest.raises(ConfigError) as caught:
        load({}, written(tmp_path, content))

    assert where in caught.value.problems[0]
    assert BOT not in str(caught.value)


def test_a_dotenv_that_is_not_utf8_is_named(tmp_path: Path) -> None:
    path = written(tmp_path, f"SLACK_BOT_TOKEN={BOT}\n".encode("utf-16"))

    with pytest.raises(ConfigError, match="not UTF-8"):
        load({}, path)


def test_a_dotenv_that_is_a_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="cannot be read"):
        load({}, tmp_path)


def test_problems_of_dotenv_and_of_the_settings_come_in_one_error(tmp_path: Path) -> None:
    path = written(tmp_path, "no sense here\nPAPERBOY_PORT=x\n")

    with pytest.raises(ConfigError) as caught:
        load({"PAPERBOY_QUEUE": "y"}, path)

    assert 3 == len(caught.value.problems)


def test_the_environment_wins_over_dotenv_and_the_command_line_over_both(tmp_path: Path) -> None:
    path = written(tmp_path, "PAPERBOY_PORT=1\nPAPERBOY_HOST=a\nPAPERBOY_QUEUE=3\n")

    config = load({"PAPERBOY_HOST": "b", "PAPERBOY_QUEUE": "4"}, path, {"PAPERBOY_QUEUE": "5"})

    assert (1, "b", 5) == (config.port, config.host, config.queue)


def test_an_empty_variable_in_the_environment_unsets_what_dotenv_says(tmp_path: Path) -> None:
    path = written(tmp_path, "PAPERBOY_PORT=1\n")

    assert 3000 == load({"PAPERBOY_PORT": ""}, path).port


def test_a_missing_dotenv_sets_nothing(tmp_path: Path) -> None:
    assert Config.from_env({}) == load({}, tmp_path / ".env")


@pytest.mark.skipif(os.name != "posix", reason="Only POSIX says who else may read a file")
@pytest.mark.parametrize(
    ("mode", "content", "warned"),
    [
        (0o644, f"SLACK_BOT_TOKEN={BOT}\nSLACK_APP_TOKEN={APP}\n", True),
        (0o600, f"SLACK_BOT_TOKEN={BOT}\nSLACK_APP_TOKEN={APP}\n", False),
        (0o644, "SLACK_BOT_TOKEN=\nPAPERBOY_PORT=1\n", False),
    ],
)
def test_secrets_that_everyone_may_read_are_warned_of(tmp_path: Path, mode: int, content: str, warned: bool) -> None:
    path = written(tmp_path, content)
    path.chmod(mode)

    warnings = load({}, path).warnings

    assert warned == any("chmod 600" in warning for warning in warnings)


def test_the_example_has_every_setting_once_with_its_default_and_its_comment() -> None:
    paragraphs = EXAMPLE.read_text(encoding="utf-8").strip().split("\n\n")[1:]
    stated = [paragraph.rpartition("\n") for paragraph in paragraphs]

    assert [f"{setting.name}={setting.default}" for setting in SETTINGS] == [line for _, _, line in stated]
    assert [setting.what for setting in SETTINGS] == [comment.replace("\n# ", " ")[2:] for comment, _, _ in stated]


def test_the_example_can_be_used_as_it_stands() -> None:
    config = load({}, EXAMPLE)

    assert Config.from_env({}) == config


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PAPERBOY_DATA", "da\0ta"),
        ("PAPERBOY_SEEDS", "\0"),
        ("PAPERBOY_HOST", "papers..example"),
        ("PAPERBOY_HOST", "p" * 64 + ".example"),
    ],
)
def test_what_the_system_would_choke_on_later_is_named_at_once(name: str, value: str) -> None:
    assert [name] == named({name: value})


@pytest.mark.parametrize("host", ["localhost", "localhost.", "::1", "fe80::1%eth0", "10.0.0.1", "papers.example.org"])
def test_hosts_are_taken_as_they_are_written(host: str) -> None:
    assert host == Config.from_env({"PAPERBOY_HOST": host}).host


@pytest.mark.parametrize("contact", ["papers@example.org", "a.b+c@lab.example.ac.uk", "https://example.org/us?x=1"])
def test_the_contact_is_an_address_that_can_be_written_to(contact: str) -> None:
    assert Config.from_env({"PAPERBOY_CONTACT": contact}).contact == contact


@pytest.mark.parametrize(
    "contact",
    ["papers", "@example.org", "a@b", "a b@example.org", "http://example.org", "a@example.org\r\nX: y", "ä@ö.org"],
)
def test_no_other_contact_travels_in_a_header(contact: str) -> None:
    assert named({"PAPERBOY_CONTACT": contact}) == ["PAPERBOY_CONTACT"]
