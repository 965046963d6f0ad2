import type { FieldFeature, Place, Region } from "./farms";
import { words } from "../words";

/** A line of the tree of places. */
export interface Node {
  place: Place;
  /** what stands small behind the name */
  note: string;
  geometry: GeoJSON.Geometry | null;
  /** of a field, its default region, under which cultivation periods stand */
  region: string | undefined;
  children: Node[];
}

const collator = new Intl.Collator(undefined, { numeric: true });
const byName = (a: Node, b: Node) => collator.compare(a.place.name, b.place.name);
const number = new Intl.NumberFormat(undefined, { maximumFractionDigits: 2 });

/** Fields with their regions; a field's default region is the field itself. */
export function forest(fields: FieldFeature[], regions: Region[]): Node[] {
  const roots = Map.groupBy(regions, (region) => region.fieldId ?? "");
  return fields
    .map((field): Node => {
      const own = roots.get(field.id) ?? [];
      const whole = own.find((region) => region.isDefault);
      const below = [...own.filter((region) => !region.isDefault), ...(whole?.children ?? [])];
      const { name, fieldNumber, area, areaUnit } = field.properties;
      return {
        place: { id: field.id, kind: "field", name: name ?? fieldNumber ?? "Field", fieldId: field.id },
        note: area === undefined ? "" : `${number.format(area)} ${areaUnit ?? ""}`.trim(),
        geometry: field.geometry,
        region: whole?.id,
        children: below.map((region) => regionNode(region, field.id)).sort(byName),
      };
    })
    .sort(byName);
}

const regionNode = (region: Region, fieldId: string): Node => ({
  place: { id: region.id, kind: "region", name: region.name ?? words(region.kind ?? "Region"), fieldId },
  note: words(region.kind ?? ""),
  geometry: region.geometry ?? null,
  region: region.id,
  children: region.children.map((child) => regionNode(child, fieldId)).sort(byName),
});

/** The way from the top to a place; empty when it is not there. */
export function wayTo(nodes: Node[], id: string): Node[] {
  for (const node of nodes) {
    if (node.place.id === id) return [node];
    const below = wayTo(node.children, id);
    if (below.length > 0) return [node, ...below];
  }
  return [];
}

/** All nodes, a parent before its children. */
export const flat = (nodes: Node[]): Node[] => nodes.flatMap((node) => [node, ...flat(node.children)]);
