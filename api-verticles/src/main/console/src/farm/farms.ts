import { nextLink, unwrap } from "glebe-client";
import type { Activity, Attachment, FarmRecord, FieldFeature, RecordType } from "../api/bodies";
import { allPages, glebe, linkedPages } from "../api/client";
import { MAX_FIELDS } from "../api/fields";
import { putFile } from "../offline/files";
import { failed, isLost, reachable } from "../offline/network";
import { due, keepForLater, write } from "../offline/outbox";
import type { Seen } from "../offline/versions";
import { isNew, isRemoved, newOnes, withWaiting } from "../offline/waiting";
import { remove } from "../parts/removal";
import { labelOf } from "../records/labels";
import { t } from "../texts/texts";

// Requests of the farm page to the farm API.

/** A field, or a region of it. */
export interface Place {
  id: string;
  kind: "field" | "region";
  name: string;
  fieldId: string;
}

const MAX_FARMS = 1000;
const MAX_ENTRIES = 400;

export const farms = (signal: AbortSignal) =>
  allPages((query) => glebe.GET("/v1/farms", { params: { query }, signal }).then(unwrap), MAX_FARMS);

/** Fields of a farm. */
export interface FarmFields {
  features: FieldFeature[];
  /** how many of them are from the platform, where it has more than a page draws */
  cutAt?: number;
}

/** The fields of a farm from the feature service, from all pages up to a bound. */
export async function fieldFeatures(farm: string, signal: AbortSignal, bound = MAX_FIELDS): Promise<FarmFields> {
  const params = {
    path: { collectionId: "fields" as const },
    query: { limit: 1000, propertyFilters: { farmId: farm } },
  };
  const first = unwrap(await glebe.GET("/v1/features/collections/{collectionId}/items", { params, signal }));
  const all = (pages: (typeof first)[]) => pages.flatMap((page) => page.features);
  const pages = await linkedPages(first, (some) => all(some).length >= bound, signal);
  const isCut = all(pages).length > bound || nextLink(pages.at(-1)!) !== undefined;
  const loaded = all(pages).slice(0, bound);
  const stored = loaded.filter(({ id }) => !isRemoved("fields", String(id)));
  const drawn = newOnes("fields").filter((one) => one["farmId"] === farm && !stored.some(({ id }) => id === one["id"]));
  const features = [
    ...stored,
    ...drawn.map(({ id, geometry, ...properties }) => ({ type: "Feature", id, geometry, properties })),
  ] as FieldFeature[];
  return { features, ...(isCut && { cutAt: bound }) };
}

export const regionTrees = (farm: string, signal: AbortSignal) =>
  glebe
    .GET("/v1/regions", { params: { query: { view: "tree", farmId: farm } }, signal })
    .then((answer) => staying(unwrap(answer).tree ?? []));

/** Regions without those whose deletion waits. */
function staying<T extends { id: string; children?: T[] }>(regions: T[]): T[] {
  return regions
    .filter(({ id }) => !isRemoved("regions", id))
    .map((one) => (one.children ? { ...one, children: staying(one.children) } : one));
}

const FIELD = "/v1/farms/{farmId}/fields/{fieldId}";
const REGION = "/v1/regions/{regionId}";

const ofField = (farmId: string, fieldId: string) => ({ path: { farmId, fieldId } });
const ofRegion = (regionId: string) => ({ path: { regionId } });

/** Whether a record is of a place. */
const isAt =
  ({ kind, id }: Pick<Place, "kind" | "id">) =>
  ({ fieldId, regionId }: { fieldId?: string; regionId?: string }) =>
    (kind === "field" ? fieldId : regionId) === id;

/** A list of a place; the platform is not asked about a field that it does not have yet. */
const listOf = <T>(fieldId: string, load: () => Promise<T[]>): Promise<T[]> =>
  isNew("fields", fieldId) ? Promise.resolve([]) : load();

/** The activities of a place, the newest first. */
export const activities = (farm: string, { kind, id, fieldId }: Place, signal: AbortSignal) =>
  listOf(fieldId, () =>
    allPages(
      (query) =>
        kind === "field"
          ? glebe.GET(`${FIELD}/actions`, { params: { ...ofField(farm, id), query }, signal }).then(unwrap)
          : glebe.GET(`${REGION}/actions`, { params: { ...ofRegion(id), query }, signal }).then(unwrap),
      MAX_ENTRIES,
    ),
  )
    .then((all) => withWaiting("activities", all, isAt({ kind, id })))
    .then((all) => all.sort((a, b) => timeOfActivity(b).localeCompare(timeOfActivity(a))));

export const timeOfActivity = (activity: Activity) =>
  activity.completedAt ?? activity.executedAt ?? activity.plannedAt ?? "";

export const cultivationPeriods = (region: string, signal: AbortSignal) =>
  allPages(
    (query) =>
      glebe.GET(`${REGION}/cultivation-periods`, { params: { ...ofRegion(region), query }, signal }).then(unwrap),
    MAX_ENTRIES,
  );

/** The records of a place, the newest first. */
export const records = (farm: string, { kind, id, fieldId }: Place, signal: AbortSignal) =>
  listOf(fieldId, () =>
    allPages(
      (query) =>
        kind === "field"
          ? glebe.GET(`${FIELD}/records`, { params: { ...ofField(farm, id), query }, signal }).then(unwrap)
          : glebe.GET(`${REGION}/records`, { params: { ...ofRegion(id), query }, signal }).then(unwrap),
      MAX_ENTRIES,
    ),
  )
    .then((all) => withWaiting("data", all, isAt({ kind, id })))
    .then((all) => all.sort((a, b) => timeOfRecord(b).localeCompare(timeOfRecord(a))));

export const timeOfRecord = (record: FarmRecord) => record.phenomenonTime ?? record.createdAt;

export const recordTypes = (signal: AbortSignal) =>
  glebe.GET("/v1/records/types", { signal }).then((answer) => unwrap(answer).items);

const DEFAULT_REGION = "default-region";

/** The id of the region that every field has: a UUID of version 5 (RFC 9562) from the id of the field. */
export async function defaultRegion(fieldId: string): Promise<string> {
  const field = fieldId.replaceAll("-", "").match(/../g) ?? [];
  const name = new TextEncoder().encode(DEFAULT_REGION);
  const input = Uint8Array.from([...field.map((pair) => parseInt(pair, 16)), ...name]);
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-1", input)).slice(0, 16);
  hash[6] = (hash[6]! & 0x0f) | 0x50;
  hash[8] = (hash[8]! & 0x3f) | 0x80;
  const hex = [...hash].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/** A record as a person fills it in. */
export interface NewRecord {
  type: RecordType;
  payload: Record<string, unknown>;
  phenomenonTime: string;
  /** id of the activity at which it is made */
  activityId?: string;
}

export async function addRecord(farmId: string, place: Place, { type, ...values }: NewRecord): Promise<FarmRecord> {
  const id = crypto.randomUUID();
  const { fieldId } = place;
  const regionId = place.kind === "region" ? place.id : await defaultRegion(fieldId);
  const { dataTypeId, type: code } = type;
  const body = { id, originType: "USER", farmId, fieldId, regionId, dataTypeId, ...values };
  const text = [labelOf(code), place.name].filter(Boolean).join(", ");
  return write(
    { method: "PUT", path: `/data/${id}`, headers: { "If-None-Match": "*" }, body },
    { farm: farmId, text, shown: { type: code, attachments: [] } },
  );
}

type KnownRecord = Pick<FarmRecord, "id" | "farmId" | "type">;

/** Changes a record by a merge patch. */
export const changeRecord = (
  { id, farmId, type, updatedAt }: KnownRecord & Seen,
  body: RecordPatch,
): Promise<FarmRecord> =>
  write(
    { method: "PATCH", path: `/data/${id}`, body: { ...body } },
    { farm: farmId, text: t("{name} is changed.", { name: labelOf(type) }) },
    { updatedAt },
  );

export const deleteRecord = ({ id, farmId, type }: KnownRecord) =>
  remove(`/data/${id}`, { farm: farmId, text: t("{name} is deleted.", { name: labelOf(type) }) });

export interface RecordPatch {
  payload: Record<string, unknown>;
  phenomenonTime: string;
}

/** The patch that makes an old record the new one; attributes of the payload that are gone are null. */
export function recordPatch(before: RecordPatch, after: RecordPatch): RecordPatch {
  const gone = Object.keys(before.payload).filter((name) => !(name in after.payload));
  return { ...after, payload: { ...after.payload, ...Object.fromEntries(gone.map((name) => [name, null])) } };
}

/** Sends a file of a record, or keeps it until the platform answers. */
export async function attach(record: KnownRecord, blob: File, progress: (share: number) => void): Promise<void> {
  const file = { id: crypto.randomUUID(), record: record.id, name: blob.name, blob };
  const later = () => keepForLater({ farm: record.farmId, text: `${labelOf(record.type)}: ${blob.name}`, file });
  if (!reachable.peek() || due().length > 0) return void (await later());
  try {
    await putFile(file, progress);
  } catch (error) {
    if (!isLost(error)) throw error;
    failed();
    await later();
  }
}

export const removeFile = ({ id }: Attachment) =>
  glebe.DELETE("/v1/attachments/{attachmentId}", { params: { path: { attachmentId: id } } }).then(unwrap);

export const streamOf = ({ id }: Attachment) =>
  glebe.address("/v1/attachments/stream/{attachmentId}", { path: { attachmentId: id } });
export const downloadOf = ({ id }: Attachment) =>
  glebe.address("/v1/attachments/download/{attachmentId}", { path: { attachmentId: id } });
