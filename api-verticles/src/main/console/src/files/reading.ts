import { readGeopackage } from "./geopackage";
import { baseName, endingOf, type RawLayer, UnreadableFile } from "./layers";
import { readShapefile } from "./shapefile";
import { isSqlite } from "./sqlite";
import { readGeoJson, readXml } from "./text";
import { t } from "../texts/texts";
import { type Files, unzip } from "./zip";

// From dropped files to layers. What a file is follows from its content.

const MAX_FILE = 200e6;
/** An archive may not hold more bytes than this, however small it is. */
const MAX_UNPACKED = 500e6;
const MAX_ENTRIES = 2000;

const USED = new Set(["shp", "dbf", "prj", "cpg", "kml", "gpx", "geojson", "json", "gpkg"]);

const startsWith = (bytes: Uint8Array, ...start: number[]) => start.every((byte, i) => bytes[i] === byte);
/** The first bytes of an archive, and of one without a file. */
const isZip = (bytes: Uint8Array) => startsWith(bytes, 0x50, 0x4b, 3, 4) || startsWith(bytes, 0x50, 0x4b, 5, 6);

async function unpacked(name: string, bytes: Files[number][1]): Promise<Files> {
  let [total, count] = [0, 0];
  try {
    return await unzip(bytes, (path, size) => {
      const used = USED.has(endingOf(path)) && !/(^|\/)(__MACOSX|\.)/.test(path);
      if (used) total += size;
      if (used && (total > MAX_UNPACKED || ++count > MAX_ENTRIES))
        throw new UnreadableFile(t("{name} holds too much.", { name }));
      return used;
    });
  } catch (error) {
    if (error instanceof UnreadableFile) throw error;
    throw new UnreadableFile(t("{name} is a broken archive.", { name }));
  }
}

const decoded = (bytes: Uint8Array): string => {
  const name = startsWith(bytes, 0xff, 0xfe) ? "utf-16le" : startsWith(bytes, 0xfe, 0xff) ? "utf-16be" : "utf-8";
  return new TextDecoder(name).decode(bytes);
};

function layersOf(path: string, bytes: Uint8Array, beside: (ending: string) => Uint8Array | undefined): RawLayer[] {
  if (endingOf(path) === "shp")
    return [readShapefile({ name: path, shp: bytes, dbf: beside("dbf"), prj: beside("prj"), cpg: beside("cpg") })];
  if (isSqlite(bytes)) return readGeopackage(bytes);
  const text = decoded(bytes).trimStart();
  if (text.startsWith("<")) return [readXml(text, baseName(path))];
  if (text.startsWith("{")) return [readGeoJson(text, baseName(path))];
  throw new UnreadableFile(
    t("{name} is none of the known formats: shapefile, KML, KMZ, GPX, GeoJSON, GeoPackage.", { name: path }),
  );
}

/** The layers of all files, of which several may be the parts of one shapefile. */
export async function readFiles(files: Files): Promise<RawLayer[]> {
  const all: Files = [];
  for (const file of files) all.push(...(isZip(file[1]) ? await unpacked(...file) : [file]));
  const key = (path: string) => path.replace(/\.[^.]*$/, "").toLowerCase();
  const parts = new Set(["dbf", "prj", "cpg", "shx", "sbn", "sbx", "qix", "qmd"]);
  const wholes = all.filter(([path]) => !parts.has(endingOf(path)));
  if (wholes.length === 0)
    throw new UnreadableFile(t("There is no file with shapes. A shapefile needs its .shp file."));
  return wholes.flatMap(([path, bytes]) =>
    layersOf(
      path,
      bytes,
      (ending) => all.find(([other]) => endingOf(other) === ending && key(other) === key(path))?.[1],
    ),
  );
}

/** The layers of dropped files; throws {@link UnreadableFile} with the reason. */
export async function readDropped(files: File[]): Promise<RawLayer[]> {
  if (files.reduce((sum, { size }) => sum + size, 0) > MAX_FILE)
    throw new UnreadableFile(t("The files have more than 200 MB. Divide them first."));
  return readFiles(
    await Promise.all(
      files.map(async (file): Promise<Files[number]> => [file.name, new Uint8Array(await file.arrayBuffer())]),
    ),
  );
}
