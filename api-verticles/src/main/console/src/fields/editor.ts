import { computed, signal } from "@preact/signals";
import { crossing, repaired } from "../shapes/crossings";
import { inside, merged, split, withHole } from "../shapes/edit";
import { areaOf, areaText, borderOf, lengthOf, lengthText } from "../shapes/geodesy";
import { closed, type Polygons, type Position, same } from "../shapes/polygons";
import { t } from "../texts/texts";

// What a person draws, and what comes of it. The map shows it; the tests of this file need no map.

/** draw: a new area. corners: moves the corners of a shape. The others change the shape with a line. */
export type Tool = "draw" | "corners" | "hole" | "split" | "merge" | "measure";

/** A corner of the draft: polygon, ring and position. */
export type Corner = [polygon: number, ring: number, at: number];

/** Tools that draw a line, of which some close it to a ring. */
const RINGS: Tool[] = ["draw", "hole"];
const LINES: Tool[] = ["draw", "hole", "split", "measure"];
const MAX_PAST = 200;

export const tool = signal<Tool | undefined>(undefined);
/** the line that is drawn */
export const line = signal<Position[]>([]);
/** where the next position of the line would be */
export const cursor = signal<Position | undefined>(undefined);
/** the shape that a tool changes; of split, the first piece */
export const draft = signal<Polygons>([]);
/** further pieces of a split */
export const pieces = signal<Polygons[]>([]);
export const corner = signal<Corner | undefined>(undefined);
/** whether the line has become a shape that can be stored */
export const done = signal(false);
/** why the last step did nothing */
export const refusal = signal("");
/** a region stays inside of this shape */
export const frame = signal<Polygons | undefined>(undefined);

let original: Polygons = [];
const past = signal<Polygons[]>([]);

export const draws = () => LINES.includes(tool.value!) && !done.value;
export const changes = computed(() => past.value.length);

/** Begins with a tool; shape is what it changes. */
export function begin(next: Tool, shape: Polygons = [], within?: Polygons): void {
  clear();
  original = shape;
  draft.value = shape;
  frame.value = within;
  tool.value = next;
}

/** Ends without a change. */
export function clear(): void {
  tool.value = undefined;
  line.value = [];
  cursor.value = undefined;
  draft.value = [];
  pieces.value = [];
  corner.value = undefined;
  done.value = false;
  refusal.value = "";
  frame.value = undefined;
  past.value = [];
  original = [];
}

export function add(at: Position): void {
  refusal.value = "";
  if (!same(at, line.value.at(-1) ?? [Number.NaN, 0])) line.value = [...line.value, at];
}

/** Takes the last step back. */
export function undo(): void {
  refusal.value = "";
  if (done.value) {
    done.value = false;
    draft.value = original;
    pieces.value = [];
  } else if (past.value.length > 0) {
    draft.value = past.value.at(-1)!;
    past.value = past.value.slice(0, -1);
    corner.value = undefined;
  } else line.value = line.value.slice(0, -1);
}

/** The line is complete: what follows from it. */
export function finish(): void {
  refusal.value = "";
  if (tool.value === "measure") done.value = line.value.length > 1;
  else if (tool.value === "split") cutAlong();
  else if (RINGS.includes(tool.value!)) enclose();
}

function cutAlong(): void {
  const [first = [], ...others] = split(original, line.value);
  if (others.length === 0) {
    refusal.value = t("The line must cross the field from border to border.");
    return;
  }
  draft.value = first;
  pieces.value = others;
  done.value = true;
}

function enclose(): void {
  if (line.value.length < 3) {
    refusal.value = t("An area needs three corners.");
    return;
  }
  const ring = closed(line.value);
  const whole: Polygons = [[ring]];
  const simple = crossing([ring]) ? repaired(whole) : whole;
  if (tool.value === "draw") draft.value = frame.value ? inside(simple, frame.value) : whole;
  else draft.value = withHole(original, line.value);
  if (draft.value.length === 0)
    refusal.value =
      tool.value === "draw" ? t("The area is outside of the field.") : t("Nothing would be left of the field.");
  else if (tool.value === "hole" && Math.abs(areaOf(original) - areaOf(draft.value)) < 1)
    refusal.value = t("The hole is outside of the field.");
  else done.value = true;
  if (!done.value) draft.value = original;
}

/** Whether a border of the draft crosses itself. */
export const crosses = computed(() => draft.value.some((rings) => crossing(rings) !== undefined));

/** Makes areas of a border that crosses itself, which cover the same ground. */
export function repair(): void {
  change(repaired(draft.value));
}

function change(next: Polygons): void {
  past.value = [...past.value.slice(-MAX_PAST), draft.value];
  draft.value = next;
}

/** The draft with another ring in a place. */
const withRing = ([polygon, ring]: Corner, next: Position[]): Polygons =>
  draft.value.map((rings, p) => (p === polygon ? rings.map((one, r) => (r === ring ? next : one)) : rings));

const ringOf = ([polygon, ring]: Corner): Position[] => draft.value[polygon]?.[ring]?.slice(0, -1) ?? [];

/** Keeps the draft for undo, before a corner is moved. */
export function grab(): void {
  past.value = [...past.value.slice(-MAX_PAST), draft.value];
}

export function move(at: Corner, to: Position): void {
  const corners = ringOf(at);
  corners[at[2]] = to;
  draft.value = withRing(at, closed(corners));
}

/** A new corner behind another one. */
export function insert(behind: Corner, at: Position): Corner {
  const corners = ringOf(behind).toSpliced(behind[2] + 1, 0, at);
  change(withRing(behind, closed(corners)));
  return [behind[0], behind[1], behind[2] + 1];
}

/** Removes the chosen corner; a hole of which nothing is left goes with it. */
export function remove(): void {
  const at = corner.value;
  if (!at) return;
  const corners = ringOf(at).toSpliced(at[2], 1);
  refusal.value = "";
  if (corners.length >= 3) change(withRing(at, closed(corners)));
  else if (at[1] > 0) change(draft.value.map((rings, p) => (p === at[0] ? rings.toSpliced(at[1], 1) : rings)));
  else if (draft.value.length > 1) change(draft.value.toSpliced(at[0], 1));
  else refusal.value = t("An area needs three corners.");
  if (!refusal.value) corner.value = undefined;
}

/** Chooses the corner that many places further; wraps at the ends. */
export function step(by: number): void {
  const all = draft.value.flatMap((rings, p) =>
    rings.flatMap((ring, r) => ring.slice(1).map((_, at): Corner => [p, r, at])),
  );
  const now = all.findIndex((one) => String(one) === String(corner.value));
  corner.value = all[(now + by + all.length) % all.length];
}

export const cornerAt = ([polygon, ring, at]: Corner): Position | undefined => draft.value[polygon]?.[ring]?.[at];

/** Joins other shapes with the one that a merge began with. */
export function join(others: Polygons[]): void {
  draft.value = others.length > 0 ? merged([original, ...others]) : original;
  done.value = others.length > 0;
}

/** The line with the place of the pointer, where that is another one than the last corner. */
export const reach = (): Position[] =>
  cursor.value && !done.value && !same(cursor.value, line.value.at(-1) ?? [Number.NaN, 0])
    ? [...line.value, cursor.value]
    : line.value;

/** What the drawn things measure, for people. */
export const measured = computed((): string => {
  const points = reach();
  if (tool.value === "split" && done.value)
    return [draft.value, ...pieces.value].map((one) => areaText(areaOf(one))).join(" + ");
  if (tool.value === "measure" || tool.value === "split") {
    if (points.length < 2) return "";
    const area = tool.value === "measure" && points.length > 2 && areaText(areaOf([[closed(points)]]));
    return [lengthText(lengthOf(points)), area && t("around {area}", { area })].filter(Boolean).join(", ");
  }
  const shape = draws() ? [[closed(points)]] : draft.value;
  if (draws() && points.length === 2) return lengthText(lengthOf(points)); // a side has no area yet
  if (draws() ? points.length < 3 : shape.length === 0) return "";
  return `${areaText(areaOf(shape))}, ${t("border {length}", { length: lengthText(borderOf(shape)) })}`;
});
