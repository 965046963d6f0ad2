import { type ReadonlySignal, useSignal } from "@preact/signals";
import type { MapMouseEvent } from "maplibre-gl";
import type { RefObject } from "preact";
import { useEffect } from "preact/hooks";
import type { Layer } from "../api/bodies";
import { pointSeries } from "../api/cubes";
import { latest } from "../latest";
import { date } from "./choices";
import type { CubeMap } from "./cubeMap";
import { nameOf } from "./classes";

/** The pointer rests for so long before its value is loaded. */
const REST_MILLIS = 200;

/** The value or the class of a layer under the pointer when it rests; empty where there is none. */
export function useUnder(
  map: RefObject<CubeMap | null>,
  collection: string | undefined,
  layer: Layer | undefined,
): ReadonlySignal<string> {
  const under = useSignal("");
  useEffect(() => {
    const base = map.current?.base.map;
    under.value = "";
    if (!base || !collection || !layer) return;
    const loads = latest();
    let rest: ReturnType<typeof setTimeout> | undefined;
    const left = () => {
      clearTimeout(rest);
      loads.cancel();
      under.value = "";
    };
    const moved = ({ lngLat: { lng, lat } }: MapMouseEvent) => {
      left();
      rest = setTimeout(() => {
        loads.load(
          (signal) => pointSeries(collection, [layer.name], lng, lat, signal, date.peek()),
          ([series]) => {
            const value = series?.values[0]?.value;
            under.value = value == null ? "" : nameOf(value, layer.classes, layer.unit);
          },
          () => {}, // the map tells what is wrong; a value under the pointer is no reason to
        );
      }, REST_MILLIS);
    };
    base.on("mousemove", moved);
    base.on("mouseout", left);
    return () => {
      left();
      base.off("mousemove", moved);
      base.off("mouseout", left);
    };
  }, [collection, layer, date.value]);
  return under;
}
