import { expect, test } from "vitest";
import type { Schema } from "./api/bodies";
import { ageText, facts, fromLocal, localTime, sizeOf, words } from "./words";

test("names of types and attributes become ordinary words", () => {
  expect(words("SOIL_SAMPLE")).toBe("Soil sample");
  expect(words("grossYield")).toBe("Gross yield");
  expect(words("ph")).toBe("pH");
  expect(words("mqtt_inbound_waiting")).toBe("MQTT inbound waiting");
});

test("units stand after their values", () => {
  expect(facts({ quantity: 12.5, unit: "kg", depth: 30, depthUnit: "cm" })).toEqual([
    ["quantity", `${(12.5).toLocaleString()} kg`],
    ["depth", "30 cm"],
  ]);
});

test("an attribute with one unit for all its values has it from the schema", () => {
  const depth = { type: "number", description: "unit: cm" };
  const row = { type: "object", properties: { depth, value: { type: "number" } } };
  const schema = { type: "object", properties: { depth, rows: { type: "array", items: row } } } as Schema;
  expect(facts({ depth: 30, rows: [{ depth: 20, value: 4, unit: "%" }] }, schema)).toEqual([
    ["depth", "30 cm"],
    ["rows", "20 cm 4 %"],
  ]);
});

test("lists, objects and codes are written in one line", () => {
  expect(facts({ parts: [{ value: 1, unit: "l" }, "NOT_KNOWN"], organic: true, observedAt: "2026-01-01" })).toEqual([
    ["parts", "1 l; not known"],
    ["organic", "yes"],
  ]);
});

test("sizes have a unit that fits them", () => {
  expect(sizeOf(undefined)).toBe("");
  expect(sizeOf(1_500)).toMatch(/1.5.kB/);
  expect(sizeOf(2_500_000)).toMatch(/2.5.MB/);
  expect(sizeOf(81_800_000_000)).toMatch(/81.8.GB/);
});

test("times of inputs are those of the farm, also when its clock changes", () => {
  const zone = "Europe/Ljubljana";
  expect(localTime(new Date("2026-07-01T06:30:00Z"), zone)).toBe("2026-07-01T08:30");
  for (const instant of ["2026-07-01T06:30:00.000Z", "2026-01-01T06:30:00.000Z", "2026-03-29T01:15:00.000Z"])
    expect(fromLocal(localTime(new Date(instant), zone), zone)).toBe(instant);
  expect(fromLocal("2026-07-01T08:30", "America/New_York")).toBe("2026-07-01T12:30:00.000Z");
});

test("the age of a value is told by the clock", () => {
  const now = Date.parse("2026-07-27T00:00:00Z");
  expect(ageText(Date.parse("2026-07-01T00:00:00Z"), now)).toMatch(/26/);
  expect(ageText(now - 3 * 3_600_000, now)).toMatch(/3/);
});
