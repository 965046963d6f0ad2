import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Farm, Field } from "../api/bodies";
import type { Node } from "../farm/placeNodes";
import { Fault } from "../fault";
import { areaOf, areaText, borderOf, lengthText } from "../shapes/geodesy";
import { isNew } from "../offline/waiting";
import { place } from "./choices";
import { CropsPart } from "./cropsPart";
import * as editor from "./editor";
import { ExportPart } from "./exportPart";
import { FieldDetails } from "./fieldForm";
import { HistoryPart } from "./historyPart";
import { Sure, useAction } from "./parts";
import { shapeOf } from "./place";
import { RegionsPart } from "./regionsPart";
import { changeField, deleteField, deleteRegion, stated } from "./requests";
import { drawable, former, task, type Task } from "./state";
import { may } from "../rights";
import { quantityText } from "../units";
import { words } from "../words";
import { t, wordIn } from "../texts/texts";

interface Props {
  farm: Farm;
  /** from the field down to the place */
  way: Node[];
  field: Field;
  changed: () => void;
  close: () => void;
}

/** A field or a region: what it is, and everything that changes it. */
export function FieldPanel({ farm, way, field, changed, close }: Props) {
  const node = way.at(-1)!;
  const isField = node.place.kind === "field";
  useEffect(() => () => void (former.value = undefined), []);
  return (
    <aside class="panel card" aria-label={t("Chosen place")}>
      <header>
        <h2>{node.place.name}</h2>
        <button onClick={close} aria-label={t("Close")}>
          ×
        </button>
      </header>
      <div class="body">
        <Facts node={node} field={field} isField={isField} />
        {isNew("fields", field.id) ? (
          <p class="hint">{t("Not sent yet. It can be changed when the platform has it.")}</p>
        ) : (
          <Changes {...{ farm, way, field, changed, close }} />
        )}
      </div>
    </aside>
  );
}

/** The form begins anew when an undo has changed them. */
const detailsOf = ({ name, fieldNumber, landUse, area }: Field) => [name, fieldNumber, landUse, area].join("\n");

/** What can be done with a place that the platform has. */
function Changes({ farm, way, field, changed }: Props) {
  const node = way.at(-1)!;
  const isField = node.place.kind === "field";
  return (
    <>
      <Tools node={node} farm={farm} />
      {isField && may("field:update", farm.id) && (
        <FieldDetails key={detailsOf(field)} field={field} changed={changed} />
      )}
      <RegionsPart farm={farm.id} node={node} />
      {node.region && may("cultivationPeriod:read", farm.id) && <CropsPart farm={farm.id} region={node.region} />}
      {isField && <HistoryPart farm={farm.id} field={field} node={node} changed={changed} />}
      <Danger farm={farm.id} field={field} node={node} changed={changed} />
    </>
  );
}

function Facts({ node, field, isField }: { node: Node; field: Field; isField: boolean }) {
  const shape = shapeOf(node);
  const measured = areaText(areaOf(shape));
  const differs = isField && field.area !== undefined && Math.abs(field.area - stated(shape).area) > 0.005;
  return (
    <p class="where">
      <span>{t("{area} measured", { area: measured })}</span>
      {differs && <span>{t("{area} stated", { area: quantityText(field.area ?? 0, field.areaUnit ?? "") })}</span>}
      <span>{t("border {length}", { length: lengthText(borderOf(shape)) })}</span>
      {!isField && node.note && <span>{node.note}</span>}
      {isField && field.fieldNumber && <span>{t("number {number}", { number: field.fieldNumber })}</span>}
      {isField && field.landUse && <span>{wordIn(words(field.landUse))}</span>}
    </p>
  );
}

function Tools({ node, farm }: { node: Node; farm: Farm }) {
  const exporting = useSignal(false);
  const { id, kind } = node.place;
  const opened = { id, updatedAt: node.updatedAt };
  const start = (tool: editor.Tool, next: Task) => {
    former.value = undefined;
    editor.begin(tool, shapeOf(node));
    task.value = next;
  };
  const shape: Task = { kind: "shape", ...opened, of: kind };
  const mayChange = may(`${kind}:update`, farm.id);
  const mayDraw = mayChange && drawable.value;
  return (
    <>
      <div class="commands" role="group" aria-label={t("Shape")}>
        {mayDraw && (
          <button class="plain" onClick={() => start("corners", shape)}>
            {t("Edit the shape")}
          </button>
        )}
        {mayDraw && (
          <button class="plain" onClick={() => start("hole", shape)}>
            {t("Cut a hole")}
          </button>
        )}
        {kind === "field" && mayDraw && may("field:create", farm.id) && (
          <button class="plain" onClick={() => start("split", { kind: "split", ...opened })}>
            {t("Split")}
          </button>
        )}
        {kind === "field" && mayChange && (
          <button class="plain" onClick={() => start("merge", { kind: "merge", ...opened, others: [] })}>
            {t("Merge")}
          </button>
        )}
        <button class="plain" aria-expanded={exporting.value} onClick={() => (exporting.value = !exporting.value)}>
          {t("Export")}
        </button>
        <a class="plain" href={`#page=farm&farm=${farm.id}&place=${id}&sheet=1`}>
          {t("Print")}
        </a>
      </div>
      {exporting.value && <ExportPart name={`${farm.name ?? ""} ${node.place.name}`} nodes={[node]} />}
    </>
  );
}

interface DangerProps {
  farm: string;
  field: Field;
  node: Node;
  changed: () => void;
}

/** Ends or deletes the place. */
function Danger({ farm, field, node, changed }: DangerProps) {
  const { busy, fault, run, instead } = useAction(() => {
    place.value = "";
    changed();
  });
  const isField = node.place.kind === "field";
  const remove = () => (isField ? deleteField(farm, field) : deleteRegion(farm, node.place));
  const mayEnd = isField && !field.endsAt && may("field:update", farm);
  const mayDelete = may(`${node.place.kind}:delete`, farm);
  if (!mayEnd && !mayDelete) return null;
  return (
    <section aria-label={t("End")}>
      <div class="commands">
        {mayEnd && (
          <Sure
            text={t("End this field")}
            ask={t("It keeps its records. End it today?")}
            disabled={busy.value}
            act={() => run(() => changeField(field, { endsAt: new Date().toISOString() }))}
          />
        )}
        {mayDelete && (
          <Sure text={t("Delete")} ask={t("Delete it for good?")} disabled={busy.value} act={() => run(remove)} />
        )}
      </div>
      {fault.value && <Fault fault={fault.value} newest={instead(changed)} />}
    </section>
  );
}
