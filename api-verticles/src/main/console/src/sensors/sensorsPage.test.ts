import { expect, test } from "vitest";
import type { Datastream, Observation, Thing } from "../api/bodies";
import { columns } from "./liveColumns";
import { locationOf, observedName, sampleOf, secondsOf, unitOf } from "./things";

const observed = (result: unknown) => ({ phenomenonTime: "1970-01-01T00:00:05Z", result }) as Observation;
const stream = (members: object) => ({ "@iot.id": 1, name: "probe", ...members }) as Datastream;

test("a long pause interrupts the line", () => {
  const samples: [number, number][] = [0, 10, 20, 100].map((time) => [time, 1]);
  expect(columns(samples)).toEqual([
    [0, 10, 20, 60, 100],
    [1, 1, 1, null, 1],
  ]);
  expect(columns([])).toEqual([[], []]);
});

test("an observation of a period counts at its end; only numbers are drawn", () => {
  expect(secondsOf("2026-01-01T00:00:00Z/2026-01-01T01:00:00Z")).toBe(Date.parse("2026-01-01T01:00:00Z") / 1000);
  expect(sampleOf(observed(2))).toEqual([[5, 2]]);
  expect(sampleOf(observed("wet"))).toEqual([]);
});

test("a thing is located by its point or the first corner of its area", () => {
  const thing = (location?: GeoJSON.Geometry | GeoJSON.Feature) =>
    ({ "@iot.id": 1, name: "t", ...(location && { Locations: [{ location }] }) }) as unknown as Thing;
  expect(locationOf(thing({ type: "Point", coordinates: [15, 46] }))).toEqual([15, 46]);
  const ring = [
    [1, 2],
    [3, 4],
    [5, 6],
    [1, 2],
  ];
  const geometry: GeoJSON.Geometry = { type: "Polygon", coordinates: [ring] };
  expect(locationOf(thing({ type: "Feature", geometry, properties: {} }))).toEqual([1, 2]);
  expect(locationOf(thing({ type: "GeometryCollection", geometries: [] }))).toBeUndefined();
  expect(locationOf(thing())).toBeUndefined();
});

test("a datastream without an observed property is called by its own name", () => {
  expect(observedName(stream({}))).toBe("probe");
  expect(observedName(stream({ ObservedProperty: { name: "Rain" } }))).toBe("Rain");
  expect(unitOf(stream({}))).toBe("");
});
