import type { Entry } from "./store";
import { waiting } from "./outbox";

// Records as they will be when the waiting changes are sent: what a person has changed is seen at once.

interface Identified {
  id: string;
}

const isOf = (collection: string) => (entry: Entry) => entry.operation?.path.startsWith(`/${collection}/`) ?? false;
const idOf = ({ operation }: Entry) => operation?.path.split("/").at(-1) ?? "";

/** A JSON merge patch (RFC 7396). */
export function merged<T>(target: T, patch: Record<string, unknown>): T {
  const result = { ...target } as Record<string, unknown>;
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete result[name];
    else if (isObject(value) && isObject(result[name])) result[name] = merged(result[name], value);
    else result[name] = value;
  }
  return result as T;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Members that the platform sets, as of the time of the change. */
const made = ({ at }: Entry) => ({ createdAt: new Date(at).toISOString(), updatedAt: new Date(at).toISOString() });

/**
 * A list with the waiting changes of its collection.
 *
 * @param belongs whether a new record is in the list
 */
export function withWaiting<T extends Identified>(
  collection: string,
  items: T[],
  belongs: (record: T) => boolean,
  entries: Entry[] = waiting.peek(),
): T[] {
  const all = new Map(items.map((item) => [item.id, item]));
  for (const entry of entries.filter(isOf(collection))) {
    const { method, body = {} } = entry.operation!;
    const id = idOf(entry);
    const before = all.get(id);
    if (method === "DELETE") all.delete(id);
    else if (method === "PATCH" && before) all.set(id, merged(before, body));
    else if (method === "PUT") {
      const record = { ...made(entry), ...before, ...body, ...entry.shown, id } as unknown as T;
      if (belongs(record)) all.set(id, record);
    }
  }
  return [...all.values()];
}

/** Whether a deletion of a record waits. */
export const isRemoved = (collection: string, id: string): boolean =>
  waiting.value.some((entry) => isOf(collection)(entry) && entry.operation?.method === "DELETE" && idOf(entry) === id);

/** A record with the version that a change of it names. */
export interface Versioned<T> {
  record: T;
  version: string | undefined;
}

/** One record with its waiting changes; one that was made here is not asked of the platform. */
export async function oneWithWaiting<T extends Identified>(
  collection: string,
  id: string,
  load: () => Promise<Versioned<T>>,
): Promise<Versioned<T>> {
  const own = waiting.peek().filter((entry) => isOf(collection)(entry) && idOf(entry) === id);
  if (own.length === 0) return load();
  const isNew = own.some(({ operation }) => operation?.method === "PUT");
  const { record, version } = isNew ? { record: undefined, version: undefined } : await load();
  const [after] = withWaiting(collection, record ? [record] : [], () => true, own);
  return after ? { record: after, version } : load();
}

/** Whether a change of a record, or of one of its files, waits to be sent. */
export const isWaiting = (id: string): boolean =>
  waiting.value.some((entry) => (entry.file ? entry.file.record === id : idOf(entry) === id));

/** New records of a collection that wait, as they are sent. */
export const newOnes = (collection: string): Record<string, unknown>[] =>
  waiting.value.flatMap((entry) =>
    isOf(collection)(entry) && entry.operation?.method === "PUT" ? [{ ...entry.operation.body }] : [],
  );

/** Whether a record is known here only. */
export const isNew = (collection: string, id: string): boolean => newOnes(collection).some((one) => one["id"] === id);

/** How many files of a record wait. */
export const waitingFiles = (record: string): Entry[] => waiting.value.filter(({ file }) => file?.record === record);
