import type { Datastream } from "../api/bodies";
import { type Bare, compared } from "../charts/compared";
import { type Reading, withGaps } from "../charts/lines";
import type { Span } from "../charts/span";
import { yearOf, yearsLater } from "../charts/years";
import { converted, shownUnit, system } from "../units";
import { observedName, type Sample, type Step, type Stream, streamName, unitOf } from "./things";

// The lines of datastreams.

const MAX_YEARS = 10;

/** The years before another one in which a datastream has observations, the latest first. */
export function yearsBefore({ phenomenonTime }: Datastream, year: number): number[] {
  const start = Date.parse(phenomenonTime?.split("/")[0] ?? "") / 1000;
  if (!Number.isFinite(start)) return [];
  const first = Math.max(yearOf(start), year - MAX_YEARS);
  return Array.from({ length: Math.max(0, year - first) }, (_, i) => year - 1 - i);
}

/** A span of time so many years earlier, as an interval of a request. */
export const intervalBefore = (span: Span, years: number): string =>
  span.map((time) => new Date(yearsLater(time, -years) * 1000).toISOString()).join("/");

/** A line of samples, with gaps where the sensor paused. */
export function lineOf(samples: Sample[], unit: string, members: Pick<Bare, "name" | "look">): Bare {
  const to = system();
  const readings = withGaps(samples.map(([time, value]): Reading => [time, converted(value, unit, to)[0]]));
  return { ...members, unit: shownUnit(unit), readings };
}

const HOUR = 3600;
const DAY = 86_400;
/** Values are taken over pauses of so many steps. */
const REACH = 4;

/** What is drawn: the datastream, others beside it, and earlier years of it. */
export interface Shown {
  main: Stream;
  samples: Sample[];
  /** the span that the samples were asked for */
  span: Span;
  others: { stream: Stream; samples: Sample[] }[];
  /** samples of earlier years at their own times */
  earlier: Sample[];
  each: number[];
  spread: number[];
  step: Step;
}

export function sensorLines({ main, samples, span, others, earlier, each, spread, step }: Shown): Bare[] {
  const unit = unitOf(main.of);
  const own = lineOf(samples, unit, { name: observedName(main.of), look: "plain" });
  const beside = others.map(({ stream, samples: found }) =>
    lineOf(found, unitOf(stream.of), { name: streamName(stream), look: "beside" }),
  );
  if (each.length + spread.length === 0) return [own, ...beside];
  const past = lineOf(earlier, unit, { name: "", look: "plain" });
  const seconds = step === "PT1H" ? HOUR : DAY;
  return compared([{ ...own, readings: [...past.readings, ...own.readings] }, ...beside], {
    span,
    each,
    spread,
    steps: { step: seconds, reach: REACH * seconds },
  });
}
