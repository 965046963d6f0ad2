import type { Collection, Facets, Layer, LayerSeries } from "./bodies";
import { follow, get } from "./client";
import { nextOf } from "./path";

// Requests to the spatio-temporal API that more than one page makes.

/** Path template of a collection. */
export const COLLECTION = "/api/v2/collections/{collectionId}";

/** Colours in place of the layer's own; empty where the layer's own are used. */
export interface Look {
  ramp: string;
  /** low,high */
  range: string;
  /** the parameters of a saved look, in place of layer, ramp and range */
  saved: string;
}

type LookParameters = Partial<Record<"layers" | "style" | "expression" | "colormap_name" | "rescale", string>>;

/** The parameters of a rendering, all but its time. */
export const rendering = (layer: string, { ramp, range, saved }: Look): LookParameters =>
  saved ? Object.fromEntries(new URLSearchParams(saved)) : { layers: layer, colormap_name: ramp, rescale: range };

export const isVector = (collection: Collection) => collection.dataType === "vector";

const MAX_COLLECTIONS = 5000;

/** The collections that the person may read, from all pages; at most {@link MAX_COLLECTIONS} of them. */
export async function collections(signal: AbortSignal): Promise<Collection[]> {
  const all: Collection[] = [];
  let page = await get("/api/v2/collections", { limit: 1000 }, signal);
  all.push(...page.collections);
  for (let next = nextOf(page); next && all.length < MAX_COLLECTIONS; next = nextOf(page)) {
    page = await follow<typeof page>(next, signal);
    all.push(...page.collections);
  }
  return all;
}

export const cubeLayers = (id: string, signal: AbortSignal) =>
  get(`${COLLECTION}/layers`, { collectionId: id }, signal);

export const times = (id: string, signal: AbortSignal) =>
  get(`${COLLECTION}/time`, { collectionId: id }, signal).then((body) => body.times);

/** Names of the colour ramps; `_r` behind a name reverses it. */
export const ramps = (signal: AbortSignal) =>
  get("/api/v2/colormaps", {}, signal).then((body) => body.colormaps.map(({ name }) => name));

export const legend = (id: string, layer: string, look: Look, signal: AbortSignal) =>
  get(`${COLLECTION}/legend`, { collectionId: id, ...rendering(layer, look) }, signal);

const TILEJSON = `${COLLECTION}/tiles/{tmsId}/tilejson.json` as const;

export const tileJson = (id: string, layer: string, datetime: string, look: Look, signal?: AbortSignal) =>
  get(TILEJSON, { collectionId: id, tmsId: "WebMercatorQuad", ...rendering(layer, look), datetime }, signal);

export const vectorTileJson = (id: string, signal: AbortSignal) =>
  get(TILEJSON, { collectionId: id, tmsId: "WebMercatorQuad-Vector" }, signal);

/** The whole series of some layers at a point. */
export const pointSeries = (id: string, names: string[], lon: number, lat: number, signal: AbortSignal) =>
  get(
    `${COLLECTION}/point/{lon},{lat}`,
    { collectionId: id, lon: lon.toFixed(6), lat: lat.toFixed(6), layers: names.join(",") },
    signal,
  ).then((body) => ("series" in body ? body.series : [body]));

interface FieldQuery {
  layers: string[];
  fieldId: string;
  /** the layer that masks clouds, if there is one */
  clouds: string | undefined;
  /** P1D, P1W or P1M */
  resolution: string;
}

/** Means over a field of the farm records, without cells under cloud, by days, weeks or months. */
export const fieldSeries = (id: string, { layers, fieldId, clouds, resolution }: FieldQuery, signal: AbortSignal) =>
  get(
    `${COLLECTION}/aggregate/time-series`,
    {
      collectionId: id,
      layers: layers.join(","),
      fieldId,
      aggregation: "mean",
      resolution,
      mask: clouds && `${clouds}:1`,
    },
    signal,
  ).then((body) =>
    body.series.map(({ layer, values }): LayerSeries => ({
      layer,
      values: values.map(({ datetime, mean }) => ({ datetime, value: mean })),
    })),
  );

/** The layer that marks clouds, if the collection has one. */
export const cloudLayer = (all: Layer[]) => all.find((one) => one.kind === "categorical" && one.name === "CLOUD")?.name;

/** The cloudy share of the whole rendering by day, from 0 to 1. */
export const cloudShares = (id: string, layer: string, bbox: number[], signal: AbortSignal) =>
  get(
    `${COLLECTION}/aggregate/time-series`,
    { collectionId: id, layers: layer, bbox: bbox.join(","), aggregation: "mean", resolution: "P1D" },
    signal,
  ).then((body) => new Map(body.series[0]?.values.map((one) => [one.datetime.slice(0, 10), one.mean ?? 0])));

/** Properties that the map offers for filters and colours; vector tiles always have the first ones. */
const FACETS = ["status", "crop", "farmer", "district", "village", "state"];
const MAX_FACETS = 5;

export async function facets(id: string, signal: AbortSignal): Promise<Facets> {
  const { properties } = await get(`${COLLECTION}/queryables`, { collectionId: id }, signal);
  const names = FACETS.filter((name) => properties[name]?.type === "string").slice(0, MAX_FACETS);
  if (names.length === 0) return {};
  const page = await get(`${COLLECTION}/items`, { collectionId: id, limit: 1, facetby: names.join(",") }, signal);
  return page.facets ?? {};
}
