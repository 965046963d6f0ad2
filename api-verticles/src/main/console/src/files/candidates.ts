import { cut, joined } from "../shapes/antimeridian";
import { crossing, repaired } from "../shapes/crossings";
import { areaOf } from "../shapes/geodesy";
import { closed, type Polygons, polygonsOf, type Position, rounded, same } from "../shapes/polygons";
import { toLonLat } from "./crs";
import type { RawFeature, RawLayer } from "./layers";
import { t } from "../texts/texts";

// Features of a file as fields that could be imported, with what is wrong with each.

export interface Candidate {
  /** the place in the file, from 1 */
  number: number;
  name: string;
  properties: Record<string, unknown>;
  /** in longitude and latitude, in one piece; empty when there is nothing to import */
  polygons: Polygons;
  /** in square metres */
  area: number;
  /** why it cannot be imported as it is */
  fault: string;
  /** the fault is mended in {@link polygons} */
  mended: boolean;
}

const MAX_POSITIONS = 100_000;
const MAX_NAME = 200;
const LEAST_AREA = 1;

/** Attributes that may be the name of a field, the likely ones first. */
export function nameAttributes({ features }: RawLayer): string[] {
  const names = [...new Set(features.slice(0, 1000).flatMap(({ properties }) => Object.keys(properties)))];
  const likely = (name: string) =>
    /^name$/i.test(name)
      ? 0
      : /name|title|naziv|ime|bezeichnung|schlag|label/i.test(name)
        ? 1
        : /field|parcel|block|id|nr|number|code/i.test(name)
          ? 2
          : 3;
  return names.sort((a, b) => likely(a) - likely(b));
}

const textOf = (value: unknown): string =>
  typeof value === "string"
    ? value.trim()
    : typeof value === "number" || typeof value === "boolean"
      ? String(value)
      : "";

/** The features of a layer, converted to longitude and latitude and checked. */
export function candidates(layer: RawLayer, attribute: string, crs: string): Candidate[] {
  const convert = toLonLat(crs);
  return layer.features.map((feature, index) => {
    const number = index + 1;
    const name = (textOf(feature.properties[attribute]) || `${layer.name} ${number}`).slice(0, MAX_NAME);
    const checked = convert ? check(feature, convert) : none(t("Choose the coordinate system of the file."));
    return { number, name, properties: feature.properties, ...checked };
  });
}

type Checked = Pick<Candidate, "polygons" | "area" | "fault" | "mended">;

const none = (fault: string): Checked => ({ polygons: [], area: 0, fault, mended: false });

function check(feature: RawFeature, convert: (at: Position) => Position): Checked {
  if (feature.fault) return none(feature.fault);
  let found: Polygons;
  try {
    found = areasIn(feature.geometry);
  } catch {
    return none(t("The geometry is broken."));
  }
  if (!feature.geometry) return none(t("There is no shape."));
  if (found.length === 0) return none(t("A {shape} is no area.", { shape: feature.geometry.type }));
  if (found.flat(2).length > MAX_POSITIONS) return none(t("The shape has more than 100,000 corners."));
  const polygons = found.map((rings) => rings.map((ring) => closed(ring.map(convert))));
  const outside = polygons.flat(2).some(([lon, lat]) => !(Math.abs(lon) <= 180 && Math.abs(lat) <= 90));
  if (outside) return none(t("Coordinates are not on the earth; is the coordinate system right?"));
  if (polygons.some((rings) => rings.some((ring) => ring.length < 4)))
    return none(t("A ring has fewer than three corners."));
  return judged(rounded(joined(polygons)));
}

function judged(whole: Polygons): Checked {
  const crosses = whole.map((rings) => crossing(rings)).find((at) => at !== undefined);
  const polygons = crosses ? repaired(whole) : whole;
  const area = areaOf(polygons);
  if (area < LEAST_AREA) return none(t("The shape has no area."));
  const fault = crosses
    ? t("The border crosses or touches itself near {place}.", {
        place: `${crosses[1].toFixed(5)}, ${crosses[0].toFixed(5)}`,
      })
    : "";
  return { polygons, area, fault, mended: crosses !== undefined };
}

/** Polygons, and lines that are drawn around an area, as a GPX track is. */
function areasIn(geometry: GeoJSON.Geometry | null): Polygons {
  if (geometry?.type === "LineString") return around([geometry.coordinates]);
  if (geometry?.type === "MultiLineString") return around(geometry.coordinates);
  if (geometry?.type === "GeometryCollection") return geometry.geometries.flatMap(areasIn);
  return polygonsOf(geometry);
}

const MAX_GAP = 0.2;

/** A line encloses an area when its ends are near each other, compared with its length. */
const around = (lines: GeoJSON.Position[][]): Polygons =>
  lines.flatMap((line) => {
    const ring = line.map(([x = Number.NaN, y = Number.NaN]): Position => [x, y]);
    const [first, last] = [ring[0], ring.at(-1)];
    if (!first || !last || ring.length < 4) return [];
    const gap = (a: Position, b: Position) => Math.hypot(a[0] - b[0], a[1] - b[1]);
    const length = ring.slice(1).reduce((sum, at, i) => sum + gap(ring[i]!, at), 0);
    return same(first, last) || gap(first, last) < length * MAX_GAP ? [[closed(ring)]] : [];
  });

/** The geometry of a candidate as the platform stores it. */
export const stored = ({ polygons }: Pick<Candidate, "polygons">): Polygons => cut(polygons);
