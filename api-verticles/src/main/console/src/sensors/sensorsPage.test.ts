import { expect, test } from "vitest";
import type { Datastream, Observation, Thing } from "../api/bodies";
import { intervalBefore, sensorLines, yearsBefore } from "./sensorLines";
import { locationOf, observedName, sampleOf, secondsOf, unitOf } from "./things";

const observed = (result: unknown) => ({ phenomenonTime: "1970-01-01T00:00:05Z", result }) as Observation;
const stream = (members: object) => ({ "@iot.id": 1, name: "probe", ...members }) as Datastream;

test("a chart of sensors has other ones beside it and earlier years on its own days", () => {
  const main = {
    of: stream({ unitOfMeasurement: { symbol: "Cel" }, phenomenonTime: "2023-05-01T00:00:00Z/.." }),
    thing: "A",
    thingId: 1,
  };
  const [from, to] = [Date.parse("2026-06-01T00:00:00Z") / 1000, Date.parse("2026-06-03T00:00:00Z") / 1000];
  const earlier = Date.parse("2025-06-02T00:00:00Z") / 1000;
  const lines = sensorLines({
    main,
    samples: [[to, 20]],
    span: [from, to],
    others: [{ stream: { ...main, thing: "B" }, samples: [[from, 1]] }],
    earlier: [[earlier, 15]],
    each: [2025],
    spread: [],
    step: "P1D",
  });
  expect(lines.map(({ name, unit, look, readings }) => [name, unit, look, readings])).toEqual([
    ["probe 2026", "°C", "plain", [[to, 20]]],
    ["probe, B", "°C", "beside", [[from, 1]]],
    ["probe 2025", "°C", "earlier", [[Date.parse("2026-06-02T00:00:00Z") / 1000, 15]]],
  ]);
  expect(yearsBefore(main.of, 2026)).toEqual([2025, 2024, 2023]);
  expect(yearsBefore(stream({}), 2026)).toEqual([]);
  expect(intervalBefore([from, to], 2)).toBe("2024-06-01T00:00:00.000Z/2024-06-03T00:00:00.000Z");
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
