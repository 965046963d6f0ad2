import { type Line, nearest } from "./lines";
import type { Plot } from "./plot";
import { moved, zoomed } from "./span";

const STEP = 2;
const SHARE = 0.25;

/** The time of another reading of the first line: so many further than a time, or the first or last one. */
function stepFrom(lines: Line[], time: number | undefined, by: number): number | undefined {
  const times = (lines[0]?.readings ?? []).filter(([, value]) => value !== null).map(([at]) => at);
  const last = times.length - 1;
  if (time === undefined) return by === -Infinity ? times[0] : times[last];
  const at = nearest(times, time);
  return times[Math.min(last, Math.max(0, at + by))];
}

/** Arrow keys go through the values or, with Shift, through time; plus and minus zoom. */
export function onKey(
  event: KeyboardEvent,
  plot: Plot,
  lines: Line[],
  time: number | undefined,
  choose: ((time: number) => void) | undefined,
): void {
  const step = (by: number) => {
    const next = stepFrom(lines, time, by);
    if (next !== undefined) plot.point(next);
  };
  const [from, to] = plot.span();
  const zoom = (factor: number) => plot.choose(zoomed([from, to], factor, time ?? (from + to) / 2, plot.whole()));
  const move = (share: number) => plot.choose(moved([from, to], share, plot.whole()));
  const keys: Record<string, () => void> = {
    ArrowLeft: () => (event.shiftKey ? move(-SHARE) : step(-1)),
    ArrowRight: () => (event.shiftKey ? move(SHARE) : step(1)),
    Home: () => step(-Infinity),
    End: () => step(Infinity),
    "+": () => zoom(1 / STEP),
    "=": () => zoom(1 / STEP),
    "-": () => zoom(STEP),
    "0": () => plot.choose(plot.whole()),
    Escape: () => plot.leave(),
    Enter: () => time !== undefined && choose?.(time),
    " ": () => time !== undefined && choose?.(time),
  };
  const act = event.ctrlKey || event.metaKey || event.altKey ? undefined : keys[event.key];
  if (!act) return;
  event.preventDefault();
  act();
}
