import type { Job } from "../api/bodies";
import { get, post, remove } from "../api/client";
import type { Look } from "../api/cubes";
import { path } from "../api/path";
import { utcDay } from "../dates";
import { words } from "../words";

// Bulk jobs: exports of tiles.

const SHOWN = 5;

export const isOpen = (job: Job) => job.state === "QUEUED" || job.state === "RUNNING";

/** The jobs of a collection, the newest first. */
export const jobsOf = (collection: string, signal: AbortSignal) =>
  get("/api/v2/collections/jobs", { collection, limit: SHOWN }, signal).then((body) => body.jobs);

/** The parameters of a job that draws a saved look; nothing when the look computes with bands. */
function parametersOf(saved: string) {
  const query = new URLSearchParams(saved);
  const layers = query.get("layers") ?? query.get("style");
  if (!layers || query.has("expression")) return undefined;
  return { layers: [layers], colormap_name: query.get("colormap_name"), rescale: query.get("rescale") };
}

/** Whether a job can draw the look. */
export const canExport = ({ saved }: Look) => !saved || parametersOf(saved) !== undefined;

interface Source {
  collection: string;
  layer: string;
  date: string;
  zooms: { min: number; max: number };
}

/** Starts a job that writes all tiles of a layer at one date to one PMTiles file. */
export function startExport({ collection, layer, date, zooms }: Source, { ramp, range, saved }: Look) {
  const own = { layers: [layer], colormap_name: ramp, rescale: range };
  const { layers, colormap_name, rescale } = parametersOf(saved) ?? own;
  const body = {
    collection,
    layers,
    datetimes: [date],
    zooms,
    output: "pmtiles",
    ...(colormap_name ? { colormap_name } : {}),
    ...(rescale ? { rescale: rescale.split(",").map(Number) } : {}),
  };
  return post("/api/v2/collections/bulk-operations", {}, body);
}

/** Cancels a running job, removes one that has ended. */
export const dismiss = ({ id }: Job) => remove("/api/v2/collections/jobs/{jobId}", { jobId: id });

export const outputPath = ({ id }: Job, name: string) =>
  path("/api/v2/collections/jobs/{jobId}/outputs/{name}", { jobId: id, name });

const dayOf = (time: string) => (Number.isNaN(Date.parse(time)) ? time : utcDay.format(new Date(time)));
const listOf = (value: string | string[] | undefined) => ([] as string[]).concat(value ?? []);
const MAX_NAMES = 2;

/** The layers and dates of a job in one line. */
export function titleOf({ request, type }: Job): string {
  const layers = listOf(request?.layers ?? words(type));
  const more = layers.length > MAX_NAMES ? `and ${layers.length - MAX_NAMES} more` : "";
  const times = listOf(request?.datetimes).map((one) => one.split("/").map(dayOf).join(" to "));
  return [layers.slice(0, MAX_NAMES).join("; "), more, times.join(", ")].filter(Boolean).join(" ");
}

/** The first error of a failed job. */
export const reasonOf = ({ errors }: Job): string => {
  const [first] = errors ?? [];
  return first ? `: ${first.detail ?? first.message ?? ""}` : "";
};
