import type { Activity, FarmRecord, Task } from "../api/bodies";

// The days of a month, and what happens on them at one field.

/** An entry of the calendar of a field. */
export interface Entry {
  id: string;
  kind: "task" | "activity" | "record";
  name: string;
  state: string;
  /** an instant */
  at: string;
}

/** The day of an instant in a time zone: 2026-11-25. */
export const dayIn = (instant: string, timezone: string | undefined): string =>
  new Intl.DateTimeFormat("en-CA", { timeZone: timezone, dateStyle: "short" }).format(new Date(instant));

export const monthOf = (day: string) => day.slice(0, 7);

/** A month some months later: "2026-11", 2 is "2027-01". */
export function monthAfter(month: string, count: number): string {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number - 1 + count, 1)).toISOString().slice(0, 7);
}

const DAY_MILLIS = 86_400_000;
const MONDAY = 1;

/** The days of the weeks of a month, from Monday to Sunday. */
export function weeksOf(month: string): string[][] {
  const first = Date.parse(`${month}-01T00:00:00Z`);
  const back = (new Date(first).getUTCDay() + 7 - MONDAY) % 7;
  const weeks: string[][] = [];
  for (let start = first - back * DAY_MILLIS; weeks.length === 0 || isIn(start, month); start += 7 * DAY_MILLIS)
    weeks.push(Array.from({ length: 7 }, (_, day) => new Date(start + day * DAY_MILLIS).toISOString().slice(0, 10)));
  return weeks;
}

const isIn = (millis: number, month: string) => new Date(millis).toISOString().startsWith(month);

/** The entries of tasks, activities and records by the day on which they are. */
export function entriesByDay(
  tasks: Task[],
  activities: Activity[],
  records: FarmRecord[],
  name: (entry: Activity | FarmRecord) => string,
  timezone: string | undefined,
): Map<string, Entry[]> {
  const entries: Entry[] = [
    ...tasks.flatMap((task): Entry[] => {
      const at = task.completedAt ?? task.dueAt ?? task.plannedStartAt;
      return at ? [{ id: task.id, kind: "task", name: task.name, state: task.status, at }] : [];
    }),
    ...activities.flatMap((one): Entry[] => {
      const at = one.completedAt ?? one.executedAt ?? one.plannedAt;
      return at ? [{ id: one.id, kind: "activity", name: name(one), state: one.status, at }] : [];
    }),
    ...records.map((one): Entry => {
      const at = one.phenomenonTime ?? one.createdAt;
      return { id: one.id, kind: "record", name: name(one), state: "", at };
    }),
  ];
  const days = new Map<string, Entry[]>();
  for (const entry of entries.sort((a, b) => a.at.localeCompare(b.at))) {
    const day = dayIn(entry.at, timezone);
    days.set(day, [...(days.get(day) ?? []), entry]);
  }
  return days;
}
