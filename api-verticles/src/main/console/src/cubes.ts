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

export interface LayerSeries {
  layer: string;
  values: Sample[];
}

/** Colours that a person chose in place of the layer's own; empty where the layer's own hold. */
export interface Look {
  ramp: string;
  /** low,high */
  range: string;
}

const api = "/api/v2";
const base = `${api}/collections`;
const cube = (id: string) => `${base}/${encodeURIComponent(id)}`;
const word = encodeURIComponent;
const lookOf = ({ ramp, range }: Look) => `${ramp && `&colormap_name=${word(ramp)}`}${range && `&rescale=${word(range)}`}`;

export const isVector = (collection: Collection) => collection.itemType === "feature";

export const collections = () => get<{ collections: Collection[] }>(base).then((body) => body.collections);

export const layers = (id: string) => get<{ layers: Layer[] }>(`${cube(id)}/layers`).then((body) => body.layers);

export const times = (id: string) => get<{ times: string[] }>(`${cube(id)}/time`).then((body) => body.times);

/** Names of the colour ramps; `_r` behind a name reverses it. */
export const ramps = (signal: AbortSignal) =>
  get<{ colormaps: { name: string }[] }>(`${api}/colormaps`, signal).then((body) => body.colormaps.map(({ name }) => name));

export const legend = (id: string, layer: string, look: Look) =>
  get<Legend>(`${cube(id)}/legend?layers=${word(layer)}${lookOf(look)}`);

export const tileJson = (id: string, layer: string, datetime: string, look: Look) =>
  get<TileJson>(
    `${cube(id)}/tiles/WebMercatorQuad/tilejson.json?layers=${word(layer)}&datetime=${word(datetime)}${lookOf(look)}`,
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

/** Means over a field of the farm records, day by day, without what lies under cloud. */
export const fieldSeries = (id: string, names: string[], field: string, clouds: string | undefined, signal: AbortSignal) =>
  get<Buckets>(
    `${cube(id)}/aggregate/time-series?layers=${word(names.join(","))}&fieldId=${field}&aggregation=mean&resolution=P1D` +
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
