import { expect, test } from "vitest";
import { inked, leftOut } from "./compared";
import { aligned, beyond, type Line, limitsIn, limitsText, nearest, readingAt, withGaps } from "./lines";
import { containing, inside, isWhole, moved, pinched, spanIn, spanText, wholeOf, zoomed } from "./span";
import { csvOf, tableOf } from "./table";
import { sentence, toldAt } from "./told";
import { fromEarlier, spanOfYear, spreadOf, yearsLater, yearsOf } from "./years";

const DAY = 86_400;
const HOUR = 3600;
const seconds = (time: string) => Date.parse(time) / 1000;
const line = (readings: [number, number | null][], members: Partial<Line> = {}): Line => ({
  name: "NDVI",
  unit: "",
  look: "plain",
  ink: 0,
  readings,
  ...members,
});

test("a time that one line has is no gap in another one", () => {
  const [times, first, second] = aligned([
    line([
      [0, 1],
      [20, 2],
      [30, null],
    ]),
    line([[10, 5]]),
  ]);
  expect(times).toEqual([0, 10, 20, 30]);
  expect([...first!]).toEqual([1, undefined, 2, null]);
  expect(second![1]).toBe(5);
  expect(aligned([])).toEqual([[]]);
});

test("a long pause interrupts the line", () => {
  const readings = [0, 10, 20, 100].map((time): [number, number] => [time, 1]);
  expect(withGaps(readings)).toEqual([
    [0, 1],
    [10, 1],
    [20, 1],
    [60, null],
    [100, 1],
  ]);
  expect(withGaps([])).toEqual([]);
});

test("the nearest time is found, the earlier one when two are as near", () => {
  expect([0, 29, 30, 31, 99].map((wanted) => nearest([10, 20, 40], wanted))).toEqual([0, 1, 1, 2, 2]);
  expect(nearest([], 1)).toBe(-1);
});

test("a reading belongs to a time that is not further than half a step", () => {
  const daily: [number, number | null][] = [
    [0, 1],
    [DAY, null],
    [2 * DAY, 3],
  ];
  expect(readingAt(daily, DAY / 2)).toEqual([0, 1]);
  expect(readingAt(daily, DAY)).toBeUndefined();
  expect(readingAt(daily, 2 * DAY + HOUR)).toEqual([2 * DAY, 3]);
  expect(readingAt([], 0)).toBeUndefined();
});

test("the whole axis reaches over all lines, and a single reading has room", () => {
  expect(wholeOf([line([[10, 1]]), line([[5, 1], [50, null]])])).toEqual([5, 50]); // prettier-ignore
  expect(wholeOf([line([[DAY, 1]])])).toEqual([DAY / 2, 1.5 * DAY]);
  expect(wholeOf([])).toEqual([0, DAY]);
});

test("a zoom keeps the time under the pointer, stays inside and ends at an hour and at everything", () => {
  const whole = [0, 100 * DAY] as const;
  expect(zoomed(whole, 0.5, 25 * DAY, whole)).toEqual([12.5 * DAY, 62.5 * DAY]);
  expect(zoomed([10 * DAY, 20 * DAY], 4, 10 * DAY, whole)).toEqual([10 * DAY, 50 * DAY]);
  expect(zoomed([10 * DAY, 20 * DAY], 100, 15 * DAY, whole)).toEqual(whole);
  const close = zoomed([10 * DAY, 11 * DAY], 1e-6, 10 * DAY, whole);
  expect(close[1] - close[0]).toBeCloseTo(HOUR);
  expect(zoomed([80 * DAY, 100 * DAY], 2, 100 * DAY, whole)).toEqual([60 * DAY, 100 * DAY]);
});

test("a span moves by shares of itself and not out of the whole", () => {
  expect(moved([10, 20], 0.5, [0, 100])).toEqual([15, 25]);
  expect(moved([10, 20], -9, [0, 100])).toEqual([0, 10]);
  expect(inside([90, 130], [0, 100])).toEqual([60, 100]);
  expect(containing([10, 20], 15, [0, 100])).toEqual([10, 20]);
  expect(containing([10, 20], 98, [0, 100])).toEqual([90, 100]);
  expect(isWhole([0, 100], [0, 100])).toBe(true);
  expect(isWhole([0, 90], [0, 100])).toBe(false);
});

test("two fingers keep the times that are under them", () => {
  const whole = [0, 1000 * DAY] as const;
  const span = [100 * DAY, 200 * DAY] as const;
  expect(pinched(span, [0.25, 0.75], [0, 1], whole)).toEqual([125 * DAY, 175 * DAY]);
  expect(pinched(span, [0.4, 0.6], [0.5, 0.7], whole).map((time) => Math.round(time / DAY))).toEqual([90, 190]);
});

test("a span in the address is the span of the chart, one outside of it is none", () => {
  const whole = [seconds("2026-01-01T00:00Z"), seconds("2026-12-31T00:00Z")] as const;
  const span = [seconds("2026-03-01T00:00Z"), seconds("2026-04-01T12:30Z")] as const;
  expect(spanText(span)).toBe("2026-03-01T00:00/2026-04-01T12:30");
  expect(spanIn(spanText(span), whole)).toEqual(span);
  expect(spanIn("2027-03-01T00:00/2027-04-01T00:00", whole)).toBeUndefined();
  expect(spanIn("", whole)).toBeUndefined();
  expect(spanIn("a/b", whole)).toBeUndefined();
});

test("earlier years are on the same days of the shown year", () => {
  const readings: [number, number | null][] = [
    [seconds("2024-02-29T00:00Z"), 1],
    [seconds("2024-07-01T10:00Z"), 2],
    [seconds("2025-07-01T10:00Z"), null],
    [seconds("2026-07-01T10:00Z"), 4],
  ];
  expect(yearsOf(readings)).toEqual([2026, 2024]);
  expect(fromEarlier(readings, 2, spanOfYear(2026))).toEqual([
    [seconds("2026-03-01T00:00Z"), 1],
    [seconds("2026-07-01T10:00Z"), 2],
  ]);
  expect(yearsLater(seconds("2025-12-31T23:00Z"), 1)).toBe(seconds("2026-12-31T23:00Z"));
});

test("mean and range of years are between their readings, and gaps where no year has near ones", () => {
  const years: [number, number | null][][] = [
    [
      [0, 0],
      [2 * DAY, 4],
      [9 * DAY, 4],
    ],
    [
      [DAY, 4],
      [1.5 * DAY, null],
      [2 * DAY, 8],
    ],
    [],
  ];
  const { mean, lowest, highest } = spreadOf(years, [0, 3 * DAY], { step: DAY, reach: 3 * DAY });
  expect(mean.map(([, value]) => value)).toEqual([0, 3, 6, null]);
  expect(lowest.map(([, value]) => value)).toEqual([0, 2, 4, null]);
  expect(highest).toEqual([
    [0, 0],
    [DAY, 4],
    [2 * DAY, 8],
    [3 * DAY, null],
  ]);
});

test("values beyond limits are counted, and limits are a choice of the address", () => {
  const readings: [number, number | null][] = [1, 2, 3, null, 5].map((value, i) => [i, value]);
  expect(beyond(readings, { lower: 2, upper: 3 })).toEqual({ below: 1, above: 1, count: 4 });
  expect(beyond(readings, {})).toEqual({ below: 0, above: 0, count: 4 });
  expect(limitsIn("0.3,0.7")).toEqual({ lower: 0.3, upper: 0.7 });
  expect(limitsIn(",-2")).toEqual({ upper: -2 });
  expect([limitsIn(""), limitsIn("x,")]).toEqual([{}, {}]);
  expect([limitsText({ lower: 0.3 }), limitsText({ upper: 0 }), limitsText({})]).toEqual(["0.3,", ",0", ""]);
});

test("a file has the visible values, and names that spreadsheets do not compute", () => {
  const lines = [
    line([
      [seconds("2026-07-01T10:00Z"), 0.5],
      [seconds("2026-07-02T00:00Z"), null],
      [seconds("2026-07-03T00:00Z"), 0.25],
    ]),
    line([[seconds("2026-07-01T00:00:00.500Z"), 12]], { name: '=A1, "x"', unit: "mm" }),
  ];
  const span = [seconds("2026-07-01T00:00Z"), seconds("2026-07-02T00:00Z")] as const;
  expect(csvOf(tableOf(lines, span))).toBe(
    'time,NDVI,"\'=A1, ""x"" (mm)"\r\n2026-07-01T00:00:00.500Z,,12\r\n2026-07-01T10:00:00Z,0.5,\r\n',
  );
  expect(csvOf({ head: ["x"], rows: [{ time: 0, values: [0.1 + 0.2] }] })).toContain(",0.3\r\n");
  expect(tableOf(lines, [0, 1]).rows).toEqual([]);
});

test("the values at a time are told with their units, their range, and another date where they have one", () => {
  const day = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone: "UTC" });
  const readings: [number, number | null][] = [0, 4, 8].map((days) => [days * DAY, days]);
  const lines = [
    line(readings),
    line([[DAY, 3], [5 * DAY, 4], [9 * DAY, 4]], { name: "Rain", unit: "mm" }), // prettier-ignore
    line(readings, { name: "mean", look: "mean" }),
    line([[4 * DAY, 1]], { look: "lowest" }),
    line([[4 * DAY, 9]], { look: "highest" }),
    line([[DAY, 7], [9 * DAY, 7]], { name: "cloudy", look: "cloudy" }), // prettier-ignore
  ];
  expect(toldAt(lines, 4 * DAY, day).map(({ line: { name }, value, other }) => [name, value, other])).toEqual([
    ["NDVI", "4", undefined],
    ["Rain", "4 mm", "6 Jan 1970"],
    ["mean", "4 (1 to 9)", undefined],
  ]);
  expect(sentence(lines.slice(0, 2), 4 * DAY, day)).toBe("5 Jan 1970; NDVI 4; Rain 4 mm, 6 Jan 1970");
});

test("a chart has at most eight lines, each with a colour of its own", () => {
  const bare = Array.from({ length: 9 }, (_, i) => ({ name: `${i}`, unit: "", readings: [], look: "plain" as const }));
  const cloudy = { name: "clouds", unit: "", readings: [], look: "cloudy" as const };
  expect(inked([...bare.slice(0, 2), cloudy, ...bare.slice(2)]).map(({ ink }) => ink)).toEqual([
    0, 1, 0, 2, 3, 4, 5, 6, 7,
  ]);
  expect([leftOut(bare), leftOut(bare.slice(1)), leftOut([])]).toEqual([1, 0, 0]);
});
