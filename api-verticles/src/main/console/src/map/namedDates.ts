import { firstOfMonth } from "../dates";
import { locale } from "../texts/locale";

// The names of dates at a slider.

const month = new Intl.DateTimeFormat(locale, { month: "short", timeZone: "UTC" });
/** The least distance of two names in pixels. */
const ROOM = 34;

const seconds = (time: string) => Date.parse(time) / 1000;

/** The place of each date as a share of the slider. */
export function sharesOf(times: string[]): number[] {
  const first = seconds(times[0] ?? "");
  const span = Math.max(1, seconds(times.at(-1) ?? "") - first);
  return times.map((time) => (seconds(time) - first) / span);
}

/**
 * The dates that carry a name: the first of each year (its number, where there are several years), and the first of
 * each month for which there is room.
 */
export function namedDates(times: string[], width: number): Map<string, string> {
  const shares = sharesOf(times);
  const names = new Map<string, string>();
  const taken: number[] = [];
  const name = (index: number, text: string) => {
    const at = shares[index]! * width;
    if (taken.some((other) => Math.abs(other - at) < ROOM)) return;
    taken.push(at);
    names.set(times[index]!, text);
  };
  const yearOf = (index: number) => times[index]?.slice(0, 4);
  const several = yearOf(0) !== yearOf(times.length - 1);
  const months = firstOfMonth(times);
  times.forEach((time, index) => several && yearOf(index) !== yearOf(index - 1) && name(index, time.slice(0, 4)));
  times.forEach((time, index) => months.has(time) && name(index, month.format(new Date(time))));
  return names;
}
