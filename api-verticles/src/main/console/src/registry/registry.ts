import type * as services from "glebe-contract/services";
import type * as store from "glebe-contract/store";
import { unwrap } from "glebe-client";
import type { Client } from "openapi-fetch";
import type { AppVersion, Manifest, NewCommission, NewService } from "../api/bodies";
import { glebe } from "../api/client";

// Requests to the app registry and the service registry, which the published client leaves out.

const registry = glebe as unknown as Client<store.paths & services.paths>;

const PAGE = 50;
const MAX_ENTRIES = 500;

interface Page<T> {
  items: T[];
  hasMore: boolean;
  nextCursor?: string;
}

/** The entries of all pages, up to a bound. */
async function all<T>(load: (query: { limit: number; cursor?: string }) => Promise<Page<T>>): Promise<T[]> {
  const items: T[] = [];
  for (let cursor: string | undefined; ;) {
    const page = await load({ limit: PAGE, ...(cursor && { cursor }) });
    items.push(...page.items);
    if (!page.hasMore || !page.nextCursor || items.length >= MAX_ENTRIES) return items;
    cursor = page.nextCursor;
  }
}

export const apps = (signal: AbortSignal) =>
  all((query) => registry.GET("/store/apps", { params: { query }, signal }).then(unwrap));

export const app = (appId: string, signal: AbortSignal) =>
  registry.GET("/store/apps/{appId}", { params: { path: { appId } }, signal }).then(unwrap);

/** All versions of an app, the newest first. */
export const versions = (appId: string, signal: AbortSignal) =>
  registry
    .GET("/store/apps/{appId}/versions", { params: { path: { appId } }, signal })
    .then((answer) => unwrap(answer).items);

export const waiting = (signal: AbortSignal) =>
  all((query) => registry.GET("/store/reviews", { params: { query }, signal }).then(unwrap));

export const register = (body: Manifest) => registry.POST("/store/apps", { body }).then(unwrap);

export const withdrawApp = (appId: string, reason: string) =>
  registry.POST("/store/apps/{appId}/withdraw", { params: { path: { appId } }, body: { reason } }).then(unwrap);

export const addVersion = (appId: string, body: Manifest) =>
  registry.POST("/store/apps/{appId}/versions", { params: { path: { appId } }, body }).then(unwrap);

const VERSION = "/store/apps/{appId}/versions/{number}";
const at = ({ appId, number }: AppVersion) => ({ path: { appId, number } });

export const replaceManifest = (version: AppVersion, body: Manifest) =>
  registry.PUT(VERSION, { params: at(version), body }).then(unwrap);

export const submit = (version: AppVersion) => registry.POST(`${VERSION}/submit`, { params: at(version) }).then(unwrap);

export const withdrawVersion = (version: AppVersion) =>
  registry.POST(`${VERSION}/withdraw`, { params: at(version) }).then(unwrap);

export const approve = (version: AppVersion, comment: string) =>
  registry.POST(`${VERSION}/approve`, { params: at(version), body: comment ? { comment } : {} }).then(unwrap);

export const reject = (version: AppVersion, reason: string) =>
  registry.POST(`${VERSION}/reject`, { params: at(version), body: { reason } }).then(unwrap);

export const allServices = (signal: AbortSignal) =>
  all((query) => registry.GET("/services", { params: { query }, signal }).then(unwrap));

export const onboard = (body: NewService) => registry.POST("/services", { body }).then(unwrap);

const SERVICE = "/services/{serviceId}";
const of = (serviceId: string) => ({ path: { serviceId } });

export const renewSecret = (service: string) =>
  registry.POST(`${SERVICE}/secret`, { params: of(service) }).then(unwrap);

export const disable = (service: string, reason: string) =>
  registry.POST(`${SERVICE}/disable`, { params: of(service), body: { reason } }).then(unwrap);

export const enable = (service: string) => registry.POST(`${SERVICE}/enable`, { params: of(service) }).then(unwrap);

export const commissions = (service: string, signal: AbortSignal) =>
  all((query) =>
    registry.GET(`${SERVICE}/commissions`, { params: { ...of(service), query }, signal }).then(unwrap),
  ).then((found) => found.reverse());

export const order = (service: string, body: NewCommission) =>
  registry.POST(`${SERVICE}/commissions`, { params: of(service), body }).then(unwrap);

const commission = (serviceId: string, commissionId: string) => ({ path: { serviceId, commissionId } });

export const cancel = (service: string, id: string, reason: string) =>
  registry
    .POST(`${SERVICE}/commissions/{commissionId}/cancel`, { params: commission(service, id), body: { reason } })
    .then(unwrap);

export const redeliver = (service: string, id: string) =>
  registry.POST(`${SERVICE}/commissions/{commissionId}/redeliver`, { params: commission(service, id) }).then(unwrap);

export const results = (service: string, commissionId: string, signal: AbortSignal) =>
  all((query) =>
    registry
      .GET(`${SERVICE}/results`, { params: { ...of(service), query: { ...query, commissionId } }, signal })
      .then(unwrap),
  );
