import { sessionHeaders, signInAgain } from "../session";
import type { OpenBodies } from "./bodies";
import { type Method, type Parameters, path, pathOf, type Template } from "./path";
import { fromProblem, type Problem, type Refusal, refusal } from "./refusal";
import type { paths } from "./schema";

// Requests to the platform. Paths, parameters and bodies have the types of the contract (schema.ts, bodies.ts).

type Json<C> = C extends { "application/json": infer T } ? T : C[keyof C];
type Content<R> = { [S in keyof R]: R[S] extends { content: infer C } ? Json<C> : never };
type Responses<M extends Method, P extends keyof paths> = paths[P] extends { [N in M]: { responses: infer R } }
  ? Content<R>[keyof R]
  : never;

/** The body of a successful response. */
export type Body<M extends Method, P extends keyof paths> = `${M} ${P}` extends keyof OpenBodies
  ? OpenBodies[`${M} ${P}`]
  : Responses<M, P>;

const LEAVES_FOR_SIGN_IN = new Promise<never>(() => {});

async function request(address: string, init: RequestInit): Promise<Response> {
  const headers = { Accept: "application/json", ...sessionHeaders(), ...(init.headers as Record<string, string>) };
  const response = await fetch(address, { ...init, headers });
  if (response.status === 401 && signInAgain(response.headers.get("Link"))) return LEAVES_FOR_SIGN_IN;
  if (!response.ok) throw await refusal(response);
  return response;
}

/** Fetches JSON; throws a Refusal, goes to the sign-in page when the session has ended. */
export const get = <P extends Template<"get">>(template: P, parameters: Parameters<P>, signal?: AbortSignal) =>
  follow<Body<"get", P>>(path(template, parameters), signal);

/** Fetches the JSON behind a link of a response. */
export async function follow<T>(link: string, signal?: AbortSignal): Promise<T> {
  const response = await request(pathOf(link), signal ? { signal } : {});
  return (await response.json()) as T;
}

/** Creates something; returns the platform's representation of it. */
export async function post<P extends Template<"post">>(template: P, parameters: Parameters<P>, body: unknown) {
  const headers = { "Content-Type": "application/json" };
  const response = await request(path(template, parameters), { method: "POST", headers, body: JSON.stringify(body) });
  return (await response.json()) as Body<"post", P>;
}

export async function remove<P extends Template<"delete">>(template: P, parameters: Parameters<P>): Promise<void> {
  await request(path(template, parameters), { method: "DELETE" });
}

const PAGE = 200;

interface CursorPage<T> {
  items: T[];
  nextCursor?: string;
  hasMore?: boolean;
}

type Item<P extends Template<"get">> = Body<"get", P> extends CursorPage<infer T> ? T : never;

/** The items of all pages of a list, up to a bound. */
export async function allPages<P extends Template<"get">>(
  template: P,
  parameters: Parameters<P>,
  bound: number,
  signal?: AbortSignal,
): Promise<Item<P>[]> {
  const items: Item<P>[] = [];
  let cursor = "";
  do {
    const page = (await get(template, { ...parameters, limit: PAGE, cursor }, signal)) as CursorPage<Item<P>>;
    items.push(...page.items);
    cursor = page.hasMore ? (page.nextCursor ?? "") : "";
  } while (cursor && items.length < bound);
  return items;
}

/** A form with one file as its part `file`. */
export function formOf(file: File): FormData {
  const form = new FormData();
  form.append("file", file, file.name);
  return form;
}

/** Sends a form or a file; reports the sent share from 0 to 1. */
export function send<P extends Template<"post">>(
  template: P,
  parameters: Parameters<P>,
  body: FormData | Blob,
  progress: (share: number) => void,
  signal?: AbortSignal,
): Promise<Body<"post", P>> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", path(template, parameters));
    request.responseType = "json";
    for (const [name, value] of Object.entries({ Accept: "application/json", ...sessionHeaders() }))
      request.setRequestHeader(name, value);
    request.upload.onprogress = (event) => event.lengthComputable && progress(event.loaded / event.total);
    request.onerror = () => reject(new TypeError("the platform does not answer"));
    request.onabort = () => reject(new DOMException("cancelled", "AbortError"));
    request.onload = () => {
      if (request.status === 401 && signInAgain(request.getResponseHeader("Link"))) return;
      if (request.status < 300) resolve(request.response as Body<"post", P>);
      else reject(refusalOf(request));
    };
    signal?.addEventListener("abort", () => request.abort());
    request.send(body);
  });
}

const refusalOf = (request: XMLHttpRequest): Refusal =>
  fromProblem(
    (request.response as Problem | null) ?? {},
    request.status,
    request.statusText,
    request.getResponseHeader("X-Request-Id"),
  );
