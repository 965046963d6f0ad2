import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Farm } from "../api/bodies";
import { CutFields } from "../farm/cutFields";
import { FarmChoice } from "../farm/farmChoice";
import { type Node, propertiesOf } from "../farm/placeNodes";
import { PlaceTree } from "../farm/placeTree";
import { useFarm } from "../farm/useFarm";
import { Fault } from "../fault";
import "../farm/farm.css";
import "../form.css";
import { useMap } from "../maps/useMap";
import { may } from "../rights";
import { geometryFrom } from "../shapes/polygons";
import { ended, farm, place, view } from "./choices";
import * as editor from "./editor";
import { ExportPart } from "./exportPart";
import { FieldMap } from "./fieldMap";
import { FieldPanel } from "./fieldPanel";
import "./fields.css";
import { ImportPanel } from "./importPanel";
import { fieldOf, hasEnded, shapeOf } from "./place";
import { Pointer } from "./pointer";
import { drawable, former, preview, task } from "./state";
import { TaskCard } from "./taskCard";
import { counted, t } from "../texts/texts";

/** Chooses a place, or adds and removes a field of a merge. */
function press(id: string): void {
  const now = task.value;
  if (now?.kind === "merge") {
    if (id === now.id) return;
    const others = now.others.includes(id) ? now.others.filter((one) => one !== id) : [...now.others, id];
    task.value = { ...now, others };
  } else if (!editor.tool.value) place.value = id;
}

/** The map with the pointer of the editor, and what is shown on it. */
function useFieldMap() {
  const page = useMap((container) => new FieldMap(container, view, press));
  useEffect(() => {
    drawable.value = page.map.current !== null;
    const pointer = page.map.current && new Pointer(page.map.current);
    return () => {
      pointer?.stop();
      editor.clear();
      task.value = undefined;
      former.value = undefined;
      preview.value = [];
    };
  }, []);
  useEffect(() => void page.map.current?.former(former.value), [former.value]);
  useEffect(() => void page.map.current?.preview(preview.value.map(geometryFrom)), [preview.value]);
  useEffect(() => {
    if (!editor.tool.value && task.value && task.value.kind !== "import") task.value = undefined; // Escape ends a task
  }, [editor.tool.value]);
  return page;
}

/** The chosen farm; without fields that have ended, unless they are wanted. */
const useFields = () =>
  useFarm({ farm, place }, (one) => !!ended.value || !hasEnded(propertiesOf(one), new Date()), ended.value);

/** Draws, changes, measures, imports and exports the fields of a farm. */
export function FieldsPage() {
  const { holder, map, fault: noMap } = useFieldMap();
  const places = useFields();
  const { all, chosen, loaded, nodes: shown, way, field: feature } = places;
  useEffect(() => {
    if (shown) void map.current?.show(shown, !view.value);
    else map.current?.base.expect();
  }, [shown]);
  useEffect(() => void map.current?.choose(way), [way]);
  useMerge(shown ?? []);
  const fault = places.fault ?? noMap.value;
  const busy = task.value !== undefined;
  const panel = task.value?.kind === "import" || (way.length > 0 && !busy);
  return (
    <div class={`map-page listed fields-page ${panel ? "with-panel" : ""} ${busy ? "busy" : ""}`}>
      <h1 class="unseen">{t("Fields")}</h1>
      <div class="map" ref={holder} />
      <section class="list card" aria-label={t("Fields")}>
        <FarmChoice
          of={{ farm, place, view }}
          all={all.value.value}
          chosen={chosen}
          noPlace={shown && way.length === 0}
        />
        {fault && <Fault fault={fault} retry={places.fault && places.again} />}
        {!fault && !shown && all.value.value?.length !== 0 && (
          <div class="skeleton" role="status" aria-label={t("Loading the fields")} />
        )}
        {shown && chosen && <Commands nodes={shown} farm={chosen} cutAt={places.cutAt} />}
        {shown && shown.length > 0 && <PlaceTree nodes={shown} chosen={place.value} choose={press} />}
        {loaded.value.value && <EndedChoice features={loaded.value.value[0].features.map(propertiesOf)} />}
      </section>
      {chosen && task.value && task.value.kind !== "import" && (
        <TaskCard
          map={map.current}
          farm={chosen}
          nodes={shown ?? []}
          features={loaded.value.value?.[0].features ?? []}
          stored={(id) => {
            if (id) place.value = id;
            loaded.again();
          }}
        />
      )}
      {chosen && task.value?.kind === "import" && (
        <ImportPanel farm={chosen} nodes={shown ?? []} map={map.current} stored={loaded.again} />
      )}
      {chosen && way.length > 0 && feature && !busy && (
        <FieldPanel
          key={place.value}
          farm={chosen}
          way={way}
          field={fieldOf(feature)}
          changed={loaded.again}
          close={() => (place.value = "")}
        />
      )}
    </div>
  );
}

/** The shape of a merge follows from the chosen fields. */
function useMerge(nodes: Node[]): void {
  const now = task.value;
  useEffect(() => {
    if (now?.kind !== "merge") return;
    const others = nodes.filter((node) => now.others.includes(node.place.id));
    editor.join(others.map(shapeOf));
  }, [now, nodes]);
}

interface CommandsProps {
  nodes: Node[];
  farm: Farm;
  cutAt: number | undefined;
}

function Commands({ nodes, farm: chosen, cutAt }: CommandsProps) {
  const exporting = useSignal(false);
  const mayAdd = may("field:create", chosen.id);
  const draw = () => {
    place.value = "";
    editor.begin("draw");
    task.value = { kind: "new field" };
  };
  const measure = () => {
    editor.begin("measure");
    task.value = { kind: "measure" };
  };
  const open = () => {
    place.value = "";
    task.value = { kind: "import" };
  };
  return (
    <>
      {nodes.length === 0 && (
        <p class="hint">
          {mayAdd ? t("This farm has no fields yet. Draw one, or import a file.") : t("This farm has no fields yet.")}
        </p>
      )}
      <div class="commands">
        {mayAdd && drawable.value && (
          <button class="strong" onClick={draw}>
            {t("Draw a field")}
          </button>
        )}
        {mayAdd && (
          <button class="plain" onClick={open}>
            {t("Import")}
          </button>
        )}
        {nodes.length > 0 && (
          <button class="plain" aria-expanded={exporting.value} onClick={() => (exporting.value = !exporting.value)}>
            {t("Export")}
          </button>
        )}
        {drawable.value && (
          <button class="plain" onClick={measure}>
            {t("Measure")}
          </button>
        )}
      </div>
      <CutFields at={cutAt} />
      {exporting.value && <ExportPart name={chosen.name ?? "fields"} nodes={nodes} />}
    </>
  );
}

function EndedChoice({ features }: { features: ReturnType<typeof propertiesOf>[] }) {
  const now = new Date();
  const count = features.filter((one) => hasEnded(one, now)).length;
  if (count === 0) return null;
  return (
    <label class="check ended">
      <input
        type="checkbox"
        checked={ended.value === "yes"}
        onChange={(event) => (ended.value = event.currentTarget.checked ? "yes" : "")}
      />
      {counted("Show {n} field that has ended|Show {n} fields that have ended", count)}
    </label>
  );
}
