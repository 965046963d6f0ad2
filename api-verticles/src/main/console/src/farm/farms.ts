import { formOf, unwrap } from "glebe-client";
import type { Activity, Attachment, FarmRecord, FieldFeature, NewRecord } from "../api/bodies";
import { allPages, glebe, linkedPages } from "../api/client";
import { uploading } from "../api/upload";

// Requests of the farm page to the farm API.

/** A field, or a region of it. */
export interface Place {
  id: string;
  kind: "field" | "region";
  name: string;
  fieldId: string;
}

const MAX_FARMS = 1000;
const MAX_FIELDS = 5000;
const MAX_ENTRIES = 400;

export const farms = (signal: AbortSignal) =>
  allPages((query) => glebe.GET("/v1/farms", { params: { query }, signal }).then(unwrap), MAX_FARMS);

/** The fields of a farm from the feature service, from all pages. */
export async function fieldFeatures(farm: string, signal: AbortSignal): Promise<FieldFeature[]> {
  const params = {
    path: { collectionId: "fields" as const },
    query: { limit: 1000, propertyFilters: { farmId: farm } },
  };
  const first = unwrap(await glebe.GET("/v1/features/collections/{collectionId}/items", { params, signal }));
  const all = (pages: (typeof first)[]) => pages.flatMap((page) => page.features);
  return all(await linkedPages(first, (pages) => all(pages).length >= MAX_FIELDS, signal));
}

export const regionTrees = (farm: string, signal: AbortSignal) =>
  glebe
    .GET("/v1/regions", { params: { query: { view: "tree", farmId: farm } }, signal })
    .then((answer) => unwrap(answer).tree ?? []);

const FIELD = "/v1/farms/{farmId}/fields/{fieldId}";
const REGION = "/v1/regions/{regionId}";

const ofField = (farmId: string, fieldId: string) => ({ path: { farmId, fieldId } });
const ofRegion = (regionId: string) => ({ path: { regionId } });

/** The activities of a place, the newest first. */
export const activities = (farm: string, { kind, id }: Place, signal: AbortSignal) =>
  allPages(
    (query) =>
      kind === "field"
        ? glebe.GET(`${FIELD}/actions`, { params: { ...ofField(farm, id), query }, signal }).then(unwrap)
        : glebe.GET(`${REGION}/actions`, { params: { ...ofRegion(id), query }, signal }).then(unwrap),
    MAX_ENTRIES,
  ).then((all) => all.sort((a, b) => timeOfActivity(b).localeCompare(timeOfActivity(a))));

export const timeOfActivity = (activity: Activity) =>
  activity.completedAt ?? activity.executedAt ?? activity.plannedAt ?? "";

export const cultivationPeriods = (region: string, signal: AbortSignal) =>
  allPages(
    (query) =>
      glebe.GET(`${REGION}/cultivation-periods`, { params: { ...ofRegion(region), query }, signal }).then(unwrap),
    MAX_ENTRIES,
  );

/** The records of a place, the newest first. */
export const records = (farm: string, { kind, id }: Place, signal: AbortSignal) =>
  allPages(
    (query) =>
      kind === "field"
        ? glebe.GET(`${FIELD}/records`, { params: { ...ofField(farm, id), query }, signal }).then(unwrap)
        : glebe.GET(`${REGION}/records`, { params: { ...ofRegion(id), query }, signal }).then(unwrap),
    MAX_ENTRIES,
  ).then((all) => all.sort((a, b) => timeOfRecord(b).localeCompare(timeOfRecord(a))));

export const timeOfRecord = (record: FarmRecord) => record.phenomenonTime ?? record.createdAt;

export const recordTypes = (signal: AbortSignal) =>
  glebe.GET("/v1/records/types", { signal }).then((answer) => unwrap(answer).items);

export const addRecord = (farm: string, { kind, id }: Place, body: NewRecord) =>
  kind === "field"
    ? glebe.POST(`${FIELD}/records`, { params: ofField(farm, id), body }).then(unwrap)
    : glebe.POST(`${REGION}/records`, { params: ofRegion(id), body }).then(unwrap);

const RECORD = "/v1/records/{recordId}";

/** Changes a record by a merge patch. */
export const changeRecord = (recordId: string, body: RecordPatch) =>
  glebe.PATCH(RECORD, { params: { path: { recordId } }, body: body as never }).then(unwrap);

export const deleteRecord = (recordId: string) => glebe.DELETE(RECORD, { params: { path: { recordId } } }).then(unwrap);

export interface RecordPatch {
  payload: Record<string, unknown>;
  phenomenonTime: string;
}

/** The patch that makes an old record the new one; attributes of the payload that are gone are null. */
export function recordPatch(before: RecordPatch, after: RecordPatch): RecordPatch {
  const gone = Object.keys(before.payload).filter((name) => !(name in after.payload));
  return { ...after, payload: { ...after.payload, ...Object.fromEntries(gone.map((name) => [name, null])) } };
}

export const attach = (record: string, file: File, progress: (share: number) => void) =>
  glebe
    .POST("/v1/records/{recordId}/attachments", {
      params: { path: { recordId: record } },
      body: { file },
      ...uploading(formOf({ file }), progress),
    })
    .then(unwrap);

export const streamOf = ({ id }: Attachment) =>
  glebe.address("/v1/attachments/stream/{attachmentId}", { path: { attachmentId: id } });
export const downloadOf = ({ id }: Attachment) =>
  glebe.address("/v1/attachments/download/{attachmentId}", { path: { attachmentId: id } });
