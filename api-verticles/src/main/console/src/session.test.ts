import { expect, test } from "vitest";
import { loginAddress } from "./session";

test("a refusal names the sign-in that asks for missing consent", () => {
  expect(loginAddress('</console/session/login?prompt=consent>; rel="login"')).toBe(
    "/console/session/login?prompt=consent",
  );
  expect(loginAddress('</v1/openapi.json>; rel="service-desc", </console/session/login>; rel="login"')).toBe(
    "/console/session/login",
  );
});

test("no other address is followed", () => {
  for (const link of [
    null,
    "",
    '<https://elsewhere.example/?x>; rel="login"',
    '</console/session/login/../x>; rel="login"',
  ])
    expect(loginAddress(link)).toBe("/console/session/login");
});
