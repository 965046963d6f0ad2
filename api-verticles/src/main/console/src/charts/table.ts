import { type Line, titleOf } from "./lines";
import type { Span } from "./span";

// The values of a chart as a table and as a file.

export interface Table {
  head: string[];
  rows: { time: number; values: (number | undefined)[] }[];
}

/** The values in a span: a row for each time with a value, a column for each line. */
export function tableOf(lines: Line[], [from, to]: Span): Table {
  const rows = new Map<number, (number | undefined)[]>();
  lines.forEach(({ readings }, column) => {
    for (const [time, value] of readings) {
      if (value === null || time < from || time > to) continue;
      const row = rows.get(time) ?? Array.from({ length: lines.length }, () => undefined);
      row[column] = value;
      rows.set(time, row);
    }
  });
  const sorted = [...rows].sort(([a], [b]) => a - b);
  return { head: lines.map(titleOf), rows: sorted.map(([time, values]) => ({ time, values })) };
}

/** A text as a field of a CSV file. Spreadsheets take one that begins with these characters as a formula. */
function quoted(text: string): string {
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}

const instant = (time: number) => new Date(time * 1000).toISOString().replace(/\.000Z$/, "Z");

/** Without the last digits, which are those of the computation: 0.2022, not 0.20220000000000002. */
const plainNumber = (value: number) => Number(value.toPrecision(12));

/** A table as CSV (RFC 4180): times in UTC, decimal points. */
export function csvOf({ head, rows }: Table): string {
  const lines = [
    ["time", ...head.map(quoted)],
    ...rows.map(({ time, values }) => [
      instant(time),
      ...values.map((value) => (value === undefined ? "" : plainNumber(value))),
    ]),
  ];
  return lines.map((line) => `${line.join(",")}\r\n`).join("");
}
