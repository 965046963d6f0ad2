import { effect, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import * as cubes from "../cubes";
import { Fault } from "../fault";
import { asRefusal } from "../refusal";
import { mapOr, NOTHING } from "./base";
import { Chooser } from "./chooser";
import { collection, compare, date, layer, point, saved, view } from "./choices";
import { Colours } from "./colours";
import { CubeMap } from "./cubeMap";
import { look, lookKey, looks, useCubes } from "./cubeState";
import { areaAt } from "./inside";
import { LegendCard } from "./legendCard";
import "./map.css";
import { JobsPart } from "./jobsPart";
import type { FieldFacts } from "./outlines";
import { OverlayPart, useOverlay } from "./overlayPart";
import { SavedPart } from "./savedPart";
import { SeriesPanel } from "./seriesPanel";
import { Swipe } from "./swipe";
import { TimeSlider } from "./timeSlider";

/** The full-window map with the chosen collection, layer and date. */
export function MapPage() {
  const holder = useRef<HTMLDivElement>(null);
  const map = useRef<CubeMap | undefined>(undefined);
  const outlined = useSignal(true);
  const playing = useSignal(false);
  const state = useCubes((bbox) => !view.value && map.current?.fit(bbox));
  const { rasters, outlines, layers, times, clouds, legend, fault } = state;
  const overlay = useOverlay(state.vectors.value);
  const drawn = outlined.value ? outlines.value : NOTHING;
  const refuse = (error: unknown) => (fault.value = asRefusal(error));

  useEffect(() => {
    const box = holder.current;
    const next = box ? mapOr(() => new CubeMap(box, view), (reason) => (fault.value = reason)) : undefined;
    map.current = next;
    if (!next) return;
    next.base.map.on("click", (event) => {
      point.value = `${event.lngLat.lng.toFixed(6)},${event.lngLat.lat.toFixed(6)}`;
    });
    const stop = effect(() => {
      const [lon, lat] = point.value.split(",").map(Number);
      if (point.value && lon !== undefined && lat !== undefined) next.base.markAt(lon, lat);
      else next.base.unmark();
    });
    return () => {
      stop();
      map.current = undefined;
      next.base.remove();
    };
  }, []);
  useEffect(() => void map.current?.outline(drawn), [drawn]);
  useEffect(() => void map.current?.over(overlay.drawn), [overlay.drawn]);

  useEffect(() => {
    if (!layer.value || !date.value || layers.value.length === 0) return;
    let stale = false;
    fault.value = undefined;
    map.current?.base.expect();
    cubes
      .tileJson(collection.value, layer.value, date.value, look())
      .then((tiles) => (stale ? undefined : map.current?.show(tiles, playing.peek())))
      .catch(refuse);
    return () => {
      stale = true;
    };
  }, [layer.value, date.value, layers.value, lookKey()]);
  const preload = async (time: string) => {
    const tiles = await cubes.tileJson(collection.value, layer.value, time, look());
    await map.current?.preload(tiles);
  };

  const [lon, lat] = point.value.split(",").map(Number);
  const area = lon !== undefined && lat !== undefined ? areaAt(outlines.value, lon, lat) : undefined;
  const empty = rasters.value?.length === 0;
  const chosen = state.layer.value;
  return (
    <div class={`map-page ${point.value ? "with-panel" : ""}`}>
      <h1 class="unseen">Map</h1>
      <div class="map" ref={holder} />
      {compare.value && map.current && (
        <Swipe main={map.current} times={times.value} layers={layers.value} outlines={drawn} overlay={overlay.drawn} />
      )}
      <Chooser state={state} outlined={outlined}>
        {looks.value.length > 0 && <SavedPart layers={layers.value} />}
        {chosen && chosen.kind === "continuous" && !saved.value && <Colours legend={legend.value} />}
        <OverlayPart vectors={state.vectors.value} state={overlay} />
        {chosen && times.value.length > 0 && <JobsPart look={look()} />}
        {empty && <p class="hint">No collection in your reach yet. Create one through the spatio-temporal API, or ask for access to a farm, then reload.</p>}
        {rasters.value && !empty && times.value.length === 0 && layers.value.length > 0 && (
          <p class="hint">This collection has no data yet.</p>
        )}
        {fault.value && <Fault fault={fault.value} retry={state.again} />}
      </Chooser>
      {legend.value && <LegendCard legend={legend.value} />}
      {times.value.length > 0 && <TimeSlider times={times.value} clouds={clouds.value} playing={playing} preload={preload} />}
      {point.value && chosen && (
        <SeriesPanel layer={chosen} times={times.value} clouds={cubes.cloudLayer(layers.value)} field={area?.properties as FieldFacts | undefined} />
      )}
    </div>
  );
}
