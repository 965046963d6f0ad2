import { unwrap } from "glebe-client";
import type { Role } from "../api/bodies";
import { allPages, glebe } from "../api/client";
import { labelOf } from "../records/labels";

// Requests of the page of people and access to the farm API.

const MAX_ENTRIES = 20_000;

export const users = (signal: AbortSignal) =>
  allPages((query) => glebe.GET("/v1/users", { params: { query }, signal }).then(unwrap), MAX_ENTRIES).then((all) =>
    all.sort((a, b) => a.displayName.localeCompare(b.displayName)),
  );

export const roles = (signal: AbortSignal) =>
  allPages((query) => glebe.GET("/v1/roles", { params: { query }, signal }).then(unwrap), MAX_ENTRIES).then((all) =>
    all.sort((a, b) => a.name.localeCompare(b.name)),
  );

export const organizations = (signal: AbortSignal) =>
  allPages((query) => glebe.GET("/v1/organizations", { params: { query }, signal }).then(unwrap), MAX_ENTRIES);

export const assignments = (farmId: string, signal: AbortSignal) =>
  allPages(
    (page) => glebe.GET("/v1/access-assignments", { params: { query: { ...page, farmId } }, signal }).then(unwrap),
    MAX_ENTRIES,
  );

const created = (id: string) => ({ path: { id }, header: { "If-None-Match": "*" as const } });

/** Invites a person by address; the role is that of a farm. */
export const invite = (farmId: string, email: string, role: string) =>
  glebe.POST("/v1/farms/{farmId}/users", { params: { path: { farmId } }, body: { email, role } as never }).then(unwrap);

export const changeUser = (id: string, patch: Record<string, unknown>) =>
  glebe.PATCH("/v1/users/{id}", { params: { path: { id } }, body: patch as never }).then(unwrap);

export const assign = (body: {
  userId: string;
  farmId: string;
  roleId: string;
  startsAt?: string;
  endsAt?: string;
}) => {
  const id = crypto.randomUUID();
  return glebe
    .PUT("/v1/access-assignments/{id}", { params: created(id), body: { id, originType: "USER", ...body } as never })
    .then(unwrap);
};

export const endAssignment = (id: string) =>
  glebe.DELETE("/v1/access-assignments/{id}", { params: { path: { id } } }).then(unwrap);

export const addRole = (organizationId: string, name: string, permissions: string[]) => {
  const id = crypto.randomUUID();
  const body = { id, originType: "USER", name, organizationId, permissions } as never;
  return glebe.PUT("/v1/roles/{id}", { params: created(id), body }).then(unwrap);
};

export const deleteRole = (id: string) => glebe.DELETE("/v1/roles/{id}", { params: { path: { id } } }).then(unwrap);

export const tokens = (signal: AbortSignal) =>
  glebe.GET("/v1/admin/tokens", { signal }).then((answer) => unwrap(answer).items);

export interface TokenOrder {
  name: string;
  subject: string;
  audiences: string[];
  scopes: string[];
  expiresAt?: string;
}

export const makeToken = (body: TokenOrder) => glebe.POST("/v1/admin/tokens", { body: body as never }).then(unwrap);

export const revokeToken = (id: string) =>
  glebe.DELETE("/v1/admin/tokens/{id}", { params: { path: { id } } }).then(unwrap);

export const accounts = (signal: AbortSignal) =>
  glebe.GET("/v1/admin/service-accounts", { signal }).then((answer) => unwrap(answer).items);

export const putAccount = (name: string, password: string, scopes: string[]) =>
  glebe
    .PUT("/v1/admin/service-accounts/{name}", { params: { path: { name } }, body: { password, scopes } as never })
    .then(unwrap);

export const deleteAccount = (name: string) =>
  glebe.DELETE("/v1/admin/service-accounts/{name}", { params: { path: { name } } }).then(unwrap);

export const health = (signal: AbortSignal) => glebe.GET("/v1/admin/health", { signal }).then(unwrap);

/** Starter roles have codes, which invitations name. */
export const codeOf = ({ code, name }: Role) => code ?? name;

/** The name of a role; starter roles have ordinary words. */
export const roleName = (role: Role | undefined): string =>
  role === undefined ? "" : role.organizationId ? role.name : labelOf(role.name);

const PASSWORD_BYTES = 24;

/** A password that nobody has to remember. */
export const newPassword = (): string =>
  btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(PASSWORD_BYTES))))
    .replaceAll("+", "-")
    .replaceAll("/", "_");
