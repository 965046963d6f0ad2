import type { Signal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import type { FieldFeature } from "../api/bodies";
import { useLoading } from "../loading";
import { farms, fieldFeatures, regionTrees } from "./farms";
import { placeNodes, wayTo } from "./placeNodes";

/** The choices of a page about a farm. */
export interface Choices {
  /** id of the farm; the first one where it is empty */
  farm: Signal<string>;
  /** id of a field or a region */
  place: Signal<string>;
}

/**
 * The chosen farm with its fields and regions, and the way to the chosen one.
 *
 * @param shown which fields are shown; all, where it is left out
 * @param key changes when others are shown
 */
export function useFarm({ farm, place }: Choices, shown: (field: FieldFeature) => boolean = () => true, key = "") {
  const all = useLoading(farms, []);
  const chosen = all.value.value?.find((one) => one.id === farm.value) ?? all.value.value?.[0];
  const loaded = useLoading(
    (signal) => (chosen ? Promise.all([fieldFeatures(chosen.id, signal), regionTrees(chosen.id, signal)]) : undefined),
    [chosen?.id],
  );
  const nodes = useMemo(() => {
    const [fields, regions] = loaded.value.value ?? [];
    return fields && placeNodes(fields.features.filter(shown), regions ?? []);
  }, [loaded.value.value, key]);
  const way = useMemo(() => wayTo(nodes ?? [], place.value), [nodes, place.value]);
  const fields = loaded.value.value?.[0];
  const field = fields?.features.find((one) => one.id === way[0]?.place.id);
  const fault = all.fault.value ?? loaded.fault.value;
  const again = all.fault.value ? all.again : loaded.again;
  return { all, chosen, loaded, nodes, way, field, cutAt: fields?.cutAt, fault, again };
}
