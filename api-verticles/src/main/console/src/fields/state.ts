import { signal } from "@preact/signals";
import type { Polygons } from "../shapes/polygons";

// What the parts of the page share: which task is open, and what the map shows beside it.

/** The place that a task changes, as it was when the task began. */
interface Opened {
  id: string;
  updatedAt: string | undefined;
}

/** The task of the tool, or of the panel. Each names the place that it changes. */
export type Task =
  | { kind: "new field" }
  | { kind: "new region"; fieldId: string }
  | ({ kind: "shape"; of: "field" | "region" } & Opened)
  | ({ kind: "split" } & Opened)
  | ({ kind: "merge"; others: string[] } & Opened)
  | { kind: "measure" }
  | { kind: "import" };

/** whether the browser can draw maps; without one nothing can be drawn on it */
export const drawable = signal(true);
export const task = signal<Task | undefined>(undefined);
/** an earlier boundary of the chosen field */
export const former = signal<GeoJSON.Geometry | undefined>(undefined);
/** shapes of an opened file */
export const preview = signal<Polygons[]>([]);
