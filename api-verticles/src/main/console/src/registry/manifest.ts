import type { AppVersion, Manifest } from "../api/bodies";

// Manifests as a form holds them, and their differences.

export type Key = Manifest["publicKeys"][number];

/** Audiences and scopes as a person wrote them; the platform refuses unknown ones. */
type Access = Manifest["access"];

/** A manifest as a person writes it: keys are texts until they are sent. */
export interface Draft {
  name: string;
  description: string;
  keys: string[];
  redirectUris: string[];
  backChannelLogoutUri: string;
  /** scopes by API, with spaces between them */
  access: { audience: string; scopes: string }[];
  clientCredentials: boolean;
}

export const EMPTY: Draft = {
  name: "",
  description: "",
  keys: [""],
  redirectUris: [""],
  backChannelLogoutUri: "",
  access: [{ audience: "farm-api", scopes: "farm-read" }],
  clientCredentials: false,
};

export const draftOf = (manifest: Manifest): Draft => ({
  name: manifest.name,
  description: manifest.description,
  keys: manifest.publicKeys.map((key) => JSON.stringify(key)),
  redirectUris: [...manifest.redirectUris],
  backChannelLogoutUri: manifest.backChannelLogoutUri,
  access: manifest.access.map(({ audience, scopes }) => ({ audience, scopes: scopes.join(" ") })),
  clientCredentials: manifest.clientCredentials ?? false,
});

const wordsIn = (text: string) => text.split(/[\s,]+/).filter(Boolean);

/** The manifest of a draft; names the keys that are no JSON, which the platform cannot point at. */
export function manifestOf(draft: Draft): { manifest: Manifest; broken: number[] } {
  const broken: number[] = [];
  const publicKeys = draft.keys.map((text, index) => {
    try {
      return JSON.parse(text) as Key;
    } catch {
      broken.push(index);
      return {} as Key;
    }
  });
  const manifest: Manifest = {
    name: draft.name.trim(),
    description: draft.description.trim(),
    publicKeys,
    redirectUris: draft.redirectUris.map((uri) => uri.trim()),
    backChannelLogoutUri: draft.backChannelLogoutUri.trim(),
    access: draft.access.map(({ audience, scopes }) => ({ audience, scopes: wordsIn(scopes) })) as Access,
    ...(draft.clientCredentials && { clientCredentials: true }),
  };
  return { manifest, broken };
}

/** The keys of a text that a person pastes: one key, or a key set with several. */
export function keysIn(text: string): string[] {
  try {
    const { keys } = JSON.parse(text) as { keys?: unknown };
    return Array.isArray(keys) ? keys.map((key) => JSON.stringify(key)) : [text];
  } catch {
    return [text];
  }
}

/** A change of one member between two manifests. */
export interface Change {
  member: keyof Manifest;
  removed: string[];
  added: string[];
}

const keyText = (key: Key) =>
  [key.kty, key.crv, key.kid ?? (key.n ?? key.x ?? "").slice(0, 24)].filter(Boolean).join(" ");

/** The values of each member as comparable lines. */
const linesOf = (manifest: Manifest | undefined): [keyof Manifest, string[]][] => [
  ["name", manifest ? [manifest.name] : []],
  ["description", manifest ? [manifest.description] : []],
  ["publicKeys", manifest?.publicKeys.map(keyText) ?? []],
  ["redirectUris", manifest?.redirectUris ?? []],
  ["backChannelLogoutUri", manifest ? [manifest.backChannelLogoutUri] : []],
  ["access", manifest?.access.flatMap(({ audience, scopes }) => scopes.map((scope) => `${audience}: ${scope}`)) ?? []],
  ["clientCredentials", manifest?.clientCredentials ? ["true"] : []],
];

/** The members in which a manifest differs from an earlier one; all of them where there is none. */
export function changes(before: Manifest | undefined, after: Manifest): Change[] {
  const old = new Map(linesOf(before));
  return linesOf(after)
    .map(([member, lines]): Change => {
      const earlier = old.get(member) ?? [];
      return {
        member,
        removed: earlier.filter((line) => !lines.includes(line)),
        added: lines.filter((line) => !earlier.includes(line)),
      };
    })
    .filter(({ removed, added }) => removed.length + added.length > 0);
}

/** The version in use with which a reviewer compares another one. */
export const inUse = (all: AppVersion[], version: AppVersion): AppVersion | undefined =>
  all.find(({ state, number }) => state === "APPROVED" && number !== version.number) ??
  all.find(({ state, number }) => state === "SUPERSEDED" && number < version.number);
