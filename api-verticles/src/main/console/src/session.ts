import { type Problem, Refusal } from "glebe-client";

// The console's tokens stay on the server; the browser holds a session cookie that scripts cannot read.

/** The base map of the platform's settings. */
export interface Basemap {
  /** a template of tiles, or the address of a PMTiles archive */
  address: string;
  archive: boolean;
  attribution: string;
}

export interface Session {
  user: string;
  /** identifies the person's User record */
  subject: string;
  /** sent with every request that changes data */
  csrf: string;
  /** whether the platform has a service registry */
  services: boolean;
  /** absent for the console's own base map */
  basemap?: Basemap;
}

let current: Session | undefined;

/** The session of the signed-in person; nothing when the browser goes to the sign-in page. */
export async function signIn(): Promise<Session | undefined> {
  // with this parameter an absent session is 204; browsers would log a 401 as an error
  const response = await fetch("/console/session?absent=empty", { headers: { Accept: "application/json" } });
  if (response.status === 204) {
    toSignIn();
    return undefined;
  }
  if (!response.ok) throw await refused(response);
  current = (await response.json()) as Session;
  return current;
}

const refused = async (response: Response) =>
  new Refusal(response.status, (await response.json().catch(() => ({}))) as Partial<Problem>, response);

/** The session of the signed-in person. */
export const person = (): Session | undefined => current;

const LAST = "glebe-sign-in";
const MIN_INTERVAL_MILLIS = 15_000;

/**
 * Goes to the sign-in page when an API refuses the session; false when it was there seconds ago, to avoid a loop.
 *
 * @param link the header Link of the refusal: it may name a sign-in that asks for missing consent
 */
export function signInAgain(link: string | null): boolean {
  const last = Number(sessionStorage.getItem(LAST) ?? 0);
  if (Date.now() - last < MIN_INTERVAL_MILLIS) return false;
  sessionStorage.setItem(LAST, String(Date.now()));
  toSignIn(loginAddress(link));
  return true;
}

const LOGIN = "/console/session/login";

/** The sign-in of this platform that a header Link names. */
export function loginAddress(link: string | null): string {
  const [, address = LOGIN] = /<([^>]+)>;\s*rel="login"/.exec(link ?? "") ?? [];
  return address.startsWith(`${LOGIN}?`) ? address : LOGIN;
}

function toSignIn(address = LOGIN): void {
  const here = location.pathname + location.search + location.hash;
  location.assign(`${address}${address.includes("?") ? "&" : "?"}return=${encodeURIComponent(here)}`);
}

export async function signOut(): Promise<void> {
  const response = await fetch("/console/session", { method: "DELETE", headers: sessionHeaders() });
  const { next } = response.ok ? ((await response.json()) as { next: string }) : { next: "/console/" };
  location.assign(next);
}

export function sessionHeaders(): Record<string, string> {
  return current ? { "X-Glebe-Session": current.csrf } : {};
}
