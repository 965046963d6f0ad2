import type { Collection } from "../api/bodies";
import { effect, useSignal } from "@preact/signals";
import type { Refusal } from "glebe-client";
import type { RefObject } from "preact";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { cloudLayer, tileJson } from "../api/cubes";
import type { FieldSummary } from "../api/fields";
import { CutFields } from "../farm/cutFields";
import { Fault } from "../fault";
import type { BaseMap } from "../maps/baseMap";
import { NOTHING, placeIn } from "../maps/geometry";
import { areaAt } from "../maps/inside";
import { useMap } from "../maps/useMap";
import { Chooser } from "./chooser";
import { collection, compare, date, expression, layer, point, saved, view } from "./choices";
import { Colours } from "./colours";
import { CubeMap } from "./cubeMap";
import { type CubeState, look, looks, shownKey, useCubes } from "./cubeState";
import { ExpressionPart } from "./expressionPart";
import { HistogramPart } from "./histogramPart";
import { JobsPart } from "./jobsPart";
import { LegendCard } from "./legendCard";
import "../parts/part.css";
import "./map.css";
import { OverlayPart, useOverlay } from "./overlayPart";
import { SavedPart } from "./savedPart";
import { boxAt, fieldsIn, type Found, pointIn } from "../search/found";
import { SearchBox } from "../search/searchBox";
import { SeriesPanel } from "./seriesPanel";
import { StackPart, stackOf } from "./stackPart";
import { Swipe } from "./swipe";
import { TimeSlider } from "./timeSlider";
import { useTiles } from "./useTiles";
import { mayAnywhere } from "../rights";
import { t } from "../texts/texts";

/** Marks the chosen point, and moves the map where the panel would cover it. */
function marked(base: BaseMap | undefined): void {
  const [lon, lat] = placeIn(point.value, 2) ?? [];
  if (lon !== undefined && lat !== undefined) base?.markAt(lon, lat);
  else base?.unmark();
}

/** A map of which a click chooses a point; the chosen point is marked. */
function usePointMap() {
  const page = useMap((container) => new CubeMap(container, view));
  useEffect(() => {
    const base = page.map.current?.base;
    base?.map.on("click", ({ lngLat: { lng, lat } }) => (point.value = `${lng.toFixed(6)},${lat.toFixed(6)}`));
    return effect(() => marked(base));
  }, []);
  return page;
}

/** Fits the view to the first collection, unless the link has a view; a chosen point moves the map, which is no view of the link. */
function useFit(map: RefObject<CubeMap | null>): (bbox: number[]) => void {
  const fits = useRef(!view.value);
  return (bbox) => {
    map.current?.opened(bbox, fits.current);
    if (fits.current) marked(map.current?.base);
    fits.current = false;
  };
}

/** The full-window map with the chosen collection, layer and date. */
export function MapPage() {
  const { holder, map, fault: noMap } = usePointMap();
  const outlined = useSignal(true);
  const playing = useSignal(false);
  const state = useCubes(useFit(map));
  const cube = state.cube.value;
  const overlay = useOverlay(state.vectors.value);
  const outlines = outlined.value ? state.outlines.value : NOTHING;
  useEffect(() => void map.current?.outline(outlines), [outlines]);
  useEffect(() => void map.current?.overlay(overlay.drawn), [overlay.drawn]);
  const summaries = useMemo(() => summariesOf(state.outlines.value), [state.outlines.value]);
  const stack = stackOf();
  useEffect(() => void map.current?.stack(stack), [overlay.drawn, stack.tiles, stack.overlay, stack.below]);
  useTiles(map, cube, date.value, state.fault, () => playing.peek());
  const preload = async (time: string) => {
    if (!cube) return;
    await map.current?.preload(await tileJson(cube.id, layer.value, time, look()));
  };

  const chosen = cube?.layers.find((one) => one.name === layer.value);
  const measured = expression.value || chosen?.kind === "composite" ? undefined : chosen;
  const field = fieldAt(state.outlines.value);
  const fault = state.fault.value;
  const search = <Search map={map.current} outlines={state.outlines.value} fault={noMap.value} />;
  return (
    <div class={`map-page ${point.value ? "with-panel" : ""}`}>
      <h1 class="unseen">{t("Map")}</h1>
      <div class="map" ref={holder} />
      {compare.value && map.current && cube && (
        <Swipe main={map.current} cube={cube} outlines={outlines} overlay={overlay.drawn} />
      )}
      <Chooser {...{ state, outlined, search }}>
        {looks.value.length > 0 && cube && <SavedPart layers={cube.layers} />}
        {(chosen?.kind === "continuous" || expression.value) && !saved.value && <Colours legend={state.legend.value} />}
        {measured && cube && date.value && <HistogramPart {...{ cube, field, map }} layer={measured} state={state} />}
        {cube && <ExpressionPart layers={cube.layers} fault={state.fault.value} />}
        <OverlayPart vectors={state.vectors.value} state={overlay} />
        <StackPart overlaid={overlay.drawn !== undefined} />
        {chosen && cube && cube.times.length > 0 && <JobsPart collection={cube.id} look={look()} />}
        <Hints state={state} />
        <CutFields at={state.outlines.value.cutAt} />
        {fault && !expression.value && <Fault fault={fault} retry={state.again} />}
      </Chooser>
      {state.legend.value && <LegendCard legend={state.legend.value} {...{ map, cube }} layer={measured} />}
      {cube && cube.times.length > 0 && <TimeSlider {...cube} playing={playing} preload={preload} />}
      {chosen && cube && placeIn(point.value, 2) && (
        <SeriesPanel
          collection={cube.id}
          layer={chosen}
          times={cube.times}
          clouds={cloudLayer(cube.layers)}
          field={field}
          layers={cube.layers}
          fields={summaries}
        />
      )}
    </div>
  );
}

/** Whether a link names a collection that the person cannot read. */
const missing = (all: Collection[] | undefined) =>
  collection.value !== "" && all !== undefined && !all.some(({ id }) => id === collection.value);

interface SearchProps {
  map: CubeMap | null;
  outlines: GeoJSON.FeatureCollection;
  /** why there is no map */
  fault: Refusal | undefined;
}

/** The search; what it finds becomes the chosen point, in view and beside the panel. Without a map it says why. */
function Search({ map, outlines, fault }: SearchProps) {
  const fields = useMemo(() => fieldsIn(outlines), [outlines]);
  const choose = (found: Found) => {
    const [lon, lat] = pointIn(found);
    point.value = `${lon.toFixed(6)},${lat.toFixed(6)}`;
    map?.base.reveal(boxAt(found));
  };
  return fault ? <Fault fault={fault} /> : <SearchBox fields={fields} choose={choose} />;
}

const summariesOf = ({ features }: GeoJSON.FeatureCollection) =>
  features.map(({ properties }) => properties as FieldSummary);

/** The field around the chosen point. */
function fieldAt(outlines: GeoJSON.FeatureCollection): FieldSummary | undefined {
  const [lon, lat] = placeIn(point.value, 2) ?? [];
  if (lon === undefined || lat === undefined) return undefined;
  return areaAt(outlines, lon, lat)?.properties as FieldSummary | undefined;
}

function Hints({ state: { rasters, cube, instead } }: { state: CubeState }) {
  if (missing(rasters.value))
    return (
      <p class="fault">{t("The collection of this link is not there, or you may not see it. Choose another one.")}</p>
    );
  if (rasters.value?.length === 0)
    return (
      <p class="hint">
        {mayAnywhere("data:create")
          ? t("You have no collection yet. Create one on the page “Data”, or ask for access to a farm.")
          : t("You have no collection yet. Ask for access to a farm.")}
      </p>
    );
  if (instead.value && instead.value === shownKey())
    return <p class="fault">{t("The collection has no such layer or date as this link names. Others are shown.")}</p>;
  const empty = cube.value && cube.value.layers.length > 0 && cube.value.times.length === 0;
  return empty ? <p class="hint">{t("This collection has no data yet.")}</p> : null;
}
