import { expect, test } from "vitest";
import { asRefusal, fromProblem, refusal, Refusal } from "./refusal";

const response = (body: string, status: number, headers: Record<string, string> = {}) =>
  new Response(body, { status, statusText: "Conflict", headers });

test("a problem document becomes a refusal with its request id and violations", async () => {
  const violations = [{ detail: "too long", pointer: "/name" }];
  const body = JSON.stringify({ title: "Not valid", detail: "one fault", instance: "r-1", violations });
  const fault = await refusal(response(body, 422));
  expect(fault).toMatchObject({ title: "Not valid", detail: "one fault", status: 422, requestId: "r-1", violations });
});

test("a response without a problem document is described by its status text", async () => {
  const fault = await refusal(response("<html>", 409, { "X-Request-Id": "r-2" }));
  expect(fault).toMatchObject({ title: "Conflict", detail: "", status: 409, requestId: "r-2", violations: [] });
  expect(fromProblem({}, 400, "", null).title).toBe("Not possible");
});

test("a lost connection is a refusal, an aborted request is none, other errors are thrown", () => {
  expect(asRefusal(new TypeError("failed to fetch"))?.title).toBe("No connection");
  expect(asRefusal(new DOMException("cancelled", "AbortError"))).toBeUndefined();
  const own = new Refusal("title", "detail", 400, "");
  expect(asRefusal(own)).toBe(own);
  expect(() => asRefusal(new Error("a bug"))).toThrow("a bug");
});
