"""Takes papers and fields that were looked up into the library, by the rules of an import."""

from collections.abc import Mapping, Sequence

from bot.library.account import Account, so_far
from bot.library.by import By
from bot.library.report import LibraryReport, Progress
from bot.library.storing import Decision, carry_out
from bot.store import LibraryState, SqlStore
from search.enriching import completed
from search.ingest import reconcile, with_code
from search.models import Paper
from search.plan import Plan


def add_papers(store: SqlStore, found: Sequence[Paper], *, preview: bool = False, by: By | None = None) -> Plan:
    """What was done with the papers, or in a preview would be; those that were added come with their handles. It is
    kept as an import of whoever it is `by`.

    Raises `handlers.errors.Unavailable`.
    """
    papers = tuple(map(with_code, found))
    if preview:
        state = store.state("import")
        return reconcile(state.held, papers, apart=state.apart)

    def decide(state: LibraryState) -> Decision:
        return Decision(reconcile(state.held, papers, apart=state.apart), state.files)

    def told(plan: Plan) -> LibraryReport:
        return so_far(by, len(papers)).with_plan(plan)

    return carry_out(store, "import", decide, account=Account(by, told) if by else None) or Plan()


def fill_in(store: SqlStore, found: Mapping[str, Paper], progress: Progress | None = None, by: By | None = None) -> int:
    """Completes papers, by their handles, with what was found of them; the number of those that changed.

    What somebody entered in the meantime stays. Papers that were completed count as imported: they keep what they
    gained, and stay when the seeds no longer have them.
    """

    def decide(state: LibraryState) -> Decision:
        held = (old.paper for old in state.held if not old.retired and old.paper.id in found)
        pairs = [(paper, completed(paper, found[paper.id])) for paper in held]
        return Decision(Plan(updated=tuple(after for before, after in pairs if after != before)), state.files)

    def told(plan: Plan) -> LibraryReport:
        return so_far(by, len(plan.updated)).with_plan(plan)

    plan = carry_out(store, "import", decide, progress, Account(by, told) if by else None)
    return len(plan.updated) if plan else 0
