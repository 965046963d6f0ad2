import { intersection, union } from "polyclip-ts";
import { boxAround, type Polygons, type Position, rounded } from "./polygons";

// GeoJSON cuts a shape at the antimeridian (RFC 7946, 3.1.9). A shape that is edited is one piece, with longitudes beyond 180.

const WORLD = 360;
const HALF = 180;
const POLE = 90;

const moved = (polygons: Polygons, degrees: number): Polygons =>
  degrees === 0
    ? polygons
    : polygons.map((rings) => rings.map((ring) => ring.map(([lon, lat]): Position => [lon + degrees, lat])));

const flat = (polygons: Polygons): Position[] => polygons.flat(2);

/** The shape in one piece: the parts west of the antimeridian stay, those east of it get longitudes beyond 180. */
export function joined(polygons: Polygons): Polygons {
  const [west, , east] = boxAround(flat(polygons));
  if (!(east - west > HALF)) return polygons;
  const parts = polygons.map((one) => {
    const [from, , to] = boxAround(one.flat());
    return to - from > HALF ? unrolled(one) : from < 0 ? moved([one], WORLD)[0]! : one;
  });
  return union(parts);
}

/** A ring that jumps from 179 to -179 degrees goes on to 181. */
const unrolled = (rings: Polygons[number]): Polygons[number] =>
  rings.map((ring) => ring.map(([lon, lat]): Position => [lon < 0 ? lon + WORLD : lon, lat]));

/** The shape with longitudes from -180 to 180, cut at the antimeridian where it crosses it. */
export function cut(polygons: Polygons): Polygons {
  const [west, , east] = boxAround(flat(polygons));
  if (west >= -HALF && east <= HALF) return rounded(polygons);
  const turns = Math.floor((west + HALF) / WORLD);
  const home = moved(polygons, -turns * WORLD);
  if (east - turns * WORLD <= HALF) return rounded(home);
  const half = (from: number): Polygons => [
    [
      [
        [from, -POLE],
        [from + WORLD, -POLE],
        [from + WORLD, POLE],
        [from, POLE],
        [from, -POLE],
      ],
    ],
  ];
  return rounded([...intersection(home, half(-HALF)), ...moved(intersection(home, half(HALF)), -WORLD)]);
}
