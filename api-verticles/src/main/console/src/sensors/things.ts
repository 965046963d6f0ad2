import type { Datastream, Observation, Thing, ThingsPage } from "../api/bodies";
import { follow, get } from "../api/client";
import { path, pathOf } from "../api/path";

// Requests to the SensorThings API.

/** A value at a time in seconds. */
export type Sample = [time: number, value: number];

const MAX_THINGS = 1000;
/** The most observations that are drawn one by one. */
const MAX_SAMPLES = 5000;
const NEWEST = "phenomenonTime desc";
const VALUES = "phenomenonTime,result";
const LATEST = `Observations($top=1;$orderby=${NEWEST};$select=${VALUES})`;
const NAME = "ObservedProperty($select=name)";

/** The items of a list from all pages, up to a bound. */
async function allItems<T>(first: ThingsPage<T>, bound: number, signal: AbortSignal): Promise<T[]> {
  const items = [...first.value];
  let next = first["@iot.nextLink"];
  while (next && items.length < bound) {
    const page: ThingsPage<T> = await follow(pathOf(next), signal);
    items.push(...page.value);
    next = page["@iot.nextLink"];
  }
  return items;
}

/** Things with their locations, their datastreams and the latest value of each. */
export async function things(signal: AbortSignal): Promise<Thing[]> {
  const $expand = `Locations($select=location),Datastreams($expand=${NAME},${LATEST})`;
  return allItems(await get("/sta/v1.1/Things", { $top: 200, $expand }, signal), MAX_THINGS, signal);
}

/** The time of an observation in seconds; of a period, its end. */
export const secondsOf = (phenomenonTime: string) => Date.parse(phenomenonTime.split("/").at(-1)!) / 1000;

export const sampleOf = ({ phenomenonTime, result }: Observation): Sample[] =>
  typeof result === "number" ? [[secondsOf(phenomenonTime), result]] : [];

const instant = (seconds: number) => new Date(seconds * 1000).toISOString();

/** Observations after a time in seconds, the oldest first; the newest of them when there are too many. */
export async function samples(stream: number, after: number, signal: AbortSignal): Promise<Sample[]> {
  const first = path("/sta/v1.1/{path}", {
    path: `Datastreams(${stream})/Observations`,
    $filter: `phenomenonTime gt ${instant(after)}`,
    $orderby: NEWEST,
    $select: VALUES,
    $top: 1000,
  });
  const page = await follow<ThingsPage<Observation>>(first, signal);
  return (await allItems(page, MAX_SAMPLES, signal)).flatMap(sampleOf).reverse();
}

/** Means of a datastream in an interval by days, weeks (P1W) or months (P1M). */
export async function means(id: number, datetime: string, signal: AbortSignal, resolution = "P1D"): Promise<Sample[]> {
  const parameters = { id, resolution, aggregation: "mean", datetime };
  const { buckets } = await get("/sta/v1.1/Datastreams({id})/aggregate/time-series", parameters, signal);
  return buckets.flatMap(({ start, mean }): Sample[] => (mean === null ? [] : [[Date.parse(start) / 1000, mean]]));
}

/** The mean of each day after a time in seconds. */
export const dailyMeans = (stream: number, after: number, signal: AbortSignal) =>
  means(stream, `${instant(after)}/..`, signal);

/** The datastreams of the things in a field, with the name of what each observes. */
export async function streamsOf(field: string, signal: AbortSignal): Promise<Datastream[]> {
  const parameters = { $filter: `properties/fieldId eq '${field}'`, $expand: `Datastreams($expand=${NAME})` };
  const all = await allItems(await get("/sta/v1.1/Things", parameters, signal), MAX_THINGS, signal);
  return all.flatMap((thing) => thing.Datastreams ?? []);
}

export const livePath = (id: number) => path("/sta/v1.1/Datastreams({id})/live", { id });

const firstPosition = (geometry: GeoJSON.Geometry): [number, number] | undefined => {
  if (geometry.type === "GeometryCollection") return undefined;
  let first: unknown = geometry.coordinates;
  while (Array.isArray(first) && Array.isArray(first[0])) first = first[0];
  const [lon, lat] = first as number[];
  return lon === undefined || lat === undefined ? undefined : [lon, lat];
};

/** The location of a thing; of an area, its first corner. */
export function locationOf(thing: Thing): [number, number] | undefined {
  const location = thing.Locations?.[0]?.location;
  if (!location) return undefined;
  return firstPosition(location.type === "Feature" ? location.geometry : location);
}

/** The name of the observed property. */
export const observedName = (stream: Datastream) => stream.ObservedProperty?.name ?? stream.name;

export const unitOf = (stream: Datastream) => stream.unitOfMeasurement?.symbol ?? "";
