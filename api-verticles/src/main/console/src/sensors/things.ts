import { get } from "../api";

// What the console knows of the SensorThings API.

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

/** A value at a moment, in seconds. */
export type Sample = [time: number, value: number];

interface List<T> {
  value: T[];
  "@iot.nextLink"?: string;
}

const ROOT = "/sta/v1.1";
const MAX_THINGS = 1000;
/** The most observations drawn one by one. */
const MAX_SAMPLES = 5000;
const NEWEST = "$orderby=phenomenonTime desc";
const LATEST = `Observations($top=1;${NEWEST};$select=phenomenonTime,result)`;
const STREAMS = `Datastreams($expand=ObservedProperty($select=name),${LATEST})`;

const local = (link: string) => new URL(link, location.href).pathname + new URL(link, location.href).search;

/** Every item of a list, page by page, up to a bound. */
async function pages<T>(path: string, bound: number, signal: AbortSignal): Promise<T[]> {
  const found: T[] = [];
  let next: string | undefined = path;
  while (next && found.length < bound) {
    const page: List<T> = await get(next, signal);
    found.push(...page.value);
    next = page["@iot.nextLink"] && local(page["@iot.nextLink"]);
  }
  return found;
}

/** Things with their places, their datastreams and the latest value of each. */
export const things = (signal: AbortSignal) =>
  pages<Thing>(`${ROOT}/Things?$top=200&$expand=${encodeURIComponent(`Locations($select=location),${STREAMS}`)}`, MAX_THINGS, signal);

/** When it was observed; of a period, its end. */
export const secondsOf = (phenomenonTime: string) => Date.parse(phenomenonTime.split("/").at(-1)!) / 1000;

export const sampleOf = ({ phenomenonTime, result }: Observation): Sample[] =>
  typeof result === "number" ? [[secondsOf(phenomenonTime), result]] : [];

/** Observations after a moment, oldest first; the newest of them when there are too many. */
export async function samples(stream: number, after: number, signal: AbortSignal): Promise<Sample[]> {
  const filter = encodeURIComponent(`phenomenonTime gt ${new Date(after * 1000).toISOString()}`);
  const query = `$filter=${filter}&${encodeURI(NEWEST)}&$select=phenomenonTime,result&$top=1000`;
  const found = await pages<Observation>(`${ROOT}/Datastreams(${stream})/Observations?${query}`, MAX_SAMPLES, signal);
  return found.flatMap(sampleOf).reverse();
}

interface Bucket {
  start: string;
  mean: number | null;
}

/** Means of the buckets of an interval: days, or P1W or P1M. */
export async function means(stream: number, datetime: string, signal: AbortSignal, resolution = "P1D"): Promise<Sample[]> {
  const query = `resolution=${resolution}&aggregation=mean&datetime=${encodeURIComponent(datetime)}`;
  const { buckets } = await get<{ buckets: Bucket[] }>(`${ROOT}/Datastreams(${stream})/aggregate/time-series?${query}`, signal);
  return buckets.flatMap(({ start, mean }): Sample[] => (mean === null ? [] : [[Date.parse(start) / 1000, mean]]));
}

/** The mean of each day after a moment. */
export const dailyMeans = (stream: number, after: number, signal: AbortSignal) =>
  means(stream, `${new Date(after * 1000).toISOString()}/..`, signal);

/** The datastreams of the things in a field, with what each observes. */
export async function streamsOf(field: string, signal: AbortSignal): Promise<Datastream[]> {
  const filter = encodeURIComponent(`properties/fieldId eq '${field}'`);
  const expand = encodeURIComponent("Datastreams($expand=ObservedProperty($select=name))");
  const found = await pages<Thing>(`${ROOT}/Things?$filter=${filter}&$expand=${expand}`, MAX_THINGS, signal);
  return found.flatMap((thing) => thing.Datastreams ?? []);
}

export const livePath = (stream: number) => `${ROOT}/Datastreams(${stream})/live`;

const asPoint = (geometry: GeoJSON.Geometry): [number, number] | undefined => {
  if (geometry.type === "GeometryCollection") return undefined;
  let first: unknown = geometry.coordinates;
  while (Array.isArray(first) && Array.isArray(first[0])) first = first[0];
  const [lon, lat] = first as number[];
  return lon === undefined || lat === undefined ? undefined : [lon, lat];
};

/** Where a thing stands; of an area, its first corner. */
export function placeOf(thing: Thing): [number, number] | undefined {
  const location = thing.Locations?.[0]?.location;
  if (!location) return undefined;
  return asPoint(location.type === "Feature" ? location.geometry : location);
}

/** The name of what a datastream observes. */
export const observed = (stream: Datastream) => stream.ObservedProperty?.name ?? stream.name;

export const unitOf = (stream: Datastream) => stream.unitOfMeasurement?.symbol ?? "";
