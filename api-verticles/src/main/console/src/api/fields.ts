import { featureCollection } from "../maps/geometry";
import type { Field } from "./bodies";
import { allPages } from "./client";

/** The properties of a field's outline. */
export interface FieldSummary {
  id: string;
  name: string;
  size: string;
  note: string;
}

const MAX_FIELDS = 2000;
const number = new Intl.NumberFormat(undefined, { maximumFractionDigits: 2 });

/** The outlines of the fields that the person may read; at most {@link MAX_FIELDS} of them. */
export async function fieldOutlines(signal: AbortSignal): Promise<GeoJSON.FeatureCollection> {
  const all = await allPages("/v1/fields", {}, MAX_FIELDS, signal);
  return featureCollection(
    all.flatMap((field): GeoJSON.Feature[] =>
      field.geometry ? [{ type: "Feature", geometry: field.geometry, properties: { ...summaryOf(field) } }] : [],
    ),
  );
}

const summaryOf = ({ id, name, fieldNumber, area, areaUnit, description }: Field): FieldSummary => ({
  id,
  name: name || fieldNumber || "Field",
  size: area === undefined ? "" : `${number.format(area)} ${areaUnit ?? ""}`.trim(),
  note: description ?? "",
});
