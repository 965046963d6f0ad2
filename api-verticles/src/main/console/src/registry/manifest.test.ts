import { expect, test } from "vitest";
import type { Manifest } from "../api/bodies";
import { changes, draftOf, EMPTY, keysIn, manifestOf } from "./manifest";

const manifest: Manifest = {
  name: "Row Notes",
  description: "Shows the fields of a farm.",
  publicKeys: [{ kty: "RSA", n: "abc", e: "AQAB" }],
  redirectUris: ["http://127.0.0.1:8001/callback"],
  backChannelLogoutUri: "https://203.0.113.7/logout",
  access: [{ audience: "farm-api", scopes: ["farm-read", "farm-write"] }],
};

test("a manifest that goes through the form is the same", () => {
  expect(manifestOf(draftOf(manifest))).toEqual({ manifest, broken: [] });
});

test("a key that is no JSON is named", () => {
  expect(manifestOf({ ...EMPTY, keys: ['{"kty":"EC"}', "BEGIN"] }).broken).toEqual([1]);
});

test("a key set is split into its keys, everything else stays as it is", () => {
  expect(keysIn('{"keys":[{"kty":"RSA"},{"kty":"EC"}]}')).toEqual(['{"kty":"RSA"}', '{"kty":"EC"}']);
  expect(keysIn('{"kty":"EC"}')).toEqual(['{"kty":"EC"}']);
  expect(keysIn("no key")).toEqual(["no key"]);
});

test("the differences name what came and what went, and nothing else", () => {
  const next: Manifest = {
    ...manifest,
    publicKeys: [{ kty: "EC", crv: "P-256", kid: "2026", x: "x", y: "y" }],
    access: [{ audience: "farm-api", scopes: ["farm-read"] }],
    clientCredentials: true,
  };
  expect(changes(manifest, next)).toEqual([
    { member: "publicKeys", removed: ["RSA abc"], added: ["EC P-256 2026"] },
    { member: "access", removed: ["farm-api: farm-write"], added: [] },
    { member: "clientCredentials", removed: [], added: ["true"] },
  ]);
  expect(changes(manifest, manifest)).toEqual([]);
});

test("everything in a first version is new", () => {
  expect(changes(undefined, manifest).map(({ member }) => member)).toEqual([
    "name",
    "description",
    "publicKeys",
    "redirectUris",
    "backChannelLogoutUri",
    "access",
  ]);
});
