import { type Signal, useSignal } from "@preact/signals";
import type { Refusal, Violation } from "glebe-client";
import type { Collection, Farm } from "../api/bodies";
import { asRefusal } from "../api/refusal";
import { farms } from "../farm/farms";
import { Fault } from "../fault";
import { useLoading } from "../loading";
import { Select } from "../select";
import { createCollection, createGrid } from "./catalogue";
import { gridOf, type GridText, idOf, NO_GRID } from "./forms";
import { GridInputs } from "./gridForm";
import { Input } from "./inputs";
import { t } from "../texts/texts";

const OPEN = "signed-in";

interface Draft {
  title: string;
  id: string;
  description: string;
  /** id of a farm, or OPEN; empty for the first farm */
  access: string;
  /** whether the collection has layers on a grid */
  raster: boolean;
}

const EMPTY: Draft = { title: "", id: "", description: "", access: "", raster: true };

interface Props {
  others: Collection[];
  done: (created: Collection) => void;
  close: () => void;
}

/** Creates a collection and then its grid. */
function useCreation(draft: Signal<Draft>, grid: Signal<GridText>, done: (created: Collection) => void) {
  const busy = useSignal(false);
  const fault = useSignal<Refusal | undefined>(undefined);
  /** the collection, when it is created but its grid is refused */
  const created = useSignal<Collection | undefined>(undefined);
  const create = async (id: string, access: string) => {
    busy.value = true;
    fault.value = undefined;
    const { title, description, raster } = draft.value;
    const owner = access === OPEN ? { access: "signed-in" as const } : { farmId: access };
    try {
      created.value ??= await createCollection({
        id,
        title: title || undefined,
        description: description || undefined,
        ...owner,
      });
      if (raster) await createGrid(created.value.id, gridOf(grid.value));
      done({ ...created.value, dataType: raster ? "coverage" : "vector" });
    } catch (error) {
      fault.value = asRefusal(error);
    } finally {
      busy.value = false;
    }
  };
  return { busy, fault, created, create };
}

/** A new collection, with a grid for layers or for features alone. */
export function CollectionForm({ others, done, close }: Props) {
  const draft = useSignal(EMPTY);
  const grid = useSignal(NO_GRID);
  const { busy, fault, created, create } = useCreation(draft, grid, done);
  const all = useLoading(farms, []);
  const faults = fault.value?.violations ?? [];
  const id = draft.value.id || idOf(draft.value.title);
  const access = draft.value.access || (all.value.value?.[0]?.id ?? OPEN);
  const half = created.value;
  return (
    <form
      class="record-form"
      aria-label={t("New collection")}
      onSubmit={(event) => {
        event.preventDefault();
        void create(id, access);
      }}
    >
      <h2>{t("New collection")}</h2>
      <fieldset class="all" disabled={busy.value || half !== undefined}>
        <Description draft={draft} id={id} faults={faults} />
        <Select
          label={<span>{t("Visible to")}</span>}
          value={access}
          options={[...(all.value.value?.map(optionOf) ?? []), [OPEN, "all signed-in people"]]}
          change={(value) => (draft.value = { ...draft.value, access: value })}
        />
        <label class="check">
          <span>{t("It has layers on a grid")}</span>
          <input
            type="checkbox"
            checked={draft.value.raster}
            onChange={(event) => (draft.value = { ...draft.value, raster: event.currentTarget.checked })}
          />
        </label>
      </fieldset>
      {draft.value.raster && (
        <fieldset disabled={busy.value}>
          <legend>{t("Grid")}</legend>
          <GridInputs grid={grid} others={others} faults={faults} />
        </fieldset>
      )}
      {all.fault.value && <Fault fault={all.fault.value} retry={all.again} />}
      {fault.value && <Fault fault={fault.value} />}
      {half && fault.value && <p class="hint">{t("The collection is created, but its grid is not.")}</p>}
      <div class="buttons">
        <button class="strong" disabled={busy.value}>
          {half ? t("Create the grid again") : t("Create")}
        </button>
        <button type="button" class="plain" onClick={() => (half ? done({ ...half, dataType: "vector" }) : close())}>
          {half ? t("Continue without a grid") : t("Cancel")}
        </button>
      </div>
    </form>
  );
}

const optionOf = ({ id, name }: Farm): [string, string] => [
  id,
  t("people with access to {name}", { name: name || id }),
];

interface DescriptionProps {
  draft: Signal<Draft>;
  id: string;
  faults: Violation[];
}

function Description({ draft, id, faults }: DescriptionProps) {
  const set = (name: "title" | "id" | "description") => (value: string) =>
    (draft.value = { ...draft.value, [name]: value });
  return (
    <>
      <div class="pair">
        <Input name="Title" value={draft.value.title} change={set("title")} pointer="/title" faults={faults} required />
        <Input name="Id" value={id} change={set("id")} pointer="/id" faults={faults} required />
      </div>
      <Input
        name="Description"
        value={draft.value.description}
        change={set("description")}
        pointer="/description"
        faults={faults}
      />
    </>
  );
}
