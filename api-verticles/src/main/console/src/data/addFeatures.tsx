import { useSignal } from "@preact/signals";
import type { Refusal } from "glebe-client";
import { asRefusal } from "../api/refusal";
import { Fault } from "../fault";
import { DropZone, Sending } from "./dropZone";
import { sendFeatures } from "./items";
import { t } from "../texts/texts";

const ONE = { inserted: 1, replaced: 0 };

/** Adds the features of a GeoJSON file to the collection. */
export function AddFeatures({ id, done }: { id: string; done: () => void }) {
  const share = useSignal<number | undefined>(undefined);
  const fault = useSignal<Refusal | undefined>(undefined);
  const result = useSignal("");
  const take = async ([file]: File[]) => {
    if (!file) return;
    share.value = 0;
    fault.value = undefined;
    result.value = "";
    try {
      const stored = await sendFeatures(id, file, (next) => (share.value = next));
      const { inserted, replaced } = "type" in stored ? ONE : stored; // a file with a single feature
      result.value = t("{added} added, {replaced} replaced.", { added: inserted, replaced });
      done();
    } catch (error) {
      fault.value = asRefusal(error);
    } finally {
      share.value = undefined;
    }
  };
  return (
    <section class="upload add-features" aria-label={t("Add features")}>
      <h3>{t("Add features")}</h3>
      <DropZone
        text={t("Drop a GeoJSON file here, or choose one")}
        accept=".geojson,.json,.ndjson,.geojsonl,.jsonl"
        many={false}
        busy={share.value !== undefined}
        take={(files) => void take(files)}
      />
      {share.value !== undefined && <Sending share={share.value} />}
      {result.value && (
        <p class="good" role="status">
          {result.value}
        </p>
      )}
      {fault.value && <Fault fault={fault.value} />}
    </section>
  );
}
