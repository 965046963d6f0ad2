import { unwrap } from "glebe-client";
import type { Datastream, Observation, Thing } from "../api/bodies";
import type { Resolution } from "../api/cubes";
import { glebe, linkedPages } from "../api/client";

// Requests to the SensorThings API.

/** A value at a time in seconds. */
export type Sample = [time: number, value: number];

const MAX_THINGS = 1000;
/** The most observations that are drawn one by one. */
const MAX_SAMPLES = 5000;
const NEWEST = "phenomenonTime desc";
const VALUES = ["phenomenonTime", "result"];
const LATEST = `Observations($top=1;$orderby=${NEWEST};$select=${VALUES.join(",")})`;
const NAME = "ObservedProperty($select=name)";

interface Page<T> {
  value?: T[];
  "@iot.nextLink"?: string;
}

/** The items of a list from all pages, up to a bound. */
async function allItems<T>(first: Page<T>, bound: number, signal: AbortSignal): Promise<T[]> {
  const all = (pages: Page<T>[]) => pages.flatMap(({ value }) => value ?? []);
  return all(await linkedPages(first, (pages) => all(pages).length >= bound, signal));
}

/** Things by a filter, with what is expanded. */
export async function thingsOf(query: { $filter?: string; $expand: string; $top?: number }, signal: AbortSignal) {
  const page = unwrap(await glebe.GET("/sta/v1.1/Things", { params: { query }, signal })) as Page<Thing>;
  return allItems(page, MAX_THINGS, signal);
}

/** Things with their locations, their datastreams and the latest value of each. */
export const things = (signal: AbortSignal) =>
  thingsOf({ $top: 200, $expand: `Locations($select=location),Datastreams($expand=${NAME},${LATEST})` }, signal);

/** The time of an observation in seconds; of a period, its end. */
export const secondsOf = (phenomenonTime: string) => Date.parse(phenomenonTime.split("/").at(-1)!) / 1000;

export const sampleOf = ({ phenomenonTime, result }: Observation): Sample[] =>
  typeof result === "number" ? [[secondsOf(phenomenonTime), result]] : [];

const instant = (seconds: number) => new Date(seconds * 1000).toISOString();

/** Observations after a time in seconds, the oldest first; the newest of them when there are too many. */
export async function samples(stream: number, after: number, signal: AbortSignal): Promise<Sample[]> {
  const query = {
    $filter: `phenomenonTime gt ${instant(after)}`,
    $orderby: [NEWEST],
    $select: VALUES,
    $top: 1000,
  };
  const params = { path: { path: `Datastreams(${stream})/Observations` }, query };
  const page = unwrap(await glebe.GET("/sta/v1.1/{path}", { params, signal })) as Page<Observation>;
  return (await allItems(page, MAX_SAMPLES, signal)).flatMap(sampleOf).reverse();
}

/** Hours, days, weeks or months. */
export type Step = "PT1H" | Resolution;

/** Means of a datastream in an interval by hours (PT1H), days, weeks (P1W) or months (P1M). */
export async function means(
  id: number,
  datetime: string,
  signal: AbortSignal,
  resolution: Step = "P1D",
): Promise<Sample[]> {
  const params = { path: { id: String(id) }, query: { resolution, aggregation: ["mean" as const], datetime } };
  const answer = await glebe.GET("/sta/v1.1/Datastreams({id})/aggregate/time-series", { params, signal });
  return unwrap(answer).buckets.flatMap(({ start, mean }): Sample[] =>
    mean === undefined ? [] : [[Date.parse(start) / 1000, mean]],
  );
}

/**
 * What a chart shows after a time in seconds: the mean of each step; without a step the observations, or hours when
 * there are more observations than can be drawn.
 */
export async function history(stream: number, after: number, signal: AbortSignal, step?: Step): Promise<Sample[]> {
  const each = step ? [] : await samples(stream, after, signal);
  return step || each.length >= MAX_SAMPLES ? means(stream, `${instant(after)}/..`, signal, step ?? "PT1H") : each;
}

/** The datastreams of the things in a field, with the name of what each observes. */
export async function streamsOf(field: string, signal: AbortSignal): Promise<Datastream[]> {
  const $filter = `properties/fieldId eq '${field}'`;
  const all = await thingsOf({ $filter, $expand: `Datastreams($expand=${NAME})` }, signal);
  return all.flatMap((thing) => thing.Datastreams ?? []);
}

export const livePath = (id: number) => glebe.address("/sta/v1.1/Datastreams({id})/live", { path: { id: String(id) } });

const firstPosition = (geometry: GeoJSON.Geometry): [number, number] | undefined => {
  if (geometry.type === "GeometryCollection") return undefined;
  let first: unknown = geometry.coordinates;
  while (Array.isArray(first) && Array.isArray(first[0])) first = first[0];
  const [lon, lat] = first as number[];
  return lon === undefined || lat === undefined ? undefined : [lon, lat];
};

/** The location of a thing; of an area, its first corner. */
export function locationOf(thing: Thing): [number, number] | undefined {
  const location = thing.Locations?.[0]?.location as GeoJSON.Geometry | GeoJSON.Feature | undefined;
  if (!location) return undefined;
  return firstPosition(location.type === "Feature" ? location.geometry : location);
}

/** The name of the observed property. */
export const observedName = (stream: Datastream) => stream.ObservedProperty?.name ?? stream.name;

export const unitOf = (stream: Datastream) => stream.unitOfMeasurement?.symbol ?? "";

/** A datastream with the thing that has it. */
export interface Stream {
  of: Datastream;
  /** its name */
  thing: string;
  thingId: number;
}

export const streamsIn = (things: Thing[]): Stream[] =>
  things.flatMap((thing) =>
    (thing.Datastreams ?? []).map((of) => ({ of, thing: thing.name ?? "", thingId: thing["@iot.id"] })),
  );

export const streamName = ({ of, thing }: Stream): string => `${observedName(of)}, ${thing}`;
