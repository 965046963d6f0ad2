import type { components } from "./schema";

// Bodies of responses that the contract leaves open, and records of the farm API as the console uses them.

type Schemas = components["schemas"];
type Located<T> = Omit<T, "geometry"> & { geometry?: GeoJSON.Geometry };

export type Farm = Schemas["Farm"];
export type Field = Located<Schemas["Field"]>;
export type Region = Located<Schemas["Region"]> & { children: Region[] };
export type Activity = Schemas["Activity"];
export type CultivationPeriod = Schemas["CultivationPeriod"];
export type Attachment = Schemas["File"];
export type FieldFeature = GeoJSON.Feature<GeoJSON.Geometry, Partial<Schemas["Field"]>> & { id: string };

export type FarmRecord = Omit<Schemas["Data"], "payload"> & {
  type?: string;
  payload?: Record<string, unknown>;
  attachments?: Attachment[];
};

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

/** A token that acts for a person, or a service account with the person's name. */
export type Token = Schemas["ActingCredential"];

export type Link = Schemas["Link"];

export interface Collection {
  id: string;
  title?: string;
  description?: string;
  /** coverage with a cube, which may have features too; vector without one */
  dataType?: string;
  extent?: { spatial?: { bbox: number[][] }; temporal?: { interval: (string | null)[][] } };
  access: "farm" | "organization" | "signed-in";
  dataVersion: number;
  license?: string;
  keywords?: string[];
}

/** The grid of a cube; bbox in units of the CRS. */
export interface Grid {
  crs: string;
  bbox: [number, number, number, number];
  width: number;
  height: number;
}

export interface Layer {
  name: string;
  title?: string;
  unit?: string;
  kind?: "continuous" | "categorical" | "composite";
  bands?: string[];
  dtype?: string;
  slices?: number;
  /** values of the first and the last colour, where they are declared */
  range?: [number, number];
  firstTime?: string;
  lastTime?: string;
}

export interface CubeLayers {
  layers: Layer[];
  grid?: Grid;
}

export type Numbers = Schemas["LayerNumbers"];

export type SliceNumbers = Schemas["SliceNumbers"];

export type Legend = Schemas["Legend"];

export interface TileJson {
  tiles: string[];
  bounds: [number, number, number, number];
  minzoom: number;
  maxzoom: number;
  attribution?: string;
  vector_layers?: { id: string }[];
}

export interface LayerSeries {
  layer: string;
  values: { datetime: string; value: number | null }[];
}

export interface Upload {
  id: string;
  layer: string;
  state: "running" | "successful" | "failed";
  bytes: number;
  bytesTotal?: number;
  slices: number;
  detail?: string;
  startedAt: string;
}

export interface Snapshot {
  version: number;
  committedAt: string;
  layers: { layer: string; added: number; replaced: number; removed: number; described: boolean }[];
}

/** A feature of a collection. */
export type Item = GeoJSON.Feature<GeoJSON.Geometry | null, Record<string, unknown>> & { id: string };

/** The values of a property with the number of features that have each. */
export type Facets = Record<string, { value: string; count: number }[]>;

export interface Properties {
  properties: Record<string, { type?: string }>;
}

export interface StyleDocument {
  layers: { id: string; type: string; source?: string; metadata?: { title?: string } }[];
  sources: Record<string, { type: string; tiles?: string[] }>;
}

export interface Tileset {
  id: string;
  title?: string;
  dataType?: string;
  links?: unknown;
  [parameter: string]: unknown;
}

export interface Job {
  id: string;
  type: string;
  state: "QUEUED" | "RUNNING" | "COMPLETED" | "FAILED" | "CANCELLED";
  /** per cent */
  progress: number;
  counts: { total: number; done: number };
  estimate?: { secondsLeft?: number };
  errors?: { detail?: string; message?: string }[];
  created: string;
  outputs?: { name: string; size: number }[];
  request?: { layers?: string | string[]; datetimes?: string | string[] };
}

export interface Observation {
  phenomenonTime: string;
  result: unknown;
}

export interface Datastream {
  "@iot.id": number;
  name: string;
  unitOfMeasurement?: { name?: string; symbol?: string };
  ObservedProperty?: { name: string };
  Observations?: Observation[];
}

export interface Thing {
  "@iot.id": number;
  name: string;
  description?: string;
  Locations?: { location?: GeoJSON.Geometry | GeoJSON.Feature }[];
  Datastreams?: Datastream[];
}

/** A page of a SensorThings list. */
export interface ThingsPage<T> {
  value: T[];
  "@iot.nextLink"?: string;
}

interface Page<T> {
  items: T[];
  nextCursor: string;
  hasMore: boolean;
}

interface Gets {
  "/v1/fields": Page<Field>;
  "/v1/regions": { tree: Region[] };
  "/v1/features/collections/{collectionId}/items": { features: FieldFeature[]; links: Link[] };
  "/v1/farms/{farmId}/fields/{fieldId}/records": Page<FarmRecord>;
  "/v1/regions/{regionId}/records": Page<FarmRecord>;
  "/v1/records/types": { items: RecordType[] };
  "/api/v2/collections": { collections: Collection[]; links: Link[] };
  "/api/v2/collections/jobs": { jobs: Job[] };
  "/sta/v1.1/Things": ThingsPage<Thing>;
  "/sta/v1.1/Datastreams({id})/aggregate/time-series": { buckets: { start: string; mean: number | null }[] };
}

interface CollectionGets {
  "": Collection;
  "/aggregate/time-series": { series: { layer: string; values: { datetime: string; mean: number | null }[] }[] };
  "/items": { features: Item[]; facets?: Facets; links: Link[] };
  "/items/{featureId}": Item;
  "/layers": CubeLayers;
  "/point/{lon},{lat}": LayerSeries | { series: LayerSeries[] };
  "/queryables": Properties;
  "/snapshots": { snapshots: Snapshot[]; links?: Link[] };
  "/sortables": Properties;
  "/style": StyleDocument;
  "/tiles/{tmsId}/tilejson.json": TileJson;
  "/tilesets": { tilesets: Tileset[] };
  "/uploads": { uploads: Upload[] };
}

interface Posts {
  "/v1/farms/{farmId}/fields/{fieldId}/records": FarmRecord;
  "/v1/regions/{regionId}/records": FarmRecord;
  "/api/v2/collections": Collection;
  "/api/v2/collections/bulk-operations": Job;
}

interface CollectionPosts {
  "/items": { inserted?: number; replaced?: number };
  "/layers": Layer;
  "/tilesets": Tileset;
}

type Of<M extends string, Prefix extends string, B> = { [K in keyof B & string as `${M} ${Prefix}${K}`]: B[K] };

/** By method and path template. They replace types of the contract that are open or incomplete. */
export type OpenBodies = Of<"get", "", Gets> &
  Of<"post", "", Posts> &
  Of<"get", "/api/v2/collections/{collectionId}", CollectionGets> &
  Of<"post", "/api/v2/collections/{collectionId}", CollectionPosts>;
