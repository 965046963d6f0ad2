import { useSignal } from "@preact/signals";
import type { Refusal } from "glebe-client";
import { asRefusal } from "../api/refusal";
import { Fault } from "../fault";
import { plainOptions, Select } from "../select";
import { addLayer } from "./catalogue";
import { layerOf, NO_LAYER } from "./forms";
import { Input } from "./inputs";
import { t } from "../texts/texts";

const TYPES = ["uint8", "int8", "uint16", "int16", "uint32", "int32", "float32", "float64"];

interface LayerInput {
  member: "name" | "unit" | "nodata" | "scale" | "offset" | "low" | "high";
  name: string;
  /** JSON Pointer in the body, where it is not the member */
  pointer?: string;
  type?: "number";
  required?: boolean;
  hint?: string;
}

const INPUTS: LayerInput[] = [
  { member: "name", name: "Name", required: true, hint: "NDVI" },
  { member: "unit", name: "Unit" },
  { member: "nodata", name: "No-data value", hint: "-9999 or NaN" },
  { member: "scale", name: "Scale", type: "number", hint: "1" },
  { member: "offset", name: "Offset", type: "number", hint: "0" },
  { member: "low", name: "Colours from", pointer: "/range", type: "number" },
  { member: "high", name: "Colours to", pointer: "/range", type: "number" },
];

/** A new, empty layer. */
export function LayerForm({ id, done, close }: { id: string; done: () => void; close: () => void }) {
  const text = useSignal(NO_LAYER);
  const busy = useSignal(false);
  const fault = useSignal<Refusal | undefined>(undefined);
  const set = (name: keyof typeof text.value) => (value: string) => (text.value = { ...text.value, [name]: value });
  const save = async () => {
    busy.value = true;
    fault.value = undefined;
    await addLayer(id, layerOf(text.value)).then(done, (error: unknown) => (fault.value = asRefusal(error)));
    busy.value = false;
  };
  return (
    <form
      class="record-form"
      aria-label={t("New layer")}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <fieldset class="all" disabled={busy.value}>
        <div class="pair">
          {INPUTS.map(({ member, pointer, ...rest }) => (
            <Input
              key={member}
              value={text.value[member]}
              change={set(member)}
              pointer={pointer ?? `/${member}`}
              faults={member === "high" ? [] : (fault.value?.violations ?? [])}
              {...rest}
            />
          ))}
          <Select
            label={<span>{t("Data type")}</span>}
            value={text.value.dtype}
            options={plainOptions(TYPES)}
            change={set("dtype")}
          />
        </div>
        <label class="check">
          <span>{t("The values are classes")}</span>
          <input
            type="checkbox"
            checked={text.value.categorical}
            onChange={(event) => (text.value = { ...text.value, categorical: event.currentTarget.checked })}
          />
        </label>
      </fieldset>
      {fault.value && <Fault fault={fault.value} />}
      <div class="buttons">
        <button class="strong" disabled={busy.value}>
          {t("Add the layer")}
        </button>
        <button type="button" class="plain" onClick={close}>
          {t("Cancel")}
        </button>
      </div>
    </form>
  );
}
