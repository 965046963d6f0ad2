import { baseName, type RawFeature, type RawLayer, UnreadableFile } from "./layers";
import { readDbf } from "./dbf";
import { t } from "../texts/texts";

// Reads ESRI shapefiles. Each record is read for itself, so that a broken one does not hide the others.

type Place = [number, number];

const HEADER = 100;
const RECORD_HEADER = 8;
const MAGIC = 9994;
const FAULTY = t("The record is broken.");

/** The files of one shapefile by ending. */
export interface ShapefileParts {
  name: string;
  shp: Uint8Array;
  dbf?: Uint8Array;
  prj?: Uint8Array;
  cpg?: Uint8Array;
}

const text = (bytes: Uint8Array | undefined) => (bytes ? new TextDecoder().decode(bytes).trim() : "");

export function readShapefile({ name, shp, dbf, prj, cpg }: ShapefileParts): RawLayer {
  const shapes = [...records(shp)];
  let rows: Record<string, unknown>[] = [];
  try {
    if (dbf) rows = readDbf(dbf, text(cpg));
  } catch {
    rows = []; // the shapes can be used without their attributes
  }
  return {
    name: baseName(name),
    crs: text(prj),
    features: shapes.map((shape, index) => ({ ...shape, properties: rows[index] ?? {} })),
  };
}

function* records(bytes: Uint8Array): Generator<Omit<RawFeature, "properties">> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < HEADER || view.getInt32(0) !== MAGIC)
    throw new UnreadableFile(t("The .shp file is no shapefile."));
  let at = HEADER;
  while (at + RECORD_HEADER <= bytes.length) {
    const length = view.getInt32(at + 4) * 2;
    const start = at + RECORD_HEADER;
    if (length < 4 || start + length > bytes.length) {
      yield { geometry: null, fault: t("The file ends in this record.") };
      return;
    }
    yield shapeOf(new DataView(view.buffer, view.byteOffset + start, length));
    at = start + length;
  }
}

function shapeOf(record: DataView): Omit<RawFeature, "properties"> {
  try {
    return { geometry: geometryOf(record, record.getInt32(0, true) % 10) };
  } catch {
    return { geometry: null, fault: FAULTY };
  }
}

/** Z and M variants have the same first members; type is that without Z and M. */
function geometryOf(record: DataView, type: number): GeoJSON.Geometry | null {
  switch (type) {
    case 0:
      return null;
    case 1:
      return { type: "Point", coordinates: [record.getFloat64(4, true), record.getFloat64(12, true)] };
    case 3:
      return { type: "MultiLineString", coordinates: partsOf(record) };
    case 5:
      return areas(partsOf(record));
    case 8: {
      const count = record.getInt32(36, true);
      return { type: "MultiPoint", coordinates: placesOf(record, 40, count) };
    }
    default:
      throw new RangeError("unknown type of shape");
  }
}

function placesOf(record: DataView, at: number, count: number): Place[] {
  if (count < 0 || at + count * 16 > record.byteLength) throw new RangeError("more points than bytes");
  return Array.from({ length: count }, (_, i): Place => [
    record.getFloat64(at + i * 16, true),
    record.getFloat64(at + i * 16 + 8, true),
  ]);
}

function partsOf(record: DataView): Place[][] {
  const parts = record.getInt32(36, true);
  const points = record.getInt32(40, true);
  if (parts < 0 || 44 + parts * 4 > record.byteLength) throw new RangeError("more parts than bytes");
  const all = placesOf(record, 44 + parts * 4, points);
  const starts = Array.from({ length: parts }, (_, i) => record.getInt32(44 + i * 4, true));
  return starts.map((start, i) => all.slice(start, starts[i + 1] ?? points));
}

const signedArea = (ring: Place[]) =>
  ring.reduce((sum, [x, y], i) => {
    const [nextX, nextY] = ring[(i + 1) % ring.length]!;
    return sum + (x * nextY - nextX * y) / 2;
  }, 0);

function contains(ring: Place[], [x, y]: Place): boolean {
  let inside = false;
  ring.forEach(([x1, y1], i) => {
    const [x2, y2] = ring[(i + ring.length - 1) % ring.length]!;
    if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) inside = !inside;
  });
  return inside;
}

/** Outer rings are clockwise; each hole belongs to the smallest ring around it. */
function areas(rings: Place[][]): GeoJSON.Geometry | null {
  const outer = rings.filter((ring) => signedArea(ring) <= 0).map((ring) => [ring]);
  if (outer.length === 0) return rings.length > 0 ? { type: "MultiPolygon", coordinates: rings.map((r) => [r]) } : null;
  for (const hole of rings.filter((ring) => signedArea(ring) > 0)) {
    const around = outer
      .filter(([ring]) => contains(ring!, hole[0]!))
      .sort(([a], [b]) => Math.abs(signedArea(a!)) - Math.abs(signedArea(b!)))[0];
    if (around) around.push(hole);
    else outer.push([hole]); // written the wrong way round
  }
  return outer.length === 1
    ? { type: "Polygon", coordinates: outer[0]! }
    : { type: "MultiPolygon", coordinates: outer };
}
