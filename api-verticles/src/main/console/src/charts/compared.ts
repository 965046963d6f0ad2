import { t } from "../texts/texts";
import { type Line, MAX_LINES } from "./lines";
import type { Span } from "./span";
import { fromEarlier, spreadOf, type Steps, within, yearOf } from "./years";

/** A line that has no colour yet. */
export type Bare = Omit<Line, "ink">;

/** The years with which a chart compares. */
export interface Years {
  /** the span of the later year, on whose days the earlier ones are drawn */
  span: Span;
  /** years, each drawn as a line of its own */
  each: number[];
  /** all years of mean and range; nothing when these are not wanted */
  spread?: number[];
  steps: Steps;
}

/** Gives each line a colour of its own; mean and range share one, and points under cloud have none. */
function withInk(lines: Bare[]): Line[] {
  let ink = 0;
  let spread: number | undefined;
  return lines.map((line) => {
    if (line.look === "cloudy") return { ...line, ink: 0 };
    const ofSpread = line.look === "mean" || line.look === "lowest" || line.look === "highest";
    if (!ofSpread) return { ...line, ink: ink++ };
    spread ??= ink++;
    return { ...line, ink: spread };
  });
}

/** The lines for which a chart has room, each with a colour of its own. */
export const inked = (lines: Bare[]): Line[] => withInk(lines).filter((line) => line.ink < MAX_LINES);

/** The number of lines for which a chart has no room. */
export const leftOut = (lines: Bare[]): number =>
  Math.max(0, ...withInk(lines).map((line) => line.ink + 1 - MAX_LINES));

/** Lines within a span, with mean and range of the first plain one and earlier years of each. */
export function compared(lines: Bare[], years: Years): Bare[] {
  const here = yearOf(years.span[1]);
  const plain = lines.filter(({ look }) => look === "plain");
  const shown = lines.map((line) => ({
    ...line,
    name: line.look === "plain" ? `${line.name} ${here}` : line.name,
    readings: within(line.readings, years.span),
  }));
  const earlier = plain.flatMap((line) =>
    years.each.map((year) => ({
      ...line,
      look: "earlier" as const,
      name: `${line.name} ${year}`,
      readings: fromEarlier(line.readings, here - year, years.span),
    })),
  );
  return [...shown, ...spreadLines(plain[0], years, here), ...earlier];
}

function spreadLines(line: Bare | undefined, { span, spread = [], steps }: Years, here: number): Bare[] {
  if (!line || spread.length === 0) return [];
  const found = spreadOf(
    spread.map((year) => fromEarlier(line.readings, here - year, span)),
    span,
    steps,
  );
  const of = { from: Math.min(...spread), to: Math.max(...spread), name: line.name };
  return [
    { ...line, look: "mean", name: t("{name}, mean {from} to {to}", years(of)), readings: found.mean },
    { ...line, look: "lowest", name: t("{name}, lowest {from} to {to}", years(of)), readings: found.lowest },
    { ...line, look: "highest", name: t("{name}, highest {from} to {to}", years(of)), readings: found.highest },
  ];
}

/** Years as texts, so that they are written without a separator of thousands. */
const years = ({ from, to, name }: { from: number; to: number; name: string }) => ({
  name,
  from: String(from),
  to: String(to),
});
