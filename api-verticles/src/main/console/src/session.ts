import { type Problem, Refusal } from "glebe-client";
import { isGone, isLost, unheard } from "./offline/network";
import { forget } from "./offline/store";

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

const SESSION = "/console/session";
/** The person who signed in last, for a start without a network; without the secret of the session. */
const KEPT = "glebe-person";
/** The farm that a person keeps on this device. */
export const KEPT_FARM = "glebe-kept-farm";
const MAX_AGE_MILLIS = 30 * 86_400_000;

/** Who has a session of before does not wait longer for the platform. */
const PATIENCE_MILLIS = 6_000;

/** The session of the signed-in person; nothing when the browser goes to the sign-in page. */
export async function signIn(): Promise<Session | undefined> {
  const kept = keptSession();
  const found = await session(kept && AbortSignal.timeout(PATIENCE_MILLIS)).catch((error: unknown) => {
    if (!kept || !(isLost(error) || (error instanceof Refusal && isGone(error.status)))) throw error;
    unheard();
    return kept;
  });
  if (!found) toSignIn();
  current = found;
  return current;
}

/** The session that the platform knows; nothing when there is none. */
async function session(signal?: AbortSignal): Promise<Session | undefined> {
  // with this parameter an absent session is 204; browsers would log a 401 as an error
  const response = await fetch(`${SESSION}?absent=empty`, { headers: { Accept: "application/json" }, signal });
  if (response.status === 204) return undefined;
  if (!response.ok) throw await refused(response);
  const found = (await response.json()) as Session;
  const before = keptSession();
  if (before && before.subject !== found.subject) void endPush().catch(() => {});
  localStorage.setItem(KEPT, JSON.stringify({ ...found, csrf: "", at: Date.now() }));
  return found;
}

function keptSession(): Session | undefined {
  const kept = JSON.parse(localStorage.getItem(KEPT) ?? "null") as (Session & { at: number }) | null;
  return kept && Date.now() - kept.at < MAX_AGE_MILLIS ? kept : undefined;
}

/**
 * Asks the platform whether the person of this page is signed in. Another person who has signed in in another window gets
 * the page anew. Fails without a network.
 */
export async function isSignedIn(): Promise<boolean> {
  const found = await session();
  if (!found) return false;
  if (found.subject !== current?.subject) {
    location.reload();
    return false;
  }
  current = found;
  return true;
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

const LOGIN = `${SESSION}/login`;

/** The sign-in of this platform that a header Link names. */
export function loginAddress(link: string | null): string {
  const [, address = LOGIN] = /<([^>]+)>;\s*rel="login"/.exec(link ?? "") ?? [];
  return address.startsWith(`${LOGIN}?`) ? address : LOGIN;
}

export function toSignIn(address = LOGIN): void {
  const here = location.pathname + location.search + location.hash;
  location.assign(`${address}${address.includes("?") ? "&" : "?"}return=${encodeURIComponent(here)}`);
}

/** Follows the other windows of the browser: where another person signs in, or the person signs out, this one begins anew. */
export function followWindows(): void {
  addEventListener("storage", ({ key }) => {
    if (key === KEPT && keptSession()?.subject !== current?.subject) location.reload();
  });
}

/** The alarms of a person are not shown to the next one at this browser. */
async function endPush(): Promise<void> {
  const registration = await (navigator.serviceWorker as ServiceWorkerContainer | undefined)?.getRegistration();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}

/** Ends the session and removes what the browser keeps of the person. Fails without a network. */
export async function signOut(): Promise<void> {
  if (!current?.csrf) await isSignedIn(); // this page began without a network
  const response = await fetch(SESSION, { method: "DELETE", headers: sessionHeaders() });
  const { next } = response.ok ? ((await response.json()) as { next: string }) : { next: "/console/" };
  for (const name of [KEPT, KEPT_FARM]) localStorage.removeItem(name);
  if (current) await forget(current.subject).catch(() => {}); // this browser keeps nothing
  await endPush().catch(() => {}); // there is none
  location.assign(next);
}

export function sessionHeaders(): Record<string, string> {
  return current?.csrf ? { "X-Glebe-Session": current.csrf } : {};
}
