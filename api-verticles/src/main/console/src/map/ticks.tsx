import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { date } from "./choices";
import { namedDates, sharesOf } from "./namedDates";

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
