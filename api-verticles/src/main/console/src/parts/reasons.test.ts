import { expect, test } from "vitest";
import { reasonOf } from "./reasons";

test("a payload that its schema refuses has reasons in words", () => {
  const said = (detail: string) => reasonOf({ rule: "V20", detail, pointer: "/payload/ph" }, "pH");
  expect(said("required property 'ph' not found")).toBe("pH is needed");
  expect(said("must have at least 1 items but found 0")).toBe("pH is needed");
  expect(said("must have a maximum value of 14")).toBe("pH must be at most 14");
  expect(said("must have a minimum value of 0")).toBe("pH must be at least 0");
  expect(said("must be at most 2000 characters long")).toBe("pH has more than 2000 characters");
  expect(said("string found, number expected")).toBe("pH is not valid");
  expect(said("does not match the regex pattern ^[0-9]{2}$")).toBe("pH is not valid");
});

test("a rule of its own keeps its words", () => {
  expect(reasonOf({ rule: "V05", detail: "plannedEndAt is before plannedStartAt" }, "Planned end")).toBe(
    "Planned end is before Planned start",
  );
});
