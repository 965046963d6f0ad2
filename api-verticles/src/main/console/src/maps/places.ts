import type { ExpressionSpecification, FilterSpecification, SymbolLayerSpecification } from "maplibre-gl";
import { language } from "../texts/locale";
import { featureCollection } from "./geometry";
import address from "./places.json?url";

// Names of towns on the quiet base map, from the public-domain data of Natural Earth; places.mjs makes the file.

/** The places in the order of the levels at which they appear. */
export interface Places {
  /** in lines */
  names: string;
  /** how many appear at each level of 256 pixels */
  counts: number[];
  /** longitude and latitude of each place in hundredths of a degree, as difference to the place before */
  steps: number[];
  /** other names by index */
  de: Record<string, string>;
  sl: Record<string, string>;
}

const PARTS = 100;

/** Loaded after the countries, which the map needs more. */
export const places = async (): Promise<GeoJSON.FeatureCollection> =>
  placesIn((await (await fetch(address)).json()) as Places, language);

export function placesIn({ names, counts, steps, de, sl }: Places, inLanguage: string): GeoJSON.FeatureCollection {
  const others: Record<string, string> = inLanguage === "de" ? de : inLanguage === "sl" ? sl : {};
  let [lon, lat, level, left] = [0, 0, 0, counts[0] ?? 0];
  const features = names.split("\n").map((name, rank): GeoJSON.Feature => {
    while (left === 0) left = counts[++level] ?? Infinity;
    left--;
    lon += steps[2 * rank] ?? 0;
    lat += steps[2 * rank + 1] ?? 0;
    const coordinates = [lon / PARTS, lat / PARTS];
    return {
      type: "Feature",
      geometry: { type: "Point", coordinates },
      properties: { name: others[rank] ?? name, rank, level },
    };
  });
  return featureCollection(features);
}

/** The places of a view: the map counts levels of 512 pixels, one less than the source. */
export const SHOWN = [
  "step",
  ["zoom"],
  ["<=", ["get", "level"], 1],
  ...[1, 2, 3, 4, 5, 6, 7].flatMap((zoom) => [zoom, ["<=", ["get", "level"], zoom + 1]]),
] as FilterSpecification;

/** Large places have larger names. */
export const SIZE: ExpressionSpecification = ["step", ["get", "level"], 13, 4, 12, 6, 11];

/** A name that would cover the name of the country is above or below its place. */
export const BESIDE: NonNullable<SymbolLayerSpecification["layout"]> = {
  "text-variable-anchor": ["center", "bottom", "top"],
  "text-radial-offset": 0.7,
};
