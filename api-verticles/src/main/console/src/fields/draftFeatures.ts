import { closed, type Polygons, type Position } from "../shapes/polygons";
import { corner, draft, draws, line, pieces, reach, tool } from "./editor";

// The draft as features for the map.

const feature = (geometry: GeoJSON.Geometry, properties: GeoJSON.GeoJsonProperties = {}): GeoJSON.Feature => ({
  type: "Feature",
  geometry,
  properties,
});

const areas = (polygons: Polygons): GeoJSON.Feature[] =>
  polygons.map((coordinates) => feature({ type: "Polygon", coordinates }));

const point = (coordinates: Position, properties: GeoJSON.GeoJsonProperties) =>
  feature({ type: "Point", coordinates }, properties);

/** Corners and the middles between them. */
function handles(polygons: Polygons): GeoJSON.Feature[] {
  return polygons.flatMap((rings, polygon) =>
    rings.flatMap((ring, index) =>
      ring.slice(0, -1).flatMap(([lon, lat], at) => {
        const [nextLon, nextLat] = ring[at + 1]!;
        const chosen = String(corner.value) === String([polygon, index, at]);
        return [
          point([(lon + nextLon) / 2, (lat + nextLat) / 2], { part: "middle", polygon, ring: index, at }),
          point([lon, lat], { part: chosen ? "chosen" : "corner", polygon, ring: index, at }),
        ];
      }),
    ),
  );
}

/** The line that is drawn, with the place of the pointer; a ring is shown closed. */
function drawn(): GeoJSON.Feature[] {
  const points = reach();
  const rings = tool.value === "draw" || tool.value === "hole";
  const corners = line.value.map((at) => point(at, { part: "corner" }));
  if (points.length < 2) return corners;
  if (points.length === 2 || !rings) return [feature({ type: "LineString", coordinates: points }), ...corners];
  return [feature({ type: "Polygon", coordinates: [closed(points)] }), ...corners];
}

/** Everything that the map shows of the present tool. */
export function draftFeatures(): GeoJSON.Feature[] {
  if (!tool.value) return [];
  if (draws() || tool.value === "measure") return [...(tool.value === "draw" ? [] : areas(draft.value)), ...drawn()];
  const all = [...areas(draft.value), ...pieces.value.flatMap(areas)];
  return tool.value === "corners" ? [...all, ...handles(draft.value)] : all;
}
