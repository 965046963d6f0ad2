import { unwrap } from "glebe-client";
import { quantityText } from "../units";
import { featureCollection, geometryOf, NOTHING } from "../maps/geometry";
import type { Field } from "./bodies";
import { withWaiting } from "../offline/waiting";
import { mightAnywhere } from "../rights";
import { allPages, glebe } from "./client";

/** The properties of a field's outline. */
export interface FieldSummary {
  id: string;
  name: string;
  size: string;
  note: string;
}

const MAX_FIELDS = 50_000;

/** The outlines of the fields that the person may read; at most {@link MAX_FIELDS} of them. */
export async function fieldOutlines(signal: AbortSignal): Promise<GeoJSON.FeatureCollection> {
  if (!(await mightAnywhere("field:read"))) return NOTHING;
  const all = await allPages(
    (query) => glebe.GET("/v1/fields", { params: { query }, signal }).then(unwrap),
    MAX_FIELDS,
  );
  return featureCollection(
    withWaiting("fields", all, () => false).map((field): GeoJSON.Feature => ({
      type: "Feature",
      geometry: geometryOf(field.geometry),
      properties: { ...summaryOf(field) },
    })),
  );
}

const summaryOf = ({ id, name, fieldNumber, area, areaUnit, description }: Field): FieldSummary => ({
  id,
  name: name || fieldNumber || "Field",
  size: area === undefined ? "" : quantityText(area, areaUnit ?? ""),
  note: description ?? "",
});
