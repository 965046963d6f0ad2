/** Whether a point lies in a ring, by the even-odd rule. */
function inRing(ring: GeoJSON.Position[], lon: number, lat: number): boolean {
  let inside = false;
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const [x1, y1] = ring[i] as [number, number];
    const [x2, y2] = ring[j] as [number, number];
    if (y1 > lat !== y2 > lat && lon < ((x2 - x1) * (lat - y1)) / (y2 - y1) + x1) inside = !inside;
  }
  return inside;
}

const inPolygon = (rings: GeoJSON.Position[][], lon: number, lat: number) =>
  rings.reduce((inside, ring) => inside !== inRing(ring, lon, lat), false);

/** The first area that contains the point. */
export function areaAt(all: GeoJSON.FeatureCollection, lon: number, lat: number): GeoJSON.Feature | undefined {
  return all.features.find(({ geometry }) => {
    if (geometry.type === "Polygon") return inPolygon(geometry.coordinates, lon, lat);
    return geometry.type === "MultiPolygon" && geometry.coordinates.some((rings) => inPolygon(rings, lon, lat));
  });
}

/** Twice the area of a closed ring in square degrees. */
function areaOf(ring: GeoJSON.Position[]): number {
  let sum = 0;
  for (let i = 1; i < ring.length; i++) {
    const [[x1, y1], [x2, y2]] = [ring[i - 1], ring[i]] as [[number, number], [number, number]];
    sum += x1 * y2 - x2 * y1;
  }
  return Math.abs(sum);
}

/** Where a line of latitude crosses the rings, from west to east. */
const crossings = (rings: GeoJSON.Position[][], lat: number) =>
  rings
    .flatMap((ring) =>
      ring.slice(1).flatMap(([x2 = 0, y2 = 0], i) => {
        const [x1, y1] = ring[i] as [number, number];
        return y1 > lat !== y2 > lat ? [((x2 - x1) * (lat - y1)) / (y2 - y1) + x1] : [];
      }),
    )
    .sort((a, b) => a - b);

/** A point inside of the largest polygon for a name: the middle of its widest part at the middle of its height. */
export function namePoint(geometry: GeoJSON.Geometry): GeoJSON.Position | undefined {
  const polygons =
    geometry.type === "Polygon" ? [geometry.coordinates] : geometry.type === "MultiPolygon" ? geometry.coordinates : [];
  const size = (rings: GeoJSON.Position[][]) => areaOf(rings[0] ?? []);
  const [largest] = [...polygons].sort((a, b) => size(b) - size(a));
  const lats = (largest?.[0] ?? []).map(([, lat = 0]) => lat);
  const middle = (Math.min(...lats) + Math.max(...lats)) / 2;
  const across = crossings(largest ?? [], middle);
  let [from, to] = [0, 0];
  for (let i = 0; i + 1 < across.length; i += 2)
    if (across[i + 1]! - across[i]! > to - from) [from, to] = [across[i]!, across[i + 1]!];
  return to > from ? [(from + to) / 2, middle] : undefined;
}
