import createClient, {
  type Client,
  type ClientOptions,
  createFinalURL,
  createQuerySerializer,
  defaultPathSerializer,
  type Middleware,
} from "openapi-fetch";
import type * as farm from "./farm.js";
import type * as sensor from "./sensor.js";
import type * as spatio from "./spatio.js";
import type * as store from "./store.js";

export type { farm, sensor, spatio, store };

/** All paths of the farm, the spatio-temporal and the sensor API and of the app registry. */
export type Paths = farm.paths & spatio.paths & sensor.paths & store.paths;

/** The body of every refusal (RFC 9457). */
export type Problem = farm.components["schemas"]["Problem"];

/** The API that a token is for; a token of an OpenID provider names it as its audience. */
export type Audience = "farm-api" | "spatio-api" | "sensor-api";

export interface Options extends Omit<ClientOptions, "baseUrl" | "querySerializer" | "pathSerializer"> {
  /** Returns the access token of a request; it is called for each one. */
  token?: (audience: Audience) => string | Promise<string>;
}

/** One reason of a refusal; `pointer` is a JSON Pointer into the body that was sent. */
export type Violation = NonNullable<Problem["violations"]>[number];

/** A refused request, with the problem document of the platform. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly problem: Partial<Problem>,
    readonly response: Response,
  ) {
    super(`${status} ${problem.title ?? response.statusText}: ${problem.detail ?? ""}`);
    this.name = "Refusal";
  }

  /** The reasons; empty where the problem document has none. */
  get violations(): Violation[] {
    return this.problem.violations ?? [];
  }

  /** The request id, by which an operator finds the request in the log. */
  get requestId(): string {
    return this.problem.instance ?? this.response.headers.get("X-Request-Id") ?? "";
  }
}

/** The parameters of a GET that are part of its address. */
export type AddressOf<P extends keyof Paths> = Paths[P] extends { get: { parameters: infer D } }
  ? Pick<D, Extract<keyof D, "path" | "query">>
  : never;

export interface Glebe extends Client<Paths> {
  /** Gets the body behind a link of an answer, for example of the next page. The link must have the client's address. */
  follow<T>(link: string, init?: { signal?: AbortSignal }): Promise<T>;

  /** The address of a GET, for an image or a link. Whoever opens it needs a token or a session. */
  address<P extends keyof Paths>(path: P, params: AddressOf<P>): string;
}

const audienceOf = (template: string): Audience =>
  /^\/(v1|store)\//.test(template) ? "farm-api" : template.startsWith("/sta/") ? "sensor-api" : "spatio-api";

/** Adds the token, and the media type of a patch where the caller names none. */
function request(token: Options["token"]): Middleware {
  return {
    async onRequest({ request, schemaPath }) {
      if (token) request.headers.set("Authorization", `Bearer ${await token(audienceOf(schemaPath))}`);
      if (request.method === "PATCH" && request.headers.get("Content-Type") === "application/json")
        request.headers.set("Content-Type", "application/merge-patch+json");
      return request;
    },
  };
}

/** A form of members: one part for each value of a list, files as they are, texts without quotes, other values as JSON. */
export function formOf(members: object): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(members))
    for (const part of Array.isArray(value) ? value : [value])
      form.append(name, part instanceof Blob || typeof part === "string" ? part : JSON.stringify(part));
  return form;
}

const hasFile = (body: object) => Object.values(body).flat().some((value) => value instanceof Blob);

/** Bytes, texts and forms are sent as they are, members with files as a form, everything else as JSON. */
function serialized(body: unknown): BodyInit {
  if (typeof body === "string" || body instanceof Blob || body instanceof FormData || body instanceof ArrayBuffer) return body;
  return typeof body === "object" && body !== null && hasFile(body) ? formOf(body) : JSON.stringify(body);
}

/** A parameter named "path" has several segments. */
const pathSerializer: typeof defaultPathSerializer = (template, { path, ...others }) => {
  const segments = String(path ?? "").split("/").map(encodeURIComponent);
  return defaultPathSerializer(template.replace("{path}", () => segments.join("/")), others);
};

const QUERY = { array: { style: "form", explode: false }, object: { style: "form", explode: true } } as const;

/**
 * A client of the platform at an address:
 *
 *     const glebe = createGlebe("http://localhost:8080", { token: () => "glebe-dev-token" });
 *     const { data, error } = await glebe.GET("/v1/farms", { params: { query: { limit: 10 } } });
 *
 * `data` has the type of the answer, `error` is a problem document, `response` has the headers.
 */
export function createGlebe(address: string, { token, ...options }: Options = {}): Glebe {
  const base = address.replace(/\/+$/, "");
  const client = createClient<Paths>({
    redirect: "error", // a redirect would take the token to another address
    ...options,
    baseUrl: base,
    bodySerializer: serialized,
    querySerializer: QUERY,
    pathSerializer,
  });
  client.use(request(token));
  const follow = async <T>(link: string, init: { signal?: AbortSignal } = {}): Promise<T> => {
    const url = new URL(link, base);
    if (!url.href.startsWith(`${base}/`)) throw new TypeError(`${url.href} does not belong to ${base}`);
    const path = url.href.slice(base.length) as "/v1/farms";
    return unwrap(await client.GET(path, init)) as T;
  };
  const querySerializer = createQuerySerializer(QUERY);
  const addressOf = <P extends keyof Paths>(path: P, params: AddressOf<P>): string =>
    createFinalURL(path, { baseUrl: base, params, querySerializer, pathSerializer });
  return Object.assign(client, { follow, address: addressOf });
}

/** The version of an answer, for `If-Match` and `If-None-Match`. */
export const etagOf = ({ response }: { response: Response }): string | undefined =>
  response.headers.get("ETag") ?? undefined;

/** The body of an answer; throws a Refusal where the platform refused the request. */
export function unwrap<T>(answer: { data?: T; error?: unknown; response: Response }): T {
  const { data, error, response } = answer;
  if (response.ok) return data as T;
  throw new Refusal(response.status, typeof error === "object" && error !== null ? error : {}, response);
}

/** The link to the next page of a list of OGC, STAC or SensorThings; undefined for the last page. */
export function nextLink(page: {
  links?: { rel?: string; href?: string; method?: string }[];
  "@iot.nextLink"?: string;
}): string | undefined {
  return page["@iot.nextLink"] ?? page.links?.find(({ rel, method }) => rel === "next" && method !== "POST")?.href;
}
