import type { Farm } from "../api/bodies";
import { useEffect, useMemo } from "preact/hooks";
import { Fault } from "../fault";
import { useLoading } from "../loading";
import { useMap } from "../maps/useMap";
import { Select } from "../select";
import { farm, place, view } from "./choices";
import "./farm.css";
import { FarmMap } from "./farmMap";
import { farms, fieldFeatures, regionTrees } from "./farms";
import { placeNodes, wayTo } from "./placeNodes";
import { PlacePanel } from "./placePanel";
import { PlaceTree } from "./placeTree";
import { t } from "../texts/texts";

/** A farm's fields and regions on a map and as a tree, and the panel of the chosen one. */
export function FarmPage() {
  const { holder, map, fault: noMap } = useMap((container) => new FarmMap(container, view, (id) => (place.value = id)));
  const all = useLoading(farms, []);
  const chosen = all.value.value?.find((one) => one.id === farm.value) ?? all.value.value?.[0];
  const loaded = useLoading(
    (signal) => (chosen ? Promise.all([fieldFeatures(chosen.id, signal), regionTrees(chosen.id, signal)]) : undefined),
    [chosen?.id],
  );
  const nodes = useMemo(() => loaded.value.value && placeNodes(...loaded.value.value), [loaded.value.value]);
  const way = useMemo(() => wayTo(nodes ?? [], place.value), [nodes, place.value]);

  useEffect(() => {
    if (nodes) void map.current?.show(nodes, !view.value);
    else map.current?.base.expect();
  }, [nodes]);
  useEffect(() => void map.current?.choose(way), [way]);

  const fault = all.fault.value ?? loaded.fault.value ?? noMap.value;
  const field = loaded.value.value?.[0].find((one) => one.id === way[0]?.place.id);
  const change = (id: string) => {
    view.value = "";
    place.value = "";
    farm.value = id;
  };
  return (
    <div class={`map-page listed ${way.length > 0 ? "with-panel" : ""}`}>
      <h1 class="unseen">{t("Farm")}</h1>
      <div class="map" ref={holder} />
      <section class="list card" aria-label={t("Fields and regions")}>
        {chosen && (
          <Select
            label={t("Farm")}
            value={chosen.id}
            options={all.value.value?.map(({ id, name }) => [id, name || id]) ?? []}
            change={change}
          />
        )}
        {all.value.value?.length === 0 && (
          <p class="hint">
            {t("You have no farm yet. Create one with the farm API, or ask for access to one. Then reload the page.")}
          </p>
        )}
        <Missing farm={chosen} place={nodes && way.length === 0} />
        {fault && <Fault fault={fault} retry={all.fault.value ? all.again : loaded.again} />}
        {!fault && !nodes && !(all.value.value?.length === 0) && (
          <div class="skeleton" role="status" aria-label={t("Loading the farm")} />
        )}
        {nodes?.length === 0 && <p class="hint">{t("This farm has no fields yet. Add one with the farm API.")}</p>}
        {nodes && nodes.length > 0 && (
          <PlaceTree nodes={nodes} chosen={place.value} choose={(id) => (place.value = id)} />
        )}
      </section>
      {chosen && way.length > 0 && (
        <PlacePanel farm={chosen} way={way} field={field} close={() => (place.value = "")} />
      )}
    </div>
  );
}

/** Says what a link names that is not there: a farm, or a place of the farm. */
function Missing({ farm: shown, place: noPlace }: { farm: Farm | undefined; place: boolean | undefined }) {
  if (farm.value && shown && shown.id !== farm.value)
    return <p class="fault">{t("The farm of this link is not there, or you may not see it. This is another one.")}</p>;
  if (place.value && noPlace)
    return <p class="fault">{t("The place of this link is not there, or you may not see it.")}</p>;
  return null;
}
