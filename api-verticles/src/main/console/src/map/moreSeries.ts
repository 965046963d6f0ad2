import type { LayerSeries } from "../api/bodies";
import { type Clouds, fieldSeries, pointSeries, type Resolution } from "../api/cubes";
import type { FieldSummary } from "../api/fields";
import { listIn } from "../charts/more";
import { type Loading, useLoading } from "../loading";
import { chartFields, chartLayers } from "./choices";

/** What is drawn beside the first series: more layers at its place, and all of them in more fields. */
export interface MoreSeries {
  here: LayerSeries[];
  fields: { id: string; series: LayerSeries[] }[];
}

interface Asked {
  collection: string;
  /** the layers of the first series */
  shown: string[];
  /** the layers that can be added */
  possible: string[];
  clouds: Clouds | undefined;
  lon: number;
  lat: number;
  /** nothing when the series is that of a point */
  whole: FieldSummary | undefined;
  resolution: Resolution;
}

/** Loads the layers and fields that a person has added to the chart. */
export function useMore(asked: Asked): Loading<MoreSeries> {
  const { collection, shown, possible, clouds, lon, lat, whole, resolution } = asked;
  const layers = listIn(chartLayers.value).filter((name) => possible.includes(name) && !shown.includes(name));
  const fields = whole ? listIn(chartFields.value).filter((id) => id !== whole.id) : [];
  const query = (fieldId: string, names: string[]) => ({ layers: names, fieldId, clouds, resolution });
  const here = (signal: AbortSignal) => {
    if (layers.length === 0) return Promise.resolve([]);
    return whole
      ? fieldSeries(collection, query(whole.id, layers), signal)
      : pointSeries(collection, layers, lon, lat, signal);
  };
  const load = async (signal: AbortSignal): Promise<MoreSeries> => {
    const others = fields.map(async (id) => ({
      id,
      series: await fieldSeries(collection, query(id, [...shown, ...layers]), signal),
    }));
    const [added, ...rest] = await Promise.all([here(signal), ...others]);
    return { here: added, fields: rest };
  };
  const key = [collection, shown, layers, fields, whole?.id ?? [lon, lat], resolution].join("|");
  const wanted = layers.length + fields.length > 0;
  return useLoading((signal) => (wanted ? load(signal) : undefined), [key]);
}
