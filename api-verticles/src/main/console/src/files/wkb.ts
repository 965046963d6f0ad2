// Well-known binary, as a GeoPackage stores geometries.

const TYPES = [
  "",
  "Point",
  "LineString",
  "Polygon",
  "MultiPoint",
  "MultiLineString",
  "MultiPolygon",
  "GeometryCollection",
];
const MAX_DEPTH = 8;

/** Reads one geometry; Z and M are left out. Throws a RangeError where the bytes end too early. */
export function readWkb(view: DataView): GeoJSON.Geometry {
  let at = 0;
  const count = (little: boolean, size: number): number => {
    const value = view.getUint32(at, little);
    at += 4;
    if (value * size > view.byteLength) throw new RangeError("more positions than bytes");
    return value;
  };
  const places = (little: boolean, ordinates: number): number[][] =>
    Array.from({ length: count(little, ordinates * 8) }, () => place(little, ordinates));
  const place = (little: boolean, ordinates: number): number[] => {
    const [x, y] = [view.getFloat64(at, little), view.getFloat64(at + 8, little)];
    at += ordinates * 8;
    return [x, y];
  };
  const geometry = (depth: number): GeoJSON.Geometry => {
    const little = view.getUint8(at) === 1;
    const code = view.getUint32(at + 1, little);
    at += 5;
    if (code & 0x20000000) at += 4; // extended form with a reference system
    const kind = (code & 0x0fffffff) % 1000;
    const iso = Math.floor((code & 0x0fffffff) / 1000);
    const ordinates =
      2 + (code & 0x80000000 || iso === 1 || iso === 3 ? 1 : 0) + (code & 0x40000000 || iso >= 2 ? 1 : 0);
    const members = <T>(read: () => T): T[] => Array.from({ length: count(little, 1) }, read);
    if (depth > MAX_DEPTH) throw new RangeError("too deep");
    switch (TYPES[kind] ?? "") {
      case "Point":
        return { type: "Point", coordinates: place(little, ordinates) };
      case "LineString":
        return { type: "LineString", coordinates: places(little, ordinates) };
      case "Polygon":
        return { type: "Polygon", coordinates: members(() => places(little, ordinates)) };
      case "GeometryCollection":
        return { type: "GeometryCollection", geometries: members(() => geometry(depth + 1)) };
      case "MultiPoint":
      case "MultiLineString":
      case "MultiPolygon": {
        const parts = members(() => geometry(depth + 1));
        const coordinates = parts.map((part) => ("coordinates" in part ? part.coordinates : []));
        return { type: TYPES[kind]!, coordinates } as GeoJSON.Geometry;
      }
      default:
        throw new RangeError(`unknown geometry ${kind}`);
    }
  };
  return geometry(0);
}

/** Writes a MultiPolygon, little endian. */
export function writeWkb(polygons: number[][][][]): Uint8Array {
  const positions = polygons.flat(2).length;
  const rings = polygons.flat(1).length;
  const view = new DataView(new ArrayBuffer(9 + polygons.length * 9 + rings * 4 + positions * 16));
  let at = 0;
  const head = (type: number, members: number) => {
    view.setUint8(at, 1);
    view.setUint32(at + 1, type, true);
    view.setUint32(at + 5, members, true);
    at += 9;
  };
  head(6, polygons.length);
  for (const polygon of polygons) {
    head(3, polygon.length);
    for (const ring of polygon) {
      view.setUint32(at, ring.length, true);
      at += 4;
      for (const [x, y] of ring) {
        view.setFloat64(at, x!, true);
        view.setFloat64(at + 8, y!, true);
        at += 16;
      }
    }
  }
  return new Uint8Array(view.buffer);
}
