import { unwrap } from "glebe-client";
import type { Farm } from "../api/bodies";
import { allPages, glebe } from "../api/client";
import { recordTypes } from "../farm/farms";
import { labelOf } from "../records/labels";
import { nameOf } from "../tasks/work";

// What the search finds beyond places: tasks, activities and records of the last year.

export interface Entry {
  id: string;
  kind: "task" | "activity" | "record";
  name: string;
  /** of the page that shows it */
  address: string;
}

const MAX = 2000;
const YEAR_MILLIS = 365 * 86_400_000;
/** To the day, so that an answer can be kept. */
const yearAgo = () => new Date(Date.now() - YEAR_MILLIS).toISOString().slice(0, 10) + "T00:00:00Z";

type Load = (signal: AbortSignal, updatedAfter: string) => Promise<Entry[]>;

const inWork = (farm: Farm["id"], name: string, id: string) => `#page=work&farm=${farm}&${name}=${id}`;

const tasks: Load = async (signal, updatedAfter) => {
  const all = await allPages(
    (page) => glebe.GET("/v1/tasks", { params: { query: { ...page, updatedAfter } }, signal }).then(unwrap),
    MAX,
  );
  return all.map(({ id, farmId, name }) => ({
    id,
    kind: "task",
    name,
    address: inWork(farmId, "part=tasks&task", id),
  }));
};

const activities: Load = async (signal, updatedAfter) => {
  const query = { updatedAfter, kind: "OPERATION" as const };
  const all = await allPages(
    (page) => glebe.GET("/v1/activities", { params: { query: { ...page, ...query } }, signal }).then(unwrap),
    MAX,
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

const records: Load = async (signal, updatedAfter) => {
  const [types, all] = await Promise.all([
    recordTypes(signal),
    allPages(
      (page) => glebe.GET("/v1/data", { params: { query: { ...page, updatedAfter } }, signal }).then(unwrap),
      MAX,
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
  const after = yearAgo();
  const parts = await Promise.all(
    [tasks, activities, records].map((part) => part(signal, after).catch((): Entry[] => [])),
  );
  return parts.flatMap((part) => part.reverse());
}
