import { batch, type Signal, signal, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { Refusal } from "glebe-client";
import type { Collection, Layer, Legend } from "../api/bodies";
import * as cubes from "../api/cubes";
import { fieldOutlines, type Outlines } from "../api/fields";
import { dateAmong } from "../dates";
import { useLatest } from "../loading";
import { NOTHING } from "../maps/geometry";
import { collection, date, expression, layer, ramp, range, saved } from "./choices";
import { type SavedLook, savedLooks } from "./saved";

/** A collection with everything that the map needs of it; replaced as one value, so that its parts always fit together. */
export interface OpenCube {
  id: string;
  layers: Layer[];
  times: string[];
  /** the cloud cover in percent by date */
  clouds: Map<string, number>;
  /** the newest date with few clouds */
  clear: string;
  looks: SavedLook[];
}

export interface CubeState {
  rasters: Signal<Collection[] | undefined>;
  vectors: Signal<Collection[]>;
  outlines: Signal<Outlines>;
  /** the newest collection that is loaded; the earlier one stays until then */
  cube: Signal<OpenCube | undefined>;
  legend: Signal<Legend | undefined>;
  /** what is shown in place of a layer or a date of a link that the collection does not have */
  instead: Signal<string>;
  fault: Signal<Refusal | undefined>;
  again: () => void;
}

/** The saved looks of the open collection. */
export const looks = signal<SavedLook[]>([]);

/** Reads all choices that decide the colours of a rendering. */
export const look = (): cubes.Look => ({
  ramp: ramp.value,
  range: range.value,
  expression: expression.value,
  saved: looks.value.find(({ id }) => id === saved.value)?.query.toString() ?? "",
});

/** The look as a text, for comparison. */
export const lookKey = () => Object.values(look()).join("|");

export async function openCube(id: string, signal: AbortSignal): Promise<OpenCube> {
  const [{ layers }, { times, cloudCover = [], latestClear }, savedOnes] = await Promise.all([
    cubes.cubeLayers(id, signal),
    cubes.times(id, signal),
    savedLooks(id, signal).catch((): SavedLook[] => []), // the map is useful without them
  ]);
  const clouds = new Map(times.map((time, index) => [time, cloudCover[index] ?? 0]));
  return { id, layers, times, clouds, clear: latestClear ?? times.at(-1) ?? "", looks: savedOnes };
}

/** The shown layer and date, for comparison. */
export const shownKey = () => `${layer.value}|${date.value}`;

/**
 * Shows a collection: keeps the chosen layer and date where it has them.
 *
 * @returns whether it has both, or none was chosen
 */
function choose({ layers, times, clear }: OpenCube): boolean {
  const [wanted, at] = [layer.value, date.value];
  if (!layers.some((one) => one.name === layer.value))
    layer.value = (layers.find((one) => one.name === "NDVI") ?? layers[0])?.name ?? "";
  date.value = dateAmong(times, date.value, clear);
  return [layer.value, ""].includes(wanted) && [date.value, ""].includes(at);
}

/** @param opened receives the bounding box of a collection when it is opened */
export function useCubes(opened: (bbox: number[]) => void): CubeState {
  const rasters = useSignal<Collection[] | undefined>(undefined);
  const vectors = useSignal<Collection[]>([]);
  const outlines = useSignal<Outlines>(NOTHING);
  const cube = useSignal<OpenCube | undefined>(undefined);
  const legend = useSignal<Legend | undefined>(undefined);
  const instead = useSignal("");
  const isLinked = useRef(true);
  const fault = useSignal<Refusal | undefined>(undefined);
  const attempt = useSignal(0);
  const failed = (reason: Refusal | undefined) => (fault.value = reason);
  const bbox = rasters.value?.find((one) => one.id === collection.value)?.extent?.spatial?.bbox[0];

  useLatest((signal) => cubes.collections(signal), [attempt.value], {
    done: (all) =>
      batch(() => {
        vectors.value = all.filter(cubes.isVector);
        rasters.value = all.filter((one) => !cubes.isVector(one));
        collection.value ||= rasters.value[0]?.id ?? "";
      }),
    failed,
  });
  useLatest((signal) => fieldOutlines(signal), [attempt.value], {
    done: (all) => (outlines.value = all),
    failed: () => {}, // a person without the permission to read fields sees the map without outlines
  });
  const isThere = rasters.value?.some(({ id }) => id === collection.value);
  useEffect(() => {
    fault.value = undefined;
    if (bbox) opened(bbox);
    if (rasters.value && !collection.value)
      collection.value = rasters.value[0]?.id ?? ""; // a link that names none
    else if (isThere === false) cube.value = legend.value = undefined;
  }, [collection.value, rasters.value]);
  useEffect(() => {
    const open = cube.value;
    if (open?.id === collection.value && !choose(open)) instead.value = shownKey();
  }, [collection.value, layer.value, date.value]);
  useLatest((signal) => (isThere ? openCube(collection.value, signal) : undefined), [collection.value, rasters.value], {
    done: (next) =>
      batch(() => {
        cube.value = next;
        looks.value = next.looks;
        if (!choose(next) && isLinked.current) instead.value = shownKey();
        isLinked.current = false;
      }),
    failed,
  });
  useLatest(
    (signal) => (cube.value && layer.value ? cubes.legend(cube.value.id, layer.value, look(), signal) : undefined),
    [cube.value, layer.value, lookKey()],
    { done: (next) => (legend.value = next), failed: () => (legend.value = undefined) },
  );
  return { rasters, vectors, outlines, cube, legend, instead, fault, again: () => attempt.value++ };
}
