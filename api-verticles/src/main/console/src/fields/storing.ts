import { Refusal } from "glebe-client";
import type { Field, FieldFeature, Operation, OperationResult } from "../api/bodies";
import type { Node } from "../farm/placeNodes";
import { renew } from "../offline/network";
import { conditions, type Seen, versionOf } from "../offline/versions";
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

const PRECONDITION_FAILED = 412;

/** Fails unless all operations are done; those that were made before count. */
function allDone(results: OperationResult[]): void {
  if (results.some(isConflict)) throw new Refusal(PRECONDITION_FAILED, {}, Response.error());
  const failure = firstFailure(results);
  if (failure) throw new Refusal(0, { title: t("Not all of it was stored"), detail: failure }, Response.error());
}

const isConflict = ({ outcome }: OperationResult) => outcome === "CONFLICT";

/** The patches of operations with the versions of their fields that the person has seen. */
const inVersions = (operations: Operation[], seen: Record<string, Seen>): Promise<Operation[]> =>
  Promise.all(
    operations.map(async (one) => {
      const of = one.method === "PATCH" && seen[one.path];
      return of ? { ...one, headers: conditions(await versionOf(one.path, of)) } : one;
    }),
  );

/** Splits or merges a field, and offers to take it back; of one that was changed meanwhile nothing stays. */
async function sent(made: Operation[], field: Field, seen: Record<string, Seen>): Promise<void> {
  const operations = await inVersions(made, seen);
  const results = await requests.sendOutbox(operations);
  const back = takingBack(operations, field).map((one, i) => ({
    ...one,
    headers: conditions(results[i]?.headers?.["ETag"]),
  }));
  if (results.some(isConflict)) {
    const done = back.filter((_, i) => results[i]?.outcome === "DONE");
    if (done.length > 0) await requests.sendOutbox(done);
  }
  allDone(results);
  offerUndo({
    text: t("{name} is changed.", { name: field.name }),
    undo: async () => allDone(await requests.sendOutbox(back)),
    undone: renew,
  });
}

const pathOf = (field: string) => `/fields/${field}`;

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
      if (task.of === "region" && place) await requests.reshapeRegion(place.place, task, shapeOf(place), shape);
      else if (field && place)
        await requests.changeField({ ...field, updatedAt: task.updatedAt! }, reshaped(field, shapeOf(place), shape));
      return task.id;
    case "split": {
      const pieces = [shape, ...editor.pieces.value];
      if (field && place)
        await sent(splitting(field, shapeOf(place), pieces, idsFor(shape, pieces.length - 1)), field, {
          [pathOf(task.id)]: task,
        });
      return task.id;
    }
    case "merge":
      if (field && place)
        await sent(merging(field, shapeOf(place), shape, task.others, new Date()), field, {
          ...Object.fromEntries(features.map(({ id, properties }) => [pathOf(id), properties as Seen])),
          [pathOf(task.id)]: task,
        });
      return task.id;
    case "measure":
    case "import":
      return undefined;
  }
}
