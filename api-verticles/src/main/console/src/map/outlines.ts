import { everything } from "../api";

// What the console knows of the farm API.

interface Field {
  id: string;
  name?: string;
  fieldNumber?: string;
  area?: number;
  areaUnit?: string;
  description?: string;
  geometry?: GeoJSON.Geometry;
}

/** What the map and the panel say about a field. */
export interface FieldFacts {
  id: string;
  name: string;
  size: string;
  note: string;
}

const MAX_FIELDS = 2000;
const number = new Intl.NumberFormat(undefined, { maximumFractionDigits: 2 });

/** The outlines of the fields in reach; the first {@link MAX_FIELDS} of them. */
export async function fields(): Promise<GeoJSON.FeatureCollection> {
  const found = await everything<Field>("/v1/fields", MAX_FIELDS);
  const features = found.flatMap((field): GeoJSON.Feature[] =>
    field.geometry ? [{ type: "Feature", geometry: field.geometry, properties: { ...facts(field) } }] : [],
  );
  return { type: "FeatureCollection", features };
}

const facts = (field: Field): FieldFacts => ({
  id: field.id,
  name: field.name ?? field.fieldNumber ?? "Field",
  size: field.area === undefined ? "" : `${number.format(field.area)} ${field.areaUnit ?? ""}`.trim(),
  note: field.description ?? "",
});
