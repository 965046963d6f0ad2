import { unwrap } from "glebe-client";
import type { Farm } from "../api/bodies";
import { glebe, itemsUpTo } from "../api/client";
import { recordTypes } from "../farm/farms";
import { labelOf } from "../records/labels";
import { nameOf } from "../tasks/work";

// What the search finds beyond places: tasks, activities and records of the last year, or of the last months or days.

export interface Entry {
  id: string;
  kind: "task" | "activity" | "record";
  name: string;
  /** of the page that shows it */
  address: string;
}

const MAX = 2000;
const DAY_MILLIS = 86_400_000;
/** Lists begin with what was changed first, so of more entries than the most the last months or days are read. */
const DAYS = [365, 60, 7];
/** To the day, so that an answer can be kept. */
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MILLIS).toISOString().slice(0, 10) + "T00:00:00Z";

type Load = (signal: AbortSignal) => Promise<Entry[]>;
type LoadPage<T> = Parameters<typeof itemsUpTo<T>>[0];

/** What was changed last, in ascending order. */
export async function newest<T>(pagesOf: (updatedAfter: string) => LoadPage<T>): Promise<T[]> {
  let items: T[] = [];
  for (const days of DAYS) {
    const found = await itemsUpTo(pagesOf(daysAgo(days)), MAX);
    items = found.items;
    if (!found.isCut) break;
  }
  return items;
}

const inWork = (farm: Farm["id"], name: string, id: string) => `#page=work&farm=${farm}&${name}=${id}`;

const tasks: Load = async (signal) => {
  const all = await newest(
    (updatedAfter) => (page) =>
      glebe.GET("/v1/tasks", { params: { query: { ...page, updatedAfter } }, signal }).then(unwrap),
  );
  return all.map(({ id, farmId, name }) => ({
    id,
    kind: "task",
    name,
    address: inWork(farmId, "part=tasks&task", id),
  }));
};

const activities: Load = async (signal) => {
  const kind = "OPERATION" as const;
  const all = await newest(
    (updatedAfter) => (page) =>
      glebe.GET("/v1/activities", { params: { query: { ...page, updatedAfter, kind } }, signal }).then(unwrap),
  );
  return all.map((one) => ({
    id: one.id,
    kind: "activity",
    name: [nameOf(one), one.note].filter(Boolean).join(": "),
    address: inWork(one.farmId, "part=activities&activity", one.id),
  }));
};

/** The words of a record that people have written; codes are none. */
export const wordsIn = (payload: Record<string, unknown>): string =>
  Object.values(payload)
    .filter((value): value is string => typeof value === "string" && !/^[A-Z\d_:.-]+$/.test(value))
    .join(" ");

const records: Load = async (signal) => {
  const [types, all] = await Promise.all([
    recordTypes(signal),
    newest(
      (updatedAfter) => (page) =>
        glebe.GET("/v1/data", { params: { query: { ...page, updatedAfter } }, signal }).then(unwrap),
    ),
  ]);
  const names = new Map(types.map(({ dataTypeId, type }) => [dataTypeId, labelOf(type)]));
  return all.flatMap(({ id, farmId, fieldId, dataTypeId, note, payload }): Entry[] => {
    const name = names.get(dataTypeId);
    if (!name || !fieldId) return [];
    const text = [wordsIn((payload ?? {}) as Record<string, unknown>), note].filter(Boolean).join(" ");
    const address = `#page=farm&farm=${farmId}&place=${fieldId}`;
    return [{ id, kind: "record", name: text ? `${name}: ${text}` : name, address }];
  });
};

/** All that the person may read, the latest changes first. */
export async function entries(signal: AbortSignal): Promise<Entry[]> {
  const parts = await Promise.all([tasks, activities, records].map((part) => part(signal).catch((): Entry[] => [])));
  return parts.flatMap((part) => part.reverse());
}
