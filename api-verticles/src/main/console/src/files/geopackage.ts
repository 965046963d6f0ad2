import { type ExportedFeature, type RawFeature, type RawLayer, UnreadableFile } from "./layers";
import { type Cell, Sqlite } from "./sqlite";
import { type NewTable, writeSqlite } from "./sqliteWriter";
import { readWkb, writeWkb } from "./wkb";
import { t } from "../texts/texts";

// OGC GeoPackage: layers of features in an SQLite file.

const text = (cell: Cell | undefined): string => (typeof cell === "string" ? cell : "");

/** The layers with features of a file. */
export function readGeopackage(bytes: Uint8Array): RawLayer[] {
  const database = new Sqlite(bytes);
  if (!database.has("gpkg_geometry_columns")) throw new UnreadableFile(t("The file is a database, but no GeoPackage."));
  const systems = new Map([...database.rows("gpkg_spatial_ref_sys")].map((row) => [row["srs_id"], row]));
  return [...database.rows("gpkg_geometry_columns")].map((row): RawLayer => {
    const name = text(row["table_name"]);
    const system = systems.get(row["srs_id"] ?? null);
    const isWgs84 =
      text(system?.["organization"]).toUpperCase() === "EPSG" && system?.["organization_coordsys_id"] === 4326;
    const column = text(row["column_name"]).toLowerCase();
    const features = [...database.rows(name)].map((one) => featureOf(one, column));
    return { name, crs: isWgs84 ? "EPSG:4326" : text(system?.["definition"]).replace(/^undefined$/, ""), features };
  });
}

function featureOf(row: Record<string, Cell>, column: string): RawFeature {
  const { [column]: blob, ...attributes } = row;
  const properties = Object.fromEntries(
    Object.entries(attributes).filter(([, value]) => !(value instanceof Uint8Array)),
  );
  if (!(blob instanceof Uint8Array)) return { geometry: null, properties };
  try {
    return { geometry: geometryOf(blob), properties };
  } catch {
    return { geometry: null, properties, fault: t("The geometry is broken.") };
  }
}

/** Behind its header, of which the flags say how long the envelope is, a geometry is WKB. */
function geometryOf(blob: Uint8Array): GeoJSON.Geometry | null {
  const flags = blob[3] ?? 0;
  const envelope = [0, 32, 48, 48, 64][(flags >> 1) & 7];
  if (blob[0] !== 0x47 || blob[1] !== 0x50 || envelope === undefined) throw new RangeError("no geometry");
  if (flags & 0x10) return null; // empty
  const start = 8 + envelope;
  return readWkb(new DataView(blob.buffer, blob.byteOffset + start, blob.byteLength - start));
}

const GPKG = 0x47504b47;
const VERSION = 10300;
const WGS84 =
  'GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563,AUTHORITY["EPSG","7030"]],AUTHORITY["EPSG","6326"]],' +
  'PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433],AUTHORITY["EPSG","4326"]]';
const TABLE = "fields";

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** A GeoPackage with one layer in WGS 84. */
export function writeGeopackage(features: ExportedFeature[], now: Date): Uint8Array<ArrayBuffer> {
  const names = [...new Set(features.flatMap(({ properties }) => Object.keys(properties)))];
  const kinds = names.map((name) =>
    features.every(({ properties: p }) => typeof p[name] !== "string") ? "REAL" : "TEXT",
  );
  const rows = features.map(({ name, geometry, properties }, i): [number, Cell[]] => [
    i + 1,
    [null, blobOf(geometry), name, ...names.map((one) => properties[one] ?? null)],
  ]);
  const declared = names.map((name, i) => `, ${quoted(name)} ${kinds[i]}`).join("");
  const sql = `CREATE TABLE ${TABLE} (fid INTEGER PRIMARY KEY NOT NULL, geom MULTIPOLYGON, name TEXT${declared})`;
  return writeSqlite([...metadata(features, now), { name: TABLE, sql, rows }], GPKG, VERSION);
}

function blobOf(geometry: ExportedFeature["geometry"]): Uint8Array {
  const body = writeWkb(geometry.type === "Polygon" ? [geometry.coordinates] : geometry.coordinates);
  const blob = new Uint8Array(8 + body.length);
  blob.set([0x47, 0x50, 0, 1]);
  new DataView(blob.buffer).setInt32(4, 4326, true);
  blob.set(body, 8);
  return blob;
}

function boxOf(features: ExportedFeature[]): [number, number, number, number] {
  const box: [number, number, number, number] = [180, 90, -180, -90];
  for (const { geometry } of features)
    for (const [x, y] of geometry.type === "Polygon" ? geometry.coordinates.flat() : geometry.coordinates.flat(2)) {
      box[0] = Math.min(box[0], x!);
      box[1] = Math.min(box[1], y!);
      box[2] = Math.max(box[2], x!);
      box[3] = Math.max(box[3], y!);
    }
  return box;
}

/** The tables that each GeoPackage has. */
const metadata = (features: ExportedFeature[], now: Date): NewTable[] => [
  {
    name: "gpkg_spatial_ref_sys",
    sql: "CREATE TABLE gpkg_spatial_ref_sys (srs_name TEXT NOT NULL, srs_id INTEGER PRIMARY KEY, organization TEXT NOT NULL, organization_coordsys_id INTEGER NOT NULL, definition TEXT NOT NULL, description TEXT)",
    rows: [
      [-1, ["Undefined Cartesian", null, "NONE", -1, "undefined", null]],
      [0, ["Undefined geographic", null, "NONE", 0, "undefined", null]],
      [4326, ["WGS 84", null, "EPSG", 4326, WGS84, null]],
    ],
  },
  {
    name: "gpkg_contents",
    sql: "CREATE TABLE gpkg_contents (table_name TEXT NOT NULL PRIMARY KEY, data_type TEXT NOT NULL, identifier TEXT UNIQUE, description TEXT DEFAULT '', last_change DATETIME NOT NULL, min_x DOUBLE, min_y DOUBLE, max_x DOUBLE, max_y DOUBLE, srs_id INTEGER)",
    rows: [[1, [TABLE, "features", TABLE, "", now.toISOString(), ...boxOf(features), 4326]]],
    unique: [[0], [2]],
  },
  {
    name: "gpkg_geometry_columns",
    sql: "CREATE TABLE gpkg_geometry_columns (table_name TEXT NOT NULL, column_name TEXT NOT NULL, geometry_type_name TEXT NOT NULL, srs_id INTEGER NOT NULL, z TINYINT NOT NULL, m TINYINT NOT NULL, CONSTRAINT pk_geom_cols PRIMARY KEY (table_name, column_name), CONSTRAINT uk_gc_table_name UNIQUE (table_name))",
    rows: [[1, [TABLE, "geom", "MULTIPOLYGON", 4326, 0, 0]]],
    unique: [[0, 1], [0]],
  },
];
