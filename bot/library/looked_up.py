"""Takes papers and fields that were looked up into the library, by the rules of an import."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from bot.library.report import Progress
from bot.library.storing import Decision, carry_out
from bot.store import LibraryState, SqlStore
from search.enriching import completed
from search.ingest import Plan, reconcile, with_code
from search.models import Paper


def add_papers(store: SqlStore, found: Sequence[Paper], *, preview: bool = False) -> Plan:
    """What was done with the papers, or in a preview would be; those that were added come with their handles.

    Raises `handlers.errors.Unavailable`.
    """
    papers = tuple(map(with_code, found))
    if preview:
        return reconcile(store.state("import").held, papers)
    before = store.revision()

    def decide(state: LibraryState) -> Decision:
        return Decision(reconcile(state.held, papers), state.files)

    plan = carry_out(store, "import", decide) or Plan()
    handles = {paper.source: paper.id for paper in store.changes_since(before).papers}
    return replace(plan, added=tuple(replace(paper, id=handles.get(paper.source, "")) for paper in plan.added))


def fill_in(store: SqlStore, found: Mapping[str, Paper], progress: Progress | None = None) -> int:
    """Completes papers, by their handles, with what was found of them; the number of those that changed.

    What somebody entered in the meantime stays. Papers that were completed count as imported: they keep what they
    gained, and stay when the seeds no longer have them.
    """

    def decide(state: LibraryState) -> Decision:
        held = (old.paper for old in state.held if not old.retired and old.paper.id in found)
        pairs = [(paper, completed(paper, found[paper.id])) for paper in held]
        return Decision(Plan(updated=tuple(after for before, after in pairs if after != before)), state.files)

    plan = carry_out(store, "import", decide, progress)
    return len(plan.updated) if plan else 0
