import type uPlot from "uplot";
import { locale } from "./texts/locale";

const DAY = 86_400;
const MONTH = 28 * DAY;

/**
 * Labels of a time axis in the reader's locale: months, days or hours, by the distance of the ticks. January has the
 * number of its year.
 */
export function timeAxis(timeZone?: string): uPlot.Axis {
  const zone = timeZone ? { timeZone } : {};
  const month = new Intl.DateTimeFormat(locale, { month: "short", ...zone });
  const day = new Intl.DateTimeFormat(locale, { day: "numeric", month: "short", ...zone });
  const hour = new Intl.DateTimeFormat(locale, { timeStyle: "short", ...zone });
  const year = new Intl.DateTimeFormat(locale, { year: "numeric", ...zone });
  const january = month.format(new Date(Date.UTC(2026, 0, 15)));
  const form = (step: number) => (step >= MONTH ? month : step >= DAY ? day : hour);
  const label = (time: Date, step: number) => {
    const text = form(step).format(time);
    return step >= MONTH && text === january ? year.format(time) : text;
  };
  return {
    values: (_, ticks, __, ___, step) => ticks.map((tick) => label(new Date(tick * 1000), step)),
    space: 60,
    size: 34,
  };
}
