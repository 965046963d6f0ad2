import type { Activity, Attachment, FarmRecord, FieldFeature } from "../api/bodies";
import { allPages, follow, formOf, get, post, send } from "../api/client";
import { nextOf, path } from "../api/path";

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

export const farms = (signal: AbortSignal) => allPages("/v1/farms", {}, MAX_FARMS, signal);

/** The fields of a farm from the feature service, from all pages. */
export async function fieldFeatures(farm: string, signal: AbortSignal): Promise<FieldFeature[]> {
  const parameters = { collectionId: "fields", limit: 1000 };
  const first = path("/v1/features/collections/{collectionId}/items", parameters);
  const features: FieldFeature[] = [];
  let next: string | undefined = `${first}&farmId=${encodeURIComponent(farm)}`; // any property is a filter
  while (next && features.length < MAX_FIELDS) {
    const page: { features: FieldFeature[]; links: { rel: string; href: string }[] } = await follow(next, signal);
    features.push(...page.features);
    next = nextOf(page);
  }
  return features;
}

export const regionTrees = (farm: string, signal: AbortSignal) =>
  get("/v1/regions", { view: "tree", farmId: farm }, signal).then((body) => body.tree);

const FIELD = "/v1/farms/{farmId}/fields/{fieldId}";
const REGION = "/v1/regions/{regionId}";

/** The activities of a place, the newest first. */
export const activities = (farm: string, { kind, id }: Place, signal: AbortSignal) =>
  (kind === "field"
    ? allPages(`${FIELD}/actions`, { farmId: farm, fieldId: id }, MAX_ENTRIES, signal)
    : allPages(`${REGION}/actions`, { regionId: id }, MAX_ENTRIES, signal)
  ).then((all) => all.sort((a, b) => timeOfActivity(b).localeCompare(timeOfActivity(a))));

export const timeOfActivity = (activity: Activity) =>
  activity.completedAt ?? activity.executedAt ?? activity.plannedAt ?? "";

export const cultivationPeriods = (region: string, signal: AbortSignal) =>
  allPages(`${REGION}/cultivation-periods`, { regionId: region }, MAX_ENTRIES, signal);

/** The records of a place, the newest first. */
export const records = (farm: string, { kind, id }: Place, signal: AbortSignal) =>
  (kind === "field"
    ? allPages(`${FIELD}/records`, { farmId: farm, fieldId: id }, MAX_ENTRIES, signal)
    : allPages(`${REGION}/records`, { regionId: id }, MAX_ENTRIES, signal)
  ).then((all) => all.sort((a, b) => timeOfRecord(b).localeCompare(timeOfRecord(a))));

export const timeOfRecord = (record: FarmRecord) => record.phenomenonTime ?? record.createdAt;

export const recordTypes = (signal: AbortSignal) => get("/v1/records/types", {}, signal).then((body) => body.items);

export type NewRecord = Pick<FarmRecord, "type" | "payload" | "note" | "phenomenonTime">;

export const addRecord = (farm: string, { kind, id }: Place, record: NewRecord) =>
  kind === "field"
    ? post(`${FIELD}/records`, { farmId: farm, fieldId: id }, record)
    : post(`${REGION}/records`, { regionId: id }, record);

export const attach = (record: string, file: File, progress: (share: number) => void) =>
  send("/v1/records/{recordId}/attachments", { recordId: record }, formOf(file), progress);

export const streamOf = ({ id }: Attachment) => path("/v1/attachments/stream/{attachmentId}", { attachmentId: id });
export const downloadOf = ({ id }: Attachment) => path("/v1/attachments/download/{attachmentId}", { attachmentId: id });
