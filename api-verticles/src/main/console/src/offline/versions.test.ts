import { Refusal } from "glebe-client";
import { expect, test, vi } from "vitest";
import { versionOf, versioned } from "./versions";

const AT = "2026-03-01T08:15:30.120000Z";
const answers = () =>
  vi.fn(() => Promise.resolve(Response.json({ id: "7", updatedAt: AT }, { headers: { ETag: '"4"' } })));

test("the version that was opened needs no request", async () => {
  const fetch = answers();
  expect(await versionOf("/tasks/7", { version: '"3"', updatedAt: AT }, { fetch })).toBe('"3"');
  expect(await versionOf("/tasks/7", {}, { fetch })).toBeUndefined();
  expect(fetch).not.toHaveBeenCalled();
});

test("the version of a record of a list is that of the platform while it has not changed", async () => {
  const fetch = answers();
  expect(await versionOf("/tasks/7", { updatedAt: AT }, { fetch })).toBe('"4"');
  const [[request]] = fetch.mock.calls as unknown as [[Request]];
  expect([request.method, new URL(request.url).pathname]).toEqual(["GET", "/v1/tasks/7"]);
});

test("a record that somebody has changed since it was listed is refused as the platform refuses a version", async () => {
  const refused = versionOf("/tasks/7", { updatedAt: "2026-03-01T08:15:30.119999Z" }, { fetch: answers() });
  await expect(refused).rejects.toMatchObject({ status: 412 });
  await expect(refused).rejects.toBeInstanceOf(Refusal);
});

test("without a network a record is as its list has it, without a version", async () => {
  const known = { name: "Mow" };
  expect(await versioned(Promise.reject(new TypeError("no network")), known)).toEqual({ record: known });
  await expect(versioned(Promise.reject(new TypeError("no network")))).rejects.toBeInstanceOf(TypeError);
});
