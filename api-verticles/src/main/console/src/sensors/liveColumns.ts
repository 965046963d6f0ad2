import type { AlignedData } from "uplot";
import type { Sample } from "./things";

/** A pause of more usual steps than this interrupts the line. */
const PAUSE = 4;

/** Columns for the plot; a pause in the series is a gap in the line. */
export function columns(samples: Sample[]): AlignedData {
  const steps = samples
    .slice(1)
    .map(([time], i) => time - samples[i]![0])
    .sort((a, b) => a - b);
  const usual = steps[Math.floor(steps.length / 2)] ?? 0;
  const times: number[] = [];
  const values: (number | null)[] = [];
  for (const [time, value] of samples) {
    const before = times.at(-1);
    if (before !== undefined && usual > 0 && time - before > PAUSE * usual) {
      times.push((before + time) / 2);
      values.push(null);
    }
    times.push(time);
    values.push(value);
  }
  return [times, values];
}
