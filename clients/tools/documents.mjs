// The OpenAPI documents that a running platform publishes.
import { ok } from "node:assert/strict";

/** Name of each document with the path below which its API is served. */
export const APIS = { farm: "/v1", spatio: "/api/v2", sensor: "/sta/v1.1" };

/** The same with the documents that the clients leave out. */
export const ALL_APIS = { ...APIS, store: "/store" };

/** The same with the documents that only the console uses; services exist with GLEBE_SERVICE_REGISTRY=true. */
export const CONSOLE_APIS = { ...ALL_APIS, services: "/services" };

async function document(base, path) {
  const answer = await fetch(new URL(path, base), { headers: { Accept: "application/json" } });
  ok(answer.ok, `${path} answered ${answer.status}`);
  return answer.json();
}

/** The documents of OpenAPI 3.1 by their names. */
export async function documents(base, apis) {
  const all = Object.entries(apis).map(async ([name, path]) => [name, await document(base, `${path}/openapi.json`)]);
  return Object.fromEntries(await Promise.all(all));
}

/** The documents of OpenAPI 3.0 by their names. */
export async function documents30(base, apis) {
  const all = Object.entries(apis).map(async ([name, path]) => [
    name,
    await document(base, `${path}/openapi-3.0.json`),
  ]);
  return Object.fromEntries(await Promise.all(all));
}
