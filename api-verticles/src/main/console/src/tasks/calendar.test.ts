import { expect, test } from "vitest";
import type { Activity, Task } from "../api/bodies";
import { dayIn, entriesByDay, monthAfter, weeksOf } from "./calendar";

test("the weeks of a month begin on Monday and contain all of its days", () => {
  const weeks = weeksOf("2026-11");
  expect(weeks[0]![0]).toBe("2026-10-26");
  expect(weeks.at(-1)![6]).toBe("2026-12-06");
  expect(weeksOf("2027-02").flat()).toHaveLength(28);
});

test("months continue over the end of a year", () => {
  expect(monthAfter("2026-11", 2)).toBe("2027-01");
  expect(monthAfter("2026-01", -1)).toBe("2025-12");
});

test("an instant is on the day of the farm's time zone", () => {
  expect(dayIn("2026-06-30T23:30:00Z", "Europe/Ljubljana")).toBe("2026-07-01");
  expect(dayIn("2026-06-30T23:30:00Z", "America/New_York")).toBe("2026-06-30");
});

test("entries are on the day on which they were done, else on the planned one", () => {
  const task = { id: "t", name: "Scout", status: "PLANNED", dueAt: "2026-03-04T08:00:00Z" } as Task;
  const undated = { id: "u", name: "Some day", status: "PLANNED" } as Task;
  const activity = {
    id: "a",
    status: "COMPLETED",
    plannedAt: "2026-03-01T08:00:00Z",
    completedAt: "2026-03-04T07:00:00Z",
  } as Activity;
  const days = entriesByDay([task, undated], [activity], [], () => "Sowing", "UTC");
  expect([...days.keys()]).toEqual(["2026-03-04"]);
  expect(days.get("2026-03-04")!.map(({ id }) => id)).toEqual(["a", "t"]);
});
