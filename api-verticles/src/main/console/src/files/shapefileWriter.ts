import { writeDbf } from "./dbf";
import type { ExportedFeature } from "./layers";

// Writes polygons as an ESRI shapefile in WGS 84.

const HEADER = 100;
const POLYGON = 5;
const WGS84 =
  'GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],' +
  'PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]';

type Box = [number, number, number, number];

/** Rings of a geometry: outer ones clockwise, holes the other way. */
const ringsOf = ({ geometry }: ExportedFeature): number[][][] => {
  const polygons = geometry.type === "Polygon" ? [geometry.coordinates] : geometry.coordinates;
  return polygons.flatMap((rings) =>
    rings.map((ring, index) => (isClockwise(ring) === (index === 0) ? ring : ring.toReversed())),
  );
};

const isClockwise = (ring: number[][]) =>
  ring.reduce((sum, at, i) => {
    const next = ring[(i + 1) % ring.length]!;
    return sum + (at[0]! * next[1]! - next[0]! * at[1]!);
  }, 0) < 0;

function boxOf(places: number[][]): Box {
  const axis = (index: number) => places.map((place) => place[index]!);
  const [x, y] = [axis(0), axis(1)];
  const least = (all: number[]) => all.reduce((a, b) => Math.min(a, b), Infinity);
  const most = (all: number[]) => all.reduce((a, b) => Math.max(a, b), -Infinity);
  return [least(x), least(y), most(x), most(y)];
}

function shape(rings: number[][][]): Uint8Array {
  const places = rings.flat();
  const start = 44 + rings.length * 4;
  const view = new DataView(new ArrayBuffer(start + places.length * 16));
  view.setInt32(0, POLYGON, true);
  boxOf(places).forEach((bound, i) => view.setFloat64(4 + i * 8, bound, true));
  view.setInt32(36, rings.length, true);
  view.setInt32(40, places.length, true);
  let first = 0;
  rings.forEach((ring, i) => {
    view.setInt32(44 + i * 4, first, true);
    first += ring.length;
  });
  places.forEach(([x, y], i) => {
    view.setFloat64(start + i * 16, x!, true);
    view.setFloat64(start + i * 16 + 8, y!, true);
  });
  return new Uint8Array(view.buffer);
}

function header(length: number, box: Box): Uint8Array {
  const view = new DataView(new ArrayBuffer(HEADER));
  view.setInt32(0, 9994);
  view.setInt32(24, length / 2);
  view.setInt32(28, 1000, true);
  view.setInt32(32, POLYGON, true);
  box.forEach((bound, i) => view.setFloat64(36 + i * 8, bound, true));
  return new Uint8Array(view.buffer);
}

const pair = (first: number, second: number): Uint8Array => {
  const view = new DataView(new ArrayBuffer(8));
  view.setInt32(0, first);
  view.setInt32(4, second);
  return new Uint8Array(view.buffer);
};

const joined = (parts: Uint8Array[]): Uint8Array<ArrayBuffer> => {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
};

/** The files of a shapefile by name. */
export function writeShapefile(name: string, features: ExportedFeature[]): Record<string, Uint8Array> {
  const shapes = features.map((feature) => shape(ringsOf(feature)));
  const box =
    features.length > 0 ? boxOf(features.flatMap((feature) => ringsOf(feature).flat())) : ([0, 0, 0, 0] as Box);
  const index: Uint8Array[] = [];
  let at = HEADER;
  const records = shapes.map((content, i) => {
    index.push(pair(at / 2, content.length / 2));
    at += 8 + content.length;
    return joined([pair(i + 1, content.length / 2), content]);
  });
  const text = (value: string) => new TextEncoder().encode(value);
  return {
    [`${name}.shp`]: joined([header(at, box), ...records]),
    [`${name}.shx`]: joined([header(HEADER + index.length * 8, box), ...index]),
    [`${name}.dbf`]: writeDbf(features.map(({ name: title, properties }) => ({ name: title, ...properties }))),
    [`${name}.prj`]: text(WGS84),
    [`${name}.cpg`]: text("UTF-8"),
  };
}
