import { fromProblem, Refusal, refusal } from "./refusal";
import { sessionHeaders, signInAgain } from "./session";

const ON_ITS_WAY = new Promise<never>(() => {}); // to the sign-in page

async function ask(path: string, init: RequestInit): Promise<Response> {
  const headers = { Accept: "application/json", ...sessionHeaders(), ...init.headers };
  const answer = await fetch(path, { ...init, headers });
  if (answer.status === 401 && signInAgain()) return ON_ITS_WAY;
  if (!answer.ok) throw await refusal(answer);
  return answer;
}

/** Fetches JSON from the platform; throws a Refusal, goes to the sign-in page when the session has ended. */
export async function get<T>(path: string, signal?: AbortSignal): Promise<T> {
  const answer = await ask(path, signal ? { signal } : {});
  return (await answer.json()) as T;
}

/** Creates something and answers what the platform made of it. */
export async function post<T>(path: string, body: unknown): Promise<T> {
  const headers = { "Content-Type": "application/json" };
  const answer = await ask(path, { method: "POST", headers, body: JSON.stringify(body) });
  return (await answer.json()) as T;
}

/** Removes something. */
export async function remove(path: string): Promise<void> {
  await ask(path, { method: "DELETE" });
}

/** All records of a paged list, or the first of them up to a bound. */
export async function everything<T>(path: string, bound: number, signal?: AbortSignal): Promise<T[]> {
  const found: T[] = [];
  let cursor = "";
  do {
    const start = `${path}${path.includes("?") ? "&" : "?"}limit=200`;
    const page = await get<{ items: T[]; nextCursor?: string; hasMore?: boolean }>(
      `${start}${cursor && `&cursor=${encodeURIComponent(cursor)}`}`,
      signal,
    );
    found.push(...page.items);
    cursor = page.hasMore ? (page.nextCursor ?? "") : "";
  } while (cursor && found.length < bound);
  return found;
}

/** Sends a file as the part `file` of a form; tells how far it is, from 0 to 1. */
export function upload<T>(path: string, file: File, progress: (share: number) => void): Promise<T> {
  const form = new FormData();
  form.append("file", file, file.name);
  return send(path, form, progress);
}

/** Sends a form, or a file as it is; tells how far it is, from 0 to 1. */
export function send<T>(path: string, body: FormData | Blob, progress: (share: number) => void, signal?: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", path);
    request.responseType = "json";
    for (const [name, value] of Object.entries({ Accept: "application/json", ...sessionHeaders() }))
      request.setRequestHeader(name, value);
    request.upload.onprogress = (event) => event.lengthComputable && progress(event.loaded / event.total);
    request.onerror = () => reject(new TypeError("the platform does not answer"));
    request.onabort = () => reject(new DOMException("given up", "AbortError"));
    request.onload = () => {
      if (request.status === 401 && signInAgain()) return;
      if (request.status < 300) resolve(request.response as T);
      else reject(failed(request));
    };
    signal?.addEventListener("abort", () => request.abort());
    request.send(body);
  });
}

const failed = (request: XMLHttpRequest): Refusal =>
  fromProblem(request.response ?? {}, request.status, request.statusText, request.getResponseHeader("X-Request-Id"));
