import { Refusal, unwrap } from "glebe-client";
import { expect, test } from "vitest";
import { asRefusal, titleOf } from "./refusal";

const refused = (error: unknown, headers: Record<string, string> = {}) => {
  try {
    return unwrap({ error, response: new Response(null, { status: 409, statusText: "Conflict", headers }) });
  } catch (refusal) {
    return refusal as Refusal;
  }
};

test("a problem document becomes a refusal with its request id and violations", () => {
  const violations = [{ rule: "size", detail: "too long", pointer: "/name" }];
  const problem = { title: "Not valid", detail: "one fault", instance: "r-1", violations };
  const fault = refused(problem);
  expect(fault).toMatchObject({ problem, status: 409, requestId: "r-1", violations });
  expect(titleOf(fault as Refusal)).toBe("Not valid");
});

test("a response without a problem document is described by its status text", () => {
  const fault = refused("<html>", { "X-Request-Id": "r-2" }) as Refusal;
  expect(fault).toMatchObject({ problem: {}, requestId: "r-2", violations: [] });
  expect(titleOf(fault)).toBe("Conflict");
  expect(titleOf(new Refusal(0, {}, Response.error()))).toBe("Not possible");
});

test("a lost connection is a refusal, an aborted request is none, other errors are thrown", () => {
  expect(asRefusal(new TypeError("failed to fetch"))?.problem.title).toBe("No connection");
  expect(asRefusal(new DOMException("cancelled", "AbortError"))).toBeUndefined();
  const own = new Refusal(400, {}, Response.error());
  expect(asRefusal(own)).toBe(own);
  expect(() => asRefusal(new Error("a bug"))).toThrow("a bug");
});
