import { get, post, send } from "../api";
import { type Collection, cube } from "../cubes";

// What the data page knows of the spatio-temporal API, beside what every page knows.

export interface Described extends Collection {
  access: "farm" | "organization" | "signed-in";
  dataVersion: number;
  license?: string;
  keywords?: string[];
}

/** How the cells of a cube lie; bbox in units of the CRS. */
export interface Grid {
  crs: string;
  bbox: [number, number, number, number];
  width: number;
  height: number;
}

export interface Numbers {
  minimum: number | null;
  maximum: number | null;
  mean: number | null;
  count: number;
  valid_percent: number | null;
}

export interface Layer {
  name: string;
  title?: string;
  unit?: string;
  kind: "continuous" | "categorical" | "composite";
  bands?: string[];
  dtype?: string;
  slices?: number;
  /** values of the first and the last colour, where somebody has said them */
  range?: [number, number];
  firstTime?: string;
  lastTime?: string;
}

export interface Holdings {
  layers: Layer[];
  grid?: Grid;
}

export const holdings = (id: string, signal: AbortSignal) => get<Holdings>(`${cube(id)}/layers`, signal);

export const describe = (id: string, signal?: AbortSignal) => get<Described>(cube(id), signal);

const layerOf = (id: string, layer: string) => `${cube(id)}/layers/${encodeURIComponent(layer)}`;

/** The numbers of a layer: of all its slices together, and of each, the latest first. */
export const statistics = (id: string, layer: string, signal: AbortSignal) =>
  get<{ statistics: Numbers; slices: ({ datetime: string } & Numbers)[] }>(`${layerOf(id, layer)}/statistics?datetime=../..`, signal).then(
    (body) => ({ total: body.statistics, slices: body.slices.reverse() }),
  );

/** Ramps of layers without a range run over fractions and indices. */
const isFraction = (value: number) => Math.abs(value) <= 1;

/** The address of a small picture of the latest slice; colours run over the layer's range, or over what there is. */
export function pictureOf(of: Described, layer: Layer, width: number, there?: Numbers): string {
  const { minimum: low, maximum: high } = there ?? { minimum: null, maximum: null };
  const stretched = layer.kind === "continuous" && !layer.range && low !== null && high !== null && low < high && !(isFraction(low) && isFraction(high));
  return (
    `${cube(of.id)}/map/render?style=${encodeURIComponent(layer.name)}&width=${width}&v=${of.dataVersion}` +
    (layer.lastTime ? `&datetime=${encodeURIComponent(layer.lastTime)}` : "") +
    (stretched ? `&rescale=${low},${high}` : "")
  );
}

export const create = (body: Record<string, unknown>) => post<Described>("/api/v2/collections", body);

export const initialise = (id: string, grid: Grid) => post<Grid>(`${cube(id)}/zarr/init`, grid);

export const addLayer = (id: string, body: Record<string, unknown>) => post<Layer>(`${cube(id)}/layers`, body);

/** An upload as everybody sees it who may read the collection. */
export interface Upload {
  id: string;
  layer: string;
  state: "running" | "successful" | "failed";
  bytes: number;
  bytesTotal?: number;
  slices: number;
  detail?: string;
  startedAt: string;
}

export const uploads = (id: string, signal: AbortSignal) =>
  get<{ uploads: Upload[] }>(`${cube(id)}/uploads`, signal).then((body) => body.uploads);

export interface Slice {
  file: File;
  /** an instant */
  datetime: string;
}

/** Sends files as slices of one layer: all of them, or none when one is refused. */
export function sendSlices(id: string, layer: string, slices: Slice[], resampling: string, progress: (share: number) => void, signal: AbortSignal) {
  const form = new FormData();
  for (const { file, datetime } of slices) {
    form.append("datetime", datetime);
    form.append("file", file, file.name);
  }
  const query = resampling && `?resampling=${resampling}`;
  return send<{ snapshot: number; datetime: string[] }>(`${layerOf(id, layer)}/data${query}`, form, progress, signal);
}

export interface Snapshot {
  version: number;
  committedAt: string;
  layers: { layer: string; added: number; replaced: number; removed: number; described: boolean }[];
}

const HISTORY_PAGE = 20;

/** What changed the cube before a version, the newest first, and whether there is more. */
export const snapshots = (id: string, before: number | undefined, signal: AbortSignal) =>
  get<{ snapshots: Snapshot[]; links?: unknown[] }>(`${cube(id)}/snapshots?limit=${HISTORY_PAGE}${before ? `&before=${before}` : ""}`, signal);

/** Makes an earlier state of the cube, or of one layer, the newest. */
export const restore = (id: string, version: number, layer: string) =>
  post<{ snapshot: number }>(`${cube(id)}/snapshots/${version}/restore${layer && `?layers=${encodeURIComponent(layer)}`}`, {});
