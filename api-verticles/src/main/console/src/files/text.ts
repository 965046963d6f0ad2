import { gpx, kml } from "@tmcw/togeojson";
import { codeIn } from "./crs";
import { type ExportedFeature, type RawFeature, type RawLayer, UnreadableFile } from "./layers";
import { t } from "../texts/texts";

// The formats that are text: GeoJSON, KML, GPX.

type Loose = Record<string, unknown>;

const isObject = (value: unknown): value is Loose =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export function readGeoJson(text: string, name: string): RawLayer {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (error) {
    throw new UnreadableFile(t("The file is no JSON: {reason}.", { reason: (error as Error).message }));
  }
  if (!isObject(parsed)) throw new UnreadableFile(t("The file is no GeoJSON."));
  const all = Array.isArray(parsed["features"]) ? (parsed["features"] as unknown[]) : [parsed];
  const crs =
    isObject(parsed["crs"]) && isObject(parsed["crs"]["properties"]) ? parsed["crs"]["properties"]["name"] : undefined;
  return { name, crs: typeof crs === "string" ? codeIn(crs) : "EPSG:4326", features: all.map(featureOf) };
}

function featureOf(value: unknown): RawFeature {
  if (!isObject(value)) return { geometry: null, properties: {}, fault: t("The feature is no JSON object.") };
  const isFeature = value["type"] === "Feature";
  const geometry = isFeature ? value["geometry"] : value;
  const properties = isFeature && isObject(value["properties"]) ? value["properties"] : {};
  if (!isObject(geometry)) return { geometry: null, properties };
  if (!Array.isArray(geometry["coordinates"]) && !Array.isArray(geometry["geometries"]))
    return { geometry: null, properties, fault: t("The geometry has no coordinates.") };
  return { geometry: geometry as unknown as GeoJSON.Geometry, properties };
}

/** KML or GPX, by the root element. */
export function readXml(text: string, name: string): RawLayer {
  const document = new DOMParser().parseFromString(text, "text/xml");
  if (document.querySelector("parsererror")) throw new UnreadableFile(t("The file is no complete XML document."));
  const root = document.documentElement.localName;
  if (root !== "kml" && root !== "gpx") throw new UnreadableFile(t("The file is neither KML nor GPX."));
  const { features } = root === "kml" ? kml(document) : gpx(document);
  return {
    name,
    crs: "EPSG:4326",
    features: features.map(({ geometry, properties }) => ({ geometry, properties: plain(properties ?? {}) })),
  };
}

/** Without the properties that only style a feature. */
const plain = (properties: Loose): Loose =>
  Object.fromEntries(
    Object.entries(properties).filter(
      ([name, value]) =>
        !/^(style|icon|fill|stroke|label|coordinateProperties|_gpxType)/.test(name) && typeof value !== "object",
    ),
  );

export const writeGeoJson = (features: ExportedFeature[]): string =>
  JSON.stringify(
    {
      type: "FeatureCollection",
      features: features.map(({ name, geometry, properties }) => ({
        type: "Feature",
        properties: { name, ...properties },
        geometry,
      })),
    },
    undefined,
    1,
  );

const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
/** XML has no control characters but these, not even escaped. */
const printable = (char: string) => char >= " " || "\t\n\r".includes(char);
const escaped = (text: string | number) =>
  [...String(text)]
    .filter(printable)
    .map((char) => ESCAPES[char] ?? char)
    .join("");

const ringText = (ring: GeoJSON.Position[]) => ring.map(([lon, lat]) => `${lon},${lat}`).join(" ");

const polygonsIn = ({ geometry }: ExportedFeature) =>
  geometry.type === "Polygon" ? [geometry.coordinates] : geometry.coordinates;

const boundary = (element: string, ring: GeoJSON.Position[]) =>
  `<${element}><LinearRing><coordinates>${ringText(ring)}</coordinates></LinearRing></${element}>`;

const placemark = (feature: ExportedFeature): string => {
  const data = Object.entries(feature.properties).map(
    ([name, value]) => `<Data name="${escaped(name)}"><value>${escaped(value)}</value></Data>`,
  );
  const polygons = polygonsIn(feature).map(
    ([outer, ...holes]) =>
      `<Polygon>${boundary("outerBoundaryIs", outer!)}${holes.map((hole) => boundary("innerBoundaryIs", hole)).join("")}</Polygon>`,
  );
  return (
    `<Placemark><name>${escaped(feature.name)}</name><ExtendedData>${data.join("")}</ExtendedData>` +
    `<MultiGeometry>${polygons.join("")}</MultiGeometry></Placemark>`
  );
};

export const writeKml = (features: ExportedFeature[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<kml xmlns="http://www.opengis.net/kml/2.2"><Document>\n${features.map(placemark).join("\n")}\n</Document></kml>\n`;

/** A track for each ring: GPX has no areas. */
const track = (feature: ExportedFeature): string => {
  const segments = polygonsIn(feature)
    .flat()
    .map((ring) => `<trkseg>${ring.map(([lon, lat]) => `<trkpt lat="${lat}" lon="${lon}"/>`).join("")}</trkseg>`);
  return `<trk><name>${escaped(feature.name)}</name>${segments.join("")}</trk>`;
};

export const writeGpx = (features: ExportedFeature[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<gpx version="1.1" creator="Glebe" xmlns="http://www.topografix.com/GPX/1/1">\n${features.map(track).join("\n")}\n</gpx>\n`;
