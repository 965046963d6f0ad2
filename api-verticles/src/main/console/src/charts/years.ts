import { nearest, type Reading } from "./lines";
import type { Span } from "./span";

// Earlier years on the time axis of a later one.

export const yearOf = (time: number): number => new Date(time * 1000).getUTCFullYear();

/** The same day and time some years later; 29 February is 1 March in most years. */
export function yearsLater(time: number, years: number): number {
  const date = new Date(time * 1000);
  return date.setUTCFullYear(date.getUTCFullYear() + years) / 1000;
}

/** From the first to the last second of a year. */
export const spanOfYear = (year: number): Span => [Date.UTC(year, 0) / 1000, Date.UTC(year + 1, 0) / 1000 - 1];

/** The years with readings, the latest first. */
export const yearsOf = (readings: Reading[]): number[] =>
  [...new Set(readings.filter(([, value]) => value !== null).map(([time]) => yearOf(time)))].sort((a, b) => b - a);

export const within = (readings: Reading[], [from, to]: Span): Reading[] =>
  readings.filter(([time]) => time >= from && time <= to);

/** The readings of the same days some years before a span, on the days of the span. */
export const fromEarlier = (readings: Reading[], years: number, span: Span): Reading[] =>
  within(
    readings.map(([time, value]): Reading => [yearsLater(time, years), value]),
    span,
  );

/** A value between two readings that are not further apart than the reach in seconds. */
function valueAt(times: number[], values: number[], time: number, reach: number): number | undefined {
  const near = nearest(times, time);
  if (near < 0) return undefined;
  if (times[near] === time) return values[near];
  const [a, b] = times[near]! < time ? [near, near + 1] : [near - 1, near];
  const [from, to] = [times[a], times[b]];
  if (from === undefined || to === undefined || to - from > reach) return undefined;
  const share = (time - from) / (to - from);
  return values[a]! + share * (values[b]! - values[a]!);
}

export interface Spread {
  mean: Reading[];
  lowest: Reading[];
  highest: Reading[];
}

/** Steps of a spread, and the longest pause in seconds over which a value between two readings is taken. */
export interface Steps {
  step: number;
  reach: number;
}

/**
 * Mean, lowest and highest value of several years at each step of a span; a step without a value of any year is a gap.
 * Between two readings of a year the value is on the straight line.
 */
export function spreadOf(years: Reading[][], [from, to]: Span, { step, reach }: Steps): Spread {
  const known = years.map((readings) => readings.filter(([, value]) => value !== null) as [number, number][]);
  const columns = known.map((one) => ({ times: one.map(([time]) => time), values: one.map(([, value]) => value) }));
  const spread: Spread = { mean: [], lowest: [], highest: [] };
  for (let time = from; time <= to; time += step) {
    const values = columns
      .map((one) => valueAt(one.times, one.values, time, reach))
      .filter((value) => value !== undefined);
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    spread.mean.push([time, values.length > 0 ? mean : null]);
    spread.lowest.push([time, values.length > 0 ? Math.min(...values) : null]);
    spread.highest.push([time, values.length > 0 ? Math.max(...values) : null]);
  }
  return spread;
}
