import type { LayerSeries } from "../api/bodies";
import type { Sample } from "../sensors/things";

// Figures of a series.

/** Observations of the sensors in a field, on a scale of their own. */
export interface SensorSeries {
  name: string;
  unit: string;
  samples: Sample[];
}

export const timesOf = (series: LayerSeries[]): string[] => series[0]?.values.map(({ datetime }) => datetime) ?? [];

/** Whether each value of the cloud mask means cloud. */
export const cloudyOf = (mask: LayerSeries | undefined, clouds: number[]): boolean[] =>
  mask ? mask.values.map(({ value }) => value !== null && clouds.includes(value)) : [];

/** Lowest, mean and highest of the clear values; nothing when there is none. */
export function figuresOf(series: LayerSeries, cloudy: boolean[]) {
  const clear = series.values.flatMap(({ value }, i) => (value === null || cloudy[i] ? [] : [value]));
  if (clear.length === 0) return undefined;
  const mean = clear.reduce((sum, value) => sum + value, 0) / clear.length;
  return { lowest: Math.min(...clear), mean, highest: Math.max(...clear), count: clear.length };
}
