import type { Field, Operation, OperationResult } from "../api/bodies";
import type { Candidate } from "../files/candidates";
import { areaOf } from "../shapes/geodesy";
import { type Polygons } from "../shapes/polygons";
import { isHectare, type sendOutbox, stated, storedShape } from "./requests";
import { t } from "../texts/texts";

// Changes of several fields at once, as operations of an outbox.

type Sent = Awaited<ReturnType<typeof sendOutbox>>;

/** Attributes that the pieces of a field have in common. */
const INHERITED = [
  "tenure",
  "landUse",
  "productionSystem",
  "soilTypeUri",
  "slope",
  "irrigated",
  "description",
] as const;
const SAME_AREA = 0.01;
const MAX_NAME = 200;

const put = (id: string, body: Record<string, unknown>): Operation => ({
  method: "PUT",
  path: `/fields/${id}`,
  headers: { "If-None-Match": "*" },
  body: { id, originType: "USER", ...body },
});

const patch = (id: string, body: Record<string, unknown>): Operation => ({
  method: "PATCH",
  path: `/fields/${id}`,
  body,
});

/** Attributes of a field with another shape; a stated area follows where it was that of the shape before. */
export function reshaped(field: Pick<Field, "area" | "areaUnit">, before: Polygons, after: Polygons) {
  const was = stated(before).area;
  const follows =
    field.area === undefined || (isHectare(field.areaUnit) && Math.abs(field.area - was) <= was * SAME_AREA);
  return { geometry: storedShape(after), ...(follows ? stated(after) : {}) };
}

/** The pieces of a field: the first keeps its records, the others are new and made first. */
export function splitting(field: Field, before: Polygons, pieces: Polygons[], ids: string[]): Operation[] {
  const [kept = [], ...others] = pieces;
  const common = Object.fromEntries(
    INHERITED.flatMap((name) => (field[name] === undefined ? [] : [[name, field[name]]])),
  );
  const made = others.map((piece, i) =>
    put(ids[i]!, {
      ...common,
      farmId: field.farmId,
      name: `${field.name} ${i + 2}`.slice(0, MAX_NAME),
      geometry: storedShape(piece),
      ...stated(piece),
    }),
  );
  return [...made, patch(field.id, reshaped(field, before, kept))];
}

/** The first field gets the shape of all; the others end now and keep their records. */
export const merging = (field: Field, before: Polygons, whole: Polygons, others: string[], now: Date): Operation[] => [
  patch(field.id, reshaped(field, before, whole)),
  ...others.map((id) => patch(id, { endsAt: now.toISOString() })),
];

/** The operations that make fields as they were before a split or a merge: new ones go, ended ones go on. */
export const takingBack = (operations: Operation[], before: Field): Operation[] =>
  operations.map(({ method, path, body }): Operation => {
    if (method === "PUT") return { method: "DELETE", path };
    const known = path.endsWith(before.id) ? (before as Record<string, unknown>) : {};
    const values = Object.keys(body ?? {}).map((name) => [name, known[name] ?? null]);
    return { method: "PATCH", path, body: Object.fromEntries(values) as Record<string, unknown> };
  });

export interface Import {
  candidate: Candidate;
  /** of the new field; chosen once, so that a repetition makes no second one */
  id: string;
}

/** New fields of a farm from a file. */
export const importing = (farmId: string, imports: Import[]): Operation[] =>
  imports.map(({ candidate, id }) =>
    put(id, {
      farmId,
      name: candidate.name,
      geometry: storedShape(candidate.polygons),
      ...stated(candidate.polygons),
    }),
  );

const MAX_OPERATIONS = 200;
const MAX_CHARACTERS = 3_000_000;

/** Operations in portions that the platform takes at once. */
export function portions(operations: Operation[]): Operation[][] {
  const all: Operation[][] = [];
  let [portion, size] = [[] as Operation[], 0];
  for (const one of operations) {
    const length = JSON.stringify(one).length;
    if (portion.length > 0 && (portion.length >= MAX_OPERATIONS || size + length > MAX_CHARACTERS)) {
      all.push(portion);
      [portion, size] = [[], 0];
    }
    portion.push(one);
    size += length;
  }
  return portion.length > 0 ? [...all, portion] : all;
}

/** Why an operation was not done, in the platform's words; nothing when it was. */
export function failureOf({ outcome, body, status }: OperationResult): string {
  if (outcome === "DONE") return "";
  const { detail, title, violations } = (body ?? {}) as {
    detail?: string;
    title?: string;
    violations?: { detail?: string }[];
  };
  return violations?.[0]?.detail ?? detail ?? title ?? t("refused with {status}", { status: String(status) });
}

/** The first failure of results; nothing when all are done. */
export const firstFailure = (results: Sent): string => results.map(failureOf).find(Boolean) ?? "";

/** Whether a farm seems to have the field of a candidate: same name, nearly the same area. */
export const isKnown = (candidate: Candidate, fields: { name: string; polygons: Polygons }[]): boolean =>
  fields.some(
    ({ name, polygons }) =>
      name === candidate.name && Math.abs(areaOf(polygons) - candidate.area) <= candidate.area * SAME_AREA,
  );
