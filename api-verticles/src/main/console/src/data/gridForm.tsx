import { type Signal, useSignal } from "@preact/signals";
import { collections, isVector } from "../cubes";
import { Fault } from "../fault";
import { useLoading } from "../loading";
import { asRefusal, type Refusal, type Violation } from "../refusal";
import { type Described, type Grid, holdings, initialise } from "./catalogue";
import { Input } from "./inputs";

/** A grid as it stands in inputs. */
export interface GridText {
  crs: string;
  west: string;
  south: string;
  east: string;
  north: string;
  width: string;
  height: string;
}

export const NO_GRID: GridText = { crs: "EPSG:4326", west: "", south: "", east: "", north: "", width: "", height: "" };

const EDGES = { west: "West", south: "South", east: "East", north: "North" } as const;

export const gridOf = ({ crs, west, south, east, north, width, height }: GridText): Grid => ({
  crs: crs.trim(),
  bbox: [Number(west), Number(south), Number(east), Number(north)],
  width: Number(width),
  height: Number(height),
});

const textOf = ({ crs, bbox, width, height }: Grid): GridText => {
  const [west, south, east, north] = bbox.map(String) as [string, string, string, string];
  return { crs, west, south, east, north, width: String(width), height: String(height) };
};

/** Where cells lie and how many they are; taken from another collection, or written. */
export function GridInputs({ grid, others, faults }: { grid: Signal<GridText>; others: Described[]; faults: Violation[] }) {
  const fault = useSignal<Refusal | undefined>(undefined);
  const set = (name: keyof GridText) => (value: string) => (grid.value = { ...grid.value, [name]: value });
  const copy = async (id: string) => {
    fault.value = undefined;
    try {
      const { grid: other } = await holdings(id, new AbortController().signal);
      if (other) grid.value = textOf(other);
    } catch (error) {
      fault.value = asRefusal(error);
    }
  };
  const rasters = others.filter((one) => !isVector(one));
  return (
    <>
      {rasters.length > 0 && (
        <label>
          <span>As in</span>
          <select onChange={(event) => event.currentTarget.value && void copy(event.currentTarget.value)}>
            <option value="">another collection …</option>
            {rasters.map((one) => <option key={one.id} value={one.id}>{one.title ?? one.id}</option>)}
          </select>
        </label>
      )}
      {fault.value && <Fault fault={fault.value} />}
      <Input name="Reference system" value={grid.value.crs} change={set("crs")} pointer="/crs" faults={faults} required hint="EPSG:32633" />
      <div class="pair">
        {Object.entries(EDGES).map(([name, title]) => (
          <Input key={name} name={title} type="number" value={grid.value[name as keyof GridText]} change={set(name as keyof GridText)} pointer="/bbox" faults={name === "west" ? faults : []} required />
        ))}
        <Input name="Cells from west to east" type="number" value={grid.value.width} change={set("width")} pointer="/width" faults={faults} required />
        <Input name="Cells from south to north" type="number" value={grid.value.height} change={set("height")} pointer="/height" faults={faults} required />
      </div>
    </>
  );
}

/** A collection that holds no cube yet can be given one. */
export function GridPart({ id, done }: { id: string; done: () => void }) {
  const opened = useSignal(false);
  const grid = useSignal(NO_GRID);
  const busy = useSignal(false);
  const fault = useSignal<Refusal | undefined>(undefined);
  const others = useLoading((signal) => collections<Described>(signal), []);
  const save = async () => {
    busy.value = true;
    fault.value = undefined;
    await initialise(id, gridOf(grid.value)).then(done, (error: unknown) => (fault.value = asRefusal(error)));
    busy.value = false;
  };
  return (
    <>
      <p class="hint">This collection has no raster layers.</p>
      {!opened.value && <button class="plain" onClick={() => (opened.value = true)}>Make a grid for layers</button>}
      {opened.value && (
        <form
          class="record-form"
          aria-label="Grid"
          onSubmit={(event) => {
            event.preventDefault();
            void save();
          }}
        >
          <GridInputs grid={grid} others={others.value.value ?? []} faults={fault.value?.violations ?? []} />
          {fault.value && <Fault fault={fault.value} />}
          <div class="buttons">
            <button class="strong" disabled={busy.value}>Make the grid</button>
            <button type="button" class="plain" onClick={() => (opened.value = false)}>Cancel</button>
          </div>
        </form>
      )}
    </>
  );
}
