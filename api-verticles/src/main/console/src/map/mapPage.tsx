import { effect, useComputed, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { collection, date, layer, point, view } from "./choices";
import * as cubes from "../cubes";
import { type FieldFacts, fields } from "./outlines";
import { Fault } from "../fault";
import { asRefusal, Refusal } from "../refusal";
import { Chooser } from "./chooser";
import { mapOr, NOTHING } from "./base";
import { CubeMap } from "./cubeMap";
import { areaAt } from "./inside";
import { LegendCard } from "./legendCard";
import { SeriesPanel } from "./seriesPanel";
import { TimeSlider } from "./timeSlider";

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

/** The full-window map with the chosen collection, layer and date. */
export function MapPage() {
  const holder = useRef<HTMLDivElement>(null);
  const map = useRef<CubeMap | undefined>(undefined);
  const all = useSignal<cubes.Collection[] | undefined>(undefined);
  const layers = useSignal<cubes.Layer[]>([]);
  const times = useSignal<string[]>([]);
  const clouds = useSignal(new Map<string, number>());
  const legend = useSignal<cubes.Legend | undefined>(undefined);
  const outlines = useSignal(NOTHING);
  const outlined = useSignal(true);
  const fault = useSignal<Refusal | undefined>(undefined);
  const attempt = useSignal(0);
  const refuse = (error: unknown) => (fault.value = asRefusal(error));
  const chosen = useComputed(() => layers.value.find((one) => one.name === layer.value));
  const box = () => all.value?.find((one) => one.id === collection.value)?.extent?.spatial?.bbox[0];

  useEffect(() => {
    const box = holder.current;
    const next = box && mapOr(() => new CubeMap(box, view), refuse);
    if (!next) return;
    map.current = next;
    next.base.map.on("click", (event) => {
      point.value = `${event.lngLat.lng.toFixed(6)},${event.lngLat.lat.toFixed(6)}`;
    });
    const stops = [
      effect(() => {
        const [markLon, markLat] = point.value.split(",").map(Number);
        if (point.value && markLon !== undefined && markLat !== undefined) next.base.markAt(markLon, markLat);
        else next.base.unmark();
      }),
      effect(() => void next.outline(outlined.value ? outlines.value : NOTHING)),
    ];
    return () => {
      stops.forEach((stop) => stop());
      next.base.remove();
    };
  }, []);

  useEffect(() => {
    fault.value = undefined;
    cubes
      .collections()
      .then(async (found) => {
        const rasters = found.filter((one) => !cubes.isVector(one));
        all.value = rasters;
        if (!rasters.some((one) => one.id === collection.value)) collection.value = rasters[0]?.id ?? "";
        const vectors = found.filter(cubes.isVector).map((one) => cubes.features(one.id).catch(orNone));
        const drawn = await Promise.all([fields().catch(orNone), ...vectors]);
        outlines.value = { type: "FeatureCollection", features: drawn.flatMap((one) => one.features) };
      })
      .catch(refuse);
  }, [attempt.value]);

  useEffect(() => {
    const id = collection.value;
    if (!id || !all.value) return;
    const bbox = box();
    if (bbox && !view.value) map.current?.fit(bbox);
    clouds.value = new Map();
    Promise.all([cubes.layers(id), cubes.times(id)])
      .then(async ([foundLayers, foundTimes]) => {
        const mask = cubes.cloudLayer(foundLayers);
        if (mask && bbox) clouds.value = await cubes.cloudShares(id, mask, bbox);
        layers.value = foundLayers;
        times.value = foundTimes;
        if (!foundLayers.some((one) => one.name === layer.value))
          layer.value = (foundLayers.find((one) => one.name === "NDVI") ?? foundLayers[0])?.name ?? "";
        date.value = choice(foundTimes, date.value, clouds.value);
      })
      .catch(refuse);
  }, [collection.value, all.value]);

  useEffect(() => {
    if (!layer.value || !date.value || layers.value.length === 0) return;
    let stale = false;
    fault.value = undefined;
    map.current?.base.expect();
    cubes
      .tileJson(collection.value, layer.value, date.value)
      .then((tiles) => (stale ? undefined : map.current?.show(tiles)))
      .catch(refuse);
    return () => {
      stale = true;
    };
  }, [layer.value, date.value, layers.value]);

  useEffect(() => {
    if (!layer.value || layers.value.length === 0) return;
    cubes
      .legend(collection.value, layer.value)
      .then((next) => (legend.value = next))
      .catch(() => (legend.value = undefined));
  }, [layer.value, layers.value]);

  const [lon, lat] = point.value.split(",").map(Number);
  const area = lon !== undefined && lat !== undefined ? areaAt(outlines.value, lon, lat) : undefined;
  const facts = area?.properties && "name" in area.properties ? (area.properties as FieldFacts) : undefined;
  const empty = all.value?.length === 0;
  return (
    <div class={`map-page ${point.value ? "with-panel" : ""}`}>
      <h1 class="unseen">Map</h1>
      <div class="map" ref={holder} />
      <Chooser
        collections={all.value}
        layers={layers.value}
        outlines={outlines.value.features.length}
        outlined={outlined}
      >
        {empty && <p class="hint">No collection in your reach yet. Create one through the spatio-temporal API, or ask for access to a farm, then reload.</p>}
        {all.value && !empty && times.value.length === 0 && layers.value.length > 0 && (
          <p class="hint">This collection has no data yet.</p>
        )}
        {fault.value && <Fault fault={fault.value} retry={() => attempt.value++} />}
      </Chooser>
      {legend.value && <LegendCard legend={legend.value} kind={chosen.value?.kind} />}
      {times.value.length > 0 && <TimeSlider times={times.value} clouds={clouds.value} />}
      {point.value && chosen.value && (
        <SeriesPanel layer={chosen.value} clouds={cubes.cloudLayer(layers.value)} field={facts} />
      )}
    </div>
  );
}
