import { refusal } from "./refusal";

// The console's tokens stay on the server; the browser holds a session cookie that scripts cannot read.

export interface Session {
  user: string;
  /** by which the person's User record is found */
  subject: string;
  /** sent back with every request that changes something */
  csrf: string;
}

let current: Session | undefined;

/** The signed-in person's session, or nothing while the browser is on its way to the sign-in page. */
export async function signIn(): Promise<Session | undefined> {
  // asked this way an absent session is no error, which browsers would log
  const answer = await fetch("/console/session?absent=empty", { headers: { Accept: "application/json" } });
  if (answer.status === 204) {
    toSignIn();
    return undefined;
  }
  if (!answer.ok) throw await refusal(answer);
  current = (await answer.json()) as Session;
  return current;
}

/** Who is signed in. */
export const person = (): Session | undefined => current;

const LAST = "glebe-sign-in";
const PATIENCE_MILLIS = 15_000;

/** Goes to the sign-in page after an API has refused the session, but never in a circle. */
export function signInAgain(): boolean {
  const last = Number(sessionStorage.getItem(LAST) ?? 0);
  if (Date.now() - last < PATIENCE_MILLIS) return false;
  sessionStorage.setItem(LAST, String(Date.now()));
  toSignIn();
  return true;
}

function toSignIn(): void {
  const here = location.pathname + location.search + location.hash;
  location.assign(`/console/session/login?return=${encodeURIComponent(here)}`);
}

export async function signOut(): Promise<void> {
  const answer = await fetch("/console/session", { method: "DELETE", headers: sessionHeaders() });
  const { next } = answer.ok ? ((await answer.json()) as { next: string }) : { next: "/console/" };
  location.assign(next);
}

export function sessionHeaders(): Record<string, string> {
  return current ? { "X-Glebe-Session": current.csrf } : {};
}
