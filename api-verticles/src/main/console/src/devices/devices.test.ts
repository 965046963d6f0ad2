import { expect, test } from "vitest";
import type { Thing } from "../api/bodies";
import { isOf } from "./devices";

const thing = (properties?: Record<string, unknown>) => ({ "@iot.id": 1, name: "t", properties }) as unknown as Thing;

test("a thing is of the farm or the field that it names; one that names none is shown with every farm", () => {
  const fields = new Set(["field"]);
  expect(isOf(thing({ farmId: "a" }), "a", fields)).toBe(true);
  expect(isOf(thing({ farmId: "b", fieldId: "field" }), "a", fields)).toBe(true);
  expect(isOf(thing({ farmId: "b" }), "a", fields)).toBe(false);
  expect(isOf(thing({ fieldId: "other" }), "a", fields)).toBe(false);
  expect(isOf(thing({}), "a", fields)).toBe(true);
  expect(isOf(thing(), "a", fields)).toBe(true);
});
