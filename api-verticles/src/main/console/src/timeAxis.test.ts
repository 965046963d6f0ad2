import type uPlot from "uplot";
import { expect, test } from "vitest";
import { timeAxis } from "./timeAxis";
import { locale } from "./texts/locale";

const seconds = (time: string) => Date.parse(time) / 1000;

function labels(step: number, ...times: string[]): unknown {
  const { values } = timeAxis("UTC");
  const ticks = times.map(seconds);
  return typeof values === "function" ? values({} as uPlot, ticks, 0, 60, step) : undefined;
}

const written = (time: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(locale, { timeZone: "UTC", ...options }).format(new Date(time));

test("ticks are months, days or hours, by their distance", () => {
  const time = "2026-05-03T14:00:00Z";
  expect(labels(30 * 86_400, time)).toEqual([written(time, { month: "short" })]);
  expect(labels(86_400, time)).toEqual([written(time, { day: "numeric", month: "short" })]);
  expect(labels(3_600, time)).toEqual([written(time, { timeStyle: "short" })]);
});

test("January has the number of its year", () => {
  expect(labels(90 * 86_400, "2025-10-01T00:00:00Z", "2026-01-01T00:00:00Z")).toEqual([
    written("2025-10-01T00:00:00Z", { month: "short" }),
    "2026",
  ]);
  expect(labels(365 * 86_400, "2025-01-01T00:00:00Z", "2026-01-01T00:00:00Z")).toEqual(["2025", "2026"]);
});
