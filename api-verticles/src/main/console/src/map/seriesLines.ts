import type { LayerSeries } from "../api/bodies";
import type { Resolution } from "../api/cubes";
import { type Bare, compared, type Years } from "../charts/compared";
import { MAX_LINES, type Reading } from "../charts/lines";
import { spanOfYear, type Steps, yearOf, yearsOf } from "../charts/years";
import { t } from "../texts/texts";
import { converted, shownUnit, system } from "../units";
import type { SensorSeries } from "./chartData";

// The lines of a series of layers.

/** The series of a point or a field. */
export interface Place {
  name: string;
  series: LayerSeries[];
  /** the times at which it is under cloud */
  cloudy: ReadonlySet<string>;
}

const DAY = 86_400;
const STEPS: Record<Resolution, Steps> = {
  P1D: { step: DAY, reach: 20 * DAY },
  P1W: { step: 7 * DAY, reach: 28 * DAY },
  P1M: { step: 7 * DAY, reach: 62 * DAY },
};

/** Readings in the units of the person. */
function readingsOf(values: LayerSeries["values"], unit: string): Reading[] {
  const to = system();
  const shown = (value: number | null) => (value === null ? null : converted(value, unit, to)[0]);
  return values.map(({ datetime, value }) => [Date.parse(datetime) / 1000, shown(value)]);
}

/** A line for each layer of each place, and the points under cloud of each. */
export function linesOf(places: Place[], unitOf: (layer: string) => string): Bare[] {
  const all = places.flatMap((place) => place.series.map((series) => ({ place, series })));
  const nameOf = ({ place, series }: (typeof all)[number]) =>
    places.length === 1 ? series.layer : `${series.layer}, ${place.name}`;
  const clear = all.map((one): Bare => {
    const { values, layer } = one.series;
    const unit = unitOf(layer);
    const readings = readingsOf(
      values.filter(({ datetime }) => !one.place.cloudy.has(datetime)),
      unit,
    );
    return { name: nameOf(one), unit: shownUnit(unit), look: "plain", readings };
  });
  const cloudy = all.flatMap((one): Bare[] => {
    const { values, layer } = one.series;
    const unit = unitOf(layer);
    const readings = readingsOf(
      values.filter(({ datetime }) => one.place.cloudy.has(datetime)),
      unit,
    );
    if (readings.length === 0) return [];
    const name = t("{name} under cloud", { name: nameOf(one) });
    return [{ name, unit: shownUnit(unit), look: "cloudy", readings }];
  });
  return [...clear, ...cloudy];
}

export function sensorLine({ name, unit, samples }: SensorSeries): Bare {
  const to = system();
  const readings = samples.map(([time, value]): Reading => [time, converted(value, unit, to)[0]]);
  return { name, unit: shownUnit(unit), look: "beside", readings };
}

/** The years before another one of which the first line has values, the latest first. */
export const yearsBefore = (lines: Bare[], year: number): number[] =>
  yearsOf(lines[0]?.readings ?? []).filter((one) => one < year);

interface Comparison {
  /** the date of the map */
  date: string;
  each: string[];
  spread: boolean;
  resolution: Resolution;
}

/** The lines; with earlier years only the year of the date, on whose days they are. */
export function withYears(lines: Bare[], { date, each, spread, resolution }: Comparison): Bare[] {
  const year = yearOf(date ? Date.parse(date) / 1000 : (lines[0]?.readings.at(-1)?.[0] ?? 0));
  const earlier = yearsBefore(lines, year);
  const chosen = earlier.filter((one) => each.includes(String(one))).slice(0, MAX_LINES);
  if (chosen.length === 0 && !(spread && earlier.length > 0)) return lines;
  const years: Years = {
    span: spanOfYear(year),
    each: chosen,
    ...(spread && { spread: earlier }),
    steps: STEPS[resolution],
  };
  return compared(lines, years);
}
