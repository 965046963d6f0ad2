// The OpenAPI documents that a running platform publishes.
import { ok } from "node:assert/strict";

/** Name of each document with the path below which its API is served. */
export const APIS = { farm: "/v1", spatio: "/api/v2", sensor: "/sta/v1.1", store: "/store" };

/** The same with the document that the clients leave out; services exist with GLEBE_SERVICE_REGISTRY=true. */
export const ALL_APIS = { ...APIS, services: "/services" };

/** The documents that this platform publishes. */
export async function publishedApis(base) {
  const { ok: found } = await fetch(new URL(`${ALL_APIS.services}/openapi.json`, base), { method: "HEAD" });
  return found ? ALL_APIS : APIS;
}

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
