import type { Signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { compare, date } from "./choices";

const day = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeZone: "UTC" });
const month = new Intl.DateTimeFormat(undefined, { month: "short", timeZone: "UTC" });
const CLOUDY = 0.3;
const STEP_MILLIS = 900;

const seconds = (time: string) => Date.parse(time) / 1000;

/** The first date of every month, which carries its name. */
const firstOfMonth = (times: string[]) =>
  new Set(times.filter((time, index) => time.slice(0, 7) !== times[index - 1]?.slice(0, 7)));

interface Props {
  times: string[];
  clouds: Map<string, number>;
  playing: Signal<boolean>;
  /** loads the picture of a date, so that it can be shown at once */
  preload: (time: string) => Promise<void>;
}

const pause = (millis: number) => new Promise((resolve) => setTimeout(resolve, millis));

/** One tick per existing date; play, step, and arrow keys on the slider itself. */
export function TimeSlider({ times, clouds, playing, preload }: Props) {
  const at = Math.max(0, times.indexOf(date.value));
  const nth = (index: number) => times[(index + times.length) % times.length];
  const go = (index: number) => {
    const next = nth(index);
    if (next) date.value = next;
  };

  useEffect(() => {
    let stopped = !playing.value;
    const play = async () => {
      while (!stopped) {
        const next = nth(times.indexOf(date.value) + 1);
        if (!next) return;
        await Promise.all([preload(next), pause(STEP_MILLIS)]);
        if (!stopped) date.value = next;
      }
    };
    play().catch(() => (playing.value = false)); // the picture itself tells what is wrong
    return () => {
      stopped = true;
    };
  }, [playing.value, times]);

  const first = seconds(times[0] ?? "");
  const last = seconds(times.at(-1) ?? "");
  const share = (time: string) => clouds.get(time.slice(0, 10)) ?? 0;
  const named = firstOfMonth(times);
  const snap = (wanted: number) => {
    const distance = (time: string) => Math.abs(seconds(time) - wanted);
    const nearest = times.reduce((best, time) => (distance(time) < distance(best) ? time : best));
    date.value = nearest;
  };
  const key = (event: KeyboardEvent) => {
    const steps: Record<string, number> = {
      ArrowLeft: at - 1,
      ArrowDown: at - 1,
      ArrowRight: at + 1,
      ArrowUp: at + 1,
      Home: 0,
      End: times.length - 1,
    };
    const next = steps[event.key];
    if (next === undefined) return;
    event.preventDefault();
    go(next);
  };
  const label = date.value ? day.format(new Date(date.value)) : "no date";
  const cloudy = share(date.value) > CLOUDY ? `${Math.round(share(date.value) * 100)} % cloud` : "";
  return (
    <section class="time card" aria-label="Time">
      <div class="buttons">
        <button onClick={() => go(at - 1)} aria-label="Earlier date">‹</button>
        <button onClick={() => (playing.value = !playing.value)} aria-label={playing.value ? "Pause" : "Play"}>
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d={playing.value ? "M8 5v14 M16 5v14" : "M8 5l11 7-11 7z"} />
          </svg>
        </button>
        <button onClick={() => go(at + 1)} aria-label="Later date">›</button>
        <button
          class="compare"
          aria-pressed={Boolean(compare.value)}
          onClick={() => (compare.value = compare.value ? "" : (times[at > 0 ? Math.max(0, at - 4) : times.length - 1] ?? ""))}
        >
          Compare
        </button>
      </div>
      <div class="track">
        <div class="ticks" aria-hidden="true">
          {times.map((time) => (
            <i
              key={time}
              class={`${time === date.value ? "here" : ""} ${share(time) > CLOUDY ? "cloudy" : ""}`}
              style={{ left: `${(100 * (seconds(time) - first)) / Math.max(1, last - first)}%` }}
            >
              {named.has(time) && <b>{month.format(new Date(time))}</b>}
            </i>
          ))}
        </div>
        <input
          type="range"
          min={first}
          max={last}
          step={1}
          value={seconds(date.value || (times[0] ?? ""))}
          aria-label="Date"
          aria-valuetext={[label, cloudy].filter(Boolean).join(", ")}
          onInput={(event) => snap(Number(event.currentTarget.value))}
          onKeyDown={key}
        />
      </div>
      <output>
        {label}
        <small>{cloudy}</small>
      </output>
    </section>
  );
}
