type Line = { type: "Feature"; properties: object; geometry: { type: "LineString"; coordinates: number[][] } };

const line = (coordinates: number[][]): Line => ({
  type: "Feature",
  properties: {},
  geometry: { type: "LineString", coordinates },
});

/** Meridians and parallels every degree: orientation without an outside base map. */
export function graticule(): { type: "FeatureCollection"; features: Line[] } {
  const features: Line[] = [];
  for (let lon = -180; lon <= 180; lon++)
    features.push(
      line([
        [lon, -85],
        [lon, 85],
      ]),
    );
  for (let lat = -85; lat <= 85; lat++)
    features.push(
      line([
        [-180, lat],
        [180, lat],
      ]),
    );
  return { type: "FeatureCollection", features };
}
