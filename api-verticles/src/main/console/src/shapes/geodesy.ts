import geodesic from "geographiclib-geodesic";
import type { Polygons, Position, Ring } from "./polygons";

// Lengths and areas on the WGS 84 ellipsoid.

const earth = geodesic.Geodesic.WGS84;

/** The sum of the geodesic lines between the points, in metres. */
export function lengthOf(line: Position[]): number {
  const path = earth.Polygon(true);
  for (const [lon, lat] of line) path.AddPoint(lat, lon);
  return path.Compute(false, true).perimeter;
}

/** The length of the border of all rings, in metres. */
export const borderOf = (polygons: Polygons): number => polygons.flat().reduce((sum, ring) => sum + lengthOf(ring), 0);

const ringArea = (ring: Ring): number => {
  const path = earth.Polygon(false);
  for (const [lon, lat] of ring.slice(0, -1)) path.AddPoint(lat, lon);
  return Math.abs(path.Compute(false, true).area ?? 0);
};

/** The area of polygons without their holes, in square metres. */
export const areaOf = (polygons: Polygons): number =>
  polygons.reduce(
    (sum, [outer, ...holes]) =>
      sum + (outer ? ringArea(outer) : 0) - holes.reduce((all, hole) => all + ringArea(hole), 0),
    0,
  );

const number = (digits: number) =>
  new Intl.NumberFormat(undefined, { minimumFractionDigits: digits, maximumFractionDigits: digits });
const SQUARE_METRES_PER_HECTARE = 10_000;

export const hectares = (squareMetres: number): number => squareMetres / SQUARE_METRES_PER_HECTARE;

/** An area as people read it: in hectares, below a tenth of one in square metres. */
export const areaText = (squareMetres: number): string =>
  squareMetres < SQUARE_METRES_PER_HECTARE / 10
    ? `${number(0).format(squareMetres)} m²`
    : `${number(2).format(hectares(squareMetres))} ha`;

/** A length as people read it: in metres, from a kilometre on in kilometres. */
export const lengthText = (metres: number): string =>
  metres < 1000 ? `${number(metres < 100 ? 1 : 0).format(metres)} m` : `${number(2).format(metres / 1000)} km`;
