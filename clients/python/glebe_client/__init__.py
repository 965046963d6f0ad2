"""Typed clients of the Glebe digital farm platform.

    from glebe_client import Glebe

    glebe = Glebe("http://localhost:8080", token=lambda audience: "glebe-dev-token")
    for farm in glebe.farm.list_farm(limit=10).body["items"]:
        print(farm["name"])

Each operation of the OpenAPI documents is a method, named by its operationId. Parameters, bodies and answers have types.
"""

from __future__ import annotations

import typing as t

from .farm import FarmApi
from .runtime import Answer, Audience, Connection, NotModified, Problem, Upload, Violation
from .sensor import SensorApi
from .spatio import SpatioApi
from .store import StoreApi

__all__ = ["Answer", "Audience", "Glebe", "NotModified", "Problem", "Upload", "Violation"]

T = t.TypeVar("T")


class Glebe:
    """A platform at an address; `token` is called for each request and returns an access token for its API."""

    def __init__(self, address: str, token: t.Callable[[Audience], str] | None = None, timeout: float = 60) -> None:
        self._connection = Connection(address, token, timeout)
        self.farm = FarmApi(self._connection)
        self.spatio = SpatioApi(self._connection)
        self.sensor = SensorApi(self._connection)
        self.store = StoreApi(self._connection)

    def next_page(self, page: Answer[T]) -> Answer[T] | None:
        """The page behind a page: of OGC, STAC and SensorThings lists, which have links; None behind the last one."""
        body: t.Any = page.body
        link = body.get("@iot.nextLink") or next(
            (one["href"] for one in body.get("links", []) if one.get("rel") == "next" and one.get("method") != "POST"), None
        )
        accept = page.headers.get("content-type")
        return None if link is None else self._connection.follow(link, {"Accept": accept})
