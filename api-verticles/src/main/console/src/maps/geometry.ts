/** No features. */
export const NOTHING: GeoJSON.FeatureCollection = { type: "FeatureCollection", features: [] };

export const featureCollection = (features: GeoJSON.Feature[]): GeoJSON.FeatureCollection => ({
  type: "FeatureCollection",
  features,
});

/** A geometry of the contract, whose coordinates the platform has checked. */
export const geometryOf = (geometry: { type: string; coordinates?: unknown }) => geometry as GeoJSON.Geometry;

/** The bounds of tiles; the contract says that they are four numbers. */
export const boundsOf = ({ bounds }: { bounds: number[] }) => bounds as [number, number, number, number];

const HALF = 180;
const WORLD = 360;
const POLE = 90;

/** All positions of geometries. */
function positionsIn({ features }: GeoJSON.FeatureCollection): [lon: number, lat: number][] {
  const found: [number, number][] = [];
  const add = (coordinates: unknown): void => {
    if (!Array.isArray(coordinates)) return;
    const [lon, lat] = coordinates as unknown[];
    if (typeof lon === "number" && typeof lat === "number") found.push([lon, lat]);
    else coordinates.forEach(add);
  };
  for (const { geometry } of features as GeoJSON.Feature<GeoJSON.Geometry | null>[])
    if (geometry && "coordinates" in geometry) add(geometry.coordinates);
  return found;
}

/**
 * West, south, east, north of all geometries; nothing when there is none. East is beyond 180 degrees when the geometries
 * are on both sides of the antimeridian.
 */
export function boxOf(all: GeoJSON.FeatureCollection): [number, number, number, number] | undefined {
  const box: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity];
  let [west, east] = [Infinity, -Infinity]; // with longitudes from 0 to 360
  for (const [lon, lat] of positionsIn(all)) {
    const around = lon < 0 ? lon + WORLD : lon;
    [west, east] = [Math.min(west, around), Math.max(east, around)];
    box[0] = Math.min(box[0], lon);
    box[1] = Math.min(box[1], lat);
    box[2] = Math.max(box[2], lon);
    box[3] = Math.max(box[3], lat);
  }
  if (!(box[0] <= box[2])) return undefined;
  return box[2] - box[0] > HALF && east - west < HALF ? [west, box[1], east, box[3]] : box;
}

/** A longitude from -180 to 180. */
export const wrapped = (lon: number): number =>
  lon >= -HALF && lon <= HALF ? lon : ((((lon + HALF) % WORLD) + WORLD) % WORLD) - HALF;

/** Numbers of a text like "14.5,46.1"; nothing when one of the wanted numbers is missing. */
export function numbersIn(text: string, count: number): number[] | undefined {
  const numbers = text ? text.split(",").map(Number) : [];
  return numbers.length >= count && numbers.slice(0, count).every(Number.isFinite) ? numbers : undefined;
}

/** Longitude, latitude and what follows them in a text; nothing where they are not on the earth. */
export function placeIn(text: string, count: number): number[] | undefined {
  const numbers = numbersIn(text, count);
  return numbers && Math.abs(numbers[0]!) <= WORLD && Math.abs(numbers[1]!) <= POLE ? numbers : undefined;
}

/** Longitude, latitude and zoom as the address of the page has them. */
export const viewText = (lon: number, lat: number, zoom: number): string =>
  `${lon.toFixed(5)},${lat.toFixed(5)},${zoom.toFixed(2)}`;
