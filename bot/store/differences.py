"""What the databases write differently in statements that mean the same."""

import json
from collections.abc import Sequence
from hashlib import sha256
from typing import Any

from sqlalchemy import BigInteger, Column, ColumnElement, Integer, Text, bindparam, select
from sqlalchemy.engine import Dialect
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.functions import FunctionElement
from sqlalchemy.types import TypeDecorator

from search.record import UNWRITABLE

LONGEST_KEY = 2_000
"""Bytes of a key. A row of PostgreSQL's index holds 2,704, and the key stands beside a handle there."""


class DigestedText(TypeDecorator[str]):
    """A text of any length that only has to be found again: a long one is stored as its beginning and its digest."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:  # noqa: ARG002 - SQLAlchemy's
        """The text as it is stored."""
        if value is None or len(value) * 4 <= LONGEST_KEY or len(value.encode()) <= LONGEST_KEY:
            return value
        return f"{value[:200]} {sha256(value.encode()).hexdigest()}"


HANDLE = Text().with_variant(Text(collation="C"), "postgresql")
"""A handle. Without a language's order, PostgreSQL's index outlives the next C library."""
KEY = Text().with_variant(DigestedText(collation="C"), "postgresql")
"""A name to look papers up by."""
SECONDS = Integer().with_variant(BigInteger(), "postgresql")
"""Seconds since 1970, which SQLite's integers hold and PostgreSQL's do not after 2038."""


class texts_in(FunctionElement[str]):  # noqa: N801 - it reads as a function
    """The texts in a JSON array, as rows with one column `value`."""

    inherit_cache = True


class all_texts(FunctionElement[str]):  # noqa: N801
    """The texts of a column, as one JSON array: one long row arrives ten times faster than many short ones."""

    inherit_cache = True
    type = Text()


@compiles(texts_in, "sqlite")
def _(element: texts_in, compiler: SQLCompiler, **how: Any) -> str:
    return f"json_each({compiler.process(element.clauses, **how)})"


@compiles(texts_in, "postgresql")
def _(element: texts_in, compiler: SQLCompiler, **how: Any) -> str:
    return f"json_array_elements_text(CAST({compiler.process(element.clauses, **how)} AS JSON))"


@compiles(all_texts, "sqlite")
def _(element: all_texts, compiler: SQLCompiler, **how: Any) -> str:
    return f"json_group_array({compiler.process(element.clauses, **how)})"


@compiles(all_texts, "postgresql")
def _(element: all_texts, compiler: SQLCompiler, **how: Any) -> str:
    return f"CAST(coalesce(json_agg({compiler.process(element.clauses, **how)}), '[]') AS TEXT)"


def one_of(column: Column[Any]) -> ColumnElement[bool]:
    """The column is one of any number of values, which travel as the one parameter that `these` makes."""
    return column.in_(select(texts_in(bindparam("these", type_=Text)).table_valued("value").c.value))


def these(values: Sequence[str]) -> dict[str, str]:
    """The parameter of `one_of`. What no database can hold is in none of its rows."""
    return {"these": json.dumps([value for value in values if not UNWRITABLE.search(value)])}
