import { computed, signal } from "@preact/signals";
import { Refusal, unwrap } from "glebe-client";
import type { Operation, OperationResult } from "../api/bodies";
import { glebe } from "../api/client";
import { isSignedIn, person } from "../session";
import { t } from "../texts/texts";
import { isGone, isLost, reachable, renew, renewed } from "./network";
import { changing, seenVersion } from "./reads";
import { fateOf } from "./fates";
import { sendEntry } from "./files";
import * as store from "./store";
import type { Entry } from "./store";
import { conditions, type Seen, versionOf } from "./versions";

// The only way in which tasks, activities and records are written: at once, or from the outbox when the platform does not
// answer. Every operation has an id that was chosen here, so that sending it again makes nothing twice.

/** All changes of the person that are not sent, were refused, or were sent in the last days. */
export const outbox = signal<Entry[]>([]);

export const waiting = computed(() => outbox.value.filter(({ fate }) => fate === "waiting"));
/** Changes about which the person has to decide. */
export const refused = computed(() => outbox.value.filter(({ fate }) => fate === "refused" || fate === "overridden"));

/** Whether changes wait only for the person to sign in. */
export const needsSignIn = signal(false);

/** Changes that are sent as soon as the platform answers. */
const isDue = ({ until = 0 }: Entry) => until <= Date.now();
export const due = () => waiting.peek().filter(isDue);

/** What the person reads of a change, and what pages show of it. */
export interface About {
  farm: string;
  text: string;
  shown?: Record<string, unknown>;
}

export const pathOfEntry = ({ operation, file }: Entry): string => operation?.path ?? `/data/${file?.record ?? ""}`;

/**
 * Sends one operation, or keeps it until the platform answers; the result is the record as far as it is known. While the
 * platform answers, it is refused where the record is not in the version that the person has seen.
 */
export async function write<T = Record<string, unknown>>(
  operation: Operation,
  about: About,
  seen: Seen = {},
): Promise<T> {
  let sending = operation;
  const inVersion = async (signal: AbortSignal) => {
    const version = await versionOf(operation.path, seen, { fetch: changing(), signal });
    sending = { ...operation, headers: { ...operation.headers, ...conditions(version) } };
    return [sending];
  };
  if (due().length === 0) {
    const result = await attempt(inVersion);
    if (result?.[0] && result[0].outcome !== "RETRY") return recordOf<T>(operation, result[0]);
  }
  const known = { ...conditions(seen.version), ...sending.headers };
  await keepForLater({ ...about, operation: await unconditional({ ...sending, headers: known }) });
  return { ...operation.body, id: operation.path.split("/").at(-1) } as T;
}

/** For so long a deletion can be taken back. */
export const UNDO_MILLIS = 20_000;

/** Deletes a record after that time; the result takes it back. Where the browser keeps nothing, it deletes at once. */
export async function removeLater(path: string, about: About): Promise<(() => Promise<void>) | undefined> {
  const operation: Operation = { method: "DELETE", path };
  const until = Date.now() + UNDO_MILLIS;
  const entry = await keepForLater({ ...about, operation, until }).catch(() => undefined);
  if (!entry) await (path.startsWith("/farms/") ? removeAlone(path) : write(operation, about));
  return entry && (() => takeBack(entry.id));
}

async function takeBack(id: string): Promise<void> {
  const entry = outbox.peek().find((one) => one.id === id);
  if (!entry || isDue(entry)) throw new Refusal(0, { title: t("It is deleted already.") }, Response.error());
  await drop(entry);
}

/** Keeps a change, and tries to send all that wait. */
export async function keepForLater(change: About & Pick<Entry, "operation" | "file" | "until">): Promise<Entry> {
  const subject = person()?.subject;
  if (!subject) throw new TypeError("nobody has signed in");
  const last = outbox.peek().at(-1)?.at ?? 0;
  const entry: Entry = {
    ...change,
    id: crypto.randomUUID(),
    person: subject,
    at: Math.max(Date.now(), last + 1),
    fate: "waiting",
  };
  await store.keepEntry(entry).catch(() => {
    throw new TypeError("this browser keeps nothing");
  });
  outbox.value = [...outbox.peek(), entry];
  tellOthers();
  void send();
  return entry;
}

/** A platform that has not answered by then is not waited for; what it did is not done twice. */
const PATIENCE_MILLIS = 30_000;

/** Results of operations; nothing when the platform does not answer. */
async function attempt(
  made: (signal: AbortSignal) => Operation[] | Promise<Operation[]>,
): Promise<OperationResult[] | undefined> {
  try {
    if (!person()?.csrf && !(await isSignedIn())) return undefined;
    const signal = AbortSignal.timeout(PATIENCE_MILLIS);
    const operations = await made(signal);
    return unwrap(await glebe.POST("/v1/$batch", { body: { operations }, fetch: changing(), signal })).results;
  } catch (error) {
    if (isLost(error) || (error instanceof Refusal && (isGone(error.status) || error.status === 429))) return undefined;
    throw error;
  }
}

function recordOf<T>({ body }: Operation, { outcome, status, body: answer }: OperationResult): T {
  if (outcome !== "DONE") throw new Refusal(status, answer ?? {}, Response.error());
  return (status < 300 ? answer : body) as T;
}

/** Without a condition: the newest change wins, and the platform names what it overrode since the version seen here. */
async function unconditional({ headers, ...operation }: Operation): Promise<Operation> {
  const { "If-Match": match, ...others } = headers ?? {};
  if (operation.method !== "PATCH") return { ...operation, headers: others };
  const known = match ?? (await seenVersion(operation.path));
  return { ...operation, headers: { ...others, ...(known && { "Glebe-Known-Version": known }) } };
}

const channel = "BroadcastChannel" in globalThis ? new BroadcastChannel("glebe-outbox") : undefined;
const tellOthers = () => channel?.postMessage("changed");

async function read(): Promise<void> {
  const subject = person()?.subject;
  if (subject) outbox.value = await store.entries(subject);
}

const SHOWN_MILLIS = 2 * 86_400_000;

/** Reads the outbox of the person and sends it, now and whenever the platform is reached again. */
export async function startOutbox(): Promise<void> {
  await read();
  if (waiting.peek().length > 0) renew(); // pages show them
  for (const entry of outbox.peek())
    if (entry.fate === "sent" && Date.now() - entry.at > SHOWN_MILLIS) await drop(entry);
  if (channel) channel.onmessage = () => void read().then(renew);
  reachable.subscribe((is) => is && void send());
  renewed.subscribe(() => void send());
  addEventListener("pagehide", leave);
}

/** Sends deletions when the person leaves; without an answer here they are sent again at the next start. */
function leave(): void {
  const left = waiting.peek().filter((entry) => !isDue(entry));
  if (left.length === 0 || !reachable.peek()) return;
  outbox.value = outbox.peek().map((entry) => (left.includes(entry) ? { ...entry, until: 0 } : entry));
  const operations = left.filter((entry) => !isAlone(entry)).map(({ operation }) => operation!);
  for (const one of left.filter(isAlone)) void removeAlone(one.operation!.path, true).catch(() => {});
  if (operations.length > 0)
    void glebe.POST("/v1/$batch", { body: { operations }, fetch: changing(), keepalive: true }).catch(() => {});
}

const RETRY_MILLIS = 30_000;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Sends what waits; one window at a time does. */
export function send(): Promise<void> {
  if (due().length === 0 || !reachable.peek()) return Promise.resolve(sendAfterwards());
  const { locks } = navigator as { locks?: LockManager };
  const work = (lock: Lock | null) => (lock ? sendAll() : undefined);
  return locks ? locks.request("glebe-outbox", { ifAvailable: true }, work) : sendAll();
}

/** Sends again what had to wait on, and deletions when they can no longer be taken back. */
function sendAfterwards(): void {
  clearTimeout(timer);
  const all = waiting.peek();
  if (all.length === 0) return;
  const wait = due().length > 0 ? RETRY_MILLIS : Math.min(...all.map(({ until = 0 }) => until)) - Date.now();
  timer = setTimeout(() => void send(), Math.max(0, wait));
}

async function sendAll(): Promise<void> {
  await read(); // another window may have sent some
  const before = waiting.peek().length;
  try {
    needsSignIn.value = due().length > 0 && !(await isSignedIn());
    while (!needsSignIn.peek() && due().length > 0 && (await sendNext()));
  } catch (error) {
    if (!isLost(error) && !(error instanceof Refusal)) throw error; // they wait on
  } finally {
    await read(); // with those that were made meanwhile
    if (waiting.peek().length < before) {
      tellOthers();
      renew();
    }
    sendAfterwards();
  }
}

const PORTION = 100;

/** Deletions of what is no record are no operations of an outbox. */
const isAlone = ({ operation }: Entry) => operation?.path.startsWith("/farms/") ?? false;

/** Deletes what is no record; undefined when no answer comes. */
async function removeAlone(path: string, keepalive = false): Promise<OperationResult[] | undefined> {
  const address = `/v1${path}` as "/v1/farms/{farmId}/alarm-webhooks/{webhookId}";
  const params = { path: {} as never };
  const { response, error } = await glebe.DELETE(address, { params, fetch: changing(), keepalive });
  const { status } = response;
  if (isGone(status) || status === 429) return undefined;
  const outcome = response.ok ? "DONE" : "REFUSED";
  return [{ status, outcome, headers: {}, body: error ?? {} }];
}

/** Sends the first of those that wait: a file, or the operations up to the next file. False when they have to wait on. */
async function sendNext(): Promise<boolean> {
  const all = due();
  if (all[0]?.file) {
    const done = await sendEntry(all[0]);
    if (done) await update(done);
    return done !== undefined;
  }
  const alone = all[0] && isAlone(all[0]) ? all[0].operation?.path : undefined;
  const until = all.findIndex((entry) => !entry.operation || isAlone(entry));
  const portion = all.slice(0, alone ? 1 : Math.min(until < 0 ? all.length : until, PORTION));
  const results = alone ? await removeAlone(alone) : await attempt(() => portion.map(({ operation }) => operation!));
  if (!results) return false;
  let whole = true;
  for (const [i, entry] of portion.entries()) {
    const result = results[i];
    if (!result || result.outcome === "RETRY") whole = false;
    else await update({ ...entry, ...fateOf(result, entry.operation!.method) });
  }
  return whole;
}

async function update(entry: Entry): Promise<void> {
  await store.keepEntry(entry);
  outbox.value = outbox.peek().map((one) => (one.id === entry.id ? entry : one));
}

/** Removes a change; it is not sent any more. */
export async function drop(entry: Entry): Promise<void> {
  await store.dropEntry(entry);
  outbox.value = outbox.peek().filter(({ id }) => id !== entry.id);
  tellOthers();
  if (entry.fate === "waiting" || entry.fate === "refused") renew();
}

/** Sends a change again, perhaps with another body, and with it those of the same record that were refused because of it. */
export async function sendAgain(entry: Entry, body?: Record<string, unknown>): Promise<void> {
  const again = ({ status: _, reason: __, violations: ___, ...rest }: Entry): Entry => ({ ...rest, fate: "waiting" });
  const changed = body && entry.operation ? { ...entry, operation: { ...entry.operation, body } } : entry;
  await update(again(changed));
  const path = pathOfEntry(entry);
  for (const other of outbox.peek())
    if (other.fate === "refused" && other.id !== entry.id && pathOfEntry(other) === path) await update(again(other));
  tellOthers();
  renew();
  void send();
}

/** Removes what needs no attention any more. */
export async function clear(): Promise<void> {
  for (const entry of outbox.peek()) if (entry.fate === "sent" || entry.fate === "overridden") await drop(entry);
}
