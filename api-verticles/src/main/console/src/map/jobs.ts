import { get, post, remove } from "../api";
import type { Look } from "../cubes";

// What the console knows of bulk jobs.

export interface Job {
  id: string;
  type: string;
  state: "QUEUED" | "RUNNING" | "COMPLETED" | "FAILED" | "CANCELLED";
  /** per cent */
  progress: number;
  counts: { total: number; done: number };
  estimate?: { secondsLeft?: number };
  errors?: { detail?: string; message?: string }[];
  created: string;
  outputs?: { name: string; size: number }[];
  request?: { layers?: string | string[]; datetimes?: string | string[] };
}

const JOBS = "/api/v2/collections/jobs";
const SHOWN = 5;

export const isOpen = (job: Job) => job.state === "QUEUED" || job.state === "RUNNING";

/** Those of a collection, the newest first. */
export const jobsOf = (collection: string, signal: AbortSignal) =>
  get<{ jobs: Job[] }>(`${JOBS}?collection=${encodeURIComponent(collection)}&limit=${SHOWN}`, signal).then((body) => body.jobs);

/** What of a kept look a job can draw; nothing when it computes with bands. */
function ofKept(kept: URLSearchParams) {
  const layers = kept.get("layers") ?? kept.get("style");
  if (!layers || kept.has("expression")) return undefined;
  return { layers: [layers], colormap_name: kept.get("colormap_name"), rescale: kept.get("rescale") };
}

/** Whether a job can draw the look. */
export const canPack = ({ kept }: Look) => !kept || ofKept(new URLSearchParams(kept)) !== undefined;

/** All tiles of a picture at one date as one PMTiles file. */
export function pack(collection: string, layer: string, date: string, zooms: { min: number; max: number }, { ramp, range, kept }: Look) {
  const { layers, colormap_name, rescale } = ofKept(new URLSearchParams(kept)) ?? { layers: [layer], colormap_name: ramp, rescale: range };
  return post<Job>("/api/v2/collections/bulk-operations", {
    collection,
    layers,
    datetimes: [date],
    zooms,
    output: "pmtiles",
    ...(colormap_name ? { colormap_name } : {}),
    ...(rescale ? { rescale: rescale.split(",").map(Number) } : {}),
  });
}

/** Cancels a job under way, removes one that has ended. */
export const dismiss = (job: Job) => remove(`${JOBS}/${job.id}`);

export const outputPath = (job: Job, name: string) => `${JOBS}/${job.id}/outputs/${encodeURIComponent(name)}`;
