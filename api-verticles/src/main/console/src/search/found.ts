import { unwrap } from "glebe-client";
import { allPages, glebe, linkedPages } from "../api/client";
import { boxOf, featureCollection, geometryOf } from "../maps/geometry";
import { things } from "../sensors/things";
import { locale } from "../texts/locale";
import { words } from "../words";

// What the search finds: fields, regions, sites and sensors with a name and a place.

export interface Found {
  id: string;
  kind: "field" | "region" | "site" | "sensor" | "position";
  name: string;
  geometry: GeoJSON.Geometry;
}

export type Box = [west: number, south: number, east: number, north: number];

const MAX = 5000;
const SHOWN = 12;

async function regions(signal: AbortSignal): Promise<Found[]> {
  const all = await allPages(
    (query) => glebe.GET("/v1/regions", { params: { query: { ...query, view: "flat" } }, signal }).then(unwrap),
    MAX,
  );
  return all
    .filter(({ isDefault }) => !isDefault)
    .map(({ id, name, kind, geometry }) => ({
      id,
      kind: "region",
      name: name ?? words(kind ?? "Region"),
      geometry: geometryOf(geometry),
    }));
}

async function sites(signal: AbortSignal): Promise<Found[]> {
  const params = { path: { collectionId: "sites" as const }, query: { limit: 1000 } };
  const first = unwrap(await glebe.GET("/v1/features/collections/{collectionId}/items", { params, signal }));
  const pages = await linkedPages(first, (all) => all.flatMap(({ features }) => features).length >= MAX, signal);
  return pages
    .flatMap(({ features }) => features)
    .flatMap(({ id, geometry, properties }): Found[] => {
      const name = properties["name"];
      return geometry && typeof name === "string" ? [{ id, kind: "site", name, geometry: geometryOf(geometry) }] : [];
    });
}

async function sensors(signal: AbortSignal): Promise<Found[]> {
  return (await things(signal)).flatMap((thing): Found[] => {
    const geometry = thing.Locations?.[0]?.location as GeoJSON.Geometry | undefined;
    return geometry ? [{ id: String(thing["@iot.id"]), kind: "sensor", name: thing.name ?? "", geometry }] : [];
  });
}

/** Everything but the fields, which the page has. A part that the person may not read is left out. */
export async function places(signal: AbortSignal): Promise<Found[]> {
  const parts = await Promise.all([regions, sites, sensors].map((part) => part(signal).catch((): Found[] => [])));
  return parts.flat();
}

/** The fields of a map's outlines. */
export const fieldsIn = ({ features }: GeoJSON.FeatureCollection): Found[] =>
  features.map(({ geometry, properties }) => ({
    id: String(properties?.["id"]),
    kind: "field",
    name: String(properties?.["name"]),
    geometry,
  }));

const plain = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "").toLocaleLowerCase();

/** Those whose names contain a text, first those that begin with it. */
export function matching<T extends { name: string }>(all: T[], text: string): T[] {
  const wanted = plain(text.trim());
  if (!wanted) return [];
  const hits = all.map((one) => ({ one, at: plain(one.name).indexOf(wanted) })).filter(({ at }) => at >= 0);
  return hits
    .sort((a, b) => a.at - b.at || a.one.name.localeCompare(b.one.name, undefined, { numeric: true }))
    .slice(0, SHOWN)
    .map(({ one }) => one);
}

/** Degrees with minutes and seconds where there are some, in numbers with a decimal point or comma. */
const angle = (mark: string) => {
  const one = String.raw`\d+(?:${mark}\d+)?`;
  return String.raw`(-?${one})\s*°?(?:\s*(${one})\s*['′’](?!['’])(?:\s*(${one})\s*(?:["″”]|''|’’))?)?\s*`;
};

const pair = (mark: string, between: string) =>
  new RegExp(`^\\s*${angle(mark)}([NS])?${between}${angle(mark)}([EW])?\\s*$`, "i");

/** With a decimal comma, a comma between the two is followed by a space. */
const PAIRS = [
  pair(String.raw`\.`, String.raw`(?:\s*[,;]\s*|(?<=[\sNS"″”'’])\s*)`),
  pair(",", String.raw`(?:\s*;\s*|,?\s+|(?<=[\sNS"″”'’])\s*)`),
];

const degrees = (parts: (string | undefined)[], negative: boolean): number => {
  const [whole = 0, minutes = 0, seconds = 0] = parts.map((one) => Number((one ?? "0").replace(",", ".")));
  const size = Math.abs(whole) + minutes / 60 + seconds / 3600;
  return negative || whole < 0 ? -size : size;
};

const shown = new Intl.NumberFormat(locale, { maximumFractionDigits: 6 });

/** Latitude and longitude that a person typed or pasted, such as "46.05, 14.5", "46,05 14,5" or 46°03'00"N 14°30'00"E. */
export function positionIn(text: string): Found | undefined {
  const found = PAIRS.map((one) => one.exec(text)).find(Boolean);
  if (!found) return undefined;
  const y = degrees(found.slice(1, 4), found[4]?.toUpperCase() === "S");
  const x = degrees(found.slice(5, 8), found[8]?.toUpperCase() === "W");
  if (Math.abs(y) > 90 || Math.abs(x) > 180) return undefined;
  const name = `${shown.format(y)}°, ${shown.format(x)}°`;
  return { id: text, kind: "position", name, geometry: { type: "Point", coordinates: [x, y] } };
}

const POINT_SIZE = 0.004;

/** The box of a place; around a point one of some hundred metres. */
export function boxAt({ geometry }: Found): Box {
  const [west, south, east, north] = boxOf(featureCollection([{ type: "Feature", geometry, properties: {} }])) ?? [
    0, 0, 0, 0,
  ];
  const by = west === east && south === north ? POINT_SIZE : 0;
  return [west - by, south - by, east + by, north + by];
}

/** A point of a place: of an area one inside, where possible. */
export function pointIn(found: Found): [lon: number, lat: number] {
  const { geometry } = found;
  if (geometry.type === "Point") return [geometry.coordinates[0] ?? 0, geometry.coordinates[1] ?? 0];
  const ring =
    geometry.type === "Polygon"
      ? geometry.coordinates[0]
      : geometry.type === "MultiPolygon"
        ? geometry.coordinates[0]?.[0]
        : undefined;
  const [west, south, east, north] = boxAt(found);
  const middle: [number, number] = [(west + east) / 2, (south + north) / 2];
  return ring ? across(ring, middle) : middle;
}

/** The middle of the longest stretch of a ring at a latitude. */
function across(ring: GeoJSON.Position[], [lon, lat]: [number, number]): [number, number] {
  const cuts = ring
    .flatMap(([x1 = 0, y1 = 0], i) => {
      const [x2 = 0, y2 = 0] = ring[(i + 1) % ring.length]!;
      return y1 > lat === y2 > lat ? [] : [x1 + ((lat - y1) / (y2 - y1)) * (x2 - x1)];
    })
    .sort((a, b) => a - b);
  let best: [from: number, to: number] = [lon, lon];
  for (let i = 0; i + 1 < cuts.length; i += 2)
    if (cuts[i + 1]! - cuts[i]! > best[1] - best[0]) best = [cuts[i]!, cuts[i + 1]!];
  return [(best[0] + best[1]) / 2, lat];
}
