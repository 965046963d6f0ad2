import { useSignal } from "@preact/signals";
import type { Layer } from "../cubes";
import { Fault } from "../fault";
import { asRefusal, type Refusal } from "../refusal";
import { collection, layer, ramp, range, saved } from "./choices";
import { look, looks } from "./cubeState";
import { keep, savedLooks } from "./saved";

/** Chooses among the looks that are kept of the collection. */
export function SavedPart({ layers }: { layers: Layer[] }) {
  const change = (id: string) => {
    ramp.value = "";
    range.value = "";
    saved.value = id;
    const shown = looks.value.find((one) => one.id === id)?.query.get("layers") ?? "";
    if (layers.some(({ name }) => name === shown)) layer.value = shown; // its series fits the picture
  };
  return (
    <label>
      Style
      <select name="style" value={saved.value} onChange={(event) => change(event.currentTarget.value)}>
        <option value="">of the layer</option>
        {looks.value.map((one) => <option key={one.id} value={one.id}>{one.title}</option>)}
      </select>
    </label>
  );
}

/** Keeps the chosen colours for everybody who sees the collection. */
export function KeepLook() {
  const title = useSignal("");
  const busy = useSignal(false);
  const fault = useSignal<Refusal | undefined>(undefined);
  const save = async () => {
    busy.value = true;
    fault.value = undefined;
    try {
      const id = await keep(collection.value, title.value, layer.value, look());
      looks.value = await savedLooks(collection.value);
      ramp.value = "";
      range.value = "";
      saved.value = id;
    } catch (error) {
      fault.value = asRefusal(error);
      busy.value = false;
    }
  };
  return (
    <form
      class="keep"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <label>
        Keep as a style
        <input required maxLength={200} placeholder="name" value={title.value} onInput={(event) => (title.value = event.currentTarget.value)} />
      </label>
      <button class="plain" disabled={busy.value}>Keep</button>
      {fault.value && <Fault fault={fault.value} />}
    </form>
  );
}
