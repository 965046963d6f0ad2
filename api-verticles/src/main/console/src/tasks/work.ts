import { unwrap } from "glebe-client";
import type { Activity, ActivityResource, InputOutput, Machine, Task, Worker } from "../api/bodies";
import { allPages, glebe, itemsUpTo } from "../api/client";
import { MAX_FIELDS } from "../api/fields";
import { write } from "../offline/outbox";
import { remove } from "../parts/removal";
import { type Seen, versioned } from "../offline/versions";
import { oneWithWaiting, type Versioned, withWaiting } from "../offline/waiting";
import { labelOf } from "../records/labels";
import { may } from "../rights";
import { locale } from "../texts/locale";
import { t, wordIn } from "../texts/texts";
import { words } from "../words";

// Requests of the page of work to the farm API.

const MAX_ENTRIES = 20_000;

/** What forms and lists of one farm refer to. */
export interface FarmWork {
  fields: { id: string; name: string }[];
  /** how many fields are chosen from, where the farm has more */
  cutAt?: number;
  workers: Worker[];
  machines: Machine[];
}

const collator = new Intl.Collator(locale, { numeric: true });
const byName = (a: { name: string }, b: { name: string }) => collator.compare(a.name, b.name);

/** Lists of a farm; those that the person may not read are empty. */
export async function farmWork(farmId: string, signal: AbortSignal): Promise<FarmWork> {
  const [fields, workers, machines] = await Promise.all([
    itemsUpTo(
      (page) => glebe.GET("/v1/fields", { params: { query: { ...page, farmId } }, signal }).then(unwrap),
      MAX_FIELDS,
    ),
    may("worker:read", farmId)
      ? allPages(
          (page) => glebe.GET("/v1/workers", { params: { query: { ...page, farmId } }, signal }).then(unwrap),
          MAX_ENTRIES,
        )
      : [],
    may("machine:read", farmId)
      ? allPages(
          (page) => glebe.GET("/v1/machines", { params: { query: { ...page, farmId } }, signal }).then(unwrap),
          MAX_ENTRIES,
        )
      : [],
  ]);
  return {
    ...(fields.isCut && { cutAt: MAX_FIELDS }),
    fields: withWaiting("fields", fields.items, (one) => one.farmId === farmId)
      .map(({ id, name, fieldNumber }) => ({ id, name: name || fieldNumber || id }))
      .sort(byName),
    workers: withWaiting("workers", workers, (one) => one.farmId === farmId).sort(byName),
    machines: withWaiting("machines", machines, (one) => one.farmId === farmId).sort(byName),
  };
}

export const tasksOf = (farmId: string, signal: AbortSignal) =>
  allPages(
    (page) => glebe.GET("/v1/tasks", { params: { query: { ...page, farmId } }, signal }).then(unwrap),
    MAX_ENTRIES,
  ).then((all) => withWaiting("tasks", all, (one) => one.farmId === farmId));

/** @param known as a list has it */
export const task = (id: string, signal: AbortSignal, known?: Task): Promise<Versioned<Task>> =>
  oneWithWaiting("tasks", id, () =>
    versioned(glebe.GET("/v1/tasks/{id}", { params: { path: { id } }, signal }), known),
  );

type Values = Record<string, unknown>;

/** The attributes that differ, as a merge patch; an attribute that is gone is null. */
export function patchBetween(before: Values, after: Values, names: readonly string[]): Values {
  const patch: Values = {};
  for (const name of names)
    if (JSON.stringify(before[name]) !== JSON.stringify(after[name])) patch[name] = after[name] ?? null;
  return patch;
}

const ONCE = { "If-None-Match": "*" };

/** Makes a record with an id of this browser. */
function make<T>(collection: string, values: Values, about: { farm: string; text: string }): Promise<T> {
  const id = crypto.randomUUID();
  const body = { id, originType: "USER", ...values };
  return write<T>({ method: "PUT", path: `/${collection}/${id}`, headers: ONCE, body }, about);
}

export const planTask = (farmId: string, values: Values): Promise<Task> =>
  make("tasks", { farmId, status: "PLANNED", ...values }, { farm: farmId, text: String(values["name"]) });

type Known<T, Names extends keyof T> = Pick<T, Names>;
type KnownTask = Known<Task, "id" | "farmId" | "name"> & Seen;

/** What a change does, in words. */
const changeText = (name: string, { status }: Values): string =>
  typeof status === "string"
    ? t("{name}: {state}", { name, state: wordIn(words(status)) })
    : t("{name} is changed.", { name });

/** @param version in which it was opened; without one it is as it was listed */
export const changeTask = ({ id, farmId, name, updatedAt }: KnownTask, body: Values, version?: string): Promise<Task> =>
  write(
    { method: "PATCH", path: `/tasks/${id}`, body },
    { farm: farmId, text: changeText(name, body) },
    { version, updatedAt },
  );

export const deleteTask = ({ id, farmId, name }: KnownTask) =>
  remove(`/tasks/${id}`, { farm: farmId, text: t("{name} is deleted.", { name }) });

/** The operations of a farm, the newest first. */
export const activitiesOf = (farmId: string, signal: AbortSignal) =>
  allPages(
    (page) =>
      glebe.GET("/v1/activities", { params: { query: { ...page, farmId, kind: "OPERATION" } }, signal }).then(unwrap),
    MAX_ENTRIES,
  )
    .then((all) => withWaiting("activities", all, (one) => one.farmId === farmId))
    .then((all) => all.sort((a, b) => timeOf(b).localeCompare(timeOf(a))));

export const nameOf = ({ name, type }: Pick<Activity, "name" | "type">) => name ?? labelOf(type ?? "Activity");

/** The time at which an activity is or was done. */
export const timeOf = ({ completedAt, executedAt, plannedAt, createdAt }: Activity) =>
  completedAt ?? executedAt ?? plannedAt ?? createdAt;

export const activity = (id: string, signal: AbortSignal): Promise<Versioned<Activity>> =>
  oneWithWaiting("activities", id, () =>
    versioned(glebe.GET("/v1/activities/{id}", { params: { path: { id } }, signal })),
  );

export const addActivity = (farmId: string, values: Values): Promise<Activity> =>
  make(
    "activities",
    { farmId, kind: "OPERATION", status: "PLANNED", ...values },
    { farm: farmId, text: nameOf(values as Partial<Activity>) },
  );

type KnownActivity = Known<Activity, "id" | "farmId" | "name" | "type"> & Seen;

export const changeActivity = (one: KnownActivity, body: Values, version?: string): Promise<Activity> =>
  write(
    { method: "PATCH", path: `/activities/${one.id}`, body },
    { farm: one.farmId, text: changeText(nameOf(one), body) },
    { version, updatedAt: one.updatedAt },
  );

export const deleteActivity = (one: KnownActivity) =>
  remove(`/activities/${one.id}`, { farm: one.farmId, text: t("{name} is deleted.", { name: nameOf(one) }) });

export const inputsOf = (activityId: string, signal: AbortSignal) =>
  allPages(
    (query) =>
      glebe
        .GET("/v1/activities/{activityId}/inputoutputs", { params: { path: { activityId }, query }, signal })
        .then(unwrap),
    MAX_ENTRIES,
  ).then((all) => withWaiting("input-outputs", all, (one) => one.activityId === activityId));

/** Text of a change of what belongs to an activity. */
const textOf = (one: KnownActivity, what: string) => ({ farm: one.farmId, text: `${nameOf(one)}: ${what}` });

export const addInput = (one: KnownActivity, values: Values): Promise<InputOutput> =>
  make("input-outputs", { activityId: one.id, ...values }, textOf(one, t("New input or output")));

export const deleteInput = (one: KnownActivity, id: string, name: string) =>
  remove(`/input-outputs/${id}`, textOf(one, t("{name} is deleted.", { name })));

/** The people and machines of an activity. */
export const resourcesOf = (activityId: string, signal: AbortSignal) =>
  allPages(
    (page) => glebe.GET("/v1/activity-resources", { params: { query: { ...page, activityId } }, signal }).then(unwrap),
    MAX_ENTRIES,
  ).then((all) => withWaiting("activity-resources", all, (one) => one.activityId === activityId));

export const addResource = (one: KnownActivity, values: Values): Promise<ActivityResource> =>
  make("activity-resources", { activityId: one.id, ...values }, textOf(one, t("New person or machine")));

export const deleteResource = (one: KnownActivity, id: string, name: string) =>
  remove(`/activity-resources/${id}`, textOf(one, t("{name} is deleted.", { name })));

export const products = (signal: AbortSignal) =>
  allPages((query) => glebe.GET("/v1/products", { params: { query }, signal }).then(unwrap), MAX_ENTRIES).then((all) =>
    withWaiting("products", all, () => true).sort(byName),
  );

/** The records of an activity, with photos. */
export const recordsOf = (farmId: string, fieldId: string, activityId: string, signal: AbortSignal) =>
  allPages(
    (page) =>
      glebe
        .GET("/v1/farms/{farmId}/fields/{fieldId}/records", {
          params: { path: { farmId, fieldId }, query: { ...page, activityId } },
          signal,
        })
        .then(unwrap),
    MAX_ENTRIES,
  ).then((all) => withWaiting("data", all, (one) => one.activityId === activityId));

/** A record that people know by its name. */
export interface Named {
  id: string;
  name: string;
  updatedAt: string;
}

/** The collections whose records people know by their names. */
export type NamedPath = "machines" | "products" | "workers";

const ONE = { machines: "/v1/machines/{id}", products: "/v1/products/{id}", workers: "/v1/workers/{id}" } as const;

/** @param known as a list has it */
export const named = (path: NamedPath, known: Named, signal: AbortSignal): Promise<Versioned<Named>> =>
  oneWithWaiting(path, known.id, () =>
    versioned<Named>(glebe.GET(ONE[path], { params: { path: { id: known.id } }, signal }), known),
  );

export const addNamed = (farmId: string, path: NamedPath, values: Values) =>
  make(path, values, { farm: farmId, text: String(values["name"]) });

export const changeNamed = (farm: string, path: NamedPath, one: Named, body: Values, version?: string) =>
  write(
    { method: "PATCH", path: `/${path}/${one.id}`, body },
    { farm, text: changeText(one.name, body) },
    { version, updatedAt: one.updatedAt },
  );

export const deleteNamed = (farmId: string, path: NamedPath, { id, name }: Named) =>
  write({ method: "DELETE", path: `/${path}/${id}` }, { farm: farmId, text: t("{name} is deleted.", { name }) });
