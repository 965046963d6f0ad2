import { unwrap } from "glebe-client";
import { quantityText } from "../units";
import { featureCollection, geometryOf, NOTHING } from "../maps/geometry";
import type { Field } from "./bodies";
import { withWaiting } from "../offline/waiting";
import { mightAnywhere } from "../rights";
import { glebe, itemsUpTo } from "./client";

/** The properties of a field's outline. */
export interface FieldSummary {
  id: string;
  name: string;
  size: string;
  note: string;
}

/** A page draws and lists at most so many fields, and says so where there are more. */
export const MAX_FIELDS = 50_000;

/** Outlines of fields. */
export interface Outlines extends GeoJSON.FeatureCollection {
  /** how many they are, where there are more than a page draws */
  cutAt?: number;
}

/** The outlines of the fields that the person may read, up to a bound. */
export async function fieldOutlines(signal: AbortSignal, bound = MAX_FIELDS): Promise<Outlines> {
  if (!(await mightAnywhere("field:read"))) return NOTHING;
  const { items, isCut } = await itemsUpTo(
    (query) => glebe.GET("/v1/fields", { params: { query }, signal }).then(unwrap),
    bound,
  );
  const outlines = featureCollection(
    withWaiting("fields", items, () => false).map((field): GeoJSON.Feature => ({
      type: "Feature",
      geometry: geometryOf(field.geometry),
      properties: { ...summaryOf(field) },
    })),
  );
  return isCut ? { ...outlines, cutAt: bound } : outlines;
}

const summaryOf = ({ id, name, fieldNumber, area, areaUnit, description }: Field): FieldSummary => ({
  id,
  name: name || fieldNumber || "Field",
  size: area === undefined ? "" : quantityText(area, areaUnit ?? ""),
  note: description ?? "",
});
