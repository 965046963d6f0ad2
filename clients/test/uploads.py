"""Bodies that are not JSON, in both directions. Prints what the platform has stored."""

import array
import json
import os
import re
import urllib.parse
import urllib.request

from glebe_client import Audience, Glebe, Upload

ADDRESS = os.environ.get("GLEBE", "http://localhost:8080")


def sign_in(audience: Audience, user: str = "owner") -> str:
    form = {"grant_type": "urn:glebe:params:oauth:grant-type:development", "user": user, "audience": audience}
    if audience == "farm-api":
        form["scope"] = "farm-read farm-write"
    with urllib.request.urlopen(f"{ADDRESS}/dev/identity/token", urllib.parse.urlencode(form).encode()) as answer:
        return str(json.load(answer)["access_token"])


glebe = Glebe(ADDRESS, token=sign_in)
field = glebe.farm.list_field(limit=1).body["items"][0]

# a form with a file
note = glebe.farm.post_field_record(field["farmId"], field["id"], {"type": "NOTE", "payload": {"text": "Leaves are pale"}})
leaf = Upload("leaf.txt", b"pale on the north side", "text/plain")
attachment = glebe.farm.post_attachment(note.body["id"], {"file": leaf})
stored = glebe.farm.download_attachment(attachment.body["id"]).body
print("attachment:", stored if isinstance(stored, str) else stored.decode())

# lines of GeoJSON
COLLECTION = "uploads-py"
glebe.spatio.create_collection({"id": COLLECTION, "farmId": field["farmId"]})
points = [
    {"type": "Feature", "id": f"point {n} ü", "geometry": {"type": "Point", "coordinates": [15 + n / 100, 46]}, "properties": {"n": n}}
    for n in (1, 2, 3)
]
glebe.spatio.create_features(COLLECTION, "\n".join(map(json.dumps, points)), content_type="application/x-ndjson")
feature = glebe.spatio.get_feature(COLLECTION, "point 2 ü")
print("feature:", (feature.body["properties"] or {})["n"])

# cells as bytes
glebe.spatio.initialise_cube(
    COLLECTION, {"crs": "EPSG:32633", "width": 2, "height": 1, "bbox": [538000, 5096900, 538020, 5096910]}
)
glebe.spatio.create_layer(COLLECTION, {"name": "NDVI", "dtype": "int16", "scale": 0.01, "nodata": -1})
cells = array.array("h", [70, 80]).tobytes()
glebe.spatio.put_layer_data(COLLECTION, "NDVI", cells, datetime=["2026-06-01T00:00:00Z"], dtype="int16")
# several files in one form, one for each date
rows = [Upload(f"{value}.json", json.dumps({"values": [[value, value]]}).encode(), "application/json") for value in (72, 82)]
dates = ["2026-07-01T00:00:00Z", "2026-07-08T00:00:00Z"]
written = glebe.spatio.add_layer_data(COLLECTION, "NDVI", {"datetime": dates, "file": rows}, content_type="multipart/form-data")
print("slices:", len(written.body["datetime"]))
box = [15.4, 46.0, 15.6, 46.1]
table = glebe.spatio.aggregate_summary(COLLECTION, layers=["NDVI"], bbox=box, statistics=["max"], accept="text/csv")
print("greatest:", *re.findall(r"0\.8", table.body)[:1])
glebe.spatio.delete_collection(COLLECTION)

# the app registry
developer = Glebe(ADDRESS, token=lambda audience: sign_in(audience, "developer"))
print("more apps:", "yes" if developer.store.list_apps().body["hasMore"] else "no")

# a path of SensorThings of any depth
streams = glebe.sensor.read_sensor_path("Things(1)/Datastreams").body
print("streams:", bool(streams and streams["value"]))
