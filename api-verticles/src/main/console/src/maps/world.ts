import { feature, mesh } from "topojson-client";
import type { GeometryCollection, Topology } from "topojson-specification";
import address from "world-atlas/countries-50m.json?url";
import { language } from "../texts/locale";
import { featureCollection } from "./geometry";

// The quiet base map: outlines and names of countries, from the public-domain data of Natural Earth.

export interface World {
  land: GeoJSON.FeatureCollection;
  borders: GeoJSON.FeatureCollection;
  names: GeoJSON.FeatureCollection;
}

type Countries = Topology<{ countries: GeometryCollection<{ name: string }> }>;

let loaded: Promise<World> | undefined;

/** Loaded once, by the first map. */
export const world = (): Promise<World> => (loaded ??= load());

async function load(): Promise<World> {
  const topology = (await (await fetch(address)).json()) as Countries;
  const { countries } = topology.objects;
  const land = feature(topology, countries);
  const borders = mesh(topology, countries, (a, b) => a !== b);
  return {
    land,
    borders: featureCollection([{ type: "Feature", geometry: borders, properties: {} }]),
    names: featureCollection(land.features.flatMap(named)),
  };
}

const regions = new Intl.DisplayNames(language, { type: "region", fallback: "none" });

/** The name of a country in the language of the person; browsers have them by the codes of countries. */
export function countryName(code: GeoJSON.Feature["id"], name: string): string {
  const region = code === undefined ? undefined : new Intl.Locale(`und-${code}`).region;
  return (region && regions.of(region)) ?? name;
}

/** The name at the middle of the largest part. */
function named({
  id,
  geometry,
  properties: { name },
}: GeoJSON.Feature<GeoJSON.Geometry, { name: string }>): GeoJSON.Feature[] {
  const polygons =
    geometry.type === "Polygon" ? [geometry.coordinates] : geometry.type === "MultiPolygon" ? geometry.coordinates : [];
  const [largest] = polygons.map(([ring]) => middleOf(ring ?? [])).sort((a, b) => b.area - a.area);
  if (!largest) return [];
  const { at, area } = largest;
  return [
    {
      type: "Feature",
      geometry: { type: "Point", coordinates: at },
      properties: { name: countryName(id, name), rank: -area },
    },
  ];
}

/** The centre of gravity of a ring, in degrees. */
function middleOf(ring: GeoJSON.Position[]): { at: GeoJSON.Position; area: number } {
  let [area, x, y] = [0, 0, 0];
  ring.forEach(([x1 = 0, y1 = 0], i) => {
    const [x2 = 0, y2 = 0] = ring[(i + 1) % ring.length]!;
    const cross = x1 * y2 - x2 * y1;
    area += cross / 2;
    x += ((x1 + x2) * cross) / 6;
    y += ((y1 + y2) * cross) / 6;
  });
  return area === 0 ? { at: ring[0] ?? [0, 0], area: 0 } : { at: [x / area, y / area], area: Math.abs(area) };
}
