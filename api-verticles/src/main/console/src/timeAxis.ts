import type uPlot from "uplot";
import { locale } from "./texts/locale";

const DAY = 86_400;
const MONTH = 28 * DAY;

/** Labels of a time axis in the reader's locale: months, days or hours, by the distance of the ticks. */
export function timeAxis(timeZone?: string): uPlot.Axis {
  const zone = timeZone ? { timeZone } : {};
  const month = new Intl.DateTimeFormat(locale, { month: "short", ...zone });
  const day = new Intl.DateTimeFormat(locale, { day: "numeric", month: "short", ...zone });
  const hour = new Intl.DateTimeFormat(locale, { timeStyle: "short", ...zone });
  const form = (step: number) => (step >= MONTH ? month : step >= DAY ? day : hour);
  return {
    values: (_, ticks, __, ___, step) => ticks.map((tick) => form(step).format(new Date(tick * 1000))),
    space: 60,
    size: 34,
  };
}
