import type { Field, FieldFeature, Region } from "../api/bodies";
import { geometryOf } from "../maps/geometry";
import { isNew } from "../offline/waiting";
import { quantityText } from "../units";
import { words } from "../words";
import type { Place } from "./farms";
import { locale } from "../texts/locale";
import { t, wordIn } from "../texts/texts";

/** A field or region in the tree of places. */
export interface Node {
  place: Place;
  /** small text after the name */
  note: string;
  geometry: GeoJSON.Geometry | null;
  /** id of the region with the cultivation periods; of a field, its default region */
  region: string | undefined;
  /** when it was changed last */
  updatedAt: string | undefined;
  children: Node[];
}

const collator = new Intl.Collator(locale, { numeric: true });
const byName = (a: Node, b: Node) => collator.compare(a.place.name, b.place.name);

/** The attributes of the field, as the feature service has them. */
export const propertiesOf = ({ properties }: FieldFeature) => properties as Partial<Field>;

/** Fields with their regions; a field's default region is the field itself. */
export function placeNodes(fields: FieldFeature[], regions: Region[]): Node[] {
  const roots = new Map<string, Region[]>();
  for (const region of regions) roots.set(region.fieldId, [...(roots.get(region.fieldId) ?? []), region]);
  return fields
    .map((field): Node => {
      const own = roots.get(field.id) ?? [];
      const whole = own.find((region) => region.isDefault);
      const below = [...own.filter((region) => !region.isDefault), ...(whole?.children ?? [])];
      const { name, fieldNumber, area, areaUnit, updatedAt } = propertiesOf(field);
      return {
        place: { id: field.id, kind: "field", name: name || fieldNumber || t("Field"), fieldId: field.id },
        note: [area !== undefined && quantityText(area, areaUnit ?? ""), isNew("fields", field.id) && t("Not sent yet")]
          .filter(Boolean)
          .join(" · "),
        geometry: field.geometry && geometryOf(field.geometry),
        region: whole?.id,
        updatedAt,
        children: below.map((region) => regionNode(region, field.id)).sort(byName),
      };
    })
    .sort(byName);
}

const regionNode = (region: Region, fieldId: string): Node => ({
  place: { id: region.id, kind: "region", name: region.name ?? wordIn(words(region.kind ?? "Region")), fieldId },
  note: wordIn(words(region.kind ?? "")),
  geometry: geometryOf(region.geometry),
  region: region.id,
  updatedAt: region.updatedAt,
  children: (region.children ?? []).map((child) => regionNode(child, fieldId)).sort(byName),
});

/** The nodes from the field down to a place; empty when the tree has no such place. */
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
