import { expect, test } from "vitest";
import { locale } from "../texts/locale";
import { namedDates, sharesOf } from "./namedDates";

const month = (time: string) =>
  new Intl.DateTimeFormat(locale, { month: "short", timeZone: "UTC" }).format(new Date(time));
const passes = (from: string, count: number) =>
  Array.from({ length: count }, (_, i) => new Date(Date.parse(from) + i * 8 * 86_400_000).toISOString());

test("the dates of one year have the names of their months", () => {
  const times = passes("2026-03-02T10:00:00Z", 30);
  expect([...namedDates(times, 850).values()]).toEqual(
    ["03", "04", "05", "06", "07", "08", "09", "10"].map((one) => month(`2026-${one}-15T00:00:00Z`)),
  );
});

test("several years have their numbers, and no name covers another", () => {
  const times = ["2024-02-25", "2025-02-27", "2026-03-02"].flatMap((day) => passes(`${day}T10:00:00Z`, 30));
  for (const width of [300, 850, 1_600]) {
    const names = namedDates(times, width);
    expect([...names.values()]).toEqual(expect.arrayContaining(["2024", "2025", "2026"]));
    expect(names.get("2025-02-27T10:00:00.000Z")).toBe("2025");
    const places = times.flatMap((time, i) => (names.has(time) ? [sharesOf(times)[i]! * width] : []));
    for (const [i, place] of places.slice(1).entries()) expect(place - places[i]!).toBeGreaterThanOrEqual(34);
  }
});

test("a single date is named by its month, and none has no names", () => {
  expect([...namedDates(["2026-07-01T10:00:00Z"], 850).values()]).toEqual([month("2026-07-01T00:00:00Z")]);
  expect(namedDates([], 850).size).toBe(0);
});
