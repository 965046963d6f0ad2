import type { Collection, Grid, Layer, Numbers } from "../api/bodies";
import { get, post, send } from "../api/client";
import { COLLECTION } from "../api/cubes";
import { path } from "../api/path";

// Requests of the data page to the spatio-temporal API.

export const collectionOf = (id: string, signal: AbortSignal) => get(COLLECTION, { collectionId: id }, signal);

/** Statistics of a layer: of all its slices together, and of each, the latest first. */
export const statistics = (id: string, layer: string, signal: AbortSignal) =>
  get(
    `${COLLECTION}/layers/{layerName}/statistics`,
    { collectionId: id, layerName: layer, datetime: "../.." },
    signal,
  ).then((body) => ({ total: body.statistics, slices: body.slices.reverse() }));

/** Ramps of layers without a range are made for fractions and indices. */
const isFraction = (value: number) => Math.abs(value) <= 1;

/** The range of colours of a small image, where the layer has none and its values are no fractions. */
function stretched(layer: Layer, numbers?: Numbers): string {
  const { minimum: low, maximum: high } = numbers ?? { minimum: null, maximum: null };
  if (layer.kind !== "continuous" || layer.range || low === null || high === null) return "";
  return low < high && !(isFraction(low) && isFraction(high)) ? `${low},${high}` : "";
}

/** The address of a small image of a layer's latest slice; it changes with the version of the data. */
export function imageOf(collection: Collection, layer: Layer, width: number, numbers?: Numbers): string {
  const address = path(`${COLLECTION}/map/render`, {
    collectionId: collection.id,
    style: layer.name,
    width,
    datetime: layer.lastTime,
    rescale: stretched(layer, numbers),
  });
  return `${address}&v=${collection.dataVersion}`;
}

export const createCollection = (body: Record<string, unknown>) => post("/api/v2/collections", {}, body);

export const createGrid = (id: string, grid: Grid) => post(`${COLLECTION}/zarr/init`, { collectionId: id }, grid);

export const addLayer = (id: string, body: Record<string, unknown>) =>
  post(`${COLLECTION}/layers`, { collectionId: id }, body);

/** Uploads into a collection; everybody who may read the collection sees them. */
export const uploads = (id: string, signal: AbortSignal) =>
  get(`${COLLECTION}/uploads`, { collectionId: id }, signal).then((body) => body.uploads);

export interface Slice {
  file: File;
  /** an instant */
  datetime: string;
}

interface SliceUpload {
  layer: string;
  slices: Slice[];
  /** empty for the method that fits the layer */
  resampling: string;
}

/** Sends files as slices of one layer: all of them are stored, or none when one is refused. */
export function sendSlices(
  id: string,
  { layer, slices, resampling }: SliceUpload,
  progress: (share: number) => void,
  signal: AbortSignal,
) {
  const form = new FormData();
  for (const { file, datetime } of slices) {
    form.append("datetime", datetime);
    form.append("file", file, file.name);
  }
  const parameters = { collectionId: id, layerName: layer, resampling };
  return send(`${COLLECTION}/layers/{layerName}/data`, parameters, form, progress, signal);
}

const HISTORY_PAGE = 20;

/** The snapshots before a version, the newest first, and whether there are more. */
export const snapshots = (id: string, before: number | undefined, signal: AbortSignal) =>
  get(`${COLLECTION}/snapshots`, { collectionId: id, limit: HISTORY_PAGE, before }, signal);

/** Makes an earlier version of the cube, or of one layer, the newest. */
export const restore = (id: string, version: number, layer: string) =>
  post(`${COLLECTION}/snapshots/{version}/restore`, { collectionId: id, version, layers: layer }, {});
