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
}

export interface Sample {
  datetime: string;
  value: number | null;
}

export interface LayerSeries {
  layer: string;
  values: Sample[];
}

const base = "/api/v2/collections";
const cube = (id: string) => `${base}/${encodeURIComponent(id)}`;
const word = encodeURIComponent;

export const isVector = (collection: Collection) => collection.itemType === "feature";

export const collections = () => get<{ collections: Collection[] }>(base).then((body) => body.collections);

export const layers = (id: string) => get<{ layers: Layer[] }>(`${cube(id)}/layers`).then((body) => body.layers);

export const times = (id: string) => get<{ times: string[] }>(`${cube(id)}/time`).then((body) => body.times);

export const legend = (id: string, layer: string) => get<Legend>(`${cube(id)}/legend?layers=${word(layer)}`);

export const tileJson = (id: string, layer: string, datetime: string) =>
  get<TileJson>(
    `${cube(id)}/tiles/WebMercatorQuad/tilejson.json?layers=${word(layer)}&datetime=${word(datetime)}`,
  );

/** The whole series of some layers at a point. */
export const pointSeries = (id: string, names: string[], lon: number, lat: number, signal: AbortSignal) =>
  get<LayerSeries | { series: LayerSeries[] }>(
    `${cube(id)}/point/${lon.toFixed(6)},${lat.toFixed(6)}?layers=${word(names.join(","))}`,
    signal,
  ).then((body) => ("series" in body ? body.series : [body]));

/** The layer that tells where clouds were, if the collection has one. */
export const cloudLayer = (all: Layer[]) => all.find((one) => one.kind === "categorical" && one.name === "CLOUD")?.name;

/** The cloudy share of the whole picture at each day, from 0 to 1. */
export const cloudShares = (id: string, layer: string, bbox: number[]) =>
  get<{ series: { values: { datetime: string; mean: number | null }[] }[] }>(
    `${cube(id)}/aggregate/time-series?layers=${word(layer)}&bbox=${bbox.join(",")}&aggregation=mean&resolution=P1D`,
  ).then((body) => new Map(body.series[0]?.values.map((one) => [one.datetime.slice(0, 10), one.mean ?? 0])));

/** The features of a vector collection, as many as one page brings. */
export const features = (id: string) => get<GeoJSON.FeatureCollection>(`${cube(id)}/items?limit=1000`);
