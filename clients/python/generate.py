"""Generates the modules of glebe_client from OpenAPI documents, and packs them as a wheel.

    python3 generate.py DOCUMENTS TARGET VERSION

DOCUMENTS has farm.json, spatio.json, sensor.json and store.json in OpenAPI 3.1. TARGET gets the package and the wheel.
"""

from __future__ import annotations

import base64
import hashlib
import json
import pathlib
import re
import shutil
import sys
import typing as t
import zipfile

from schemas import Types, doc, identifier

HERE = pathlib.Path(__file__).parent
METHODS = ("get", "post", "put", "patch", "delete")
LIVE = "text/event-stream"  # an answer without an end
PLAIN_JSON = ("application/json", "application/geo+json", "application/schema+json")
UNCHANGED: dict[str, t.Any] = {"name": "If-None-Match", "in": "header", "schema": {"type": "string"}}
HEAD = '''"""{title}: types and operations. Generated from the OpenAPI document, do not edit."""

from __future__ import annotations

import typing as t

from . import runtime

__all__ = {names}
'''


def kind(media_type: str) -> str:
    """How a body of this media type is represented."""
    name = media_type.partition(";")[0]
    if name == "application/json" or name.endswith("+json"):
        return "json"
    return "text" if name.startswith("text/") or name.endswith("ndjson") else "bytes"


def snake(name: str) -> str:
    words = re.sub(r"([a-z0-9])([A-Z])", r"\1_\2", name)
    return identifier(re.sub(r"[^A-Za-z0-9]+", "_", words).strip("_").lower())


class Operation:
    """One operation of a document as a method."""

    def __init__(self, method: str, path: str, operation: dict[str, t.Any], types: Types) -> None:
        self.method = method.upper()
        self.path = path
        self.operation = operation
        self.types = types
        self.id = operation["operationId"]
        self.name = snake(self.id)
        self.prefix = "".join(word[:1].upper() + word[1:] for word in re.split(r"[^A-Za-z0-9]+", self.id))

    def argument(self, parameter: dict[str, t.Any]) -> str:
        """The name of an argument; the place is part of it where a parameter of the path has the same name."""
        name = snake(parameter["name"])
        taken = parameter["in"] != "path" and name in [snake(one["name"]) for one in self.parameters("path")]
        return f"{parameter['in']}_{name}" if taken else name

    def parameters(self, place: str) -> list[dict[str, t.Any]]:
        declared = [self.types.resolved(one) for one in self.operation.get("parameters", [])]
        found = [one for one in declared if one["in"] == place]
        if place == "header" and "304" in self.operation["responses"] and UNCHANGED["name"] not in [one["name"] for one in found]:
            found.append(UNCHANGED)
        return found

    def answers(self) -> dict[str, str]:
        """The type of a success by media type; without content the type is None at the empty media type."""
        found: dict[str, dict[str, None]] = {}
        for status, response in self.operation["responses"].items():
            if status.startswith("2"):
                content = self.types.resolved(response).get("content", {})
                if not content:
                    found.setdefault("", {})["None"] = None
                for media_type, body in content.items():
                    found.setdefault(media_type, {})[self.body_type(media_type, body, "Answer")] = None
        return {media_type: " | ".join(names) for media_type, names in found.items()}

    def body_type(self, media_type: str, body: dict[str, t.Any], suffix: str) -> str:
        if media_type == "multipart/form-data":
            return self.types.expression(body["schema"], self.prefix + suffix)
        names = {"text": "str", "bytes": "bytes"}
        found = kind(media_type)
        return names[found] if found in names else self.types.expression(body.get("schema", {}), self.prefix + suffix)

    def variants(self) -> dict[str, list[str]]:
        """The media types that a caller can choose, by the type of the body; all of JSON are one."""
        found: dict[str, list[str]] = {}
        json_types: dict[str, str] = {}
        for media_type, name in self.answers().items():
            if kind(media_type) == "json":
                json_types[media_type] = name
            elif media_type not in ("", LIVE):
                found.setdefault(name, []).append(media_type)
        plain = {one: name for one, name in json_types.items() if one in PLAIN_JSON} or json_types
        if plain:
            found = {" | ".join(dict.fromkeys(plain.values())): [", ".join(plain)], **found}
        return found

    def lines(self) -> list[str]:
        answers = self.answers()
        variants = self.variants()
        if not variants and "" not in answers:
            return []
        positional, keywords, arguments = self.inputs()
        media_types = [one for those in variants.values() for one in those]
        empty = ["None"] if "" in answers else []
        lines: list[str] = []
        accept = repr(media_types[0]) if media_types else "'application/json'"
        result = " | ".join(dict.fromkeys([*variants, *empty]))
        if len(variants) > 1:
            result = "t.Any"
            for name, those in variants.items():
                choice = f"accept: t.Literal[{', '.join(map(repr, those))}]{f' = {accept}' if media_types[0] in those else ''}"
                answer = " | ".join(dict.fromkeys([name, *empty]))
                lines += ["    @t.overload", self.signature(positional, [*keywords, choice], answer, " ...")]
        if len(media_types) > 1:
            keywords.append(f"accept: t.Literal[{', '.join(map(repr, media_types))}] = {accept}")
            accept = "accept"
        lines.append(self.signature(positional, keywords, result, ""))
        lines.append(f"        {doc(self.operation.get('summary', self.id) + '.')}")
        values = f"{self.values('path')}, {self.values('query')}, {self.values('header', accept)}{arguments}"
        lines.append(f"        return self._connection.send({self.method!r}, {self.path!r}, {values})")
        return [*lines, ""]

    def inputs(self) -> tuple[list[str], list[str], str]:
        positional = [f"{self.argument(one)}: {self.parameter_type(one)}" for one in self.parameters("path")]
        keywords, arguments = [], ""
        content = self.operation.get("requestBody", {}).get("content", {})
        if content:
            names = dict.fromkeys(self.body_type(media_type, body, "Body") for media_type, body in content.items())
            positional.append(f"body: {' | '.join(names)}")
            first = next(iter(content))
            if len({kind(media_type) for media_type in content}) > 1:
                keywords.append(f"content_type: t.Literal[{', '.join(map(repr, content))}] = {first!r}")
                arguments = ", body, content_type"
            else:
                arguments = f", body, {first!r}"
        for one in [*self.parameters("query"), *self.parameters("header")]:
            required = one.get("required", False)
            keywords.append(f"{self.argument(one)}: {self.parameter_type(one)}{'' if required else ' | None = None'}")
        return positional, sorted(keywords, key=lambda one: " = " in one), arguments

    def parameter_type(self, parameter: dict[str, t.Any]) -> str:
        found = self.types.expression(parameter["schema"], self.prefix + "Parameter")
        return found.replace("list[", "t.Sequence[", 1) if found.startswith("list[") else found

    def values(self, place: str, accept: str | None = None) -> str:
        pairs = [f"{one['name']!r}: {self.argument(one)}" for one in self.parameters(place)]
        return "{" + ", ".join(([f"'Accept': {accept}"] if accept else []) + pairs) + "}"

    def signature(self, positional: list[str], keywords: list[str], result: str, end: str) -> str:
        parts = ["self", *positional, *(["*", *keywords] if keywords else [])]
        return f"    def {self.name}({', '.join(parts)}) -> runtime.Answer[{result}]:{end}"


def module(name: str, document: dict[str, t.Any]) -> str:
    types = Types(document)
    operations = [
        Operation(method, path, item[method], types)
        for path, item in document["paths"].items()
        for method in METHODS
        if method in item
    ]
    names = [operation.name for operation in operations]
    twice = {one for one in names if names.count(one) > 1}
    if twice:
        raise SystemExit(f"{name}: several operations have the method names {sorted(twice)}")
    title = document["info"]["title"]
    methods = [line for operation in operations for line in operation.lines()]
    declared = types.declarations()
    body = [
        *declared,
        "",
        f"class {name.capitalize()}Api:",
        f"    {doc(document['info'].get('description', title))}",
        "",
        "    def __init__(self, connection: runtime.Connection) -> None:",
        "        self._connection = connection",
        "",
        *methods,
    ]
    return HEAD.format(title=title, names=json.dumps([f"{name.capitalize()}Api", *types.names()], indent=4)) + "\n".join(body)


def wheel(package: pathlib.Path, target: pathlib.Path, version: str) -> pathlib.Path:
    """A wheel of pure Python; the same content gives the same bytes."""
    info = f"glebe_client-{version}.dist-info"
    files = {f"glebe_client/{one.name}": one.read_bytes() for one in sorted(package.iterdir()) if one.is_file()}
    files[f"{info}/METADATA"] = (
        "Metadata-Version: 2.1\nName: glebe-client\n"
        f"Version: {version}\nSummary: Typed client of the Glebe digital farm platform\nLicense: Apache-2.0\n"
        "Requires-Python: >=3.11\nDescription-Content-Type: text/markdown\n\n" + (HERE / "README.md").read_text()
    ).encode()
    files[f"{info}/WHEEL"] = b"Wheel-Version: 1.0\nGenerator: glebe\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    record = ""
    for name, content in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        record += f"{name},sha256={digest},{len(content)}\n"
    files[f"{info}/RECORD"] = (record + f"{info}/RECORD,,\n").encode()
    path = target / f"glebe_client-{version}-py3-none-any.whl"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, content)
    return path


def main(documents: str, target: str, version: str) -> None:
    folder = pathlib.Path(target)
    package = folder / "python" / "glebe_client"
    shutil.rmtree(package, ignore_errors=True)
    package.mkdir(parents=True)
    for source in (HERE / "glebe_client").iterdir():
        if source.is_file():
            shutil.copy(source, package)
    for name in ("farm", "spatio", "sensor", "store"):
        document = json.loads((pathlib.Path(documents) / f"{name}.json").read_text())
        (package / f"{name}.py").write_text(module(name, document))
    print(wheel(package, folder, version))


if __name__ == "__main__":
    main(*sys.argv[1:])
