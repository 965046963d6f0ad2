import { type Signal, signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Refusal } from "glebe-client";
import { utcDay } from "../dates";
import { Fault } from "../fault";
import { useMap } from "../maps/useMap";
import { label } from "./chooser";
import { compare, compareLayer, date, layer, view } from "./choices";
import { CubeMap, type Overlay } from "./cubeMap";
import type { OpenCube } from "./cubeState";
import { useTiles } from "./useTiles";
import { t } from "../texts/texts";

const STEP = 0.05;
const within = (share: number) => Math.min(1, Math.max(0, share));

/** The left layer has its own colours. */
const PLAIN = { ramp: "", range: "", saved: "" };

interface Props {
  main: CubeMap;
  cube: OpenCube;
  outlines: GeoJSON.FeatureCollection;
  overlay: Overlay | undefined;
}

/** A second date, or another layer, over the left part of the map, up to a divider that is dragged or moved with arrow keys. */
export function Swipe({ main, cube, outlines, overlay }: Props) {
  const { holder, map, fault: noMap } = useMap((container) => new CubeMap(container, signal(view.peek()), "compare"));
  const share = useSignal(0.5);
  const fault = useSignal<Refusal | undefined>(undefined);
  useEffect(() => {
    const leader = main.base.map;
    const follow = () => map.current?.base.map.jumpTo({ center: leader.getCenter(), zoom: leader.getZoom() });
    follow();
    leader.on("move", follow);
    return () => void leader.off("move", follow);
  }, [main]);
  useEffect(() => void map.current?.outline(outlines), [outlines]);
  useEffect(() => void map.current?.overlay(overlay), [overlay]);
  const own = compareLayer.value && compareLayer.value !== layer.value ? compareLayer.value : undefined;
  useTiles(map, cube, compare.value, fault, () => false, own ? { layer: own, look: PLAIN } : undefined);

  const shown = fault.value ?? noMap.value;
  return (
    <div class="swipe">
      <div class="map other" ref={holder} style={{ clipPath: `inset(0 ${100 - percentOf(share)}% 0 0)` }} />
      <Divider share={share} />
      <div class="dates card">
        <label>
          <span class="unseen">{t("Date on the left")}</span>
          <select value={compare.value} onChange={(event) => (compare.value = event.currentTarget.value)}>
            {cube.times.map((time) => (
              <option key={time} value={time}>
                {utcDay.format(new Date(time))}
              </option>
            ))}
          </select>
        </label>
        <label>
          <span class="unseen">{t("Layer on the left")}</span>
          <select value={own ?? layer.value} onChange={(event) => (compareLayer.value = event.currentTarget.value)}>
            {cube.layers.map((one) => (
              <option key={one.name} value={one.name}>
                {label(one)}
              </option>
            ))}
          </select>
        </label>
        <span aria-hidden="true">|</span>
        <span>{date.value && utcDay.format(new Date(date.value))}</span>
        <button onClick={() => (compare.value = "")} aria-label={t("End the comparison")}>
          ×
        </button>
        {shown && <Fault fault={shown} />}
      </div>
    </div>
  );
}

const percentOf = (share: Signal<number>) => Math.round(share.value * 100);

function Divider({ share }: { share: Signal<number> }) {
  const drag = (event: PointerEvent) => {
    const line = event.currentTarget as HTMLElement;
    if (!line.hasPointerCapture(event.pointerId)) return;
    const box = line.parentElement!.getBoundingClientRect();
    share.value = within((event.clientX - box.left) / box.width);
  };
  const key = (event: KeyboardEvent) => {
    const moves: Record<string, number> = {
      ArrowLeft: share.value - STEP,
      ArrowRight: share.value + STEP,
      Home: 0,
      End: 1,
    };
    const next = moves[event.key];
    if (next === undefined) return;
    event.preventDefault();
    share.value = within(next);
  };
  const percent = percentOf(share);
  return (
    <div
      class="divider"
      role="slider"
      tabIndex={0}
      aria-label={t("Divider between the two dates")}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      style={{ left: `${percent}%` }}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
      onKeyDown={key}
    />
  );
}
