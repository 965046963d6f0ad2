// Bodies that are not JSON, in both directions. Prints what the platform has stored.
import { createGlebe, unwrap } from "glebe-client";

const address = process.env["GLEBE"] ?? "http://localhost:8080";
const glebeOf = (user: string) =>
  createGlebe(address, {
    async token(audience) {
      const body = new URLSearchParams({ grant_type: "urn:glebe:params:oauth:grant-type:development", user, audience });
      if (audience === "farm-api") body.set("scope", "farm-read farm-write");
      const answer = await fetch(`${address}/dev/identity/token`, { method: "POST", body });
      return ((await answer.json()) as { access_token: string }).access_token;
    },
  });
const glebe = glebeOf("owner");

const field = unwrap(await glebe.GET("/v1/fields", { params: { query: { limit: 1 } } })).items[0];
if (!field) throw new Error("no field");

// a form with a file
const record = unwrap(
  await glebe.POST("/v1/farms/{farmId}/fields/{fieldId}/records", {
    params: { path: { farmId: field.farmId, fieldId: field.id } },
    body: { type: "NOTE", payload: { text: "Leaves are pale" } },
  }),
);
const leaf = new File(["pale on the north side"], "leaf.txt", { type: "text/plain" });
const attachment = unwrap(
  await glebe.POST("/v1/records/{recordId}/attachments", { params: { path: { recordId: record.id } }, body: { file: leaf } }),
);
const stored = await glebe.GET("/v1/attachments/download/{attachmentId}", {
  params: { path: { attachmentId: attachment.id } },
  parseAs: "text",
});
console.log("attachment:", unwrap(stored));

// lines of GeoJSON
const collectionId = "uploads-ts";
unwrap(await glebe.POST("/api/v2/collections", { body: { id: collectionId, farmId: field.farmId } }));
const points = [1, 2, 3].map((n) => ({
  type: "Feature",
  id: `point ${n} ü`,
  geometry: { type: "Point", coordinates: [15 + n / 100, 46] },
  properties: { n },
}));
unwrap(
  await glebe.POST("/api/v2/collections/{collectionId}/items", {
    params: { path: { collectionId } },
    headers: { "Content-Type": "application/x-ndjson" },
    body: points.map((point) => JSON.stringify(point)).join("\n"),
  }),
);
const one = await glebe.GET("/api/v2/collections/{collectionId}/items/{featureId}", {
  params: { path: { collectionId, featureId: "point 2 ü" } },
});
console.log("feature:", unwrap(one).properties?.["n"]);

// cells as bytes
const grid = { crs: "EPSG:32633", width: 2, height: 1, bbox: [538000, 5096900, 538020, 5096910] };
unwrap(await glebe.POST("/api/v2/collections/{collectionId}/zarr/init", { params: { path: { collectionId } }, body: grid }));
unwrap(
  await glebe.POST("/api/v2/collections/{collectionId}/layers", {
    params: { path: { collectionId } },
    body: { name: "NDVI", dtype: "int16", scale: 0.01, nodata: -1 },
  }),
);
unwrap(
  await glebe.PUT("/api/v2/collections/{collectionId}/layers/{layerName}/data/binary", {
    params: { path: { collectionId, layerName: "NDVI" }, query: { datetime: ["2026-06-01T00:00:00Z"], dtype: "int16" } },
    headers: { "Content-Type": "application/octet-stream" },
    body: new Blob([new Int16Array([70, 80])]),
  }),
);
// several files in one form, one for each date
const rows = [72, 82].map((value) => new File([JSON.stringify({ values: [[value, value]] })], "row.json", { type: "application/json" }));
const written = unwrap(
  await glebe.POST("/api/v2/collections/{collectionId}/layers/{layerName}/data", {
    params: { path: { collectionId, layerName: "NDVI" } },
    body: { datetime: ["2026-07-01T00:00:00Z", "2026-07-08T00:00:00Z"], file: rows },
  }),
);
console.log("slices:", written.datetime.length);
const table = await glebe.GET("/api/v2/collections/{collectionId}/aggregate/summary", {
  params: { path: { collectionId }, query: { layers: ["NDVI"], bbox: [15.4, 46, 15.6, 46.1], statistics: ["max"], f: "csv" } },
  parseAs: "text",
});
console.log("greatest:", /0\.8/.exec(unwrap(table))?.[0]);
unwrap(await glebe.DELETE("/api/v2/collections/{collectionId}", { params: { path: { collectionId } } }));

// the app registry
const apps = unwrap(await glebeOf("developer").GET("/store/apps", {}));
console.log("more apps:", apps.hasMore ? "yes" : "no");

// a path of SensorThings of any depth
const path = "Things(1)/Datastreams";
const streams = unwrap(await glebe.GET("/sta/v1.1/{path}", { params: { path: { path } } }));
console.log("streams:", Array.isArray(streams["value"]) && streams["value"].length > 0);
console.log("address:", glebe.address("/sta/v1.1/{path}", { path: { path } }) === `${address}/sta/v1.1/${path}`);
