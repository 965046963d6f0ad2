import { locale } from "./texts/locale";
// Dates of slices and buckets.

/** A formatter of days in UTC, in which dates of slices are shown. */
export const utcDay = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone: "UTC" });

/** The index of a time in a list: the same instant, else the first one on the same day in UTC; -1 when there is none. */
export const indexAt = (times: string[], wanted: string): number => {
  const exact = times.indexOf(wanted);
  return exact >= 0 || !wanted ? exact : times.findIndex((one) => one.slice(0, 10) === wanted.slice(0, 10));
};

/** The index of the bucket that contains a time, among the starts of buckets. */
export const bucketAt = (starts: string[], wanted: string): number => {
  const exact = indexAt(starts, wanted);
  return exact >= 0 || !wanted ? exact : starts.findLastIndex((start) => start <= wanted);
};

/** The wanted date, else the newest clear one. */
export const dateAmong = (times: string[], wanted: string, clear: string): string =>
  times.includes(wanted) ? wanted : clear;

/** The first date of every month, which carries the name of the month. */
export const firstOfMonth = (times: string[]): Set<string> =>
  new Set(times.filter((time, index) => time.slice(0, 7) !== times[index - 1]?.slice(0, 7)));

/** The time nearest to an instant in seconds. */
export const nearestTime = (times: string[], seconds: number): string => {
  const distance = (time: string) => Math.abs(Date.parse(time) / 1000 - seconds);
  return times.reduce((best, time) => (distance(time) < distance(best) ? time : best));
};
