import { type Signal, useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { type Node } from "../farm/placeNodes";
import type { Candidate } from "../files/candidates";
import type * as readersOfCandidates from "../files/candidates";
import type { RawLayer } from "../files/layers";
import { SYSTEMS as LISTED } from "../files/systems";
import { isKnown } from "./outbox";
import { shapeOf } from "./place";

/** UTM zones of Europe behind the listed systems. */
const ZONES = [29, 30, 31, 32, 33, 34, 35, 36].map((zone): [string, string] => [
  `EPSG:326${zone}`,
  `UTM zone ${zone} north`,
]);
export const SYSTEMS: [code: string, name: string][] = [...LISTED, ...ZONES];

type Readers = typeof readersOfCandidates;

/** An opened file, with the code that reads candidates from it. */
export interface Opened {
  layers: RawLayer[];
  readers: Readers;
}

/** Reads files; the code for it is loaded with the first one. */
export async function openFiles(files: File[]): Promise<Opened> {
  const [{ readDropped }, readers] = await Promise.all([import("../files/reading"), import("../files/candidates")]);
  return { layers: await readDropped(files), readers };
}

export const isUsable = ({ polygons }: Candidate): boolean => polygons.length > 0;

export interface Choice {
  opened: Opened;
  layer: Signal<number>;
  attribute: Signal<string>;
  crs: Signal<string>;
  attributes: string[];
  found: Candidate[];
  /** numbers of the features that will be imported */
  chosen: Signal<Set<number>>;
}

/** The choices in the preview. Features without a fault are chosen, except fields that the farm has. */
export function useChoice(opened: Opened, nodes: Node[]): Choice {
  const layer = useSignal(largest(opened.layers));
  const attribute = useSignal("");
  const crs = useSignal("");
  const chosen = useSignal(new Set<number>());
  const now = opened.layers[layer.value]!;
  const attributes = useMemo(() => opened.readers.nameAttributes(now), [now]);
  useEffect(() => {
    attribute.value = attributes[0] ?? "";
    crs.value = now.crs;
  }, [now]);
  const found = useMemo(
    () => opened.readers.candidates(now, attribute.value, crs.value),
    [now, attribute.value, crs.value],
  );
  useEffect(() => {
    const fields = nodes.map((node) => ({ name: node.place.name, polygons: shapeOf(node) }));
    const good = found.filter((one) => isUsable(one) && !one.fault && !isKnown(one, fields));
    chosen.value = new Set(good.map(({ number }) => number));
  }, [found]); // not of the nodes: a stored field is not unchosen
  return { opened, layer, attribute, crs, attributes, found, chosen };
}

const largest = (layers: RawLayer[]): number =>
  layers.reduce((best, { features }, i) => (features.length > layers[best]!.features.length ? i : best), 0);
