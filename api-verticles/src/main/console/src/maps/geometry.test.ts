import { expect, test } from "vitest";
import { boxOf, featureCollection, NOTHING, numbersIn, placeIn, viewText, wrapped } from "./geometry";
import { graticule } from "./graticule";
import { areaAt, namePoint } from "./inside";

const square = (west: number, south: number, size: number): GeoJSON.Position[] => [
  [west, south],
  [west + size, south],
  [west + size, south + size],
  [west, south + size],
  [west, south],
];
const feature = (id: string, geometry: GeoJSON.Geometry): GeoJSON.Feature => ({
  type: "Feature",
  geometry,
  properties: { id },
});

test("the box contains all geometries", () => {
  const point = feature("p", { type: "Point", coordinates: [20, -3, 450] });
  const area = feature("a", { type: "MultiPolygon", coordinates: [[square(14, 45, 2)]] });
  expect(boxOf(featureCollection([point, area]))).toEqual([14, -3, 20, 47]);
  expect(boxOf(NOTHING)).toBeUndefined();
  const fiji = [
    feature("w", { type: "Point", coordinates: [179.5, -17] }),
    feature("e", { type: "Point", coordinates: [-179, -16] }),
  ];
  expect(boxOf(featureCollection(fiji)), "a farm on both sides of the antimeridian").toEqual([179.5, -17, 181, -16]);
});

test("a point in a hole is not in the area", () => {
  const ring = feature("ring", { type: "Polygon", coordinates: [square(0, 0, 10), square(4, 4, 2)] });
  const small = feature("small", { type: "MultiPolygon", coordinates: [[square(4, 4, 2)]] });
  expect(areaAt(featureCollection([ring]), 1, 1)).toBe(ring);
  expect(areaAt(featureCollection([ring]), 5, 5)).toBeUndefined();
  expect(areaAt(featureCollection([ring, small]), 5, 5)).toBe(small);
  expect(areaAt(featureCollection([ring]), 11, 1)).toBeUndefined();
});

test("a text in the address is read only when all its numbers are there", () => {
  expect(numbersIn("14.5,46", 2)).toEqual([14.5, 46]);
  expect(numbersIn("14.5", 2)).toBeUndefined();
  expect(numbersIn("a,b", 2)).toBeUndefined();
  expect(numbersIn("", 1)).toBeUndefined();
  expect(placeIn("14.5,46,12", 3)).toEqual([14.5, 46, 12]);
  expect(placeIn("14.5,91", 2), "no map has such a latitude").toBeUndefined();
  expect(placeIn("999,46", 2)).toBeUndefined();
  expect(viewText(14.123456, 46, 9)).toBe("14.12346,46.00000,9.00");
});

test("the graticule has a line for each degree", () => {
  expect(graticule().features).toHaveLength(361 + 171);
});

test("longitudes beyond the antimeridian are those on its other side", () => {
  expect([wrapped(181), wrapped(-190), wrapped(14), wrapped(540), wrapped(180)]).toEqual([-179, 170, 14, -180, 180]);
});

test("a name stands in the largest part of an area, once", () => {
  expect(namePoint({ type: "Polygon", coordinates: [square(14, 45, 2)] })).toEqual([15, 46]);
  const hole = square(14.4, 45.2, 1.5);
  const [lon] = namePoint({ type: "Polygon", coordinates: [square(14, 45, 2), hole] })!;
  expect(lon).toBeCloseTo(14.2);
  expect(namePoint({ type: "MultiPolygon", coordinates: [[square(0, 0, 1)], [square(10, 0, 4)]] })).toEqual([12, 2]);
  expect(namePoint({ type: "Point", coordinates: [1, 2] })).toBeUndefined();
  expect(namePoint({ type: "Polygon", coordinates: [] })).toBeUndefined();
});
