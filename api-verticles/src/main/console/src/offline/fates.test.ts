import { expect, test } from "vitest";
import { fateOf } from "./fates";

test("what the platform took is sent, also when it had taken it before", () => {
  expect(fateOf({ status: 201, outcome: "DONE" })).toEqual({ fate: "sent" });
  expect(fateOf({ status: 412, outcome: "DONE", body: { title: "The record exists" } })).toEqual({ fate: "sent" });
});

test("attributes that another person had changed are named", () => {
  const headers = { ETag: '"7"', "Glebe-Overridden": "name, dueAt" };
  expect(fateOf({ status: 200, outcome: "DONE", headers })).toEqual({
    fate: "overridden",
    overridden: ["name", "dueAt"],
  });
});

test("a refusal has its reasons", () => {
  const violations = [{ rule: "required", pointer: "/name", detail: "is required" }];
  const body = { title: "Not valid", detail: "name is required", violations };
  expect(fateOf({ status: 422, outcome: "REFUSED", body })).toEqual({
    fate: "refused",
    status: 422,
    reason: "name is required",
    violations,
  });
  expect(fateOf({ status: 404, outcome: "REFUSED" }).reason).toBe("404");
});
