"""Databases of every released state lead to the tables of this version, and nothing in them is lost."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import BigInteger, Connection, Integer, inspect

from bot.store import SqlStore
from bot.store.opening import _database
from bot.store.schema import VERSION
from bot.store.tables.metadata import metadata
from search.models import Paper

NOW = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
ONE = Paper(
    id="one", abstract="On one.", title="One: Łukasz’s", authors=("Ann Lee", "日本"), year=2025, keywords=("a", "b")
)
CONTENT = {
    "0001": (
        "INSERT INTO library VALUES (1, 'the-library', 2)",
        """INSERT INTO papers
               (id, abstract, title, authors, keywords, year, imported, retired, fingerprint, added, revision)
           VALUES ('one', 'On one.', 'One: Łukasz’s', '["Ann Lee","日本"]', '["a","b"]', 2025, true, false, 'f1', 1, 1),
                  ('two', 'On two.', NULL, '[]', '[]', NULL, false, true, 'f2', 2, 2)""",
        "INSERT INTO names VALUES ('one', 'handle', 'one'), ('onelukaszs', 'title', 'one')",
        "INSERT INTO read_files VALUES ('seeds', 'a.txt', 'print')",
        "INSERT INTO claims VALUES ('T1', 'share', 1764579600)",
    ),
    "0002": (
        """INSERT INTO schedules (id, team_id, channel_id, kind, query, key, rhythm, zone, creator, weekday, hour,
                                  minute, created, since, quiet, settled)
           VALUES ('s1', 'T1', 'C1', 'digest', 'kv cache', 'kv cach', 'weekly', 'UTC', 'U1', 0, 9, 0, 1, 1, true,
                   '2026-W49')""",
        """INSERT INTO postings (team_id, key, channel_id, kind, state, at, changed, slots, papers, facts, attempts)
           VALUES ('T1', 'digest:C1', 'C1', 'digest', 'sent', 1, 1, '[["s1", "2026-W49"]]', '["one"]', '{}', 1)""",
        "INSERT INTO settled_slots VALUES ('s1', '2026-W49', 'T1', 'digest:C1')",
        "INSERT INTO shown_papers VALUES ('s1', 'one', 'T1', 'digest:C1')",
    ),
    "0003": (
        """INSERT INTO week_votes (team_id, posting_key, user_id, channel_id, paper_id, up, at)
           VALUES ('T1', 'week:C1', 'U1', 'C1', 'one', true, 1)""",
        """INSERT INTO nominations (team_id, channel_id, paper_id, user_id, because, at)
           VALUES ('T1', 'C1', 'one', 'U1', '', 1)""",
        """INSERT INTO comparisons (team_id, channel_id, user_id, one, other, winner, at)
           VALUES ('T1', 'C1', 'U1', 'one', 'two', 'two', 1)""",
        """INSERT INTO searches (team_id, channel_id, day, key, query, count, latest)
           VALUES ('T1', 'C1', 0, 'kv cach', 'KV cache', 3, 1)""",
    ),
    "0004": (
        """INSERT INTO questions
           (team_id, channel_id, ts, thread, user_id, direct, text, asked, state, attempts, changed)
           VALUES ('T1', 'C1', '1.000001', '1.000001', 'U1', false, 'kv cache?', 1, 'open', 0, 1)""",
    ),
    "0005": (),
    "0006": (
        """INSERT INTO shelf (team_id, user_id, paper_id, state, saved, shared, rating, note, hidden)
           VALUES ('T1', 'U1', 'one', 'reading', 1, false, 4, 'a note', false)""",
    ),
    "0007": ("INSERT INTO visits (team_id, user_id, at, revision, seen) VALUES ('T1', 'U1', 1, 2, 2)",),
    "0008": (
        """INSERT INTO imports (number, team_id, who, at, what, counts, report, files)
           VALUES (1, '', 'command line', 1, '["a.bib"]', '{"new": 1}', '["Read 1 paper."]', '{"a.bib": "p"}')""",
        """INSERT INTO import_changes (number, paper_id, kind, was_imported, before, after)
           VALUES (1, 'one', 'new', false, '{}', '{}')""",
    ),
    "0009": (
        """INSERT INTO coats (paper_id, position, record, names, because)
           VALUES ('one', 0, '{"abstract": "On one."}', '[]', ''),
                  ('one', 1, '{"abstract": "About one.", "doi": "10.1/2"}', '[["10.1/2", "doi"]]', 'the same title')""",
        "INSERT INTO names VALUES ('10.1/2', 'doi', 'one', true)",
        "INSERT INTO kept_apart (record, paper_id, at) VALUES ('print', 'two', 1)",
        "INSERT INTO doubts (one, other, because, at) VALUES ('one', 'two', 'the abstracts are alike', 1)",
    ),
    "0010": (
        """INSERT INTO feeds (name, next, fetched, failures, trouble, papers, latest)
           VALUES ('arxiv:cs.CL', 2, 1, 0, '', 7, 2)""",
        "INSERT INTO feed_records (feed, record, print, changed) VALUES ('arxiv:cs.CL', '2405.00001', 'print', 1)",
    ),
}
"""What a library of each released state may hold; a new migration adds its own."""


def migrations() -> Config:
    config = Config()
    config.set_main_option("script_location", "bot.store:migrations")
    return config


def released() -> list[str]:
    return [script.revision for script in ScriptDirectory.from_config(migrations()).walk_revisions()]


@contextmanager
def connected(place: str) -> Iterator[Connection]:
    database = _database(place, 1.0)
    try:
        database.prepare()
        with database.making_tables() as connection:
            yield connection
    finally:
        database.close()


def make_state(place: str, revision: str) -> None:
    config = migrations()
    with connected(place) as connection:
        config.attributes["connection"] = connection
        for step in sorted(step for step in released() if step <= revision):
            command.upgrade(config, step)
            for statement in CONTENT[step]:
                connection.exec_driver_sql(statement)


@pytest.mark.parametrize("revision", released())
def test_a_library_of_every_released_state_is_taken_over_with_all_it_holds(place: str, revision: str) -> None:
    make_state(place, revision)

    store = SqlStore.open(place)
    state = store.state("seeds")
    found = (
        store.library_id(),
        store.library.revision(),
        store.library.size(),
        store.library.papers(["one", "two"]),
        store.library.named("One Łukasz’s"),
    )
    claimed = (store.claim("T1", "share", NOW), store.claim("T1", "another", NOW))
    changes = store.changes_since(0)
    store.close()

    assert found == ("the-library", 2, 1, (ONE,), ONE)
    assert [(held.paper.id, held.imported, held.retired) for held in state.held] == [
        ("one", True, False),
        ("two", False, True),
    ]
    assert state.files == {"a.txt": "print"}
    assert claimed == (False, True)
    assert (changes.papers, changes.retired) == ((ONE,), ("two",))


@pytest.mark.parametrize("revision", released())
def test_the_migrations_lead_to_the_tables_of_the_code(place: str, revision: str) -> None:
    make_state(place, revision)
    SqlStore.open(place).close()
    with connected(place) as connection:
        differences = compare_metadata(MigrationContext.configure(connection), metadata)

    assert differences == []


def structure(connection: Connection) -> dict[str, object]:
    """Everything that the database knows of its tables, except in which order their columns were added."""
    inspector = inspect(connection)
    return {
        table: (
            sorted((column["name"], repr(column["type"]), column["nullable"], column["default"]) for column in columns),
            inspector.get_pk_constraint(table)["constrained_columns"],
            sorted((str(one["name"]), *one["column_names"], one["unique"]) for one in inspector.get_indexes(table)),
            sorted(map(repr, inspector.get_unique_constraints(table))),
            sorted(map(repr, inspector.get_foreign_keys(table))),
            sorted(map(repr, inspector.get_check_constraints(table))),
        )
        for table in inspector.get_table_names()
        for columns in [inspector.get_columns(table)]
    }


def test_a_new_library_is_made_as_the_migrations_would_make_it(place: str) -> None:
    config = migrations()
    with connected(place) as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
        migrated = structure(connection)
        for table in reversed(inspect(connection).get_table_names()):
            connection.exec_driver_sql(f"DROP TABLE {table}{'' if connection.dialect.name == 'sqlite' else ' CASCADE'}")
    SqlStore.open(place).close()
    with connected(place) as connection:
        made = structure(connection)
        version = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalars().all()

    assert made == migrated
    assert version == [VERSION]


def test_the_last_migration_is_the_version_of_the_code() -> None:
    assert ScriptDirectory.from_config(migrations()).get_heads() == [VERSION]


@pytest.mark.parametrize("revision", [None, "0001"])
def test_tables_that_are_made_half_way_leave_nothing_behind(
    place: str, revision: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    if revision:
        make_state(place, revision)
    with connected(place) as connection:
        before = structure(connection)
    with monkeypatch.context() as broken:
        # The last thing that is done.
        broken.setattr("bot.store.schema.uuid4", None)
        with pytest.raises(TypeError):
            SqlStore.open(place)
    with connected(place) as connection:
        left = structure(connection)
    store = SqlStore.open(place)
    size = store.library.size()
    store.close()

    assert left == before
    assert size == (1 if revision else 0)


def test_a_claim_after_2038_can_be_stored(place: str) -> None:
    store = SqlStore.open(place)
    granted = store.claim("T1", "late", datetime(2040, 1, 1, tzinfo=UTC))
    store.close()
    with connected(place) as connection:
        stored = connection.exec_driver_sql("SELECT claimed_at FROM claims").scalar()
        columns = {column["name"]: column["type"] for column in inspect(connection).get_columns("claims")}

    assert (granted, stored) == (True, 2_208_988_800)
    assert isinstance(columns["claimed_at"], BigInteger if "://" in place else Integer)
