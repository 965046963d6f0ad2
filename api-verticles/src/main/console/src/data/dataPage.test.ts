import { expect, test } from "vitest";
import type { Collection, Layer } from "../api/bodies";
import { imageOf } from "./catalogue";
import { gridOf, gridTextOf, idOf, layerOf, NO_LAYER, numberIn } from "./forms";
import { changesOf, layersOf } from "./history";
import { comparison, contains, facetProperties, groupingFacets, toggled } from "./items";
import { instantOf, layerIn, timeIn } from "./slices";

test("a time is read from the name of a file", () => {
  expect(timeIn("S2_20260630T100031Z_NDVI.tif")).toBe("2026-06-30T10:00:31");
  expect(timeIn("ndvi-2026-06-30.tif")).toBe("2026-06-30T00:00:00");
  expect(timeIn("ndvi-2026-02-31.tif")).toBe("");
  expect(timeIn("ndvi.tif")).toBe("");
  expect(instantOf("2026-06-30T10:00:31")).toBe("2026-06-30T10:00:31Z");
  expect(instantOf("")).toBe("");
});

test("the longest layer name in a file's name is the layer", () => {
  expect(layerIn("s2-b08a-20260101.tif", ["B08", "B08A"])).toBe("B08A");
  expect(layerIn("ndvistuff.tif", ["NDVI"])).toBeUndefined();
});

test("comparisons are quoted and added to a filter or removed from it", () => {
  expect(comparison("crop", "o'hara")).toBe("crop = 'o''hara'");
  expect(comparison('a "b"', 3)).toBe('"a ""b""" = 3');
  const one = comparison("crop", "rye");
  expect(toggled("", one)).toBe(one);
  expect(toggled("area > 1", one)).toBe(`area > 1 AND ${one}`);
  expect(toggled("area > 1 OR area < 0", one)).toBe(`(area > 1 OR area < 0) AND ${one}`);
  expect(toggled(`area > 1 AND ${one}`, one)).toBe("area > 1");
  expect(contains(`area > 1 AND ${one}`, one)).toBe(true);
});

test("facets are texts that name no single feature", () => {
  const text = (name: string) => ({ name, type: "string" });
  expect(facetProperties([text("soil"), text("farmId"), text("crop"), { name: "area", type: "number" }])).toEqual([
    "crop",
    "soil",
  ]);
  const once = { value: "a", count: 1 };
  expect(groupingFacets({ all: [once, once], some: [once, { value: "b", count: 2 }], single: [once] })).toHaveLength(2);
});

test("an id is made from letters and digits of the title", () => {
  expect(idOf("Šentjur: Müller & sons ")).toBe("sentjur-muller-sons");
});

test("a grid survives its way through text", () => {
  const grid = { crs: "EPSG:32633", bbox: [0, 1, 2, 3] as [number, number, number, number], width: 4, height: 5 };
  expect(gridOf(gridTextOf(grid))).toEqual(grid);
});

test("a layer's body has the filled members only", () => {
  expect(layerOf({ ...NO_LAYER, name: "NDVI", nodata: "nan", high: "1" })).toEqual({
    name: "NDVI",
    dtype: "float32",
    nodata: "NaN",
    range: [NaN, 1],
  });
  expect(layerOf({ ...NO_LAYER, name: "C", nodata: "no" }).nodata).toBe("no");
  expect(layerOf({ ...NO_LAYER, name: "C", nodata: "-9999", scale: "0.1", categorical: true })).toMatchObject({
    nodata: -9999,
    scale: 0.1,
    categorical: true,
  });
  expect(numberIn("x")).toBeUndefined();
});

test("changes of a snapshot are written in words", () => {
  const change = { layer: "NDVI", added: 2, replaced: 1, removed: 0, described: true };
  expect(changesOf(change)).toBe("2 dates added, 1 date replaced, described");
  expect(changesOf({ ...change, added: 0, replaced: 0, described: false })).toBe("created");
  expect(layersOf([{ version: 1, committedAt: "", layers: [change] }], "B04")).toEqual(["B04", "NDVI"]);
});

test("a small image is stretched where the layer has no range", () => {
  const collection = { id: "c", dataVersion: 7 } as Collection;
  const layer: Layer = { name: "T", kind: "continuous", lastTime: "2026-01-01T00:00:00Z" };
  const numbers = { minimum: 2, maximum: 9, mean: 5, count: 1, valid_percent: 100 };
  expect(imageOf(collection, layer, 320, numbers)).toBe(
    "http://localhost/api/v2/collections/c/map/render?style=T&width=320&datetime=2026-01-01T00%3A00%3A00Z&rescale=2,9&v=7",
  );
  expect(imageOf(collection, { ...layer, range: [0, 1] }, 320, numbers)).not.toContain("rescale");
  expect(imageOf(collection, layer, 320, { ...numbers, minimum: -1, maximum: 1 })).not.toContain("rescale");
});
