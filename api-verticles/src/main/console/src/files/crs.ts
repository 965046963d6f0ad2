import proj4 from "proj4";
import type { Position } from "../shapes/polygons";

// Coordinate reference systems of files. The parameters are those of the EPSG registry.

const NO_DATUM = 5; // of proj4
const EQUATOR = 6_378_137; // radius of WGS 84 and GRS 80

const LATLON = "+proj=longlat +datum=WGS84 +no_defs";

const BESSEL = "+ellps=bessel";
const GRS80 = "+ellps=GRS80 +towgs84=0,0,0,0,0,0,0";
const DEFINITIONS: Record<string, string> = {
  "EPSG:4258": `+proj=longlat ${GRS80}`,
  "EPSG:3794": `+proj=tmerc +lat_0=0 +lon_0=15 +k=0.9999 +x_0=500000 +y_0=-5000000 ${GRS80} +units=m`,
  "EPSG:3912": `+proj=tmerc +lat_0=0 +lon_0=15 +k=0.9999 +x_0=500000 +y_0=-5000000 ${BESSEL} +towgs84=409.545,72.164,486.872,3.085957,5.46911,-11.020289,17.919665 +units=m`,
  "EPSG:3765": `+proj=tmerc +lat_0=0 +lon_0=16.5 +k=0.9999 +x_0=500000 +y_0=0 ${GRS80} +units=m`,
  "EPSG:31287": `+proj=lcc +lat_0=47.5 +lon_0=13.3333333333333 +lat_1=49 +lat_2=46 +x_0=400000 +y_0=400000 ${BESSEL} +towgs84=577.326,90.129,463.919,5.137,1.474,5.297,2.4232 +units=m`,
  "EPSG:2056": `+proj=somerc +lat_0=46.9524055555556 +lon_0=7.43958333333333 +k_0=1 +x_0=2600000 +y_0=1200000 ${BESSEL} +towgs84=674.374,15.056,405.346,0,0,0,0 +units=m`,
  "EPSG:31467": `+proj=tmerc +lat_0=0 +lon_0=9 +k=1 +x_0=3500000 +y_0=0 ${BESSEL} +towgs84=598.1,73.7,418.2,0.202,0.045,-2.455,6.7 +units=m`,
  "EPSG:31468": `+proj=tmerc +lat_0=0 +lon_0=12 +k=1 +x_0=4500000 +y_0=0 ${BESSEL} +towgs84=598.1,73.7,418.2,0.202,0.045,-2.455,6.7 +units=m`,
  "EPSG:2154": `+proj=lcc +lat_0=46.5 +lon_0=3 +lat_1=49 +lat_2=44 +x_0=700000 +y_0=6600000 ${GRS80} +units=m`,
  "EPSG:27700":
    "+proj=tmerc +lat_0=49 +lon_0=-2 +k=0.9996012717 +x_0=400000 +y_0=-100000 +ellps=airy +towgs84=446.448,-125.157,542.06,0.15,0.247,0.842,-20.489 +units=m",
  "EPSG:28992": `+proj=sterea +lat_0=52.1561605555556 +lon_0=5.38763888888889 +k=0.9999079 +x_0=155000 +y_0=463000 ${BESSEL} +towgs84=565.4171,50.3319,465.5524,-0.398957,0.343988,-1.8774,4.0725 +units=m`,
  "EPSG:2180": `+proj=tmerc +lat_0=0 +lon_0=19 +k=0.9993 +x_0=500000 +y_0=-5300000 ${GRS80} +units=m`,
  "EPSG:3035": `+proj=laea +lat_0=52 +lon_0=10 +x_0=4321000 +y_0=3210000 ${GRS80} +units=m`,
};

/**
 * Shifts of local datums to WGS 84, by the name that the datum has in a .prj. Such a file has no shift of its own, and without
 * one fields would lie up to 400 m beside their ground.
 */
const SHIFTS: [datum: RegExp, shift: string][] = [
  [/^MGI_1901$/, "409.545,72.164,486.872,3.085957,5.46911,-11.020289,17.919665"],
  [/^Deutsches_Hauptdreiecksnetz$/, "598.1,73.7,418.2,0.202,0.045,-2.455,6.7"],
  [/^Amersfoort$/, "565.4171,50.3319,465.5524,-0.398957,0.343988,-1.8774,4.0725"],
  [/Belge_1972$/, "-106.8686,52.2978,-103.7239,0.3366,-0.457,1.8422,-1.2747"],
  [/^Monte_Mario$/, "-104.1,-49.1,-9.9,0.971,-2.917,0.714,-11.68"],
  [/^European_(Datum_)?1950$/, "-87,-98,-121,0,0,0,0"],
  [/^Pulkovo_1942_(Adj_19)?58$/, "2.329,-147.042,-92.08,-0.309,0.325,0.497,5.69"],
  [/^Hungarian_(Datum_)?1972$/, "52.17,-71.82,-14.9,0,0,0,0"],
  [/^(GGRS|Greek_Geodetic_Reference_System)_1987$/, "-199.87,74.79,246.62,0,0,0,0"],
];

/** A definition as text (WKT) with the shift of its datum, where it has none of its own. */
function withShift(wkt: string): string {
  const [found, name = ""] = /DATUM\["(?:D_)?([^"]+)",\s*SPHEROID\[[^\]]*(?:\[[^\]]*\])?[^\]]*\]/i.exec(wkt) ?? [];
  const [, shift] = SHIFTS.find(([datum]) => datum.test(name)) ?? [];
  return found && shift && !wkt.includes("TOWGS84") ? wkt.replace(found, `${found},TOWGS84[${shift}]`) : wkt;
}

/** Whether it is known where the earth's centre is in a system: its datum has a shift, or is as good as WGS 84. */
const isPlaced = ({ a, datum }: { a: number; datum?: { datum_type: number } }) =>
  datum?.datum_type !== NO_DATUM || Math.abs(a - EQUATOR) < 1;

/** The definition of a code; zones of UTM are computed. Nothing for a code that is not known. */
function definitionOf(code: string): string | undefined {
  const [, north, zone] = /^EPSG:(326|327|258|269)(\d\d)$/.exec(code) ?? [];
  if (!north || !zone) return DEFINITIONS[code];
  const datum = north === "258" ? GRS80 : north === "269" ? "+datum=NAD83" : "+datum=WGS84";
  return `+proj=utm +zone=${Number(zone)} ${north === "327" ? "+south " : ""}${datum} +units=m`;
}

const isLonLat = (code: string) => /^(EPSG:4326|OGC:CRS84|CRS84)$/.test(code);

/** The code in names such as "urn:ogc:def:crs:EPSG::3794" and "http://www.opengis.net/def/crs/EPSG/0/3794". */
export const codeIn = (name: string): string => {
  const [, number] = /EPSG[:/]+(?:[\d.]+[:/])?:?(\d{4,6})$/i.exec(name.trim()) ?? [];
  return number ? `EPSG:${number}` : /CRS84$/i.test(name) ? "EPSG:4326" : name.trim();
};

/** Whether the grid counts to the south and west, as the older form of Krovak's: its axes are not read. */
const countsSouthWest = (code: string) => /"Krovak"/i.test(code) && /"X_Scale",\s*1(\.0*)?\]/i.test(code);

/** From a file's coordinates to longitude and latitude; nothing when the system is not known. */
export function toLonLat(crs: string): ((at: Position) => Position) | undefined {
  const code = codeIn(crs);
  if (!code || countsSouthWest(code)) return undefined;
  if (isLonLat(code)) return (at) => at;
  try {
    const system = new proj4.Proj(definitionOf(code) ?? withShift(code));
    if (!isPlaced(system)) return undefined;
    const convert = proj4(system, LATLON);
    return ([x, y]) => {
      const [lon = Number.NaN, lat = Number.NaN] = convert.forward([x, y]);
      return [lon, lat];
    };
  } catch {
    return undefined;
  }
}
