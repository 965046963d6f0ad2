import { useSignal } from "@preact/signals";
import { Fault } from "../fault";
import { asRefusal, type Refusal } from "../refusal";
import { addLayer } from "./catalogue";
import { filled, Input, numberIn } from "./inputs";

const TYPES = ["uint8", "int8", "uint16", "int16", "uint32", "int32", "float32", "float64"];

/** A new, empty layer. */
export function LayerForm({ id, done, close }: { id: string; done: () => void; close: () => void }) {
  const text = useSignal({ name: "", dtype: "float32", unit: "", nodata: "", scale: "", offset: "", low: "", high: "", categorical: false });
  const busy = useSignal(false);
  const fault = useSignal<Refusal | undefined>(undefined);
  const faults = fault.value?.violations ?? [];
  const set = (name: keyof typeof text.value) => (value: string) => (text.value = { ...text.value, [name]: value });
  const save = async () => {
    busy.value = true;
    fault.value = undefined;
    const { nodata, scale, offset, low, high, categorical, ...rest } = text.value;
    const body = filled({
      ...rest,
      categorical: categorical || undefined,
      nodata: nodata.trim().toLowerCase() === "nan" ? "NaN" : (numberIn(nodata) ?? nodata),
      scale: numberIn(scale),
      offset: numberIn(offset),
      range: low || high ? [numberIn(low) ?? null, numberIn(high) ?? null] : undefined,
    });
    await addLayer(id, body).then(done, (error: unknown) => (fault.value = asRefusal(error)));
    busy.value = false;
  };
  return (
    <form
      class="record-form"
      aria-label="New layer"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <fieldset class="all" disabled={busy.value}>
        <div class="pair">
          <Input name="Name" value={text.value.name} change={set("name")} pointer="/name" faults={faults} required hint="NDVI" />
          <label>
            <span>Numbers</span>
            <select value={text.value.dtype} onChange={(event) => set("dtype")(event.currentTarget.value)}>
              {TYPES.map((type) => <option key={type} value={type}>{type}</option>)}
            </select>
          </label>
          <Input name="Unit" value={text.value.unit} change={set("unit")} pointer="/unit" faults={faults} />
          <Input name="Number that means no value" value={text.value.nodata} change={set("nodata")} pointer="/nodata" faults={faults} hint="-9999 or NaN" />
          <Input name="Scale" type="number" value={text.value.scale} change={set("scale")} pointer="/scale" faults={faults} hint="1" />
          <Input name="Offset" type="number" value={text.value.offset} change={set("offset")} pointer="/offset" faults={faults} hint="0" />
          <Input name="Colours from" type="number" value={text.value.low} change={set("low")} pointer="/range" faults={faults} />
          <Input name="Colours to" type="number" value={text.value.high} change={set("high")} pointer="/range" faults={[]} />
        </div>
        <label class="check">
          <span>Its numbers are classes</span>
          <input type="checkbox" checked={text.value.categorical} onChange={(event) => (text.value = { ...text.value, categorical: event.currentTarget.checked })} />
        </label>
      </fieldset>
      {fault.value && <Fault fault={fault.value} />}
      <div class="buttons">
        <button class="strong" disabled={busy.value}>Add the layer</button>
        <button type="button" class="plain" onClick={close}>Cancel</button>
      </div>
    </form>
  );
}
