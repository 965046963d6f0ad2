import { expect, test, vi } from "vitest";
import { cut, joined } from "./antimeridian";
import { crossing, repaired } from "./crossings";
import { merged, split, withHole } from "./edit";
import { areaOf, areaText, lengthOf, lengthText } from "./geodesy";
import { geometryFrom, type Polygons, polygonsOf, type Position, type Ring, rounded } from "./polygons";

const square = (west: number, south: number, size: number): Ring => [
  [west, south],
  [west + size, south],
  [west + size, south + size],
  [west, south + size],
  [west, south],
];
const field: Polygons = [[square(15.5, 46, 0.01)]];

test("the area is that of the ellipsoid", () => {
  expect(areaOf([[square(0, 0, 1)]]) / 1e6).toBeCloseTo(12308.778, 2);
  const octant: Ring = [
    [0, 0],
    [90, 0],
    [0, 90],
    [0, 0],
  ];
  expect(areaOf([[octant]]) / 1e6, "an eighth of the earth").toBeCloseTo(510065621.724 / 8, 1);
  const bow: Ring = [
    [0, 0],
    [0, 1],
    [1, 1],
    [1, 0],
    [0, 0],
  ];
  expect(areaOf([[bow]])).toBeCloseTo(areaOf([[square(0, 0, 1)]]), 0);
});

test("a hole is not a part of the area", () => {
  const holed = [[square(15.5, 46, 0.01), square(15.502, 46.002, 0.002)]] as Polygons;
  expect(areaOf(holed)).toBeCloseTo(areaOf(field) - areaOf([[square(15.502, 46.002, 0.002)]]), 3);
});

test("lengths are geodesics", () => {
  expect(
    lengthOf([
      [0, 0],
      [0, 1],
    ]),
  ).toBeCloseTo(110574.39, 1);
  expect(
    lengthOf([
      [179.5, 0],
      [180.5, 0],
    ]),
  ).toBeCloseTo(111319.49, 1);
  expect(lengthText(12.34)).toBe("12.3 m");
  expect(lengthText(1500)).toBe("1.50 km");
  expect(areaText(130_500)).toBe("13.05 ha");
  expect(areaText(900)).toBe("900 m²");
});

test("a line from border to border splits a field, and no ground is lost", () => {
  const pieces = split(field, [
    [15.499, 46.002],
    [15.505, 46.006],
    [15.511, 46.003],
  ]);
  expect(pieces).toHaveLength(2);
  expect(areaOf(pieces[0]!) + areaOf(pieces[1]!)).toBeCloseTo(areaOf(field), 0);
  expect(areaOf(pieces[0]!)).toBeGreaterThan(areaOf(pieces[1]!));
  const corners = (index: number) => new Set(pieces[index]!.flat(2).map(String));
  const common = [...corners(0)].filter((one) => corners(1).has(one));
  expect(common, "both pieces have the same border: its ends and its bend").toHaveLength(3);
  expect(common).toContain("15.505,46.006");
  expect(rounded(merged(pieces)).flat(2).length, "merged again, the border is gone").toBeLessThanOrEqual(7);
  expect(areaOf(merged(pieces))).toBeCloseTo(areaOf(field), 0);
});

test("a line that ends in the field splits nothing", () => {
  expect(
    split(field, [
      [15.499, 46.002],
      [15.505, 46.006],
    ]),
  ).toEqual([field]);
  expect(
    split(field, [
      [15.499, 46.002],
      [15.499, 46.002],
    ]),
  ).toEqual([field]);
});

test("a line through a hole splits the field around it, and other parts stay", () => {
  const holed: Polygons = [[square(15.5, 46, 0.01), square(15.504, 46.004, 0.002)], [square(15.52, 46, 0.01)]];
  const pieces = split(holed, [
    [15.499, 46.005],
    [15.511, 46.005],
  ]);
  expect(pieces).toHaveLength(2);
  expect(pieces.flat()).toHaveLength(3);
  expect(
    pieces.flat().every((rings) => rings.length === 1),
    "the hole is open to the line",
  ).toBe(true);
});

test("a hole is cut, also at the border", () => {
  const hole: Position[] = [
    [15.504, 46.004],
    [15.506, 46.004],
    [15.505, 46.006],
  ];
  const holed = withHole(field, hole);
  expect(holed).toHaveLength(1);
  expect(holed[0]).toHaveLength(2);
  expect(
    withHole(field, [
      [15.49, 45.99],
      [15.52, 45.99],
      [15.52, 46.02],
      [15.49, 46.02],
    ]),
  ).toHaveLength(0);
});

test("a ring that crosses itself is found and repaired", () => {
  const bow: Ring = [
    [0, 0],
    [1, 1],
    [1, 0],
    [0, 1],
    [0, 0],
  ];
  expect(crossing([bow]), "the place where it crosses itself").toEqual([0.5, 0.5]);
  const mended = repaired([[bow]]);
  expect(mended).toHaveLength(2);
  expect(mended.every((rings) => crossing(rings) === undefined)).toBe(true);
  expect(crossing(field[0]!)).toBeUndefined();
  const spike: Ring = [
    [0, 0],
    [2, 0],
    [1, 0],
    [1, 1],
    [0, 0],
  ];
  expect(crossing([spike]), "a ring goes back over itself").toEqual([2, 0]);
  expect(crossing([square(0, 0, 4), square(3, 3, 2)]), "a hole leaves the field").toBeDefined();
});

test("a field across the antimeridian is cut for GeoJSON and joined for a person", () => {
  const across: Polygons = [[square(179.995, -17, 0.01)]];
  const stored = cut(across);
  expect(stored).toHaveLength(2);
  expect(stored.flat(2).every(([lon]) => lon >= -180 && lon <= 180)).toBe(true);
  expect(areaOf(stored)).toBeCloseTo(areaOf(across), 0);
  const again = joined(stored);
  expect(again).toHaveLength(1);
  expect(areaOf(again)).toBeCloseTo(areaOf(across), 0);
  expect(
    cut([[square(-180.01, 10, 0.005)]])
      .flat(2)
      .every(([lon]) => lon > 179),
  ).toBe(true);
  expect(joined(field)).toBe(field);
  const jumping: Ring = [
    [179.99, 0],
    [-179.99, 0],
    [-179.99, 0.01],
    [179.99, 0.01],
    [179.99, 0],
  ];
  expect(areaOf(joined([[jumping]]))).toBeCloseTo(areaOf([[jumping]]), 0);
});

test("polygons are read from every geometry and written as the simplest", () => {
  expect(geometryFrom(field).type).toBe("Polygon");
  expect(
    polygonsOf({ type: "GeometryCollection", geometries: [geometryFrom(field), geometryFrom([...field, ...field])] }),
  ).toHaveLength(3);
  expect(polygonsOf({ type: "Point", coordinates: [1, 2] })).toEqual([]);
  expect(polygonsOf(null)).toEqual([]);
});

test("a person with the units of the United States measures in acres, feet and miles", async () => {
  vi.resetModules();
  vi.stubGlobal("localStorage", { getItem: (name: string) => (name === "glebe-units" ? "us" : null) });
  const us = await import("./geodesy");
  vi.unstubAllGlobals();
  vi.resetModules(); // the test files share their modules
  expect([us.areaText(130_500), us.areaText(900)]).toEqual(["32.25 ac", "9,688 ft²"]);
  expect([us.lengthText(12.34), us.lengthText(1500)]).toEqual(["40.5 ft", "0.93 mi"]);
});
