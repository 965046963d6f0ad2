import { difference, intersection, union } from "polyclip-ts";
import { areaOf } from "./geodesy";
import { closed, type Polygons, type Position, type Ring, same } from "./polygons";

// What a person does with the shapes of fields. Positions of a shape that an operation does not touch stay as they are.

/** The width of the knife, in degrees: far below a millimetre. */
const WIDTH = 1e-10;
/** The two borders of a cut are this near, in degrees; they become one. */
const NEAR = 1e-7;
/** Smaller pieces, in square metres, are left by rounding. */
const SLIVER = 0.5;

const whole = (polygons: Polygons): Polygons => polygons.filter((one) => areaOf([one]) > SLIVER);

/** The shape without the area of a ring. */
export const withHole = (polygons: Polygons, hole: Position[]): Polygons =>
  whole(difference(polygons, [[closed(hole)]]));

/** One shape of several; common borders disappear. */
export const merged = (all: Polygons[]): Polygons => whole(union([], ...all));

/** The part of a shape in another one. */
export const inside = (polygons: Polygons, outer: Polygons): Polygons => whole(intersection(polygons, outer));

/** A thin polygon around a segment. */
function blade([x1, y1]: Position, [x2, y2]: Position): Polygons {
  const length = Math.hypot(x2 - x1, y2 - y1);
  const [dx, dy] = [((x2 - x1) / length) * WIDTH, ((y2 - y1) / length) * WIDTH];
  return [
    [
      [
        [x1 - dy - dx, y1 + dx - dy],
        [x1 + dy - dx, y1 - dx - dy],
        [x2 + dy + dx, y2 - dx + dy],
        [x2 - dy + dx, y2 + dx + dy],
        [x1 - dy - dx, y1 + dx - dy],
      ],
    ],
  ];
}

/** Puts positions that the knife made on one line, so that both pieces have the same border. */
function seam(pieces: Polygons, known: Position[], line: Position[]): Polygons {
  const old = new Set(known.map(String));
  const made: Position[] = [...line];
  const settle = (at: Position): Position => {
    if (old.has(String(at))) return at;
    const near = made.find((one) => Math.hypot(one[0] - at[0], one[1] - at[1]) < NEAR);
    if (near) return near;
    made.push(at);
    return at;
  };
  const settled = (ring: Ring) =>
    ring.map(settle).filter((at, index, all) => index === 0 || !same(at, all[index - 1]!));
  return pieces
    .map((rings) => rings.map(settled).filter((ring) => ring.length > 3))
    .filter((rings) => rings.length > 0);
}

/**
 * The pieces of a shape along a line, largest first. One piece is left where the line does not go from border to border;
 * a shape of several polygons keeps those together that the line does not touch.
 */
export function split(polygons: Polygons, line: Position[]): Polygons[] {
  const steps = line.slice(1).flatMap((to, index): [Position, Position][] => {
    const from = line[index]!;
    return same(from, to) ? [] : [[from, to]];
  });
  if (steps.length === 0) return [polygons];
  const knife = union([], ...steps.map(([from, to]) => blade(from, to)));
  const pieces: Polygons[] = [];
  const untouched: Polygons = [];
  for (const one of polygons) {
    const parts = whole(seam(difference([one], knife), one.flat(), line));
    if (parts.length < 2) untouched.push(one);
    else pieces.push(...parts.map((part) => [part]));
  }
  pieces.sort((a, b) => areaOf(b) - areaOf(a));
  if (pieces.length === 0) return [polygons];
  return [[...pieces[0]!, ...untouched], ...pieces.slice(1)];
}
