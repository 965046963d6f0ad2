import { type AddressOf, unwrap } from "glebe-client";
import type { Collection, Facets, Layer, LayerSeries } from "./bodies";
import { glebe, linkedPages } from "./client";

// Requests to the spatio-temporal API that more than one page makes.

/** Path template of a collection. */
export const COLLECTION = "/api/v2/collections/{collectionId}";

const TILEJSON = `${COLLECTION}/tiles/{tmsId}/tilejson.json` as const;

/** Colours in place of the layer's own; empty where the layer's own are used. */
export interface Look {
  ramp: string;
  /** low,high */
  range: string;
  /** the parameters of a saved look, in place of all others */
  saved: string;
  /** band arithmetic in place of the layer */
  expression?: string;
}

/** The parameters of a rendering, all but its time. */
type Rendering = Pick<
  NonNullable<AddressOf<typeof TILEJSON>["query"]>,
  "layers" | "style" | "expression" | "colormap_name" | "rescale" | "nodata" | "resampling"
>;

export type Resampling = NonNullable<Rendering["resampling"]>;

/** The parameters of a rendering in a query; the platform checks the words in it. */
export function renderingIn(query: URLSearchParams): Rendering {
  const text = (name: keyof Rendering) => query.get(name) || undefined;
  const list = (name: keyof Rendering) => text(name)?.split(",");
  return {
    layers: list("layers"),
    style: text("style"),
    expression: text("expression"),
    colormap_name: text("colormap_name") as Rendering["colormap_name"],
    rescale: list("rescale")?.map(Number),
    nodata: text("nodata") as Rendering["nodata"],
    resampling: text("resampling") as Resampling | undefined,
  };
}

export const rendering = (layer: string, { ramp, range, saved, expression = "" }: Look): Rendering =>
  renderingIn(
    new URLSearchParams(
      saved || { ...(expression ? { expression } : { layers: layer }), colormap_name: ramp, rescale: range },
    ),
  );

export const isVector = (collection: Collection) => collection.dataType === "vector";

const MAX_COLLECTIONS = 5000;

/** The collections that the person may read, from all pages; at most {@link MAX_COLLECTIONS} of them. */
export async function collections(signal: AbortSignal): Promise<Collection[]> {
  const first = unwrap(await glebe.GET("/api/v2/collections", { params: { query: { limit: 1000 } }, signal }));
  const all = (pages: (typeof first)[]) => pages.flatMap((page) => page.collections);
  return all(await linkedPages(first, (pages) => all(pages).length >= MAX_COLLECTIONS, signal));
}

const at = (id: string) => ({ path: { collectionId: id } });

export const cubeLayers = (id: string, signal: AbortSignal) =>
  glebe.GET(`${COLLECTION}/layers`, { params: at(id), signal }).then(unwrap);

/** The dates with the cloud cover of each in percent, and the newest one with few clouds. */
export const times = (id: string, signal: AbortSignal) =>
  glebe.GET(`${COLLECTION}/time`, { params: { ...at(id), query: { cloudCover: true } }, signal }).then(unwrap);

/** Names of the colour ramps; `_r` behind a name reverses it. */
export const ramps = (signal: AbortSignal) =>
  glebe.GET("/api/v2/colormaps", { signal }).then((answer) => unwrap(answer).colormaps.map(({ name }) => name));

export const legend = (id: string, layer: string, look: Look, signal: AbortSignal) =>
  glebe.GET(`${COLLECTION}/legend`, { params: { ...at(id), query: rendering(layer, look) }, signal }).then(unwrap);

export const tileJson = (id: string, layer: string, datetime: string, look: Look, signal?: AbortSignal) => {
  const query = { ...rendering(layer, look), datetime };
  return glebe
    .GET(TILEJSON, { params: { path: { collectionId: id, tmsId: "WebMercatorQuad" }, query }, signal })
    .then(unwrap);
};

export const vectorTileJson = (id: string, signal: AbortSignal) =>
  glebe.GET(TILEJSON, { params: { path: { collectionId: id, tmsId: "WebMercatorQuad-Vector" } }, signal }).then(unwrap);

const PLACE_DIGITS = 6;
const rounded = (degrees: number) => Number(degrees.toFixed(PLACE_DIGITS));

/** The whole series of some layers at a point, or their values at one date. */
export const pointSeries = (
  id: string,
  names: string[],
  lon: number,
  lat: number,
  signal: AbortSignal,
  datetime?: string,
) => {
  const path = { collectionId: id, lon: rounded(lon), lat: rounded(lat) };
  return glebe
    .GET(`${COLLECTION}/point/{lon},{lat}`, { params: { path, query: { layers: names, datetime } }, signal })
    .then((answer) => unwrap(answer))
    .then((body) => ("series" in body ? body.series : [body]));
};

/** The steps of a series: days, weeks or months. */
export type Resolution = NonNullable<
  NonNullable<AddressOf<`${typeof COLLECTION}/aggregate/time-series`>["query"]>["resolution"]
>;

interface FieldQuery {
  layers: string[];
  fieldId: string;
  /** the layer that masks clouds, if there is one */
  clouds: Clouds | undefined;
  resolution: Resolution;
}

/** Means over a field of the farm records, without cells under cloud, by days, weeks or months. */
export const fieldSeries = (id: string, { layers, fieldId, clouds, resolution }: FieldQuery, signal: AbortSignal) => {
  const mask = clouds && `${clouds.layer}:${clouds.values.join()}`;
  const query = { layers, fieldId, aggregation: ["mean" as const], resolution, mask };
  return glebe.GET(`${COLLECTION}/aggregate/time-series`, { params: { ...at(id), query }, signal }).then((answer) =>
    unwrap(answer).series.map(({ layer, values }): LayerSeries => ({
      layer,
      values: values.map(({ datetime, mean }) => ({ datetime, value: mean ?? null })),
    })),
  );
};

/** A layer with the numbers of its classes of clouds. */
export interface Clouds {
  layer: string;
  values: number[];
}

/** The layer that marks clouds, if the collection has one. */
export function cloudLayer(all: Layer[]): Clouds | undefined {
  const masks = all.map(({ name, classes = [] }) => ({
    layer: name,
    values: classes.filter(({ cloud }) => cloud).map(({ value }) => value),
  }));
  return masks.find(({ values }) => values.length > 0);
}

/** An area: a field of the farm records, or a box in degrees. */
export type Area = { fieldId: string } | { bbox: number[] };

/** How often the values of a layer occur in an area at one date. */
export const histogram = (id: string, layerName: string, datetime: string, area: Area, signal: AbortSignal) => {
  const params = { path: { collectionId: id, layerName }, query: { ...area, datetime } };
  return glebe.GET(`${COLLECTION}/layers/{layerName}/histogram`, { params, signal }).then(unwrap);
};

/** Properties that the map offers for filters and colours; vector tiles always have the first ones. */
const FACETS = ["status", "crop", "farmer", "district", "village", "state"];
const MAX_FACETS = 5;

export async function facets(id: string, signal: AbortSignal): Promise<Facets> {
  const { properties } = unwrap(await glebe.GET(`${COLLECTION}/queryables`, { params: at(id), signal }));
  const names = FACETS.filter((name) => properties[name]?.type === "string").slice(0, MAX_FACETS);
  if (names.length === 0) return {};
  const query = { limit: 1, facetby: names };
  const page = unwrap(await glebe.GET(`${COLLECTION}/items`, { params: { ...at(id), query }, signal }));
  return page.facets ?? {};
}
