"""JSON Schema, draft 7, as our schemas use it: quicker than in general, and with errors a developer can use."""

from collections.abc import Callable, Iterator
from typing import Any

from jsonschema import Draft7Validator
from jsonschema.exceptions import ValidationError
from jsonschema.validators import extend

from bot.workspace.checks.sentences import short
from bot.workspace.model import Json

Errors = Iterator[ValidationError]


def validator(document: Json) -> Any:
    """References are looked up at once, and a union whose branches have tags is checked against the branch that is
    meant; what is taken and refused is the same as by any validator of draft 7."""
    definitions = document["definitions"]
    by_tag: dict[int, dict[Any, list[Json]]] = {}

    def resolved(branch: Json) -> Json:
        target: Json = definitions[branch["$ref"].rpartition("/")[2]] if "$ref" in branch else branch
        return target

    def reference(validator: Any, ref: str, instance: Any, _: Json) -> Errors:
        yield from validator.descend(instance, definitions[ref.rpartition("/")[2]])

    def any_of(validator: Any, branches: list[Json], instance: Any, schema: Json) -> Errors:
        if "discriminator" not in schema:
            yield from _best(validator, branches, instance)
            return
        tag = schema["discriminator"]["propertyName"]
        if id(branches) not in by_tag:
            by_tag[id(branches)] = _by_tag(tag, branches, resolved)
        yield from _meant(validator, tag, by_tag[id(branches)], instance)

    keywords = {"$ref": reference, "anyOf": any_of, "required": _required}
    return extend(Draft7Validator, keywords)(document)  # type: ignore[no-untyped-call]


def _by_tag(tag: str, branches: list[Json], resolved: Callable[[Json], Json]) -> dict[Any, list[Json]]:
    sorted_branches: dict[Any, list[Json]] = {}
    for branch in branches:
        value = resolved(branch)["properties"][tag].get("const")
        sorted_branches.setdefault(value, []).append(branch)
    return sorted_branches


def _meant(validator: Any, tag: str, branches: dict[Any, list[Json]], instance: Any) -> Errors:
    if not isinstance(instance, dict):
        yield ValidationError(f"{short(instance)} is not of type object.")
        return
    value = instance.get(tag)
    if isinstance(value, str | None) and value in branches:
        yield from _best(validator, branches[value], instance)
    else:
        known = ", ".join(sorted(str(one) for one in branches))
        yield ValidationError(f"{tag} is {short(value)}; allowed here: {known}.", path=[tag] if tag in instance else [])


def _best(validator: Any, branches: list[Json], instance: Any) -> Errors:
    """The errors of the branch that fits best; none when one fits."""
    if len(branches) == 1:
        yield from validator.descend(instance, branches[0])
        return
    tried = []
    for branch in branches:
        errors = list(validator.descend(instance, branch))
        if not errors:
            return
        tried.append(errors)
    yield from min(tried, key=lambda errors: (len(errors), -len(errors[0].path)))


def _required(_: Any, required: list[str], instance: Any, __: Json) -> Errors:
    """One error for all that is missing."""
    if isinstance(instance, dict) and any(name not in instance for name in required):
        yield ValidationError("Something is missing.")
