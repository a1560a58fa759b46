"""Moments as numbers that every database compares alike: microseconds since 1970, UTC."""

from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import BigInteger
from sqlalchemy.types import TypeDecorator

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MICROSECOND = timedelta(microseconds=1)


class Moment(TypeDecorator[datetime]):
    """An aware datetime of any zone; it comes back in UTC."""

    impl = BigInteger
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Any) -> int | None:  # noqa: ARG002
        """The number that is stored."""
        return None if value is None else (value - EPOCH) // MICROSECOND

    def process_result_value(self, value: int | None, dialect: Any) -> datetime | None:  # noqa: ARG002
        """The moment that was stored."""
        return None if value is None else EPOCH + value * MICROSECOND
