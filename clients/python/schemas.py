"""Python types of the schemas of an OpenAPI document."""

from __future__ import annotations

import keyword
import re
import typing as t

NAMES = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}


def identifier(name: str) -> str:
    return name + "_" if keyword.iskeyword(name) or name in ("self", "body", "accept", "content_type") else name


def doc(text: str) -> str:
    """A docstring of one line."""
    plain = re.sub(r"\s+", " ", text).strip().replace("\\", "\\\\").replace('"""', "'''")
    return f'"""{plain}{" " if plain.endswith(chr(34)) else ""}"""'


def camel(name: str) -> str:
    return "".join(word[:1].upper() + word[1:] for word in re.split(r"[^A-Za-z0-9]+", name))


class Types:
    """Named types of a document. An object that is described in place is named by its parent and its member."""

    def __init__(self, document: dict[str, t.Any]) -> None:
        self._document = document
        self._schemas: dict[str, t.Any] = document.get("components", {}).get("schemas", {})
        self._lines: dict[str, list[str]] = {}
        for name in self._schemas:
            self._lines[camel(name)] = []
        for name, schema in self._schemas.items():
            self._lines[camel(name)] = self._declaration(camel(name), schema)

    def resolved(self, value: dict[str, t.Any]) -> dict[str, t.Any]:
        """The value, or the component to which it refers."""
        if "$ref" not in value:
            return value
        found: t.Any = self._document
        for part in value["$ref"].removeprefix("#/").split("/"):
            found = found[part.replace("~1", "/").replace("~0", "~")]
        return self.resolved(found)

    def names(self) -> list[str]:
        return sorted(self._lines)

    def declarations(self) -> list[str]:
        return [line for name in self._lines for line in ["", *self._lines[name], ""]]

    def expression(self, schema: dict[str, t.Any], name: str) -> str:
        """The type of a schema; objects in it are declared under this name."""
        if "$ref" in schema:
            return camel(schema["$ref"].rsplit("/", 1)[1])
        if "const" in schema or "enum" in schema:
            return self._literal(schema.get("enum", [schema.get("const")]))
        if isinstance(schema.get("type"), list):
            return self._union([{**schema, "type": one} for one in schema["type"]], name)
        if self._members(schema):
            return self._declared(name, schema)
        for group in ("oneOf", "anyOf"):
            if group in schema and "type" not in schema:
                return self._union(schema[group], name)
        if schema.get("type") == "array":
            return f"list[{self.expression(schema.get('items', {}), name + 'Item')}]"
        if schema.get("type") == "object":
            values = schema.get("additionalProperties", {})
            return f"dict[str, {self.expression(values, name + 'Value') if isinstance(values, dict) else 't.Any'}]"
        if schema.get("type") == "string" and schema.get("format") == "binary":
            return "runtime.Upload"
        return NAMES.get(schema.get("type", ""), "t.Any")

    def _union(self, schemas: list[dict[str, t.Any]], name: str) -> str:
        names = [self.expression(one, name + (str(i) if i else "")) for i, one in enumerate(schemas)]
        return "t.Any" if "t.Any" in names else " | ".join(dict.fromkeys(names))

    @staticmethod
    def _literal(values: list[t.Any]) -> str:
        if any(isinstance(one, (float, list, dict)) for one in values):
            return "t.Any"
        return f"t.Literal[{', '.join(map(repr, values))}]"

    def _members(self, schema: dict[str, t.Any]) -> dict[str, t.Any]:
        """The members of an object, with those of the schemas that it extends."""
        members: dict[str, t.Any] = {}
        for one in schema.get("allOf", []):
            members.update(self._members(self.resolved(one)))
        members.update(schema.get("properties", {}))
        return members

    def _required(self, schema: dict[str, t.Any]) -> set[str]:
        required = set(schema.get("required", []))
        for one in schema.get("allOf", []):
            required |= self._required(self.resolved(one))
        return required

    def _declared(self, name: str, schema: dict[str, t.Any]) -> str:
        free, number = name, 2
        while free in self._lines:
            free, number = f"{name}{number}", number + 1
        self._lines[free] = []
        self._lines[free] = self._declaration(free, schema)
        return free

    def _declaration(self, name: str, schema: dict[str, t.Any]) -> list[str]:
        members = self._members(schema)
        if not members:
            return [f"{name}: t.TypeAlias = {self.expression(schema, name + 'Value')!r}"]
        required = self._required(schema)
        types = {member: self.expression(one, name + camel(member)) for member, one in members.items()}
        text = doc(schema.get("description", name))
        if all(member.isidentifier() and not keyword.iskeyword(member) for member in members):
            wrapped = {
                member: found if member in required else f"t.NotRequired[{found}]" for member, found in types.items()
            }
            return [f"class {name}(t.TypedDict):", f"    {text}", "", *(f"    {m}: {f}" for m, f in wrapped.items())]
        quoted = {
            member: repr(found) if member in required else f"t.NotRequired[{found!r}]" for member, found in types.items()
        }
        return [
            f"{name} = t.TypedDict({name!r}, {{  # {schema.get('description', name).splitlines()[0]}",
            *(f"    {member!r}: {found}," for member, found in quoted.items()),
            "})",
        ]
