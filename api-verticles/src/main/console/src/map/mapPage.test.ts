import { expect, test } from "vitest";
import type { Job } from "../api/bodies";
import { cloudyOf, figuresOf } from "./chartData";
import { canExport, isOpen, reasonOf, titleOf } from "./jobs";
import { fillBy, filteredTiles, pairs, swatches, withValue } from "./overlayLook";
import { looksOfStyle } from "./saved";
import { inked } from "../charts/compared";
import { linesOf, withYears, yearsBefore } from "./seriesLines";

const series = (...values: (number | null)[]) => ({
  layer: "NDVI",
  values: values.map((value, i) => ({ datetime: `2026-01-0${i + 1}T00:00:00Z`, value })),
});
const first = Date.parse("2026-01-01T00:00:00Z") / 1000;
const DAY = 86_400;

test("values under cloud are points of their own", () => {
  const place = { name: "Home", series: [series(1, 2, null)], cloudy: new Set(["2026-01-02T00:00:00Z"]) };
  const [clear, cloudy, ...others] = linesOf([place], () => "m");
  expect(clear).toMatchObject({ name: "NDVI", unit: "m", look: "plain" });
  expect(clear!.readings).toEqual([
    [first, 1],
    [first + 2 * DAY, null],
  ]);
  expect(cloudy).toMatchObject({ name: "NDVI under cloud", look: "cloudy", readings: [[first + DAY, 2]] });
  expect(others).toEqual([]);
  expect(linesOf([place, { ...place, name: "Hill" }], () => "")[1]?.name).toBe("NDVI, Hill");
});

test("earlier years are lines on the days of the year of the date, and a range", () => {
  const values = ["2024", "2025", "2026"].map((year, i) => ({ datetime: `${year}-07-01T10:00:00Z`, value: i }));
  const bare = linesOf([{ name: "", series: [{ layer: "NDVI", values }], cloudy: new Set() }], () => "");
  const comparison = { date: "2026-05-01T00:00:00Z", each: ["2025", "2019"], spread: true, resolution: "P1D" } as const;
  const all = inked(withYears(bare, { ...comparison, each: [...comparison.each] }));
  expect(all.map(({ name, ink }) => [name, ink])).toEqual([
    ["NDVI 2026", 0],
    ["NDVI, mean 2024 to 2025", 1],
    ["NDVI, lowest 2024 to 2025", 1],
    ["NDVI, highest 2024 to 2025", 1],
    ["NDVI 2025", 2],
  ]);
  const july = Date.parse("2026-07-01T10:00:00Z") / 1000;
  expect([all[0]!.readings, all[4]!.readings]).toEqual([[[july, 2]], [[july, 1]]]);
  expect(withYears(bare, { ...comparison, each: [], spread: false })[0]?.readings).toHaveLength(3);
  expect(yearsBefore(bare, 2026)).toEqual([2025, 2024]);
});

test("figures count clear values only", () => {
  expect(figuresOf(series(1, 9, null, 3), [false, true])).toEqual({ lowest: 1, mean: 2, highest: 3, count: 2 });
  expect(figuresOf(series(null), [])).toBeUndefined();
  expect(cloudyOf(series(0, 1, null), [1])).toEqual([false, true, false]);
  expect(cloudyOf(undefined, [1])).toEqual([]);
});

test("the frequent values have colours, all others are grey", () => {
  const facets = { status: Array.from({ length: 9 }, (_, i) => ({ value: `v${i}`, count: 9 - i })) };
  expect(swatches(facets, "status")).toHaveLength(7);
  expect(fillBy(facets, "status")).toHaveLength(2 + 2 * 7 + 1);
  expect(fillBy({}, "status")).toBe("#0072b2");
});

test("a filter holds one value for each property", () => {
  const one = withValue("", "crop", "rye=1");
  expect(pairs(one)).toEqual([["crop", "rye=1"]]);
  const two = withValue(one, "status", "new");
  expect(two).toBe("crop=rye=1;status=new");
  expect(withValue(two, "crop", "")).toBe("status=new");
  expect(filteredTiles("/tiles/{z}?f=mvt", two)).toBe("/tiles/{z}?f=mvt&crop=rye%3D1&status=new");
});

test("a look that computes with bands cannot be exported", () => {
  const look = { ramp: "", range: "" };
  expect(canExport({ ...look, saved: "" })).toBe(true);
  expect(canExport({ ...look, saved: "layers=NDVI&rescale=0,1" })).toBe(true);
  expect(canExport({ ...look, saved: "expression=B08-B04" })).toBe(false);
});

test("a job is named by its first layers and its dates", () => {
  const job: Job = {
    id: "1",
    type: "tiles",
    collection: "c",
    state: "FAILED",
    progress: 0,
    counts: { total: 1, done: 0, empty: 0, bytes: 0 },
    estimate: { total: 1 },
    created: "",
    errors: [{ part: 1, detail: "no space" }],
    request: { collection: "c", layers: ["A", "B", "C"], datetimes: ["2026-01-01/2026-01-31"] },
    outputs: [],
    links: [],
  };
  expect(titleOf(job)).toMatch(/^A; B and 1 more .+ to .+$/);
  expect(reasonOf(job)).toBe(": no space");
  expect(isOpen(job)).toBe(false);
});

test("layers of a style that are plain layers are no looks", () => {
  const source = (query: string) => ({ type: "raster", tiles: [`/api/v2/collections/c/tiles/W/{z}/{x}/{y}?${query}`] });
  const layer = (id: string) => ({ id, type: "raster", source: id });
  const looks = looksOfStyle({
    version: 8,
    layers: [
      layer("plain"),
      { ...layer("green"), metadata: { title: "Green index" } },
      { id: "bg", type: "background" },
    ],
    sources: { plain: source("layers=NDVI"), green: source("expression=B08-B03&rescale=0,1&datetime=2026") },
  });
  expect(looks.map(({ id, title, query }) => [id, title, query.toString()])).toEqual([
    ["style.green", "Green index", "expression=B08-B03&rescale=0%2C1"],
  ]);
});
