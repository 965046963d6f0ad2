import { useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import type { Farm } from "../api/bodies";
import { asRefusal } from "../api/refusal";
import { DropZone } from "../data/dropZone";
import type { Node } from "../farm/placeNodes";
import { Fault } from "../fault";
import { ACCEPTED } from "../files/formats";
import { UnreadableFile } from "../files/layers";
import { geometryFrom } from "../shapes/polygons";
import { featureCollection, boxOf } from "../maps/geometry";
import type { FieldMap } from "./fieldMap";
import { type Choice, isUsable, type Opened, openFiles, SYSTEMS, useChoice } from "./importing";
import { ImportList } from "./importList";
import { Select } from "../select";
import { useSending } from "./sending";
import { preview, task } from "./state";
import { counted, t } from "../texts/texts";

interface Props {
  farm: Farm;
  nodes: Node[];
  map: FieldMap | null;
  stored: () => void;
}

/** Takes fields from files: first a preview with the faults of each, then the chosen ones are stored. */
export function ImportPanel({ farm, nodes, map, stored }: Props) {
  const opened = useSignal<Opened | undefined>(undefined);
  const fault = useSignal("");
  const reading = useSignal(false);
  const read = async (files: File[]) => {
    fault.value = "";
    opened.value = undefined;
    reading.value = true;
    try {
      opened.value = await openFiles(files);
    } catch (error) {
      fault.value = error instanceof UnreadableFile ? error.message : t("The file cannot be read.");
    } finally {
      reading.value = false;
    }
  };
  return (
    <aside class="panel card import" aria-label={t("Import fields")}>
      <header>
        <h2>{t("Import fields")}</h2>
        <button onClick={() => (task.value = undefined)} aria-label={t("Close")}>
          ×
        </button>
      </header>
      <div class="body">
        <DropZone
          text={t("Drop a shapefile (zip), KML, KMZ, GPX, GeoJSON or GeoPackage here, or choose it.")}
          accept={ACCEPTED}
          many
          busy={reading.value}
          take={(files) => void read(files)}
        />
        {reading.value && <div class="skeleton line" role="status" aria-label={t("Reading the file")} />}
        {fault.value && (
          <p class="fault" role="alert">
            {fault.value}
          </p>
        )}
        {opened.value && <Preview opened={opened.value} farm={farm} nodes={nodes} map={map} stored={stored} />}
      </div>
    </aside>
  );
}

function Preview({ opened, farm, nodes, map, stored }: Props & { opened: Opened }) {
  const choice = useChoice(opened, nodes);
  const { found, chosen } = choice;
  const sending = useSending(farm.id, stored);
  useEffect(() => {
    const shapes = found.filter(isUsable).map(({ polygons }) => polygons);
    preview.value = shapes;
    const box = boxOf(
      featureCollection(shapes.map((one) => ({ type: "Feature", geometry: geometryFrom(one), properties: {} }))),
    );
    if (box) map?.base.fit(box, PADDING);
  }, [found]);
  useEffect(() => () => void (preview.value = []), []);
  const picked = useMemo(() => found.filter((one) => chosen.value.has(one.number)), [found, chosen.value]);
  const faulty = found.filter(({ fault }) => fault).length;
  const left = picked.filter((one) => !sending.stored.value.has(one.number));
  return (
    <>
      <Choices choice={choice} />
      <p class="hint" role="status">
        {counted("{n} feature|{n} features", found.length)}
        {faulty > 0 && t(", {n} with a fault", { n: faulty })}
      </p>
      <ImportList found={found} chosen={chosen} outcomes={sending.outcomes.value} stored={sending.stored.value} />
      {sending.fault.value && <Fault fault={sending.fault.value} />}
      {sending.stored.value.size > 0 && (
        <p class="hint" role="status">
          {counted("{n} field is stored.|{n} fields are stored.", sending.stored.value.size)}
        </p>
      )}
      <div class="buttons">
        <button
          class="strong"
          disabled={left.length === 0 || sending.busy.value}
          onClick={() => void sending.send(left).catch((error) => (sending.fault.value = asRefusal(error)))}
        >
          {sending.busy.value ? t("Storing …") : counted("Import {n} field|Import {n} fields", left.length)}
        </button>
      </div>
    </>
  );
}

const PADDING = {
  wide: { top: 40, bottom: 40, left: 330, right: 480 },
  narrow: { top: 24, bottom: 500, left: 24, right: 24 },
};

function Choices({ choice: { opened, layer, attribute, crs, attributes } }: { choice: Choice }) {
  const named = opened.layers[layer.value]?.crs ?? "";
  const known = SYSTEMS.some(([code]) => code === named);
  return (
    <div class="record-form">
      {opened.layers.length > 1 && (
        <Select
          label={t("Layer")}
          value={String(layer.value)}
          options={opened.layers.map(({ name, features }, i): [string, string] => [
            String(i),
            `${name} (${features.length})`,
          ])}
          change={(next) => (layer.value = Number(next))}
        />
      )}
      <Select
        label={t("Name of the fields")}
        value={attribute.value}
        options={[...attributes.map((one): [string, string] => [one, one]), ["", t("numbered")]]}
        change={(next) => (attribute.value = next)}
      />
      <Select
        label={t("Coordinate system")}
        value={crs.value}
        options={[
          ...(named && !known
            ? [[named, named.startsWith("EPSG:") ? named : t("of the file")] as [string, string]]
            : []),
          ...(named ? [] : [["", t("choose …")] as [string, string]]),
          ...SYSTEMS,
        ]}
        change={(next) => (crs.value = next)}
      />
    </div>
  );
}
