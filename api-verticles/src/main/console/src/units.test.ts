import { expect, test } from "vitest";
import { codeOf, converted, quantityText, storedOf, symbolOf, typedOf, unconverted, usualUnits } from "./units";

test("units have the names that people write", () => {
  expect(symbolOf("har")).toBe("ha");
  expect(symbolOf("kg/har")).toBe("kg/ha");
  expect(symbolOf("Cel")).toBe("°C");
  expect(symbolOf("1/m2")).toBe("1/m²");
  expect(symbolOf("1")).toBe("");
  expect(symbolOf("bale")).toBe("bale");
  expect(quantityText(13.05, "har")).toBe("13.05 ha");
  expect(quantityText(13.0524, "har")).toBe("13.05 ha");
  expect(quantityText(0.0524, "har")).toBe("0.052 ha");
});

test("units are stored by their codes, whatever a person writes", () => {
  for (const unit of ["har", "kg/har", "Cel", "m2", "bale", "mg/100g", "%"]) expect(codeOf(symbolOf(unit))).toBe(unit);
  expect(codeOf(" ha ")).toBe("har");
  expect(codeOf("")).toBe("");
});

test("customary units of the United States are computed from the stored values", () => {
  expect(converted(100, "Cel", "us")).toEqual([212, "°F"]);
  const [acres, unit] = converted(13.05, "har", "us");
  expect(unit).toBe("ac");
  expect(acres).toBeCloseTo(32.25, 2);
  expect(converted(3, "bale", "us")).toEqual([3, "bale"]);
  expect(unconverted(212, "Cel", "us")).toBeCloseTo(100);
  expect([unconverted(212, "Cel", "metric"), unconverted(3, "bale", "us")]).toEqual([212, 3]);
  expect(converted(13.05, "har", "metric")).toEqual([13.05, "ha"]);
});

test("a value that a person typed in the own units is stored in the other one, and shown again as it was typed", () => {
  for (const [typed, unit] of [
    [12.5, "cm"],
    [86, "Cel"],
    [0.3, "mm"],
    [32.2, "har"],
  ] as const) {
    const stored = storedOf(typed, unit, "value", "us");
    expect(stored).not.toBe(typed);
    expect(typedOf(stored, unit, "value", "us")).toBe(typed);
    expect(typedOf(typed, unit, "value", "metric")).toBe(typed);
    expect(storedOf(typed, unit, "value", "metric")).toBe(typed);
  }
});

test("a difference of temperatures has no zero that moves", () => {
  expect(converted(5, "Cel", "us", "difference")).toEqual([9, "°F"]);
  expect(storedOf(9, "Cel", "difference", "us")).toBe(5);
});

test("forms suggest the units of the own system, each with one code", () => {
  expect(usualUnits("metric").map(symbolOf)).toContain("ha");
  expect(usualUnits("us").map(symbolOf)).toEqual(expect.arrayContaining(["ac", "lb/ac", "bu/ac", "°F"]));
  for (const unit of [...usualUnits("metric"), ...usualUnits("us")]) expect(codeOf(symbolOf(unit))).toBe(unit);
});
