import { type Signal, useSignal } from "@preact/signals";
import type { Refusal, Violation } from "glebe-client";
import type { Collection } from "../api/bodies";
import { collections, cubeLayers, isVector } from "../api/cubes";
import { asRefusal } from "../api/refusal";
import { Fault } from "../fault";
import { useLatestAction, useLoading } from "../loading";
import { createGrid } from "./catalogue";
import { gridOf, type GridText, gridTextOf, NO_GRID } from "./forms";
import { Input } from "./inputs";
import { t } from "../texts/texts";

/** Inputs with the JSON Pointer of their violations; one of the bounding box is shown once. */
const NUMBERS: [name: keyof GridText, title: string, pointer: string][] = [
  ["west", "West", "/bbox"],
  ["south", "South", ""],
  ["east", "East", ""],
  ["north", "North", ""],
  ["width", "Cells from west to east", "/width"],
  ["height", "Cells from south to north", "/height"],
];

interface GridInputsProps {
  grid: Signal<GridText>;
  others: Collection[];
  faults: Violation[];
}

/** Inputs for the position and number of cells, which can be copied from another collection. */
export function GridInputs({ grid, others, faults }: GridInputsProps) {
  const fault = useSignal<Refusal | undefined>(undefined);
  const set = (name: keyof GridText) => (value: string) => (grid.value = { ...grid.value, [name]: value });
  const loads = useLatestAction([]);
  const copy = (id: string) => {
    fault.value = undefined;
    loads.load(
      (signal) => cubeLayers(id, signal),
      ({ grid: other }) => {
        if (other) grid.value = gridTextOf(other);
      },
      (error) => (fault.value = asRefusal(error)),
    );
  };
  const rasters = others.filter((one) => !isVector(one));
  return (
    <>
      {rasters.length > 0 && (
        <label>
          <span>{t("Copy the grid of")}</span>
          <select onChange={(event) => event.currentTarget.value && copy(event.currentTarget.value)}>
            <option value="">{t("another collection …")}</option>
            {rasters.map((one) => (
              <option key={one.id} value={one.id}>
                {one.title ?? one.id}
              </option>
            ))}
          </select>
        </label>
      )}
      {fault.value && <Fault fault={fault.value} />}
      <Input
        name="Reference system"
        value={grid.value.crs}
        change={set("crs")}
        pointer="/crs"
        faults={faults}
        required
        hint="EPSG:32633"
      />
      <div class="pair">
        {NUMBERS.map(([name, title, pointer]) => (
          <Input
            key={name}
            name={title}
            type="number"
            value={grid.value[name]}
            change={set(name)}
            pointer={pointer}
            faults={faults}
            required
          />
        ))}
      </div>
    </>
  );
}

/** Adds a grid to a collection without raster layers. */
export function GridPart({ id, done }: { id: string; done: () => void }) {
  const opened = useSignal(false);
  const grid = useSignal(NO_GRID);
  const busy = useSignal(false);
  const fault = useSignal<Refusal | undefined>(undefined);
  const others = useLoading((signal) => collections(signal), []);
  const save = async () => {
    busy.value = true;
    fault.value = undefined;
    await createGrid(id, gridOf(grid.value)).then(done, (error: unknown) => (fault.value = asRefusal(error)));
    busy.value = false;
  };
  return (
    <>
      <p class="hint">{t("This collection has no raster layers.")}</p>
      {!opened.value && (
        <button class="plain" onClick={() => (opened.value = true)}>
          {t("Add a grid for layers")}
        </button>
      )}
      {opened.value && (
        <form
          class="record-form"
          aria-label={t("Grid")}
          onSubmit={(event) => {
            event.preventDefault();
            void save();
          }}
        >
          <GridInputs grid={grid} others={others.value.value ?? []} faults={fault.value?.violations ?? []} />
          {fault.value && <Fault fault={fault.value} />}
          <div class="buttons">
            <button class="strong" disabled={busy.value}>
              {t("Create the grid")}
            </button>
            <button type="button" class="plain" onClick={() => (opened.value = false)}>
              {t("Cancel")}
            </button>
          </div>
        </form>
      )}
    </>
  );
}
