// Writes src/maps/places.json, the places of the base map, from the populated places of Natural Earth (public domain):
//   node places.mjs ne_10m_populated_places.json
// The file is 10m/cultural/ne_10m_populated_places.7z of https://github.com/martynafford/natural-earth-geojson, unpacked.
import { readFile, writeFile } from "node:fs/promises";
import { gzipSync } from "node:zlib";

/** Natural Earth counts levels of 256 pixels from here on; more of them are not told apart. */
const LAST = 8;
/** Smaller places that are shown late are left out, except in Europe. */
const PEOPLE = 20_000;
/** Positions are in hundredths of a degree, about as exact as the source. */
const PARTS = 100;
const EUROPE = { west: -25, south: 34, east: 45, north: 72 };

/** The source has no Slovenian names. */
const SLOVENIAN = Object.fromEntries(
  (
    "Vienna Dunaj,Graz Gradec,Klagenfurt Celovec,Trieste Trst,Udine Videm,Venice Benetke,Rome Rim,Milan Milano," +
    "Turin Torino,Naples Neapelj,Florence Firence,Genoa Genova,Munich München,Cologne Köln,Budapest Budimpešta," +
    "Rijeka Reka,Belgrade Beograd,Prague Praga,Warsaw Varšava,Kraków Krakov,Bucharest Bukarešta,Athens Atene," +
    "Thessaloniki Solun,Sofia Sofija,Brussels Bruselj,Paris Pariz,Lisbon Lizbona,Geneva Ženeva,Moscow Moskva," +
    "Kiev Kijev,Istanbul Carigrad,Jerusalem Jeruzalem,Cairo Kairo,Beijing Peking,Tokyo Tokio,Seville Sevilja"
  )
    .split(",")
    .map((pair) => pair.split(" ")),
);

/** The place on a curve that fills the plane, so that neighbours follow one another and their differences are small. */
function alongCurve([lon, lat]) {
  let [x, y, at] = [Math.floor((lon + 180) * 182), Math.floor((lat + 90) * 364), 0];
  for (let side = 1 << 15; side > 0; side >>= 1) {
    const [right, up] = [x & side ? 1 : 0, y & side ? 1 : 0];
    at += side * side * ((3 * right) ^ up);
    if (up) continue;
    if (right) [x, y] = [65535 - x, 65535 - y];
    [x, y] = [y, x];
  }
  return at;
}

const inEurope = ([lon, lat]) => lon > EUROPE.west && lon < EUROPE.east && lat > EUROPE.south && lat < EUROPE.north;

/** The German name, where it is another one and not an addition to the name. */
function german({ NAME: name, NAME_DE: translated }) {
  return translated && !translated.includes(name) && !/präfektur/i.test(translated) ? translated : undefined;
}

/** A place, or none where it is not shown. */
function placeOf({ properties, geometry: { coordinates } }) {
  const { NAME: name, min_zoom: from, POP_MAX: people, FEATURECLA: kind } = properties;
  const near = inEurope(coordinates);
  if (/station|historic/i.test(kind) || (from >= 6.7 && people < PEOPLE && !near)) return [];
  const zoom = Math.min(LAST, Math.round(from));
  const known = near || zoom <= 5;
  return {
    name,
    zoom,
    de: known ? german(properties) : undefined,
    sl: near || zoom < 4 ? SLOVENIAN[name] : undefined,
    at: coordinates.slice(0, 2).map((degrees) => Math.round(degrees * PARTS)),
    along: alongCurve(coordinates),
  };
}

const { features } = JSON.parse(await readFile(process.argv[2], "utf8"));
const places = features.flatMap(placeOf).sort((a, b) => a.zoom - b.zoom || a.along - b.along);
const others = (language) =>
  Object.fromEntries(places.flatMap((place, i) => (place[language] ? [[i, place[language]]] : [])));
const text = JSON.stringify({
  names: places.map(({ name }) => name).join("\n"),
  counts: Array.from({ length: LAST + 1 }, (_, level) => places.filter(({ zoom }) => zoom === level).length),
  steps: places.flatMap(({ at }, i) => at.map((degrees, k) => degrees - (places[i - 1]?.at[k] ?? 0))),
  de: others("de"),
  sl: others("sl"),
});
await writeFile(new URL("src/maps/places.json", import.meta.url), text);
console.log(`${places.length} places, ${Math.round(gzipSync(text).length / 1000)} kB compressed`);
