import { signal, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { type Layer, tileJson } from "../cubes";
import { Fault } from "../fault";
import { asRefusal, type Refusal } from "../refusal";
import { collection, compare, date, layer, view } from "./choices";
import { CubeMap, type Overlay } from "./cubeMap";
import { look, lookKey } from "./cubeState";

const STEP = 0.05;
const day = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeZone: "UTC" });
const within = (share: number) => Math.min(1, Math.max(0, share));

interface Props {
  main: CubeMap;
  times: string[];
  layers: Layer[];
  outlines: GeoJSON.FeatureCollection;
  overlay: Overlay | undefined;
}

/** A second date over the left part of the map, up to a line that is dragged or moved with arrow keys. */
export function Swipe({ main, times, layers, outlines, overlay }: Props) {
  const holder = useRef<HTMLDivElement>(null);
  const map = useRef<CubeMap | undefined>(undefined);
  const share = useSignal(0.5);
  const fault = useSignal<Refusal | undefined>(undefined);

  useEffect(() => {
    if (!holder.current) return;
    const other = new CubeMap(holder.current, signal(view.peek()), "compare");
    map.current = other;
    const follow = () => other.base.map.jumpTo({ center: main.base.map.getCenter(), zoom: main.base.map.getZoom() });
    follow();
    main.base.map.on("move", follow);
    return () => {
      main.base.map.off("move", follow);
      map.current = undefined;
      other.base.remove();
    };
  }, [main]);
  useEffect(() => void map.current?.outline(outlines), [outlines]);
  useEffect(() => void map.current?.over(overlay), [overlay]);
  useEffect(() => {
    if (!layers.some((one) => one.name === layer.value)) return;
    let stale = false;
    fault.value = undefined;
    map.current?.base.expect();
    tileJson(collection.value, layer.value, compare.value, look())
      .then((tiles) => (stale ? undefined : map.current?.show(tiles)))
      .catch((error: unknown) => (fault.value = asRefusal(error)));
    return () => {
      stale = true;
    };
  }, [compare.value, layer.value, layers, lookKey()]);

  const drag = (event: PointerEvent) => {
    const line = event.currentTarget as HTMLElement;
    if (!line.hasPointerCapture(event.pointerId)) return;
    const box = line.parentElement!.getBoundingClientRect();
    share.value = within((event.clientX - box.left) / box.width);
  };
  const key = (event: KeyboardEvent) => {
    const to: Record<string, number> = { ArrowLeft: share.value - STEP, ArrowRight: share.value + STEP, Home: 0, End: 1 };
    const next = to[event.key];
    if (next === undefined) return;
    event.preventDefault();
    share.value = within(next);
  };
  const percent = Math.round(share.value * 100);
  return (
    <div class="swipe">
      <div class="map other" ref={holder} style={{ clipPath: `inset(0 ${100 - percent}% 0 0)` }} />
      <div
        class="divider"
        role="slider"
        tabIndex={0}
        aria-label="Line between the two dates"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        style={{ left: `${percent}%` }}
        onPointerDown={(event) => (event.currentTarget as HTMLElement).setPointerCapture(event.pointerId)}
        onPointerMove={drag}
        onKeyDown={key}
      />
      <div class="dates card">
        <label>
          <span class="unseen">Date on the left</span>
          <select value={compare.value} onChange={(event) => (compare.value = event.currentTarget.value)}>
            {times.map((time) => <option key={time} value={time}>{day.format(new Date(time))}</option>)}
          </select>
        </label>
        <span aria-hidden="true">|</span>
        <span>{date.value && day.format(new Date(date.value))}</span>
        <button onClick={() => (compare.value = "")} aria-label="End the comparison">×</button>
        {fault.value && <Fault fault={fault.value} />}
      </div>
    </div>
  );
}
