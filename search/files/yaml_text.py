"""YAML as plain values; what only serves to blow up a small text (anchors that repeat one another) is refused."""

from collections.abc import Mapping


def loaded(text: str) -> Mapping[str, object] | str:
    """The fields at the top, or what is wrong with them."""
    import yaml  # late: only some files are YAML

    class Plain(yaml.SafeLoader):
        """Values as they stand; an alias would let a few lines stand for gigabytes."""

        def compose_node(self, parent: yaml.Node | None, index: int) -> yaml.Node | None:
            if self.check_event(yaml.AliasEvent):
                raise yaml.YAMLError("it repeats a part of itself by its name, which is not read")
            return super().compose_node(parent, index)

    try:
        value = yaml.load(text, Plain)  # noqa: S506 - a safe loader
    except yaml.MarkedYAMLError as error:
        return f"it is not valid YAML ({error.problem})"
    except yaml.YAMLError as error:
        return str(error)
    except (ValueError, RecursionError):
        return "it is not valid YAML"
    return value if isinstance(value, Mapping) else "it holds no fields"
