/** Longitude and latitude; the longitude may be beyond 180 degrees where a shape crosses the antimeridian. */
export type Position = [lon: number, lat: number];
/** A closed ring. */
export type Ring = Position[];
/** Polygons, each an outer ring with its holes. */
export type Polygons = Ring[][];

const position = ([lon = Number.NaN, lat = Number.NaN]: GeoJSON.Position): Position => [lon, lat];
const rings = (coordinates: GeoJSON.Position[][]): Ring[] => coordinates.map((ring) => ring.map(position));

/** The polygons of a geometry, also of those in a collection; other geometries have none. */
export function polygonsOf(geometry: GeoJSON.Geometry | null | undefined): Polygons {
  if (geometry?.type === "Polygon") return [rings(geometry.coordinates)];
  if (geometry?.type === "MultiPolygon") return geometry.coordinates.map(rings);
  return geometry?.type === "GeometryCollection" ? geometry.geometries.flatMap(polygonsOf) : [];
}

/** A Polygon, or a MultiPolygon of several. */
export const geometryFrom = (polygons: Polygons): GeoJSON.Polygon | GeoJSON.MultiPolygon =>
  polygons.length === 1
    ? { type: "Polygon", coordinates: polygons[0]! }
    : { type: "MultiPolygon", coordinates: polygons };

const DIGITS = 1e8; // about a millimetre
const round = (degrees: number) => Math.round(degrees * DIGITS) / DIGITS;

/** The same with positions to a millimetre, without repeated positions and without rings that have no area. */
export const rounded = (polygons: Polygons): Polygons =>
  polygons
    .map((all) => all.map(roundedRing))
    .filter(([outer]) => outer !== undefined && outer.length > 3)
    .map(([outer, ...holes]) => [outer!, ...holes.filter((hole) => hole.length > 3)]);

const roundedRing = (ring: Ring): Ring =>
  ring
    .map(([lon, lat]): Position => [round(lon), round(lat)])
    .filter((at, index, all) => index === 0 || !same(at, all[index - 1]!));

export const same = (a: Position, b: Position): boolean => a[0] === b[0] && a[1] === b[1];

/** A ring that ends where it begins. */
export const closed = (line: Position[]): Ring =>
  line.length > 0 && !same(line[0]!, line.at(-1)!) ? [...line, line[0]!] : line;

/** West, south, east, north. */
export function boxAround(positions: Position[]): [number, number, number, number] {
  const box: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [lon, lat] of positions) {
    box[0] = Math.min(box[0], lon);
    box[1] = Math.min(box[1], lat);
    box[2] = Math.max(box[2], lon);
    box[3] = Math.max(box[3], lat);
  }
  return box;
}
