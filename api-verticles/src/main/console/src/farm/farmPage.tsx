import { useSignal } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { Fault } from "../fault";
import { useLoading } from "../loading";
import { mapOr } from "../map/base";
import type { Refusal } from "../refusal";
import { farm, place, view } from "./choices";
import "./farm.css";
import { FarmMap } from "./farmMap";
import { farms, fieldFeatures, regionForest } from "./farms";
import { forest, wayTo } from "./forest";
import { PlacePanel } from "./placePanel";
import { PlaceTree } from "./placeTree";

/** A farm's fields and regions on the map and as a tree, and what is known of the chosen one. */
export function FarmPage() {
  const holder = useRef<HTMLDivElement>(null);
  const map = useRef<FarmMap | undefined>(undefined);
  const noMap = useSignal<Refusal | undefined>(undefined);
  const all = useLoading(farms, []);
  const chosen = all.value.value?.find((one) => one.id === farm.value) ?? all.value.value?.[0];
  const land = useLoading(
    (signal) => (chosen ? Promise.all([fieldFeatures(chosen.id, signal), regionForest(chosen.id, signal)]) : undefined),
    [chosen?.id],
  );
  const nodes = useMemo(() => land.value.value && forest(...land.value.value), [land.value.value]);
  const way = useMemo(() => wayTo(nodes ?? [], place.value), [nodes, place.value]);

  useEffect(() => {
    const box = holder.current;
    map.current = box ? mapOr(() => new FarmMap(box, view, (id) => (place.value = id)), (fault) => (noMap.value = fault)) : undefined;
    return () => map.current?.base.remove();
  }, []);
  useEffect(() => {
    if (nodes) void map.current?.show(nodes, !view.value);
    else map.current?.base.expect();
  }, [nodes]);
  useEffect(() => void map.current?.choose(way), [way]);

  const fault = all.fault.value ?? land.fault.value ?? noMap.value;
  const field = land.value.value?.[0].find((one) => one.id === way[0]?.place.id);
  const change = (id: string) => {
    view.value = "";
    place.value = "";
    farm.value = id;
  };
  return (
    <div class={`map-page listed ${way.length > 0 ? "with-panel" : ""}`}>
      <h1 class="unseen">Farm</h1>
      <div class="map" ref={holder} />
      <section class="list card" aria-label="Fields and regions">
        {chosen && (
          <label>
            Farm
            <select value={chosen.id} onChange={(event) => change(event.currentTarget.value)}>
              {all.value.value?.map((one) => <option key={one.id} value={one.id}>{one.name ?? one.id}</option>)}
            </select>
          </label>
        )}
        {all.value.value?.length === 0 && <p class="hint">No farm in your reach yet. Create one through the farm API, or ask for access to one, then reload.</p>}
        {fault && <Fault fault={fault} retry={all.fault.value ? all.again : land.again} />}
        {!fault && !nodes && !(all.value.value?.length === 0) && <div class="skeleton" role="status" aria-label="Loading the farm" />}
        {nodes?.length === 0 && <p class="hint">This farm has no fields yet. Add one through the farm API.</p>}
        {nodes && nodes.length > 0 && <PlaceTree nodes={nodes} chosen={place.value} choose={(id) => (place.value = id)} />}
      </section>
      {chosen && way.length > 0 && <PlacePanel farm={chosen} way={way} field={field} close={() => (place.value = "")} />}
    </div>
  );
}
