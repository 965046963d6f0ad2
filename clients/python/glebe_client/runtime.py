"""Requests, answers and problems of the generated classes. It uses the standard library only."""

from __future__ import annotations

import dataclasses
import json
import secrets
import typing as t
import urllib.error
import urllib.parse
import urllib.request

T = t.TypeVar("T")

Audience = t.Literal["farm-api", "spatio-api", "sensor-api"]
"""The API that a token is for; a token of an OpenID provider names it as its audience."""

Value = t.Union[str, int, float, bool, t.Sequence[t.Union[str, int, float]], t.Mapping[str, t.Any], None]


@dataclasses.dataclass(frozen=True)
class Answer(t.Generic[T]):
    """A successful answer. Names of headers are in lower case."""

    status: int
    body: T
    headers: t.Mapping[str, str]

    @property
    def etag(self) -> str | None:
        """The version of the body, for `if_match` and `if_none_match`."""
        return self.headers.get("etag")


@dataclasses.dataclass(frozen=True)
class Upload:
    """A file as part of a form."""

    name: str
    content: bytes
    media_type: str = "application/octet-stream"


class Violation(t.TypedDict, total=False):
    """One fault of a request; the pointer is a JSON Pointer into the sent body."""

    rule: str
    detail: str
    pointer: str


class NotModified(Exception):
    """The copy of the caller is still valid (304)."""


class Problem(Exception):
    """The platform refused the request; the members are those of the problem document (RFC 9457)."""

    def __init__(self, status: int, document: t.Mapping[str, t.Any], headers: t.Mapping[str, str]) -> None:
        self.status = status
        self.type: str = document.get("type", "about:blank")
        self.title: str = document.get("title", "")
        self.detail: str = document.get("detail", "")
        self.instance: str = document.get("instance", "")
        self.violations: list[Violation] = document.get("violations", [])
        self.document = document
        self.headers = headers
        super().__init__(f"{status} {self.title}: {self.detail}")


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """The library would send the token to the address of a redirect."""

    def redirect_request(self, *_: t.Any) -> None:
        return None


class Connection:
    """The address of a platform, and the function that provides a token for each request."""

    def __init__(self, address: str, token: t.Callable[[Audience], str] | None = None, timeout: float = 60) -> None:
        self._address = address.rstrip("/")
        self._token = token
        self._timeout = timeout
        self._opener = urllib.request.build_opener(_NoRedirects())

    def send(
        self,
        method: str,
        template: str,
        path: t.Mapping[str, t.Union[str, int, float]],
        query: t.Mapping[str, Value],
        headers: t.Mapping[str, str | None],
        body: t.Any = None,
        content_type: str | None = None,
    ) -> Answer[t.Any]:
        """Sends a request; raises Problem for a refusal and NotModified for 304."""
        target = template
        for name, value in path.items():
            target = target.replace("{" + name + "}", urllib.parse.quote(str(value), safe="/" if name == "path" else ""))
        text = urllib.parse.urlencode([*_parameters(query)], safe=",:/", quote_via=urllib.parse.quote)
        return self._open(method, target + ("?" + text if text else ""), headers, *_encoded(body, content_type))

    def follow(self, link: str, headers: t.Mapping[str, str | None]) -> Answer[t.Any]:
        """Gets a link of an answer. It must have the address of this connection, which the token is for."""
        absolute = urllib.parse.urljoin(self._address + "/", link)
        if not absolute.startswith(self._address + "/"):
            raise ValueError(f"{absolute} does not belong to {self._address}")
        return self._open("GET", absolute[len(self._address) :], headers, None, None)

    def _open(
        self,
        method: str,
        target: str,
        headers: t.Mapping[str, str | None],
        data: bytes | None,
        content_type: str | None,
    ) -> Answer[t.Any]:
        request = urllib.request.Request(self._address + target, data=data, method=method)
        for name, value in headers.items():
            if value is not None:
                request.add_header(name, value)
        if content_type is not None:
            request.add_header("Content-Type", content_type)
        if self._token is not None:
            request.add_unredirected_header("Authorization", "Bearer " + self._token(_audience(target)))
        try:
            with self._opener.open(request, timeout=self._timeout) as response:
                return Answer(response.status, _decoded(response), _headers(response))
        except urllib.error.HTTPError as refused:
            with refused:
                if refused.code == 304:
                    raise NotModified() from None
                raise _problem(refused) from None


def _audience(target: str) -> Audience:
    if target.startswith(("/v1/", "/store/")):
        return "farm-api"
    return "sensor-api" if target.startswith("/sta/") else "spatio-api"


def _parameters(query: t.Mapping[str, Value]) -> t.Iterator[tuple[str, str]]:
    for name, value in query.items():
        if value is None:
            continue
        if isinstance(value, t.Mapping):
            yield from _parameters(value)
        elif isinstance(value, bool):
            yield name, "true" if value else "false"
        elif isinstance(value, (str, int, float)):
            yield name, str(value)
        else:
            yield name, ",".join(str(one) for one in value)


def _encoded(body: t.Any, content_type: str | None) -> tuple[bytes | None, str | None]:
    if content_type is None:
        return None, None
    if content_type == "multipart/form-data":
        return _form(body)
    if isinstance(body, bytes):
        return body, content_type
    if isinstance(body, str) and not _is_json(content_type):
        return body.encode(), content_type
    return json.dumps(body).encode(), content_type


def _form(parts: t.Mapping[str, t.Any]) -> tuple[bytes, str]:
    boundary = secrets.token_hex(16)
    form = bytearray()
    each = [(name, one) for name, value in parts.items() for one in (value if isinstance(value, list) else [value])]
    for name, value in each:
        part = value if isinstance(value, Upload) else None
        file = f'; filename="{urllib.parse.quote(part.name)}"\r\nContent-Type: {part.media_type}' if part else ""
        form += f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"{file}\r\n\r\n'.encode()
        form += part.content if part else (value if isinstance(value, str) else json.dumps(value)).encode()
        form += b"\r\n"
    form += f"--{boundary}--\r\n".encode()
    return bytes(form), f"multipart/form-data; boundary={boundary}"


def _is_json(content_type: str) -> bool:
    media_type = content_type.partition(";")[0].strip()
    return media_type == "application/json" or media_type.endswith("+json")


def _headers(response: t.Any) -> dict[str, str]:
    return {name.lower(): value for name, value in response.headers.items()}


def _decoded(response: t.Any) -> t.Any:
    content_type = response.headers.get("Content-Type", "")
    data = response.read()
    if not data:
        return None
    if _is_json(content_type):
        return json.loads(data)
    is_text = content_type.startswith("text/") or "ndjson" in content_type
    return data.decode() if is_text else data


def _problem(refused: urllib.error.HTTPError) -> Problem:
    try:
        document = json.loads(refused.read())
    except ValueError:
        document = {}
    return Problem(refused.code, document if isinstance(document, dict) else {}, _headers(refused))
