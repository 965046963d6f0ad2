import type { Field, FieldFeature } from "../api/bodies";
import { type Node, propertiesOf } from "../farm/placeNodes";
import { joined } from "../shapes/antimeridian";
import { type Polygons, polygonsOf } from "../shapes/polygons";

/** The attributes of a field. */
export const fieldOf = (feature: FieldFeature): Field =>
  ({ ...propertiesOf(feature), id: feature.id, geometry: feature.geometry }) as Field;

/** The shape of a place in one piece. */
export const shapeOf = ({ geometry }: Pick<Node, "geometry">): Polygons => joined(polygonsOf(geometry));

export const hasEnded = ({ endsAt }: Partial<Field>, now: Date): boolean =>
  endsAt !== undefined && new Date(endsAt) <= now;
