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

test("a record that is gone already is deleted; a change of it is refused", () => {
  const answer = { status: 404, outcome: "FAILED", body: { title: "Not found" } } as const;
  expect(fateOf(answer as never, "DELETE")).toEqual({ fate: "sent" });
  expect(fateOf(answer as never, "PATCH").fate).toBe("refused");
});
