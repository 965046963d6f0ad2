import { formOf, unwrap } from "glebe-client";
import type { Collection, Grid, Layer, NewCollection, NewLayer, Numbers } from "../api/bodies";
import { glebe } from "../api/client";
import { COLLECTION, type Resampling } from "../api/cubes";
import { uploading } from "../api/upload";

// Requests of the data page to the spatio-temporal API.

const at = (id: string) => ({ path: { collectionId: id } });

export const collectionOf = (id: string, signal: AbortSignal) =>
  glebe.GET(COLLECTION, { params: at(id), signal }).then(unwrap);

/** Statistics of a layer: of all its slices together, and of each, the latest first. */
export const statistics = (id: string, layer: string, signal: AbortSignal) => {
  const params = { path: { collectionId: id, layerName: layer } };
  return glebe
    .GET(`${COLLECTION}/layers/{layerName}/statistics`, { params, signal })
    .then((answer) => unwrap(answer))
    .then((body) => ({ total: body.statistics, slices: body.slices.reverse() }));
};

/** Ramps of layers without a range are made for fractions and indices. */
const isFraction = (value: number) => Math.abs(value) <= 1;

/** The range of colours of a small image, where the layer has none and its values are no fractions. */
function stretched(layer: Layer, numbers?: Numbers): number[] | undefined {
  const { minimum: low, maximum: high } = numbers ?? { minimum: null, maximum: null };
  if (layer.kind !== "continuous" || layer.range || low === null || high === null) return undefined;
  return low < high && !(isFraction(low) && isFraction(high)) ? [low, high] : undefined;
}

/** The address of a small image of a layer's latest slice; it changes with the version of the data. */
export function imageOf(collection: Collection, layer: Layer, width: number, numbers?: Numbers): string {
  const query = {
    style: layer.name,
    width,
    datetime: layer.lastTime,
    rescale: stretched(layer, numbers),
    v: collection.dataVersion,
  };
  return glebe.address(`${COLLECTION}/map/render`, { ...at(collection.id), query });
}

export const createCollection = (body: NewCollection) => glebe.POST("/api/v2/collections", { body }).then(unwrap);

export const createGrid = (id: string, body: Grid) =>
  glebe.POST(`${COLLECTION}/zarr/init`, { params: at(id), body }).then(unwrap);

export const addLayer = (id: string, body: NewLayer) =>
  glebe.POST(`${COLLECTION}/layers`, { params: at(id), body }).then(unwrap);

/** Uploads into a collection; everybody who may read the collection sees them. */
export const uploads = (id: string, signal: AbortSignal) =>
  glebe.GET(`${COLLECTION}/uploads`, { params: at(id), signal }).then((answer) => unwrap(answer).uploads);

export interface Slice {
  file: File;
  /** an instant */
  datetime: string;
}

interface SliceUpload {
  layer: string;
  slices: Slice[];
  /** empty for the method that fits the layer */
  resampling: Resampling | "";
}

/** Sends files as slices of one layer: all of them are stored, or none when one is refused. */
export function sendSlices(
  id: string,
  { layer, slices, resampling }: SliceUpload,
  progress: (share: number) => void,
  signal: AbortSignal,
) {
  const query = { resampling: resampling || undefined };
  const params = { path: { collectionId: id, layerName: layer }, query };
  const body = { datetime: slices.map(({ datetime }) => datetime), file: slices.map(({ file }) => file) };
  return glebe
    .POST(`${COLLECTION}/layers/{layerName}/data`, {
      params,
      body,
      ...uploading(formOf(body), progress),
      signal,
    })
    .then(unwrap);
}

const HISTORY_PAGE = 20;

/** The snapshots before a version, the newest first, and whether there are more. */
export const snapshots = (id: string, before: number | undefined, signal: AbortSignal) =>
  glebe
    .GET(`${COLLECTION}/snapshots`, { params: { ...at(id), query: { limit: HISTORY_PAGE, before } }, signal })
    .then(unwrap);

/** Makes an earlier version of the cube, or of one layer, the newest. */
export const restore = (id: string, version: number, layer: string) =>
  glebe
    .POST(`${COLLECTION}/snapshots/{version}/restore`, {
      params: { path: { collectionId: id, version }, query: { layers: layer ? [layer] : undefined } },
    })
    .then(unwrap);
