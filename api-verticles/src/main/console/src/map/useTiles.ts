import type { Signal } from "@preact/signals";
import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { Refusal } from "glebe-client";
import type { TileJson } from "../api/bodies";
import { type Look, tileJson } from "../api/cubes";
import { useLatest } from "../loading";
import { renewed } from "../offline/network";
import { layer } from "./choices";
import type { CubeMap } from "./cubeMap";
import { look, lookKey, type OpenCube } from "./cubeState";
import { following } from "./following";

/** Dates whose tiles are known at the same time: the shown one, those before and after it, and one more. */
const NEARBY = 4;

/** A rendering that a map shows in place of the chosen one. */
export interface Other {
  layer: string;
  look: Look;
}

/** Shows the chosen layer of a collection at a date; only the newest choice reaches the map. */
export function useTiles(
  map: RefObject<CubeMap | null>,
  cube: OpenCube | undefined,
  date: string,
  fault: Signal<Refusal | undefined>,
  playing: () => boolean,
  other?: Other,
): void {
  const name = other?.layer ?? layer.value;
  const shown = cube?.layers.some((one) => one.name === name) && date ? cube : undefined;
  const keys = [shown, name, date, other ? "" : lookKey()];
  const nearby = useRef(new Map<string, TileJson>());
  const before = useRef("");
  const shows = useRef(false);
  useEffect(() => nearby.current.clear(), [shown, name, keys[3], renewed.value]);
  useEffect(() => {
    if (!shown && shows.current) void map.current?.clear();
    shows.current = shown !== undefined;
    if (!shown) return;
    fault.value = undefined;
    map.current?.base.expect();
  }, keys);
  const read = async (time: string, signal: AbortSignal): Promise<TileJson> => {
    const known = nearby.current.get(time) ?? (await tileJson(shown!.id, name, time, other?.look ?? look(), signal));
    nearby.current.delete(time);
    nearby.current.set(time, known);
    for (const first of nearby.current.keys()) if (nearby.current.size > NEARBY) nearby.current.delete(first);
    return known;
  };
  useLatest(
    (signal) => shown && read(date, signal).then((tiles) => ({ tiles, ahead: (time: string) => read(time, signal) })),
    keys,
    {
      done: ({ tiles, ahead }) => {
        const next = playing() ? undefined : following(shown?.times ?? [], before.current, date);
        before.current = date;
        const drawn = map.current?.show(tiles);
        if (next) void drawn?.then(() => map.current?.preloadLater(() => ahead(next)));
      },
      failed: (reason) => {
        fault.value = reason;
        map.current?.base.arrived(); // nothing else will come
      },
    },
  );
}
