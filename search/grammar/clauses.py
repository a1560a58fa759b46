"""How clauses combine: alternatives, brackets, and conditions turned round."""

from search.query import AllOf, AnyOf, Author, Clause, Filter, Has, Venue, Without, Years


def either(left: Clause, right: Clause) -> AnyOf:
    """One of them is enough; `a OR b OR c` is one clause of three."""
    options = left.options if isinstance(left, AnyOf) else (left,)
    return AnyOf((*options, right))


def flat(clause: Clause) -> tuple[Clause, ...]:
    """At the top everything is wanted anyway, so brackets there mean nothing."""
    if isinstance(clause, AllOf):
        return tuple(part for inner in clause.parts for part in flat(inner))
    return (clause,)


def without(condition: Filter) -> Filter:
    """The opposite condition."""
    return Without(condition) if isinstance(condition, Author | Venue | Years | Has) else condition.condition
