import { computed, signal } from "@preact/signals";

// Whether the platform can be reached, by what happened to the requests.

/** Whether the last request got an answer. */
const answering = signal(true);
/** Whether the browser has a network. */
const connected = signal((globalThis.navigator as Navigator | undefined)?.onLine ?? true);

/** Whether requests have a chance. */
export const reachable = computed(() => connected.value && answering.value);

/** The ages of the kept answers that are shown, by their addresses. */
const shown = signal<ReadonlyMap<string, number>>(new Map());

/** When the oldest of the kept answers that are shown came from the platform. */
export const shownSince = computed(() => (shown.value.size > 0 ? Math.min(...shown.value.values()) : undefined));

export function showsKept(address: string, at: number): void {
  shown.value = new Map(shown.peek()).set(address, at);
}

export function showsNew(address: string): void {
  if (!shown.peek().has(address)) return;
  const rest = new Map(shown.peek());
  rest.delete(address);
  shown.value = rest;
}

/** Another page shows other answers. */
export const showsNothing = () => void (shown.value = new Map());

/** Counts how often the platform was reached again or took waiting changes; what is loaded then is loaded anew. */
export const renewed = signal(0);

export function renew(): void {
  showsNothing();
  renewed.value++;
}

const FIRST_WAIT_MILLIS = 3_000;
const LONGEST_WAIT_MILLIS = 60_000;
const ASK_MILLIS = 10_000;
let wait = FIRST_WAIT_MILLIS;
let timer: ReturnType<typeof setTimeout> | undefined;

/** How long a read waits before a kept answer takes its place: not again and again where nothing is heard. */
const PATIENCE_MILLIS = 10_000;
const IMPATIENCE_MILLIS = 300;
let silent = false;
export const patience = (): number => (silent || !reachable.peek() ? IMPATIENCE_MILLIS : PATIENCE_MILLIS);

/** Nothing was heard in time. */
export function unheard(): void {
  silent = true;
  failed();
}

export function answered(): void {
  silent = false;
  clearTimeout(timer);
  timer = undefined;
  wait = FIRST_WAIT_MILLIS;
  if (answering.peek()) return;
  answering.value = true;
  renew();
}

/** A request failed. One request may fail for its own reasons, so the platform is asked before anybody is told. */
export function failed(): void {
  if (timer === undefined && connected.peek()) void ask();
}

/** Asks until an answer comes, less and less often. */
async function ask(): Promise<void> {
  clearTimeout(timer);
  timer = setTimeout(() => void ask(), wait);
  wait = Math.min(2 * wait, LONGEST_WAIT_MILLIS);
  try {
    const answer = await fetch("/console/session?absent=empty", { signal: AbortSignal.timeout(ASK_MILLIS) });
    if (isGone(answer.status)) answering.value = false;
    else answered();
  } catch {
    answering.value = false;
  }
}

/** Whether no answer came: the network failed, or nothing was heard in time. */
export const isLost = (error: unknown): boolean =>
  error instanceof TypeError || (error instanceof DOMException && error.name === "TimeoutError");

/** Whether a status is that of a balancer before a platform that is not there. */
export const isGone = (status: number): boolean => status >= 502 && status <= 504;

/** Follows what the browser knows of its network. */
export function followNetwork(): void {
  addEventListener("online", () => {
    connected.value = true;
    void ask();
    renew();
  });
  addEventListener("offline", () => (connected.value = false));
}
