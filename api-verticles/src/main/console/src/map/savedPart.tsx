import { batch, useSignal } from "@preact/signals";
import type { Refusal } from "glebe-client";
import type { Layer } from "../api/bodies";
import { asRefusal } from "../api/refusal";
import { Fault } from "../fault";
import { useLatestAction } from "../loading";
import { collection, layer, ramp, range, saved } from "./choices";
import { look, looks } from "./cubeState";
import { savedLooks, saveLook } from "./saved";
import { t } from "../texts/texts";

/** Chooses among the saved looks of the collection. */
export function SavedPart({ layers }: { layers: Layer[] }) {
  const change = (id: string) => {
    ramp.value = "";
    range.value = "";
    saved.value = id;
    const shown = looks.value.find((one) => one.id === id)?.query.get("layers") ?? "";
    if (layers.some(({ name }) => name === shown)) layer.value = shown; // so that the series fits the map
  };
  return (
    <label>
      {t("Style")}
      <select name="style" value={saved.value} onChange={(event) => change(event.currentTarget.value)}>
        <option value="">{t("of the layer")}</option>
        {looks.value.map((one) => (
          <option key={one.id} value={one.id}>
            {one.title}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Saves the chosen colours for everybody who may read the collection. */
export function SaveLook() {
  const title = useSignal("");
  const busy = useSignal(false);
  const fault = useSignal<Refusal | undefined>(undefined);
  const loads = useLatestAction([collection.value]);
  const save = () => {
    busy.value = true;
    fault.value = undefined;
    const id = collection.value;
    loads.load(
      async (signal) => {
        const made = await saveLook(id, title.value, layer.value, look());
        return { made, all: await savedLooks(id, signal) };
      },
      ({ made, all }) =>
        batch(() => {
          looks.value = all;
          ramp.value = "";
          range.value = "";
          saved.value = made;
        }),
      (error) => {
        fault.value = asRefusal(error);
        busy.value = false;
      },
    );
  };
  return (
    <form
      class="keep"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <label>
        {t("Save as a style")}
        <input
          required
          maxLength={200}
          placeholder={t("name")}
          value={title.value}
          onInput={(event) => (title.value = event.currentTarget.value)}
        />
      </label>
      <button class="plain" disabled={busy.value}>
        {t("Save")}
      </button>
      {fault.value && <Fault fault={fault.value} />}
    </form>
  );
}
