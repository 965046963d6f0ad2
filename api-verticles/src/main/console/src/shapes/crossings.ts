import { union } from "polyclip-ts";
import { type Polygons, type Position, type Ring, rounded } from "./polygons";

// Rings that cross themselves or others, and their repair.

interface Segment {
  a: Position;
  b: Position;
  west: number;
  east: number;
  ring: number;
  index: number;
  count: number;
}

function segmentsOf(rings: Ring[]): Segment[] {
  return rings.flatMap((ring, at) =>
    ring.slice(1).map((b, index): Segment => {
      const a = ring[index]!;
      const [west, east] = a[0] < b[0] ? [a[0], b[0]] : [b[0], a[0]];
      return { a, b, west, east, ring: at, index, count: ring.length - 1 };
    }),
  );
}

const turn = (a: Position, b: Position, c: Position) =>
  Math.sign((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]));
const between = (a: number, b: number, c: number) => Math.min(a, b) <= c && c <= Math.max(a, b);
const onSegment = (a: Position, b: Position, c: Position) => between(a[0], b[0], c[0]) && between(a[1], b[1], c[1]);

function touch({ a, b }: Segment, { a: c, b: d }: Segment): boolean {
  const [c1, d1, a1, b1] = [turn(a, b, c), turn(a, b, d), turn(c, d, a), turn(c, d, b)];
  if (c1 !== d1 && a1 !== b1 && c1 * d1 < 0 && a1 * b1 < 0) return true;
  return (
    (c1 === 0 && onSegment(a, b, c)) ||
    (d1 === 0 && onSegment(a, b, d)) ||
    (a1 === 0 && onSegment(c, d, a)) ||
    (b1 === 0 && onSegment(c, d, b))
  );
}

/** Neighbours share an end; they may not go back over each other. */
function neighboursOverlap(first: Segment, second: Segment): boolean {
  const [before, after] = (first.index + 1) % first.count === second.index ? [first, second] : [second, first];
  return (
    turn(before.a, before.b, after.b) === 0 &&
    (onSegment(before.a, before.b, after.b) || onSegment(after.a, after.b, before.a))
  );
}

function conflict(one: Segment, other: Segment): boolean {
  const apart = Math.abs(one.index - other.index);
  const neighbours = one.ring === other.ring && (apart === 1 || apart === one.count - 1);
  return neighbours ? neighboursOverlap(one, other) : touch(one, other);
}

/** Where two segments meet; of those that lie on each other an end. */
function meeting({ a, b }: Segment, { a: c, b: d }: Segment): Position {
  const [east, north] = [b[0] - a[0], b[1] - a[1]];
  const across = east * (d[1] - c[1]) - north * (d[0] - c[0]);
  if (across === 0) return [c, d].find((end) => onSegment(a, b, end)) ?? a;
  const share = ((c[0] - a[0]) * (d[1] - c[1]) - (c[1] - a[1]) * (d[0] - c[0])) / across;
  return [a[0] + share * east, a[1] + share * north];
}

/** A position at which two segments of the rings of a polygon cross or touch; nothing for a simple polygon. */
export function crossing(rings: Ring[]): Position | undefined {
  const waiting = segmentsOf(rings).sort((one, other) => one.west - other.west);
  let open: Segment[] = [];
  for (const next of waiting) {
    open = open.filter(({ east }) => east >= next.west);
    const other = open.find((one) => conflict(one, next));
    if (other) return meeting(other, next);
    open.push(next);
  }
  return undefined;
}

/** Polygons that cover the same ground, and of which no ring crosses another one. */
export const repaired = (polygons: Polygons): Polygons => rounded(union(polygons));
