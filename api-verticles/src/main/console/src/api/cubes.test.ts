import { afterEach, expect, test, vi } from "vitest";
import { unwrap } from "glebe-client";
import { allPages, glebe, pathOf } from "./client";
import { cloudLayer, collections, facets, fieldSeries, pointSeries, rendering } from "./cubes";

const signal = new AbortController().signal;

/** Answers requests in turn and remembers their addresses. */
function respond(...bodies: unknown[]): string[] {
  const requested: string[] = [];
  vi.stubGlobal("fetch", ({ url }: Request) => {
    requested.push(pathOf(url));
    return Promise.resolve(Response.json(bodies.shift()));
  });
  return requested;
}

afterEach(() => vi.unstubAllGlobals());

test("the colours of a rendering are those of a saved look, else the chosen ones", () => {
  expect(rendering("NDVI", { ramp: "magma", range: "0,1", saved: "" })).toEqual({
    layers: ["NDVI"],
    colormap_name: "magma",
    rescale: [0, 1],
  });
  expect(rendering("NDVI", { ramp: "magma", range: "", saved: "expression=B08%2FB04&rescale=0%2C2" })).toEqual({
    expression: "B08/B04",
    rescale: [0, 2],
  });
});

test("collections of all pages are read", async () => {
  const links = [{ rel: "next", href: "http://h/api/v2/collections?limit=1000&after=a" }];
  const requested = respond({ collections: [{ id: "a" }], links }, { collections: [{ id: "b" }], links: [] });
  expect((await collections(signal)).map(({ id }) => id)).toEqual(["a", "b"]);
  expect(requested).toEqual(["/api/v2/collections?limit=1000", "/api/v2/collections?limit=1000&after=a"]);
});

test("pages of a list are read by their cursor up to a bound", async () => {
  const page = (id: string, hasMore: boolean) => ({ items: [{ id }], nextCursor: `after-${id}`, hasMore });
  const requested = respond(page("a", true), page("b", true), page("c", false));
  const farms = await allPages((query) => glebe.GET("/v1/farms", { params: { query } }).then(unwrap), 2);
  expect(farms.map(({ id }) => id)).toEqual(["a", "b"]);
  expect(requested).toEqual(["/v1/farms?limit=2", "/v1/farms?limit=2&cursor=after-a"]);
});

test("a series of one layer is a list with one series", async () => {
  const values = [{ datetime: "2026-06-30T10:00:31Z", value: 0.5 }];
  respond({ layer: "NDVI", values }, { series: [{ layer: "B04", values }] });
  expect(await pointSeries("s2", ["NDVI"], 15, 46, signal)).toEqual([{ layer: "NDVI", values }]);
  expect(await pointSeries("s2", ["B04"], 15, 46, signal)).toEqual([{ layer: "B04", values }]);
});

test("means over a field leave out cells under cloud", async () => {
  const requested = respond({ series: [{ layer: "NDVI", values: [{ datetime: "2026-06-01", mean: 0.4 }] }] });
  const query = {
    layers: ["NDVI"],
    fieldId: "f",
    clouds: { layer: "SCL", values: [3, 8] },
    resolution: "P1W" as const,
  };
  expect(await fieldSeries("s2", query, signal)).toEqual([
    { layer: "NDVI", values: [{ datetime: "2026-06-01", value: 0.4 }] },
  ]);
  expect(requested[0]).toContain("resolution=P1W&mask=SCL%3A3%2C8");
});

test("facets are requested for text properties only", async () => {
  const properties = { status: { type: "string" }, area: { type: "number" }, other: { type: "string" } };
  const requested = respond(
    { properties },
    { features: [], links: [], facets: { status: [{ value: "new", count: 2 }] } },
  );
  expect(await facets("parcels", signal)).toEqual({ status: [{ value: "new", count: 2 }] });
  expect(requested[1]).toBe("/api/v2/collections/parcels/items?limit=1&facetby=status");
});

test("clouds are the classes that say so", () => {
  const scene = [
    { value: 4, name: "Vegetation" },
    { value: 9, name: "Cloud", cloud: true },
  ];
  expect(cloudLayer([{ name: "CLOUD", kind: "continuous" }])).toBeUndefined();
  expect(
    cloudLayer([
      { name: "NDVI", kind: "continuous" },
      { name: "SCL", kind: "categorical", classes: scene },
    ]),
  ).toEqual({ layer: "SCL", values: [9] });
});
