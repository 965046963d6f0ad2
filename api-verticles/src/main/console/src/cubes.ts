import { get } from "./api";

// What the console knows of the spatio-temporal API.

export interface Collection {
  id: string;
  title?: string;
  description?: string;
  itemType?: string;
  extent?: { spatial?: { bbox: number[][] }; temporal?: { interval: (string | null)[][] } };
}

export interface Layer {
  name: string;
  title?: string;
  unit?: string;
  kind?: "continuous" | "categorical" | "composite";
  bands?: string[];
}

export interface Legend {
  title: string;
  type: "ramp" | "classes" | "bands";
  unit?: string;
  stops: { value: number; color: string; label?: string }[];
  bands?: string[];
}

export interface TileJson {
  tiles: string[];
  bounds: [number, number, number, number];
  minzoom: number;
  maxzoom: number;
  attribution?: string;
  vector_layers?: { id: string }[];
}

export interface Sample {
  datetime: string;
  value: number | null;
}

/** The index of a moment: the very moment, else the first one of its day in UTC; -1 when there is none. */
export const indexAt = (moments: string[], wanted: string): number => {
  const exact = moments.indexOf(wanted);
  return exact >= 0 || !wanted ? exact : moments.findIndex((one) => one.slice(0, 10) === wanted.slice(0, 10));
};

/** The same among the beginnings of buckets: the bucket that a moment lies in. */
export const bucketAt = (starts: string[], wanted: string): number => {
  const exact = indexAt(starts, wanted);
  return exact >= 0 || !wanted ? exact : starts.findLastIndex((start) => start <= wanted);
};

export interface LayerSeries {
  layer: string;
  values: Sample[];
}

/** Colours that a person chose in place of the layer's own; empty where the layer's own hold. */
export interface Look {
  ramp: string;
  /** low,high */
  range: string;
  /** the parameters of a look that somebody has kept, in place of layer and all else */
  kept: string;
}

const api = "/api/v2";
const base = `${api}/collections`;
/** The address of a collection. */
export const cube = (id: string) => `${base}/${encodeURIComponent(id)}`;
const word = encodeURIComponent;
/** The parameters of a picture, all but its time. */
const picture = (layer: string, { ramp, range, kept }: Look) =>
  kept || `layers=${word(layer)}${ramp && `&colormap_name=${word(ramp)}`}${range && `&rescale=${word(range)}`}`;

export const isVector = (collection: Collection) => collection.itemType === "feature";

interface CollectionPage<T> {
  collections: T[];
  links: { rel: string; href: string }[];
}

const MAX_COLLECTIONS = 5000;

/** Every collection in reach, page by page; the first {@link MAX_COLLECTIONS} of them. */
export async function collections<T extends Collection = Collection>(signal?: AbortSignal): Promise<T[]> {
  const found: T[] = [];
  let next: string | undefined = `${base}?limit=1000`;
  while (next && found.length < MAX_COLLECTIONS) {
    const page: CollectionPage<T> = await get(next, signal);
    found.push(...page.collections);
    next = nextOf(page);
  }
  return found;
}

/** The path of the page behind one, if there is one. */
export function nextOf(page: { links: { rel: string; href: string }[] }): string | undefined {
  const link = page.links.find(({ rel }) => rel === "next");
  return link && new URL(link.href).pathname + new URL(link.href).search;
}

export const layers = (id: string) => get<{ layers: Layer[] }>(`${cube(id)}/layers`).then((body) => body.layers);

export const times = (id: string) => get<{ times: string[] }>(`${cube(id)}/time`).then((body) => body.times);

/** Names of the colour ramps; `_r` behind a name reverses it. */
export const ramps = (signal: AbortSignal) =>
  get<{ colormaps: { name: string }[] }>(`${api}/colormaps`, signal).then((body) => body.colormaps.map(({ name }) => name));

export const legend = (id: string, layer: string, look: Look) =>
  get<Legend>(`${cube(id)}/legend?${picture(layer, look)}`);

export const tileJson = (id: string, layer: string, datetime: string, look: Look) =>
  get<TileJson>(
    `${cube(id)}/tiles/WebMercatorQuad/tilejson.json?${picture(layer, look)}&datetime=${word(datetime)}`,
  );

export const vectorTileJson = (id: string) => get<TileJson>(`${cube(id)}/tiles/WebMercatorQuad-Vector/tilejson.json`);

/** The whole series of some layers at a point. */
export const pointSeries = (id: string, names: string[], lon: number, lat: number, signal: AbortSignal) =>
  get<LayerSeries | { series: LayerSeries[] }>(
    `${cube(id)}/point/${lon.toFixed(6)},${lat.toFixed(6)}?layers=${word(names.join(","))}`,
    signal,
  ).then((body) => ("series" in body ? body.series : [body]));

interface Buckets {
  series: { layer: string; values: { datetime: string; mean: number | null }[] }[];
}

/** Means over a field of the farm records, without what lies under cloud, by days, weeks (P1W) or months (P1M). */
export const fieldSeries = (id: string, names: string[], field: string, clouds: string | undefined, signal: AbortSignal, resolution = "P1D") =>
  get<Buckets>(
    `${cube(id)}/aggregate/time-series?layers=${word(names.join(","))}&fieldId=${field}&aggregation=mean&resolution=${resolution}` +
      (clouds ? `&mask=${word(`${clouds}:1`)}` : ""),
    signal,
  ).then((body) =>
    body.series.map(({ layer, values }): LayerSeries => ({
      layer,
      values: values.map(({ datetime, mean }) => ({ datetime, value: mean })),
    })),
  );

/** The layer that tells where clouds were, if the collection has one. */
export const cloudLayer = (all: Layer[]) => all.find((one) => one.kind === "categorical" && one.name === "CLOUD")?.name;

/** The cloudy share of the whole picture at each day, from 0 to 1. */
export const cloudShares = (id: string, layer: string, bbox: number[]) =>
  get<Buckets>(
    `${cube(id)}/aggregate/time-series?layers=${word(layer)}&bbox=${bbox.join(",")}&aggregation=mean&resolution=P1D`,
  ).then((body) => new Map(body.series[0]?.values.map((one) => [one.datetime.slice(0, 10), one.mean ?? 0])));

/** The values of a property with the number of features that have each. */
export type Facets = Record<string, { value: string; count: number }[]>;

/** What the map offers to filter and colour by, the names that vector tiles have always known first. */
const FACETS = ["status", "crop", "farmer", "district", "village", "state"];
const MAX_FACETS = 5;

export async function facets(id: string): Promise<Facets> {
  const { properties } = await get<{ properties: Record<string, { type?: string }> }>(`${cube(id)}/queryables`);
  const named = FACETS.filter((name) => properties[name]?.type === "string").slice(0, MAX_FACETS);
  if (named.length === 0) return {};
  return get<{ facets: Facets }>(`${cube(id)}/items?limit=1&facetby=${named.join(",")}`).then((body) => body.facets);
}
