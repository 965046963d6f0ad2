import uPlot from "uplot";

// Lines of a chart and their columns.

/** A value at a time in seconds; null is a gap in the line. */
export type Reading = readonly [time: number, value: number | null];

/** How a line is drawn: the edges of the range of earlier years have only the area between them, cloudy values only points. */
export type Look = "plain" | "beside" | "earlier" | "mean" | "lowest" | "highest" | "cloudy";

export interface Line {
  name: string;
  /** as people write it */
  unit: string;
  /** the earliest first */
  readings: Reading[];
  look: Look;
  /** the number of its colour */
  ink: number;
}

/** The lines of a chart and what is drawn with them. The scale of the first one is on the left. */
export interface Drawing {
  lines: Line[];
  /** a time in seconds that is marked */
  marked?: number;
  limits: Limits;
}

/** Thresholds in the unit of the first line. */
export interface Limits {
  lower?: number;
  upper?: number;
}

export const valuesOf = ({ lower, upper }: Limits): number[] => [lower, upper].filter((value) => value !== undefined);

/** The most lines of one chart; more cannot be told apart. */
export const MAX_LINES = 8;

const KEEP_NULLS = 2;

/** All lines over the times of all of them; a time that only one line has is no gap in the others. */
export function aligned(lines: Line[]): uPlot.AlignedData {
  if (lines.length === 0) return [[]];
  const tables = lines.map(
    ({ readings }) => [readings.map(([time]) => time), readings.map(([, value]) => value)] as uPlot.AlignedData,
  );
  return uPlot.join(
    tables,
    tables.map(() => [KEEP_NULLS, KEEP_NULLS]),
  );
}

/** The name of a line with its unit. */
export const titleOf = ({ name, unit }: Line): string => (unit ? `${name} (${unit})` : name);

/** A pause of more usual steps than this interrupts the line. */
const PAUSE = 4;

/** The usual distance of readings in seconds; 0 for fewer than two. */
export function usualStep(readings: Reading[]): number {
  const steps = readings
    .slice(1)
    .map(([time], i) => time - readings[i]![0])
    .sort((a, b) => a - b);
  return steps[Math.floor(steps.length / 2)] ?? 0;
}

/** Readings in which a long pause is a gap. */
export function withGaps(readings: Reading[]): Reading[] {
  const usual = usualStep(readings);
  return readings.flatMap((reading, i): Reading[] => {
    const before = readings[i - 1]?.[0];
    const paused = before !== undefined && usual > 0 && reading[0] - before > PAUSE * usual;
    return paused ? [[(before + reading[0]) / 2, null], reading] : [reading];
  });
}

/** The index of the nearest time among times in order; -1 when there is none. */
export function nearest(times: ArrayLike<number>, wanted: number): number {
  let low = 0;
  let high = times.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle]! < wanted) low = middle + 1;
    else high = middle;
  }
  const before = low > 0 && wanted - times[low - 1]! <= times[low]! - wanted;
  return before ? low - 1 : Math.min(low, times.length - 1);
}

/** The readings with values of a line, and half its usual step. */
interface Known {
  times: number[];
  values: number[];
  reach: number;
}

const known = new WeakMap<Reading[], Known>(); // a pointer that moves asks often

function knownOf(readings: Reading[]): Known {
  const found = known.get(readings);
  if (found) return found;
  const filled = readings.filter((one): one is readonly [number, number] => one[1] !== null);
  const [times, values] = [filled.map(([time]) => time), filled.map(([, value]) => value)];
  const next = { times, values, reach: usualStep(readings) / 2 };
  known.set(readings, next);
  return next;
}

/** The reading of a line that belongs to a time: the nearest one, if it is not further than half a usual step. */
export function readingAt(readings: Reading[], time: number): readonly [time: number, value: number] | undefined {
  const { times, values, reach } = knownOf(readings);
  const at = nearest(times, time);
  const found = times[at];
  return found !== undefined && Math.abs(found - time) <= reach ? [found, values[at]!] : undefined;
}

/** The number of values below and above the limits. */
export function beyond(readings: Reading[], { lower = -Infinity, upper = Infinity }: Limits) {
  const values = readings.flatMap(([, value]) => (value === null ? [] : [value]));
  const below = values.filter((value) => value < lower).length;
  return { below, above: values.filter((value) => value > upper).length, count: values.length };
}

/** Limits as a choice of the address, such as "0.3,0.7". */
export function limitsIn(text: string): Limits {
  const [lower, upper] = text.split(",").map((part) => (part.trim() === "" ? NaN : Number(part)));
  return { ...(Number.isFinite(lower) && { lower }), ...(Number.isFinite(upper) && { upper }) };
}

export const limitsText = ({ lower, upper }: Limits): string =>
  lower === undefined && upper === undefined ? "" : `${lower ?? ""},${upper ?? ""}`;
