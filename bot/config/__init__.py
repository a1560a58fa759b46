"""The settings: read from the environment and `.env`, checked together, and frozen."""

import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal, TypeVar, cast

from bot.config import checks
from bot.config.dotenv_file import read_dotenv
from bot.config.feeds import Feed, feeds
from bot.config.settings import BY_NAME, SETTINGS, Setting, stray_names

__all__ = ["SETTINGS", "Config", "ConfigError", "Feed", "Mode", "Setting", "load"]

Mode = Literal["socket", "http", "workspace", "terminal"]
Value = TypeVar("Value")


class ConfigError(Exception):
    """The settings cannot be used; the message has one line for each bad or missing one, and says how to mend it."""

    def __init__(self, problems: Iterable[str]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(self.problems))


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """Every setting, checked. Secrets stay out of `repr`; `warnings` are sentences for who starts the bot."""

    mode: Mode
    bot_token: str | None = field(default=None, repr=False)
    app_token: str | None = field(default=None, repr=False)
    signing_secret: str | None = field(default=None, repr=False)
    api_url: str
    data: Path
    database_url: str | None = field(default=None, repr=False)
    seeds: Path
    host: str
    port: int
    log_level: str
    workers: int
    queue: int
    model: str | None = None
    contact: str | None = None
    watch: Path | None = None
    feeds: tuple[Feed, ...] = ()
    warnings: tuple[str, ...] = ()

    @classmethod
    def from_env(cls, environment: Mapping[str, str]) -> "Config":
        """Check these variables; an empty one counts as not set. Raises `ConfigError` that names every bad one."""
        reader = _Reader(environment)
        config = _read(reader)
        if reader.problems:
            raise ConfigError(reader.problems)
        return config

    @property
    def secrets(self) -> tuple[str, ...]:
        """The secret values that are set, for those who must hide them."""
        hidden = checks.database_passwords(self.database_url) if self.database_url else ()
        return tuple(filter(None, (self.bot_token, self.app_token, self.signing_secret, *hidden)))


def load(
    environment: Mapping[str, str] | None = None,
    dotenv: Path = Path(".env"),
    overrides: Mapping[str, str] | None = None,
) -> Config:
    """Read `.env`, then the environment (the process's own unless given), then `overrides`; the later one wins.

    A variable that the environment sets to nothing is not set, whatever `.env` says. Raises `ConfigError`.
    """
    file = read_dotenv(dotenv)
    reader = _Reader({**file.values, **(os.environ if environment is None else environment), **(overrides or {})})
    config = _read(reader)
    if file.problems or reader.problems:
        raise ConfigError((*file.problems, *reader.problems))
    return replace(config, warnings=file.warnings + config.warnings)


class _Reader:
    """Takes settings one by one and remembers what is wrong, so that one error can name everything."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        self.given = {name: value.strip() for name, value in environment.items() if value.strip()}
        self.problems: list[str] = []

    def optional(self, name: str, check: Callable[[str], Value]) -> Value | None:
        text = self.given.get(name)
        if text is None:
            return None
        try:
            return check(text)
        except ValueError as error:
            quoted = "" if BY_NAME[name].secret or name.endswith("_URL") else f"{text[:60]!r} "
            self.problems.append(f"{name}: {quoted}{error}.")
            return None

    def take(self, name: str, check: Callable[[str], Value]) -> Value:
        value = self.optional(name, check)
        return check(BY_NAME[name].default) if value is None else value


def _read(reader: _Reader) -> Config:
    return Config(
        bot_token=reader.optional("SLACK_BOT_TOKEN", checks.bot_token),
        app_token=reader.optional("SLACK_APP_TOKEN", checks.app_token),
        signing_secret=reader.optional("SLACK_SIGNING_SECRET", checks.signing_secret),
        api_url=reader.take("SLACK_API_URL", checks.api_url),
        mode=_mode(reader),
        data=reader.take("PAPERBOY_DATA", checks.folder),
        database_url=reader.optional("DATABASE_URL", checks.database_url),
        seeds=reader.take("PAPERBOY_SEEDS", checks.folder),
        host=reader.take("PAPERBOY_HOST", checks.host),
        port=reader.take("PAPERBOY_PORT", checks.whole_number(0, 65_535)),
        log_level=reader.take("PAPERBOY_LOG_LEVEL", checks.one_of(checks.LOG_LEVELS)),
        workers=reader.take("PAPERBOY_WORKERS", checks.whole_number(1, 256)),
        queue=reader.take("PAPERBOY_QUEUE", checks.whole_number(1, 10_000)),
        model=reader.optional("PAPERBOY_MODEL", str),
        contact=reader.optional("PAPERBOY_CONTACT", checks.contact),
        watch=_watch(reader),
        feeds=reader.optional("PAPERBOY_FEEDS", feeds) or (),
        warnings=_warnings(reader.given),
    )


def _watch(reader: _Reader) -> Path | None:
    """A folder of its own: what lies among the seeds is read anyway, and the bot's own files change all the time."""
    watched = reader.optional("PAPERBOY_WATCH", checks.folder)
    for name, what in (("PAPERBOY_SEEDS", "the seeds"), ("PAPERBOY_DATA", "the library and its index")):
        place = Path(reader.given.get(name, BY_NAME[name].default)).absolute()
        if watched is not None and place.is_relative_to(watched.absolute()):
            reader.problems.append(f"PAPERBOY_WATCH: is the folder of {what}, or around it; name one that is not.")
    return watched


def _mode(reader: _Reader) -> Mode:
    """The asked mode, or else the one that the tokens allow; what a mode needs and does not have is a problem."""
    asked = reader.optional("PAPERBOY_MODE", checks.one_of(checks.MODES))
    mode = cast(Mode, asked or _mode_of_tokens(reader.given))
    needed = {"socket": "SLACK_APP_TOKEN", "http": "SLACK_SIGNING_SECRET"}.get(mode)
    for name in ("SLACK_BOT_TOKEN", needed) if needed else ():
        if name not in reader.given:
            reader.problems.append(_missing(name, mode, asked is not None))
    return mode


def _mode_of_tokens(given: Mapping[str, str]) -> str:
    if "SLACK_APP_TOKEN" in given:
        return "socket"
    if "SLACK_SIGNING_SECRET" in given:
        return "http"
    return "socket" if "SLACK_BOT_TOKEN" in given else "workspace"


def _missing(name: str, mode: str, asked: bool) -> str:
    if name == "SLACK_APP_TOKEN" and not asked:
        return f"{name}: is missing; set it for Socket Mode, or set SLACK_SIGNING_SECRET for HTTP."
    return f"{name}: is missing and {mode} mode needs it. {BY_NAME[name].what}"


def _warnings(given: Mapping[str, str]) -> tuple[str, ...]:
    secret = given.get("SLACK_SIGNING_SECRET")
    if secret and not checks.usual_signing_secret(secret):
        odd = (
            "SLACK_SIGNING_SECRET is not 32 hexadecimal digits as Slack's are; if requests are refused, copy it again."
        )
        return (*stray_names(list(given)), odd)
    return stray_names(list(given))
