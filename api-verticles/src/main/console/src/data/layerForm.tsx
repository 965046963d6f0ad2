import { useSignal } from "@preact/signals";
import type { Refusal } from "glebe-client";
import { asRefusal } from "../api/refusal";
import { Fault } from "../fault";
import { plainOptions, Select } from "../select";
import { addLayer } from "./catalogue";
import { type ClassText, layerOf, NO_LAYER } from "./forms";
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
        <ClassesPart of={text.value} change={(next) => (text.value = { ...text.value, ...next })} />
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

const COLOURS = ["#2f6db3", "#e08a1e", "#3c9a4b", "#c43c39", "#7d5ba6", "#8a5a3c", "#d977a8", "#6f7680"];

/** Whether the values are classes, and which. */
function ClassesPart({ of, change }: { of: typeof NO_LAYER; change: (next: Partial<typeof NO_LAYER>) => void }) {
  return (
    <>
      <label class="check">
        <span>{t("The values are classes")}</span>
        <input
          type="checkbox"
          checked={of.categorical}
          onChange={(event) => change({ categorical: event.currentTarget.checked })}
        />
      </label>
      {of.categorical && <ClassRows rows={of.classes} change={(classes) => change({ classes })} />}
    </>
  );
}

/** The names and colours of classes by their numbers. */
function ClassRows({ rows, change }: { rows: ClassText[]; change: (rows: ClassText[]) => void }) {
  const set = (at: number, next: Partial<ClassText>) =>
    change(rows.map((row, i) => (i === at ? { ...row, ...next } : row)));
  const add = () =>
    change([...rows, { value: String(rows.length), name: "", color: COLOURS[rows.length % COLOURS.length]! }]);
  const member = (at: number, name: keyof ClassText, label: string) => ({
    "aria-label": `${label} ${at + 1}`,
    required: true,
    value: rows[at]![name],
    onInput: (event: { currentTarget: HTMLInputElement }) => set(at, { [name]: event.currentTarget.value }),
  });
  return (
    <fieldset class="classes">
      <legend>{t("Classes")}</legend>
      {rows.map((_, at) => (
        <div key={at}>
          <input inputMode="numeric" {...member(at, "value", t("Value"))} />
          <input {...member(at, "name", t("Name"))} />
          <input type="color" {...member(at, "color", t("Colour"))} />
          <button type="button" class="plain" onClick={() => change(rows.filter((__, i) => i !== at))}>
            {t("Remove")}
          </button>
        </div>
      ))}
      <button type="button" class="plain" onClick={add}>
        {t("Add a class")}
      </button>
    </fieldset>
  );
}
