"""Mistakes that mypy finds: with --strict, a line with "type: ignore" that has no mistake is an error itself."""

from glebe_client import Glebe
from glebe_client.farm import Task
from glebe_client.runtime import Answer

glebe = Glebe("http://localhost:8080")
ID = "5a3d1c00-0000-4000-800a-000000000001"

glebe.farm.list_farmz()  # type: ignore[attr-defined]
glebe.farm.get_task()  # type: ignore[call-arg]
glebe.farm.list_task(stat="PLANNED")  # type: ignore[call-arg]
glebe.farm.list_task(status="DONE")  # type: ignore[arg-type]
glebe.farm.patch_task(ID, {"name": 1})  # type: ignore[typeddict-item]
glebe.farm.put_task(ID, {"id": ID, "name": "fence"})  # type: ignore[typeddict-item]
glebe.spatio.get_point_series("demo-s2", 15.5, 46.0, layers=["NDVI"], accept="text/plain")  # type: ignore[call-overload]

task: Answer[Task] = glebe.farm.get_task(ID)
name: str = task.body["name"]
colour = task.body["colour"]  # type: ignore[typeddict-item]
table: str = glebe.spatio.get_point_series("demo-s2", 15.5, 46.0, layers=["NDVI"], accept="text/csv").body
pixels: bytes | None = glebe.spatio.collection_get_tile("demo-s2", "WebMercatorQuad", 1, 0, 0).body
