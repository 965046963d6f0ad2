import { expect, test } from "vitest";
import { facts, sizeOf, words } from "./words";

test("names of types and attributes become ordinary words", () => {
  expect(words("SOIL_SAMPLE")).toBe("Soil sample");
  expect(words("grossYield")).toBe("Gross yield");
  expect(words("ph")).toBe("pH");
});

test("units stand after their values", () => {
  expect(facts({ quantity: 12.5, unit: "kg", depth: 30, depthUnit: "cm" })).toEqual([
    ["quantity", `${(12.5).toLocaleString()} kg`],
    ["depth", "30 cm"],
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
});
