import { expect, test } from "vitest";
import { bucketAt, dateAmong, firstOfMonth, indexAt, nearestTime } from "./dates";

const times = ["2026-01-05T10:00:00Z", "2026-01-20T10:00:00Z", "2026-02-02T10:00:00Z"];

test("a time is found by its instant, else by its day", () => {
  expect(indexAt(times, "2026-01-20T10:00:00Z")).toBe(1);
  expect(indexAt(times, "2026-01-20T23:00:00Z")).toBe(1);
  expect(indexAt(times, "2026-01-21T10:00:00Z")).toBe(-1);
  expect(indexAt(times, "")).toBe(-1);
});

test("a time belongs to the last bucket that starts before it", () => {
  expect(bucketAt(times, "2026-01-25T00:00:00Z")).toBe(1);
  expect(bucketAt(times, "2027-01-01T00:00:00Z")).toBe(2);
  expect(bucketAt(times, "2025-01-01T00:00:00Z")).toBe(-1);
});

test("the wanted date is kept; without one the newest clear date is chosen", () => {
  expect(dateAmong(times, times[0]!, times[1]!)).toBe(times[0]);
  expect(dateAmong(times, "2020-01-01T10:00:00Z", times[1]!)).toBe(times[1]);
  expect(dateAmong([], "", "")).toBe("");
});

test("the first date of each month is named", () => {
  expect([...firstOfMonth(times)]).toEqual([times[0], times[2]]);
});

test("the slider snaps to the nearest date", () => {
  expect(nearestTime(times, Date.parse("2026-01-12T00:00:00Z") / 1000)).toBe(times[0]);
  expect(nearestTime(times, Date.parse("2026-01-13T00:00:00Z") / 1000)).toBe(times[1]);
});
