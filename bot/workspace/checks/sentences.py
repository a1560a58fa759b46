"""What a schema's refusal says to a developer."""

import json
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    from jsonschema.exceptions import ValidationError

_LENGTHS = {
    "maxLength": "{length} characters; at most {limit} are allowed.",
    "minLength": "{length} characters; at least {limit} must be there.",
    "maxItems": "{length} items; at most {limit} are allowed.",
    "minItems": "{length} items; at least {limit} must be there.",
}
_VALUES = {
    "type": "{value} is not of type {limit}.",
    "const": "{value} where only {limit} may be.",
    "enum": "{value} is none of {limit}.",
    "not": "{value} may not be here.",
    "minimum": "{value} is less than {limit}.",
    "maximum": "{value} is more than {limit}.",
}


def sentence(error: "ValidationError") -> str:
    """Says what is wrong without repeating all of it."""
    limit, instance, schema = cast(Any, (error.validator_value, error.instance, error.schema))
    keyword = str(error.validator)
    if keyword in _LENGTHS:
        return _LENGTHS[keyword].format(length=len(instance), limit=limit)
    if keyword in _VALUES:
        shown = _listed(limit) if isinstance(limit, list) else limit if keyword == "type" else short(limit)
        return _VALUES[keyword].format(value=short(instance), limit=shown)
    if keyword == "required":
        return f"Missing: {_listed(name for name in limit if name not in instance)}."
    if keyword == "additionalProperties":
        return f"Unknown here: {_listed(instance.keys() - schema.get('properties', {}).keys())}."
    return error.message


def short(value: Any) -> str:
    """JSON, cut off where it gets long."""
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else f"{text[:59]}…"


def _listed(names: Iterable[Any]) -> str:
    return ", ".join(sorted(str(name) for name in names))
