import { useEffect } from "preact/hooks";
import { Fault } from "../fault";
import { useMap } from "../maps/useMap";
import { farm, place, sheet, view } from "./choices";
import "./farm.css";
import { CutFields } from "./cutFields";
import { FarmChoice } from "./farmChoice";
import { FarmMap } from "./farmMap";
import { PlacePanel } from "./placePanel";
import { PlaceSheet } from "./placeSheet";
import { PlaceTree } from "./placeTree";
import { useFarm } from "./useFarm";
import { may } from "../rights";
import { t } from "../texts/texts";

/** A farm with its map, or a page of one place for a printer. */
export const FarmPage = () => (sheet.value ? <PlaceSheet /> : <FarmMapPage />);

/** A farm's fields and regions on a map and as a tree, and the panel of the chosen one. */
function FarmMapPage() {
  const { holder, map, fault: noMap } = useMap((container) => new FarmMap(container, view, (id) => (place.value = id)));
  const { all, chosen, nodes, way, field, again, ...rest } = useFarm({ farm, place });

  useEffect(() => {
    if (nodes) void map.current?.show(nodes, !view.value);
    else map.current?.base.expect();
  }, [nodes]);
  useEffect(() => void map.current?.choose(way), [way]);

  const fault = rest.fault ?? noMap.value;
  return (
    <div class={`map-page listed ${way.length > 0 ? "with-panel" : ""}`}>
      <h1 class="unseen">{t("Farm")}</h1>
      <div class="map" ref={holder} />
      <section class="list card" aria-label={t("Fields and regions")}>
        <FarmChoice
          of={{ farm, place, view }}
          all={all.value.value}
          chosen={chosen}
          noPlace={nodes && way.length === 0}
        />
        {fault && <Fault fault={fault} retry={rest.fault && again} />}
        {!fault && !nodes && !(all.value.value?.length === 0) && (
          <div class="skeleton" role="status" aria-label={t("Loading the farm")} />
        )}
        {nodes?.length === 0 && <NoFields farm={chosen?.id} />}
        <CutFields at={rest.cutAt} />
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

/** Leads a person who may make fields to their page. */
const NoFields = ({ farm: id }: { farm: string | undefined }) => (
  <p class="hint">
    {t("This farm has no fields yet.")}{" "}
    {may("field:create", id) && <a href={`#page=fields&farm=${id}`}>{t("Draw a field")}</a>}
  </p>
);
