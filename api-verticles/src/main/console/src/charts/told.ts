import { locale } from "../texts/locale";
import { t } from "../texts/texts";
import { type Line, readingAt } from "./lines";

// Values of a chart in words.

const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 3 });

export const valueText = (value: number, unit: string): string =>
  [number.format(value), unit].filter(Boolean).join(" ");

/** The value of a line at a time. */
export interface Told {
  line: Line;
  value: string;
  /** the time of the value where it is on another day than the time that was asked for */
  other?: string;
}

/** The values of all lines at a time, those of the range of earlier years together. */
export function toldAt(lines: Line[], time: number, form: Intl.DateTimeFormat): Told[] {
  const valueOf = (look: Line["look"]) => {
    const line = lines.find((one) => one.look === look);
    const reading = line && readingAt(line.readings, time);
    return reading && number.format(reading[1]);
  };
  const when = form.format(time * 1000);
  return lines.flatMap((line): Told[] => {
    const reading = readingAt(line.readings, time);
    if (!reading || line.look === "lowest" || line.look === "highest") return [];
    if (line.look === "cloudy" && reading[0] !== time) return []; // the clear value of another day counts more
    const [from, to] = [valueOf("lowest"), valueOf("highest")];
    const plain = valueText(reading[1], line.unit);
    const value =
      line.look === "mean" && from && to ? t("{value} ({from} to {to})", { value: plain, from, to }) : plain;
    const own = form.format(reading[0] * 1000);
    return [{ line, value, ...(own !== when && { other: own }) }];
  });
}

/** All values at a time in one sentence. */
export const sentence = (lines: Line[], time: number, form: Intl.DateTimeFormat): string =>
  [
    form.format(time * 1000),
    ...toldAt(lines, time, form).map(({ line, value, other }) =>
      [`${line.name} ${value}`, other].filter(Boolean).join(", "),
    ),
  ].join("; ");
