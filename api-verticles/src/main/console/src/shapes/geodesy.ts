import geodesic from "geographiclib-geodesic";
import { locale } from "../texts/locale";
import { converted, system } from "../units";
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

const SQUARE_METRES_PER_HECTARE = 10_000;

export const hectares = (squareMetres: number): number => squareMetres / SQUARE_METRES_PER_HECTARE;

/** A measure in the person's units and language. */
function measureText(value: number, unit: string, digits: number): string {
  const [shown, name] = converted(value, unit, system());
  const form = new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return `${form.format(shown)} ${name}`;
}

/** An area as people read it: in hectares or acres, below a tenth of a hectare in square metres or feet. */
export const areaText = (squareMetres: number): string =>
  squareMetres < SQUARE_METRES_PER_HECTARE / 10
    ? measureText(squareMetres, "m2", 0)
    : measureText(hectares(squareMetres), "har", 2);

/** A length as people read it: in metres or feet, from a kilometre on in kilometres or miles. */
export const lengthText = (metres: number): string =>
  metres < 1000 ? measureText(metres, "m", metres < 100 ? 1 : 0) : measureText(metres / 1000, "km", 2);
