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
