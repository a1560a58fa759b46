"""A record of a paper as it is kept: as a value, as a row of its table, and as JSON once others took its place."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import RowMapping

from bot.store.names import names_of_coat
from bot.store.rows import as_kept, kept_record
from search.duplicates import Coat
from search.wardrobe import Coats


@dataclass(frozen=True, slots=True)
class KeptCoat:
    """A record of a paper, and when it came with which import, as far as that is known."""

    coat: Coat
    at: datetime | None = None
    number: int | None = None


KeptRecord = Mapping[str, Any]
"""A record of a paper as JSON has it, with when and how it came, and the place it had."""


@dataclass(frozen=True, slots=True)
class KeptDoubt:
    """Two papers that may be one, by their handles, and why; the one that came later first."""

    one: str
    other: str
    because: str


def kept_of(row: RowMapping) -> KeptCoat:
    """From its row of the table."""
    return KeptCoat(Coat(kept_record(row["record"]), row["because"]), row["at"], row["number"])


def gone_of(there: Iterable[KeptCoat], worn: Coats, number: int | None) -> list[KeptRecord]:
    """Those of the records that are not worn any more, in their order, but for those of this import itself."""
    return [
        {
            "record": as_kept(kept.coat.record),
            "because": kept.coat.because,
            "at": kept.at and kept.at.isoformat(),
            "number": kept.number,
            "position": position,
        }
        for position, kept in enumerate(there)
        if kept.coat not in worn and (number is None or kept.number != number)
    ]


def kept_from(record: KeptRecord) -> KeptCoat:
    """From JSON."""
    at = record["at"] and datetime.fromisoformat(record["at"])
    return KeptCoat(Coat(kept_record(record["record"]), record["because"]), at, record["number"])


def row_of(paper_id: str, position: int, kept: KeptCoat) -> dict[str, Any]:
    """The row of the table at this place among the records of the paper."""
    return {
        "paper_id": paper_id,
        "position": position,
        "record": as_kept(kept.coat.record),
        "names": sorted(map(list, names_of_coat(kept.coat.record))),
        "because": kept.coat.because,
        "at": kept.at,
        "number": kept.number,
    }
