import { everything, get, post, upload } from "../api";
import { nextOf } from "../cubes";

// What the console knows of the farm API.

export interface Farm {
  id: string;
  name?: string;
  timezone?: string;
}

export interface Field {
  name?: string;
  fieldNumber?: string;
  area?: number;
  areaUnit?: string;
  landUse?: string;
  description?: string;
}

export type FieldFeature = GeoJSON.Feature<GeoJSON.Geometry, Field> & { id: string };

export interface Region {
  id: string;
  name?: string;
  kind?: string;
  fieldId?: string;
  isDefault?: boolean;
  geometry?: GeoJSON.Geometry;
  children: Region[];
}

export interface Action {
  id: string;
  type?: string;
  name?: string;
  status?: string;
  plannedAt?: string;
  executedAt?: string;
  completedAt?: string;
}

export interface Period {
  id: string;
  crop?: string;
  status?: string;
  startsAt?: string;
  endsAt?: string;
}

export interface Attachment {
  id: string;
  name: string;
  size?: number;
  type?: string;
}

export interface FarmRecord {
  id: string;
  type?: string;
  payload?: Record<string, unknown>;
  note?: string;
  phenomenonTime?: string;
  createdAt: string;
  attachments?: Attachment[];
}

/** A JSON Schema, as far as record types use it. */
export interface Schema {
  type?: string;
  format?: string;
  enum?: string[];
  description?: string;
  minimum?: number;
  maximum?: number;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
}

export interface RecordType {
  type: string;
  name: string;
  payloadSchema: Schema;
}

interface FeaturePage {
  features: FieldFeature[];
  links: { rel: string; href: string }[];
}

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

export const farms = (signal: AbortSignal) => everything<Farm>("/v1/farms", MAX_FARMS, signal);

/** The fields of a farm from the feature service, following its pages. */
export async function fieldFeatures(farm: string, signal: AbortSignal): Promise<FieldFeature[]> {
  const found: FieldFeature[] = [];
  let next: string | undefined = `/v1/features/collections/fields/items?limit=1000&farmId=${farm}`;
  while (next && found.length < MAX_FIELDS) {
    const page: FeaturePage = await get(next, signal);
    found.push(...page.features);
    next = nextOf(page);
  }
  return found;
}

export const regionForest = (farm: string, signal: AbortSignal) =>
  get<{ tree: Region[] }>(`/v1/regions?view=tree&farmId=${farm}`, signal).then((body) => body.tree);

const doorOf = (farm: string, place: Place) =>
  place.kind === "field" ? `/v1/farms/${farm}/fields/${place.id}` : `/v1/regions/${place.id}`;

/** Newest first. */
export const actions = (farm: string, place: Place, signal: AbortSignal) =>
  everything<Action>(`${doorOf(farm, place)}/actions`, MAX_ENTRIES, signal).then((all) =>
    all.sort((a, b) => whenOf(b).localeCompare(whenOf(a))),
  );

export const whenOf = (action: Action) => action.completedAt ?? action.executedAt ?? action.plannedAt ?? "";

export const periods = (region: string, signal: AbortSignal) =>
  everything<Period>(`/v1/regions/${region}/cultivation-periods`, MAX_ENTRIES, signal);

/** Newest first. */
export const records = (farm: string, place: Place, signal: AbortSignal) =>
  everything<FarmRecord>(`${doorOf(farm, place)}/records`, MAX_ENTRIES, signal).then((all) =>
    all.sort((a, b) => timeOf(b).localeCompare(timeOf(a))),
  );

export const timeOf = (record: FarmRecord) => record.phenomenonTime ?? record.createdAt;

export const recordTypes = () => get<{ items: RecordType[] }>("/v1/records/types").then((body) => body.items);

export type NewRecord = Pick<FarmRecord, "type" | "payload" | "note" | "phenomenonTime">;

export const addRecord = (farm: string, place: Place, record: NewRecord) =>
  post<FarmRecord>(`${doorOf(farm, place)}/records`, record);

export const attach = (record: string, file: File, progress: (share: number) => void) =>
  upload<Attachment>(`/v1/records/${record}/attachments`, file, progress);

export const streamOf = (attachment: Attachment) => `/v1/attachments/stream/${attachment.id}`;
export const downloadOf = (attachment: Attachment) => `/v1/attachments/download/${attachment.id}`;
