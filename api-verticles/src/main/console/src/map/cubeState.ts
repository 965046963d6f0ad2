import { computed, type ReadonlySignal, type Signal, signal, useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import * as cubes from "../cubes";
import { asRefusal, Refusal } from "../refusal";
import { NOTHING } from "./base";
import { collection, date, layer, ramp, range, saved } from "./choices";
import { fields } from "./outlines";
import { type Saved, savedLooks } from "./saved";

const CLEAR = 0.1;

/** The date asked for, else the latest one with a clear sky, else the latest. */
const choice = (times: string[], wanted: string, clouds: Map<string, number>) =>
  times.includes(wanted)
    ? wanted
    : (times.findLast((time) => (clouds.get(time.slice(0, 10)) ?? 0) < CLEAR) ?? times.at(-1) ?? "");

/** Outlines are an extra: whoever may not see them still gets the map. */
const orNone = (error: unknown) => {
  if (error instanceof Refusal) return NOTHING;
  throw error;
};

/** What the platform says of the collections, and of the chosen one. */
export interface CubeState {
  rasters: Signal<cubes.Collection[] | undefined>;
  vectors: Signal<cubes.Collection[]>;
  outlines: Signal<GeoJSON.FeatureCollection>;
  layers: Signal<cubes.Layer[]>;
  times: Signal<string[]>;
  clouds: Signal<Map<string, number>>;
  legend: Signal<cubes.Legend | undefined>;
  fault: Signal<Refusal | undefined>;
  layer: ReadonlySignal<cubes.Layer | undefined>;
  again: () => void;
}

/** The looks that are kept of the collection. */
export const looks = signal<Saved[]>([]);

/** Reads every choice that a picture's look follows from. */
export const look = (): cubes.Look => ({
  ramp: ramp.value,
  range: range.value,
  kept: looks.value.find(({ id }) => id === saved.value)?.query.toString() ?? "",
});

/** The same as a text, to tell one look from another. */
export const lookKey = () => Object.values(look()).join("|");

/** @param opened is told the box of a collection when it is opened */
export function useCubes(opened: (bbox: number[]) => void): CubeState {
  const rasters = useSignal<cubes.Collection[] | undefined>(undefined);
  const vectors = useSignal<cubes.Collection[]>([]);
  const outlines = useSignal(NOTHING);
  const layers = useSignal<cubes.Layer[]>([]);
  const times = useSignal<string[]>([]);
  const clouds = useSignal(new Map<string, number>());
  const legend = useSignal<cubes.Legend | undefined>(undefined);
  const fault = useSignal<Refusal | undefined>(undefined);
  const attempt = useSignal(0);
  const refuse = (error: unknown) => (fault.value = asRefusal(error));

  useEffect(() => {
    fault.value = undefined;
    cubes
      .collections()
      .then(async (found) => {
        vectors.value = found.filter(cubes.isVector);
        rasters.value = found.filter((one) => !cubes.isVector(one));
        if (!rasters.value.some((one) => one.id === collection.value)) collection.value = rasters.value[0]?.id ?? "";
        outlines.value = await fields().catch(orNone);
      })
      .catch(refuse);
  }, [attempt.value]);

  useEffect(() => {
    const id = collection.value;
    if (!id || !rasters.value) return;
    const bbox = rasters.value.find((one) => one.id === id)?.extent?.spatial?.bbox[0];
    if (bbox) opened(bbox);
    clouds.value = new Map();
    Promise.all([cubes.layers(id), cubes.times(id), savedLooks(id).catch((): Saved[] => [])]) // a map is worth more than its extras
      .then(async ([foundLayers, foundTimes, foundLooks]) => {
        const mask = cubes.cloudLayer(foundLayers);
        if (mask && bbox) clouds.value = await cubes.cloudShares(id, mask, bbox);
        looks.value = foundLooks;
        layers.value = foundLayers;
        times.value = foundTimes;
        if (!foundLayers.some((one) => one.name === layer.value))
          layer.value = (foundLayers.find((one) => one.name === "NDVI") ?? foundLayers[0])?.name ?? "";
        date.value = choice(foundTimes, date.value, clouds.value);
      })
      .catch(refuse);
  }, [collection.value, rasters.value]);

  useEffect(() => {
    if (!layer.value || layers.value.length === 0) return;
    cubes
      .legend(collection.value, layer.value, look())
      .then((next) => (legend.value = next))
      .catch(() => (legend.value = undefined));
  }, [layer.value, layers.value, lookKey()]);

  const chosen = useMemo(() => computed(() => layers.value.find((one) => one.name === layer.value)), []);
  return { rasters, vectors, outlines, layers, times, clouds, legend, fault, layer: chosen, again: () => attempt.value++ };
}
