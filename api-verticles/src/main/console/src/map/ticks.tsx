import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { firstOfMonth } from "../dates";
import { locale } from "../texts/locale";
import { date } from "./choices";

const month = new Intl.DateTimeFormat(locale, { month: "short", timeZone: "UTC" });
/** The least distance of two names in pixels. */
const ROOM = 34;

const seconds = (time: string) => Date.parse(time) / 1000;

/** The place of each date as a share of the slider. */
export function sharesOf(times: string[]): number[] {
  const first = seconds(times[0] ?? "");
  const span = Math.max(1, seconds(times.at(-1) ?? "") - first);
  return times.map((time) => (seconds(time) - first) / span);
}

/**
 * The dates that carry a name: the first of each year (its number, where there are several years), and the first of
 * each month for which there is room.
 */
export function namedDates(times: string[], width: number): Map<string, string> {
  const shares = sharesOf(times);
  const names = new Map<string, string>();
  const taken: number[] = [];
  const name = (index: number, text: string) => {
    const at = shares[index]! * width;
    if (taken.some((other) => Math.abs(other - at) < ROOM)) return;
    taken.push(at);
    names.set(times[index]!, text);
  };
  const yearOf = (index: number) => times[index]?.slice(0, 4);
  const several = yearOf(0) !== yearOf(times.length - 1);
  const months = firstOfMonth(times);
  times.forEach((time, index) => several && yearOf(index) !== yearOf(index - 1) && name(index, time.slice(0, 4)));
  times.forEach((time, index) => months.has(time) && name(index, month.format(new Date(time))));
  return names;
}

/** One tick for each date, with the names of years and months. */
export function Ticks({ times, cloudy }: { times: string[]; cloudy: (time: string) => boolean }) {
  const holder = useRef<HTMLDivElement>(null);
  const width = useSignal(0);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => (width.value = entry?.contentRect.width ?? 0));
    if (holder.current) observer.observe(holder.current);
    return () => observer.disconnect();
  }, []);
  const names = namedDates(times, width.value);
  const shares = sharesOf(times);
  return (
    <div class="ticks" aria-hidden="true" ref={holder}>
      {times.map((time, index) => (
        <i
          key={time}
          class={`${time === date.value ? "here" : ""} ${cloudy(time) ? "cloudy" : ""}`}
          style={{ left: `${100 * shares[index]!}%` }}
        >
          {names.has(time) && <b>{names.get(time)}</b>}
        </i>
      ))}
    </div>
  );
}
