"""Takes what feeds brought into the library: new papers by the rules of an import, and newer records of known ones."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from bot.library.account import Account, so_far
from bot.library.by import By
from bot.library.report import LibraryReport
from bot.library.storing import Decision, carry_out
from bot.store import LibraryState, SqlStore
from search.duplicates import Coat
from search.grammar.identifiers import identify
from search.ingest import reconcile, with_code
from search.models import Paper
from search.plan import Plan
from search.reading import filled, source_file
from search.renewing import renewed
from search.wardrobe import Coats, led_by, with_coat

SAME_NAME = "the same address"


@dataclass(frozen=True, slots=True)
class Fed:
    """A record by the address of its paper's page; `paper` is None where only that it was `withdrawn` is known."""

    address: str
    paper: Paper | None = None
    withdrawn: bool = False


@dataclass(frozen=True, slots=True)
class Met:
    """A paper that was there already, before and after, for the record at this address."""

    address: str
    before: Paper
    after: Paper


@dataclass(frozen=True, slots=True)
class Taken:
    """What was done: how many papers are new, and which were there already."""

    added: int = 0
    met: tuple[Met, ...] = ()


def take_in(store: SqlStore, records: Sequence[Fed], by: By) -> Taken:
    """All of it or nothing. Papers that nobody has and that were withdrawn are passed over; nothing is kept of an
    import that changes nothing. Raises `handlers.errors.Unavailable`."""
    met: dict[str, Met] = {}

    def decide(state: LibraryState) -> Decision | None:
        met.clear()
        met.update(_met(store, records))
        plan = _plan(state, records, met)
        return Decision(plan, state.files) if plan.added or plan.updated else None

    def told(plan: Plan) -> LibraryReport:
        return so_far(by, len(records)).with_plan(plan)

    plan = carry_out(store, "import", decide, account=Account(by, told)) or Plan()
    return Taken(len(plan.added), tuple(met.values()))


def _met(store: SqlStore, records: Iterable[Fed]) -> Mapping[str, Met]:
    of_seeds = store.files("seeds").keys()
    found: dict[str, Met] = {}
    for record in records:
        identifier = identify(record.address)
        held = store.library.identified(identifier) if identifier else None
        if held is not None:
            # The seeds folder has its say in what stands there: its next change would bring the old text back.
            fixed = source_file(held) in of_seeds
            after = renewed(held, record.paper, withdrawn=record.withdrawn, fixed=fixed)
            found[record.address] = Met(record.address, held, after)
    return found


def _plan(state: LibraryState, records: Iterable[Fed], met: Mapping[str, Met]) -> Plan:
    new = [
        with_code(record.paper)
        for record in records
        if record.paper and not record.withdrawn and record.address not in met
    ]
    plan = reconcile(state.held, new, apart=state.apart) if new else Plan()
    changed = {paper.id: paper for paper in plan.updated}
    for one in met.values():
        if one.after != one.before:
            changed[one.after.id] = filled(one.after, changed.get(one.after.id, one.after))
    coats = {**plan.coats, **_coats(state, {record.address: record for record in records}, met, plan.coats)}
    return replace(plan, updated=tuple(changed.values()), coats=coats)


def _coats(
    state: LibraryState, records: Mapping[str, Fed], met: Mapping[str, Met], planned: Mapping[str, Coats]
) -> Mapping[str, Coats]:
    """The records of papers that changed, with the one that changed them: it stays known where each word is from."""
    held = {old.paper.id: old.coats for old in state.held}
    coats = dict(planned)
    for one in met.values():
        record = records[one.address]
        if one.after == one.before or record.paper is None or record.withdrawn:
            continue
        before = coats.get(one.before.id, held.get(one.before.id, ()))
        if record.paper.source == one.before.source:
            coats[one.before.id] = led_by(before, one.before, record.paper)
        else:
            coats[one.before.id] = with_coat(before, one.before, Coat(record.paper, SAME_NAME))
    return {handle: worn for handle, worn in coats.items() if worn != held.get(handle, ())}
