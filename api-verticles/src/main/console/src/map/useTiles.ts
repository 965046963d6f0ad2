import type { Signal } from "@preact/signals";
import type { RefObject } from "preact";
import { useEffect } from "preact/hooks";
import type { Refusal } from "glebe-client";
import { type Look, tileJson } from "../api/cubes";
import { useLatest } from "../loading";
import { layer } from "./choices";
import type { CubeMap } from "./cubeMap";
import { look, lookKey, type OpenCube } from "./cubeState";

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
  useEffect(() => {
    if (!shown) return;
    fault.value = undefined;
    map.current?.base.expect();
  }, keys);
  useLatest((signal) => shown && tileJson(shown.id, name, date, other?.look ?? look(), signal), keys, {
    done: (tiles) => void map.current?.show(tiles, playing()),
    failed: (reason) => (fault.value = reason),
  });
}
