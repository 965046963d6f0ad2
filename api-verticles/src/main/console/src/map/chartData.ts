import uPlot from "uplot";
import type { LayerSeries } from "../api/bodies";
import type { Sample } from "../sensors/things";

// Columns of the chart and figures of a series.

/** Observations of the sensors in a field, on a scale of their own. */
export interface SensorSeries {
  name: string;
  unit: string;
  samples: Sample[];
}

export const timesOf = (series: LayerSeries[]): string[] => series[0]?.values.map(({ datetime }) => datetime) ?? [];

/** Values under cloud are left out of the line and drawn pale; missing values are gaps. */
export function columns(series: LayerSeries[], cloudy: boolean[]): uPlot.AlignedData {
  const times = timesOf(series).map((time) => Date.parse(time) / 1000);
  const clear = series.map((one) => one.values.map((sample, i) => (cloudy[i] ? undefined : sample.value)));
  const hidden = series.map((one) => one.values.map((sample, i) => (cloudy[i] ? sample.value : undefined)));
  return [times, ...clear, ...hidden] as uPlot.AlignedData;
}

/** The columns with a sensor's values on the same time axis; a time that only one of them has is no gap in the other. */
export function joined(raster: uPlot.AlignedData, sensor: SensorSeries | undefined): uPlot.AlignedData {
  if (!sensor) return raster;
  const samples: uPlot.AlignedData = [sensor.samples.map(([time]) => time), sensor.samples.map(([, value]) => value)];
  const keptNulls = raster.map(() => 2); // missing values stay gaps
  return uPlot.join([raster, samples], [keptNulls, [2, 2]]);
}

/** The index of the nearest time. */
export const nearest = (times: number[], wanted: number): number =>
  times.reduce(
    (best, time, i) => (Math.abs(time - wanted) < Math.abs((times[best] ?? Infinity) - wanted) ? i : best),
    0,
  );

/** Whether each value of the cloud mask means cloud. */
export const cloudyOf = (mask: LayerSeries | undefined): boolean[] =>
  mask ? mask.values.map((sample) => (sample.value ?? 0) > 0) : [];

/** Lowest, mean and highest of the clear values; nothing when there is none. */
export function figuresOf(series: LayerSeries, cloudy: boolean[]) {
  const clear = series.values.flatMap(({ value }, i) => (value === null || cloudy[i] ? [] : [value]));
  if (clear.length === 0) return undefined;
  const mean = clear.reduce((sum, value) => sum + value, 0) / clear.length;
  return { lowest: Math.min(...clear), mean, highest: Math.max(...clear), count: clear.length };
}
