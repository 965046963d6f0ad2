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
  errors?: unknown[];
  created: string;
  outputs?: { name: string; size: number }[];
  request?: { layers?: string[]; datetimes?: string[] };
}

const JOBS = "/api/v2/collections/jobs";
const SHOWN = 5;

export const isOpen = (job: Job) => job.state === "QUEUED" || job.state === "RUNNING";

/** Those of a collection, the newest first. */
export const jobsOf = (collection: string, signal: AbortSignal) =>
  get<{ jobs: Job[] }>(`${JOBS}?collection=${encodeURIComponent(collection)}&limit=${SHOWN}`, signal).then((body) => body.jobs);

/** All tiles of a layer at one date as one PMTiles file. */
export const pack = (collection: string, layer: string, date: string, zooms: { min: number; max: number }, { ramp, range }: Look) =>
  post<Job>("/api/v2/collections/bulk-operations", {
    collection,
    layers: [layer],
    datetimes: [date],
    zooms,
    output: "pmtiles",
    ...(ramp ? { colormap_name: ramp } : {}),
    ...(range ? { rescale: range } : {}),
  });

/** Cancels a job under way, removes one that has ended. */
export const dismiss = (job: Job) => remove(`${JOBS}/${job.id}`);

export const outputPath = (job: Job, name: string) => `${JOBS}/${job.id}/outputs/${encodeURIComponent(name)}`;
