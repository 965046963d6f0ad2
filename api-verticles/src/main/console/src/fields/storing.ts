import { Refusal } from "glebe-client";
import type { Field, FieldFeature, Operation } from "../api/bodies";
import type { Node } from "../farm/placeNodes";
import { renew } from "../offline/network";
import { offerUndo } from "../parts/undo";
import * as editor from "./editor";
import { fieldOf, shapeOf } from "./place";
import * as requests from "./requests";
import { firstFailure, merging, reshaped, splitting, takingBack } from "./outbox";
import type { Task } from "./state";
import { t } from "../texts/texts";

// Stores what a task of the editor has made.

export const REGION_KINDS = [
  "MANAGEMENT_ZONE",
  "TRIAL_PLOT",
  "BUFFER_STRIP",
  "HEADLAND",
  "SAMPLE_AREA",
  "IRRIGATION_SECTOR",
  "PADDOCK",
  "ROW",
  "OTHER",
] as const;

/** What a person enters beside the shape. */
export interface Draft {
  name: string;
  kind: (typeof REGION_KINDS)[number];
}

interface Made {
  task: Task;
  farm: string;
  features: FieldFeature[];
  /** the place that the task changes */
  place: Node | undefined;
  draft: Draft;
}

/** Ids of the new pieces of a split; kept, so that sending it again makes no further ones. */
const ids = new WeakMap<object, string[]>();

function idsFor(made: object, count: number): string[] {
  const known = ids.get(made) ?? Array.from({ length: count }, () => crypto.randomUUID());
  ids.set(made, known);
  return known;
}

async function sendAll(operations: Operation[]): Promise<void> {
  const failure = firstFailure(await requests.sendOutbox(operations));
  if (failure) throw new Refusal(0, { title: t("Not all of it was stored"), detail: failure }, Response.error());
}

/** Splits or merges a field, and offers to take it back. */
async function sent(operations: Operation[], field: Field): Promise<void> {
  await sendAll(operations);
  offerUndo({
    text: t("{name} is changed.", { name: field.name }),
    undo: () => sendAll(takingBack(operations, field)),
    undone: renew,
  });
}

/** Stores it and returns the place that is chosen then. */
export async function store({ task, farm, features, place, draft }: Made): Promise<string | undefined> {
  const shape = editor.draft.value;
  const feature = features.find(({ id }) => id === place?.place.fieldId);
  const field = feature && fieldOf(feature);
  switch (task.kind) {
    case "new field": {
      const body = { name: draft.name, geometry: requests.storedShape(shape), ...requests.stated(shape) };
      return (await requests.addField(farm, body)).id;
    }
    case "new region": {
      const geometry = requests.storedShape(shape);
      const body = { fieldId: task.fieldId, name: draft.name, kind: draft.kind, geometry, ...requests.stated(shape) };
      return (await requests.addRegion(body)).id;
    }
    case "shape":
      if (task.of === "region" && place) await requests.reshapeRegion(place.place, shapeOf(place), shape);
      else if (field && place) await requests.changeField(farm, field, reshaped(field, shapeOf(place), shape));
      return task.id;
    case "split": {
      const pieces = [shape, ...editor.pieces.value];
      if (field && place) await sent(splitting(field, shapeOf(place), pieces, idsFor(shape, pieces.length - 1)), field);
      return task.id;
    }
    case "merge":
      if (field && place) await sent(merging(field, shapeOf(place), shape, task.others, new Date()), field);
      return task.id;
    case "measure":
    case "import":
      return undefined;
  }
}
