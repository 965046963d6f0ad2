import { useSignal } from "@preact/signals";
import { farms } from "../farm/farms";
import { Fault } from "../fault";
import { useLoading } from "../loading";
import { asRefusal, type Refusal } from "../refusal";
import { create, type Described, initialise } from "./catalogue";
import { GridInputs, gridOf, NO_GRID } from "./gridForm";
import { filled, Input } from "./inputs";

const OPEN = "signed-in";

/** Letters and digits of a title, as an id has them. */
const idOf = (title: string) =>
  title.normalize("NFKD").replace(/[\u0300-\u036f]/g, "").toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "").slice(0, 64);

interface Props {
  others: Described[];
  done: (made: Described) => void;
  close: () => void;
}

/** A new collection, with a grid for layers or for features alone. */
export function CollectionForm({ others, done, close }: Props) {
  const text = useSignal({ title: "", id: "", description: "" });
  const belongs = useSignal("");
  const raster = useSignal(true);
  const grid = useSignal(NO_GRID);
  const busy = useSignal(false);
  const fault = useSignal<Refusal | undefined>(undefined);
  /** what is stored already when its grid is refused behind it */
  const made = useSignal<Described | undefined>(undefined);
  const all = useLoading(farms, []);
  const faults = fault.value?.violations ?? [];
  const id = text.value.id || idOf(text.value.title);
  const to = belongs.value || (all.value.value?.[0]?.id ?? OPEN);
  const set = (name: keyof typeof text.value) => (value: string) => (text.value = { ...text.value, [name]: value });

  const save = async () => {
    busy.value = true;
    fault.value = undefined;
    try {
      made.value ??= await create(filled({ ...text.value, id, ...(to === OPEN ? { access: OPEN } : { farmId: to }) }));
      if (raster.value) await initialise(made.value.id, gridOf(grid.value));
      done({ ...made.value, itemType: raster.value ? "raster" : "feature" });
    } catch (error) {
      fault.value = asRefusal(error);
    } finally {
      busy.value = false;
    }
  };
  return (
    <form
      class="record-form"
      aria-label="New collection"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <h2>New collection</h2>
      <fieldset class="all" disabled={busy.value || made.value !== undefined}>
        <div class="pair">
          <Input name="Title" value={text.value.title} change={set("title")} pointer="/title" faults={faults} required />
          <Input name="Id" value={id} change={set("id")} pointer="/id" faults={faults} required />
        </div>
        <Input name="Description" value={text.value.description} change={set("description")} pointer="/description" faults={faults} />
        <label>
          <span>Seen by</span>
          <select value={to} onChange={(event) => (belongs.value = event.currentTarget.value)}>
            {all.value.value?.map((one) => <option key={one.id} value={one.id}>those who reach {one.name ?? one.id}</option>)}
            <option value={OPEN}>everybody signed in</option>
          </select>
        </label>
        <label class="check">
          <span>It has layers on a grid</span>
          <input type="checkbox" checked={raster.value} onChange={(event) => (raster.value = event.currentTarget.checked)} />
        </label>
      </fieldset>
      {raster.value && (
        <fieldset disabled={busy.value}>
          <legend>Grid</legend>
          <GridInputs grid={grid} others={others} faults={faults} />
        </fieldset>
      )}
      {all.fault.value && <Fault fault={all.fault.value} retry={all.again} />}
      {fault.value && <Fault fault={fault.value} />}
      {made.value && fault.value && <p class="hint">The collection is made; its grid is not.</p>}
      <div class="buttons">
        <button class="strong" disabled={busy.value}>{made.value ? "Make the grid again" : "Create"}</button>
        <button type="button" class="plain" onClick={() => (made.value ? done({ ...made.value, itemType: "feature" }) : close())}>
          {made.value ? "Leave it without" : "Cancel"}
        </button>
      </div>
    </form>
  );
}
