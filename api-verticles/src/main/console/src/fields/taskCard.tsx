import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { Refusal } from "glebe-client";
import type { Farm, FieldFeature } from "../api/bodies";
import { asRefusal } from "../api/refusal";
import { flat, type Node } from "../farm/placeNodes";
import { Fault } from "../fault";
import { Select } from "../select";
import { words } from "../words";
import * as editor from "./editor";
import type { FieldMap } from "./fieldMap";
import { type Draft, REGION_KINDS, store } from "./storing";
import { task, type Task } from "./state";
import { t, wordIn } from "../texts/texts";

interface Props {
  map: FieldMap | null;
  farm: Farm;
  nodes: Node[];
  features: FieldFeature[];
  /** called with the place that is chosen then */
  stored: (id: string | undefined) => void;
}

const title = (now: Task, name: string): string =>
  ({
    "new field": t("New field"),
    "new region": t("New region in {name}", { name }),
    shape: editor.tool.value === "hole" ? t("Cut a hole in {name}", { name }) : t("Shape of {name}", { name }),
    split: t("Split {name}", { name }),
    merge: t("Merge with {name}", { name }),
    measure: t("Measure"),
    import: "",
  })[now.kind];

/** What to do next. */
function advice(now: Task): string {
  if (now.kind === "merge")
    return now.others.length === 0 ? t("Choose the other fields on the map or in the list.") : "";
  if (editor.tool.value === "corners")
    return t("Drag a corner, or the middle of a side for a new one. Arrow keys move the chosen corner.");
  if (editor.done.value) return "";
  if (now.kind === "split") return t("Draw a line from border to border. Press its last corner to end it.");
  if (now.kind === "measure") return t("Press on the map for each corner of the line.");
  return editor.line.value.length < 3
    ? t("Press on the map for each corner.")
    : t("Press the first corner, or Enter, to close the border.");
}

/** The open task of the editor: what to do, what it measures, and its buttons. */
export function TaskCard({ map, farm, nodes, features, stored }: Props) {
  const draft = useSignal<Draft>({ name: "", kind: "MANAGEMENT_ZONE" });
  const busy = useSignal(false);
  const fault = useSignal<Refusal | undefined>(undefined);
  const now = task.value!;
  const id = "id" in now ? now.id : "fieldId" in now ? now.fieldId : "";
  const place = flat(nodes).find((node) => node.place.id === id);
  const save = async () => {
    busy.value = true;
    fault.value = undefined;
    try {
      const next = await store({ task: now, farm: farm.id, features, place, draft: draft.value });
      editor.clear();
      task.value = undefined;
      stored(next);
    } catch (error) {
      fault.value = asRefusal(error);
    } finally {
      busy.value = false;
    }
  };
  const newest = () => {
    editor.clear();
    task.value = undefined;
    stored(undefined);
  };
  const naming = editor.done.value && (now.kind === "new field" || now.kind === "new region");
  return (
    <form
      class="task card record-form"
      aria-label={title(now, place?.place.name ?? "")}
      onSubmit={(event) => {
        event.preventDefault();
        if (!editor.crosses.value && !busy.value) void save();
      }}
    >
      <strong>{title(now, place?.place.name ?? "")}</strong>
      <p class="hint">{advice(now)}</p>
      <output class="measured">{editor.measured.value}</output>
      {editor.refusal.value && (
        <p class="fault" role="alert">
          {editor.refusal.value}
        </p>
      )}
      {naming && <Naming draft={draft} region={now.kind === "new region"} />}
      {editor.crosses.value && (editor.done.value || editor.tool.value === "corners") && <Crossing />}
      {now.kind === "merge" && now.others.length > 0 && (
        <p class="hint">{t("The other fields end today. Their records stay with them.")}</p>
      )}
      {fault.value && <Fault fault={fault.value} newest={newest} />}
      <Buttons map={map} now={now} busy={busy.value} />
    </form>
  );
}

function Crossing() {
  return (
    <p class="fault" role="alert">
      {t("The border crosses itself.")}{" "}
      <button type="button" class="plain" onClick={editor.repair}>
        {t("Repair it")}
      </button>
    </p>
  );
}

function Naming({ draft, region }: { draft: { value: Draft }; region: boolean }) {
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.focus(), []);
  return (
    <>
      <label>
        {t("Name")}
        <input
          ref={first}
          required
          maxLength={200}
          value={draft.value.name}
          onInput={(event) => (draft.value = { ...draft.value, name: event.currentTarget.value })}
        />
      </label>
      {region && (
        <Select
          label={t("Kind")}
          value={draft.value.kind}
          options={REGION_KINDS.map((kind): [string, string] => [kind, wordIn(words(kind))])}
          change={(kind) => (draft.value = { ...draft.value, kind: kind as Draft["kind"] })}
        />
      )}
    </>
  );
}

function Buttons({ map, now, busy }: { map: FieldMap | null; now: Task; busy: boolean }) {
  const draws = editor.draws();
  const corners = editor.tool.value === "corners";
  const ready = corners ? editor.changes.value > 0 : editor.done.value;
  const middle = () => {
    const { lng, lat } = map!.base.map.getCenter();
    editor.add([lng, lat]);
  };
  return (
    <div class="buttons">
      {ready && now.kind !== "measure" && (
        <button class="strong" disabled={busy || editor.crosses.value}>
          {busy ? t("Saving …") : t("Save")}
        </button>
      )}
      {draws && editor.line.value.length > 1 && (
        <button type="button" class="strong" onClick={editor.finish}>
          {now.kind === "split" ? t("Split here") : now.kind === "measure" ? t("End the line") : t("Close the border")}
        </button>
      )}
      {draws && (
        <button type="button" class="plain" onClick={middle}>
          {t("Corner at the middle")}
        </button>
      )}
      {corners && <Corners />}
      {(editor.line.value.length > 0 || editor.changes.value > 0) && now.kind !== "merge" && (
        <button type="button" class="plain" disabled={busy} onClick={editor.undo}>
          {t("Undo")}
        </button>
      )}
      <button type="button" class="plain" disabled={busy} onClick={editor.clear}>
        {now.kind === "measure" ? t("Done") : t("Cancel")}
      </button>
    </div>
  );
}

function Corners() {
  return (
    <>
      <button type="button" class="plain" aria-label={t("Corner before")} onClick={() => editor.step(-1)}>
        ‹
      </button>
      <button type="button" class="plain" aria-label={t("Next corner")} onClick={() => editor.step(1)}>
        ›
      </button>
      <button type="button" class="plain" disabled={!editor.corner.value} onClick={editor.remove}>
        {t("Remove corner")}
      </button>
    </>
  );
}
