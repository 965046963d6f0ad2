import type { Operation, Violation } from "../api/bodies";
import type { NewFile } from "./files";

// What the browser keeps of a person, for times without a network: answers of the platform, and changes that are not sent
// yet. The only module that uses IndexedDB. Everything has the person in its key, and a sign-out removes it.

/** An answer of the platform. */
export interface Answer {
  person: string;
  /** path and query; see `keptAs` in reads.ts */
  address: string;
  /** when the platform gave it */
  at: number;
  /** pictures are many, so the oldest of them go first */
  kind: "data" | "picture";
  type: string;
  /** the version, where the answer is one record */
  etag: string;
  body: ArrayBuffer;
}

/** What became of a change. */
export type Fate = "waiting" | "refused" | "overridden" | "sent";

/** A change that a person made, as one operation of the outbox or as a file. */
export interface Entry {
  id: string;
  person: string;
  /** when it was made; entries are sent in this order */
  at: number;
  farm: string;
  /** in the person's words */
  text: string;
  operation?: Operation;
  /** a file of a record of observations */
  file?: NewFile;
  /** a deletion is not sent before, so that it can be taken back */
  until?: number;
  /** members that pages show and the operation does not send */
  shown?: Record<string, unknown>;
  fate: Fate;
  /** why it was refused */
  status?: number;
  reason?: string;
  violations?: Violation[];
  /** attributes that another person had changed in the meantime */
  overridden?: string[];
}

const DATABASE = "glebe";
const ANSWERS = "answers";
const OUTBOX = "outbox";
const DAY_MILLIS = 86_400_000;
/** Answers that were not renewed for so long are removed. */
const MAX_AGE_MILLIS = 30 * DAY_MILLIS;
const MAX_PICTURES = 1_500;
/** After every key of a person. */
const LAST: [] = [];

let opened: Promise<IDBDatabase> | undefined;

function open(): Promise<IDBDatabase> {
  opened ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => {
      const answers = request.result.createObjectStore(ANSWERS, { keyPath: ["person", "address"] });
      answers.createIndex("age", ["kind", "at"]);
      request.result.createObjectStore(OUTBOX, { keyPath: ["person", "at", "id"] });
    };
    request.onsuccess = () => {
      request.result.onversionchange = close;
      request.result.onclose = close;
      resolve(request.result);
    };
    request.onerror = () => reject(request.error ?? new Error("the browser keeps nothing"));
  });
  opened.catch(() => (opened = undefined));
  return opened;
}

/** Another window removes the database or brings a newer form of it. */
function close(): void {
  void opened?.then((database) => database.close());
  opened = undefined;
}

const result = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("the browser keeps nothing"));
  });

async function within<T>(
  name: string,
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const transaction = (await open()).transaction(name, mode);
  const done = new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error("the browser has no room"));
  });
  const value = result(work(transaction.objectStore(name)));
  if (mode === "readonly") return value;
  const [written] = await Promise.all([value, done]);
  return written;
}

const ofPerson = (person: string) => IDBKeyRange.bound([person], [person, LAST]);

export const answer = (person: string, address: string): Promise<Answer | undefined> =>
  within(ANSWERS, "readonly", (store) => store.get([person, address]) as IDBRequest<Answer | undefined>);

export const keepAnswer = (kept: Answer) => within(ANSWERS, "readwrite", (store) => store.put(kept));

/** Pictures that are written together, when no further one has come for a moment. */
let pictures: Answer[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;
const PAUSE_MILLIS = 500;
const MOST_AT_ONCE = 64;

/** Keeps a picture after those that are still to be drawn, which the writing would delay. */
export function keepPicture(picture: Answer): void {
  pictures.push(picture);
  clearTimeout(timer);
  if (pictures.length >= MOST_AT_ONCE) void keepPictures();
  else timer = setTimeout(() => void keepPictures(), PAUSE_MILLIS);
}

/** Writes the pictures that wait; a browser without room for them shows them as long as there is a network. */
export async function keepPictures(): Promise<void> {
  clearTimeout(timer);
  const [first, ...others] = pictures;
  pictures = [];
  if (!first) return;
  const put = (store: IDBObjectStore) => others.reduce((_, one) => store.put(one), store.put(first));
  await within(ANSWERS, "readwrite", put).catch(() => {});
}

/** Removes the answers whose addresses begin like this. */
export const dropAnswers = (person: string, start: string) =>
  within(ANSWERS, "readwrite", (store) => store.delete(IDBKeyRange.bound([person, start], [person, `${start}\uffff`])));

/** How many answers of a person are kept. */
export const answerCount = (person: string) => within(ANSWERS, "readonly", (store) => store.count(ofPerson(person)));

/** The changes of a person in the order in which they were made. */
export const entries = (person: string): Promise<Entry[]> =>
  within(OUTBOX, "readonly", (store) => store.getAll(ofPerson(person)) as IDBRequest<Entry[]>);

export const keepEntry = (entry: Entry) => within(OUTBOX, "readwrite", (store) => store.put(entry));

export const dropEntry = ({ person, at, id }: Entry) =>
  within(OUTBOX, "readwrite", (store) => store.delete([person, at, id]));

/** Removes all that is kept of a person; with `answersOnly`, changes that are not sent yet stay. */
export async function forget(person: string, answersOnly = false): Promise<void> {
  pictures = pictures.filter((one) => one.person !== person);
  await within(ANSWERS, "readwrite", (store) => store.delete(ofPerson(person)));
  if (!answersOnly) await within(OUTBOX, "readwrite", (store) => store.delete(ofPerson(person)));
}

/** Removes old answers of every person, and pictures beyond their number. */
export async function tidy(now = Date.now()): Promise<void> {
  const kinds: Answer["kind"][] = ["data", "picture"];
  for (const kind of kinds) await dropOldest(kind, now - MAX_AGE_MILLIS, kind === "picture" ? MAX_PICTURES : Infinity);
}

async function dropOldest(kind: Answer["kind"], before: number, most: number): Promise<void> {
  const transaction = (await open()).transaction(ANSWERS, "readwrite");
  const index = transaction.objectStore(ANSWERS).index("age");
  const all = IDBKeyRange.bound([kind], [kind, LAST]);
  let beyond = (await result(index.count(all))) - most;
  await new Promise<void>((resolve, reject) => {
    const cursor = index.openCursor(all); // the oldest first
    cursor.onerror = () => reject(cursor.error ?? new Error("the browser keeps nothing"));
    cursor.onsuccess = () => {
      const here = cursor.result;
      if (!here || ((here.value as Answer).at >= before && beyond <= 0)) return resolve();
      beyond--;
      here.delete();
      here.continue();
    };
  });
}
