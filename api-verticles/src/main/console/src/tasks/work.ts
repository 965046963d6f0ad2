import { etagOf, unwrap } from "glebe-client";
import type { Activity, ActivityResource, InputOutput, Task } from "../api/bodies";
import { allPages, glebe } from "../api/client";
import { may } from "../rights";
import { locale } from "../texts/locale";

// Requests of the page of work to the farm API.

const MAX_ENTRIES = 2000;

/** What forms and lists of one farm refer to. */
export interface FarmWork {
  fields: { id: string; name: string }[];
  workers: { id: string; name: string; userId?: string }[];
  machines: { id: string; name: string }[];
}

const collator = new Intl.Collator(locale, { numeric: true });
const byName = (a: { name: string }, b: { name: string }) => collator.compare(a.name, b.name);

/** Lists of a farm; those that the person may not read are empty. */
export async function farmWork(farmId: string, signal: AbortSignal): Promise<FarmWork> {
  const [fields, workers, machines] = await Promise.all([
    allPages(
      (page) => glebe.GET("/v1/fields", { params: { query: { ...page, farmId } }, signal }).then(unwrap),
      MAX_ENTRIES,
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
    fields: fields.map(({ id, name, fieldNumber }) => ({ id, name: name || fieldNumber || id })).sort(byName),
    workers: workers.map(({ id, name, userId }) => ({ id, name, userId })).sort(byName),
    machines: machines.map(({ id, name }) => ({ id, name })).sort(byName),
  };
}

export const tasksOf = (farmId: string, signal: AbortSignal) =>
  allPages(
    (page) => glebe.GET("/v1/tasks", { params: { query: { ...page, farmId } }, signal }).then(unwrap),
    MAX_ENTRIES,
  );

/** A record with the version that a change of it names. */
export interface Versioned<T> {
  record: T;
  version: string | undefined;
}

export const task = async (id: string, signal: AbortSignal): Promise<Versioned<Task>> => {
  const answer = await glebe.GET("/v1/tasks/{id}", { params: { path: { id } }, signal });
  return { record: unwrap(answer), version: etagOf(answer) };
};

type Values = Record<string, unknown>;

/** The attributes that differ, as a merge patch; an attribute that is gone is null. */
export function patchBetween(before: Values, after: Values, names: readonly string[]): Values {
  const patch: Values = {};
  for (const name of names)
    if (JSON.stringify(before[name]) !== JSON.stringify(after[name])) patch[name] = after[name] ?? null;
  return patch;
}

const conditions = (version: string | undefined) => (version ? { "If-Match": version } : {});

export const planTask = (farmId: string, values: Values) => {
  const id = crypto.randomUUID();
  const body = { id, farmId, originType: "USER", status: "PLANNED", ...values } as never;
  return glebe.PUT("/v1/tasks/{id}", { params: { path: { id }, header: { "If-None-Match": "*" } }, body }).then(unwrap);
};

export const changeTask = (id: string, patch: Values, version?: string) =>
  glebe
    .PATCH("/v1/tasks/{id}", { params: { path: { id }, header: conditions(version) }, body: patch as never })
    .then(unwrap);

export const deleteTask = (id: string) => glebe.DELETE("/v1/tasks/{id}", { params: { path: { id } } }).then(unwrap);

/** The operations of a farm, the newest first. */
export const activitiesOf = (farmId: string, signal: AbortSignal) =>
  allPages(
    (page) =>
      glebe.GET("/v1/activities", { params: { query: { ...page, farmId, kind: "OPERATION" } }, signal }).then(unwrap),
    MAX_ENTRIES,
  ).then((all) => all.sort((a, b) => timeOf(b).localeCompare(timeOf(a))));

/** The time at which an activity is or was done. */
export const timeOf = ({ completedAt, executedAt, plannedAt, createdAt }: Activity) =>
  completedAt ?? executedAt ?? plannedAt ?? createdAt;

export const activity = async (id: string, signal: AbortSignal): Promise<Versioned<Activity>> => {
  const answer = await glebe.GET("/v1/activities/{id}", { params: { path: { id } }, signal });
  return { record: unwrap(answer), version: etagOf(answer) };
};

export const addActivity = (farmId: string, values: Values) =>
  glebe.POST("/v1/actions", { body: { farmId, ...values } as never }).then(unwrap);

export const changeActivity = (id: string, patch: Values, version?: string) =>
  glebe
    .PATCH("/v1/activities/{id}", { params: { path: { id }, header: conditions(version) }, body: patch as never })
    .then(unwrap);

export const deleteActivity = (id: string) =>
  glebe.DELETE("/v1/activities/{id}", { params: { path: { id } } }).then(unwrap);

export const inputsOf = (activityId: string, signal: AbortSignal) =>
  allPages(
    (query) =>
      glebe
        .GET("/v1/activities/{activityId}/inputoutputs", { params: { path: { activityId }, query }, signal })
        .then(unwrap),
    MAX_ENTRIES,
  );

export const addInput = (activityId: string, values: Values): Promise<InputOutput> =>
  glebe
    .POST("/v1/activities/{activityId}/inputoutputs", { params: { path: { activityId } }, body: values as never })
    .then(unwrap);

export const deleteInput = (activityId: string, id: string) =>
  glebe.DELETE("/v1/activities/{activityId}/inputoutputs/{id}", { params: { path: { activityId, id } } }).then(unwrap);

/** The people and machines of an activity. */
export const resourcesOf = (activityId: string, signal: AbortSignal) =>
  allPages(
    (page) => glebe.GET("/v1/activity-resources", { params: { query: { ...page, activityId } }, signal }).then(unwrap),
    MAX_ENTRIES,
  );

export const addResource = (activityId: string, values: Values): Promise<ActivityResource> => {
  const id = crypto.randomUUID();
  const body = { id, activityId, originType: "USER", ...values } as never;
  return glebe
    .PUT("/v1/activity-resources/{id}", { params: { path: { id }, header: { "If-None-Match": "*" } }, body })
    .then(unwrap);
};

export const deleteResource = (id: string) =>
  glebe.DELETE("/v1/activity-resources/{id}", { params: { path: { id } } }).then(unwrap);

export const products = (signal: AbortSignal) =>
  allPages((query) => glebe.GET("/v1/products", { params: { query }, signal }).then(unwrap), MAX_ENTRIES);

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
  );

export const addWorker = (farmId: string, values: Values) => {
  const id = crypto.randomUUID();
  const body = { id, farmId, originType: "USER", ...values } as never;
  return glebe
    .PUT("/v1/workers/{id}", { params: { path: { id }, header: { "If-None-Match": "*" } }, body })
    .then(unwrap);
};

export const deleteWorker = (id: string) => glebe.DELETE("/v1/workers/{id}", { params: { path: { id } } }).then(unwrap);
