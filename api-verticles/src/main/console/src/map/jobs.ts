import { unwrap } from "glebe-client";
import type { Job, NewJob } from "../api/bodies";
import { glebe } from "../api/client";
import { type Look, rendering, renderingIn } from "../api/cubes";
import { utcDay } from "../dates";
import { words } from "../words";
import { t } from "../texts/texts";

// Bulk jobs: exports of tiles.

const SHOWN = 5;

export const isOpen = (job: Job) => job.state === "QUEUED" || job.state === "RUNNING";

/** The jobs of a collection, the newest first. */
export const jobsOf = (collection: string, signal: AbortSignal) =>
  glebe
    .GET("/api/v2/collections/jobs", { params: { query: { collection, limit: SHOWN } }, signal })
    .then((answer) => unwrap(answer).jobs);

/** The parameters of a job that draws a saved look; nothing when the look computes with bands. */
function parametersOf(saved: string) {
  const { layers, style, expression, colormap_name, rescale } = renderingIn(new URLSearchParams(saved));
  const drawn = layers ?? (style ? [style] : undefined);
  return drawn && !expression ? { layers: drawn, colormap_name, rescale } : undefined;
}

/** Whether a job can draw the look. */
export const canExport = ({ saved, expression }: Look) => (saved ? parametersOf(saved) !== undefined : !expression);

interface Source {
  collection: string;
  layer: string;
  date: string;
  zooms: { min: number; max: number };
}

/** Starts a job that writes all tiles of a layer at one date to one PMTiles file. */
export function startExport({ collection, layer, date, zooms }: Source, look: Look) {
  const { colormap_name, rescale } = rendering(layer, { ...look, saved: "" });
  const drawn = parametersOf(look.saved) ?? { layers: [layer], colormap_name, rescale };
  const body: NewJob = { collection, ...drawn, datetimes: [date], zooms, output: "pmtiles" };
  return glebe.POST("/api/v2/collections/bulk-operations", { body }).then(unwrap);
}

/** Cancels a running job, removes one that has ended. */
export const dismiss = ({ id }: Job) =>
  glebe.DELETE("/api/v2/collections/jobs/{jobId}", { params: { path: { jobId: id } } }).then(unwrap);

export const outputPath = ({ id }: Job, name: string) =>
  glebe.address("/api/v2/collections/jobs/{jobId}/outputs/{name}", { path: { jobId: id, name } });

const dayOf = (time: string) => (Number.isNaN(Date.parse(time)) ? time : utcDay.format(new Date(time)));
const MAX_NAMES = 2;

/** The layers and dates of a job in one line. */
export function titleOf({ request, type }: Job): string {
  const named = [request.layers].flat();
  const layers = named.length > 0 ? named : [words(type)];
  const more = layers.length > MAX_NAMES ? t("and {n} more", { n: layers.length - MAX_NAMES }) : "";
  const times = (request.datetimes ?? []).map((one) => one.split("/").map(dayOf).join(" to "));
  return [layers.slice(0, MAX_NAMES).join("; "), more, times.join(", ")].filter(Boolean).join(" ");
}

/** The first error of a failed job. */
export const reasonOf = ({ errors }: Job): string => {
  const [first] = errors;
  return first ? `: ${first.detail}` : "";
};
