import type { Signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { nearestTime, utcDay } from "../dates";
import { compare, date } from "./choices";
import { Ticks } from "./ticks";
import { t } from "../texts/texts";

const CLOUDY = 30;
const STEP_MILLIS = 900;
/** "Compare" starts with a date so many slices earlier. */
const COMPARE_STEPS = 4;

const seconds = (time: string) => Date.parse(time) / 1000;
const pause = (millis: number) => new Promise((resolve) => setTimeout(resolve, millis));

interface Props {
  times: string[];
  /** the cloud cover in percent by date */
  clouds: Map<string, number>;
  /** the newest date with few clouds */
  clear: string;
  playing: Signal<boolean>;
  /** loads the tiles of a date, so that they can be shown at once */
  preload: (time: string) => Promise<void>;
}

/** One tick for each date; play, steps, and arrow keys on the slider itself. */
export function TimeSlider({ times, clouds, clear, playing, preload }: Props) {
  usePlay(times, playing, preload);
  const at = Math.max(0, times.indexOf(date.value));
  const go = (index: number) => {
    const next = times[(index + times.length) % times.length];
    if (next) date.value = next;
  };
  const cover = clouds.get(date.value) ?? 0;
  const label = date.value ? utcDay.format(new Date(date.value)) : t("no date");
  const sky =
    cover > CLOUDY
      ? t("{percent} % cloud", { percent: Math.round(cover) })
      : date.value === clear && t("newest clear picture");
  return (
    <section class="time card" aria-label={t("Time")}>
      <Buttons times={times} clouds={clouds} at={at} go={go} playing={playing} />
      <div class="track">
        <Ticks times={times} cloudy={(time) => isCloudy(clouds, time)} />
        <input
          type="range"
          min={seconds(times[0] ?? "")}
          max={seconds(times.at(-1) ?? "")}
          step={1}
          value={seconds(date.value || (times[0] ?? ""))}
          aria-label={t("Date")}
          aria-valuetext={[label, sky].filter(Boolean).join(", ")}
          onInput={(event) => (date.value = nearestTime(times, Number(event.currentTarget.value)))}
          onKeyDown={(event) => stepByKey(event, at, times.length, go)}
        />
      </div>
      <output>
        {label}
        <small class={cover > CLOUDY ? "" : "clear"}>{sky}</small>
      </output>
    </section>
  );
}

/** Shows one date after the other while "playing" is set; each is loaded before it is shown. */
function usePlay(times: string[], playing: Signal<boolean>, preload: (time: string) => Promise<void>): void {
  useEffect(() => {
    let stopped = !playing.value;
    const play = async () => {
      while (!stopped) {
        const next = times[(times.indexOf(date.value) + 1) % times.length];
        if (!next) return;
        await Promise.all([preload(next), pause(STEP_MILLIS)]);
        if (!stopped) date.value = next;
      }
    };
    play().catch(() => (playing.value = false)); // the map shows the error when the date is chosen
    return () => {
      stopped = true;
    };
  }, [playing.value, times]);
}

function stepByKey(event: KeyboardEvent, at: number, count: number, go: (index: number) => void): void {
  const steps: Record<string, number> = {
    ArrowLeft: at - 1,
    ArrowDown: at - 1,
    ArrowRight: at + 1,
    ArrowUp: at + 1,
    Home: 0,
    End: count - 1,
  };
  const next = steps[event.key];
  if (next === undefined) return;
  event.preventDefault();
  go(next);
}

const isCloudy = (clouds: Map<string, number>, time: string) => (clouds.get(time) ?? 0) > CLOUDY;

interface ButtonsProps {
  times: string[];
  clouds: Map<string, number>;
  at: number;
  go: (index: number) => void;
  playing: Signal<boolean>;
}

function Buttons({ times, clouds, at, go, playing }: ButtonsProps) {
  const before = at > 0 ? times.slice(0, Math.max(0, at - COMPARE_STEPS) + 1) : times;
  const other = before.findLast((time) => !isCloudy(clouds, time)) ?? before.at(-1) ?? "";
  return (
    <div class="buttons">
      <button onClick={() => go(at - 1)} aria-label={t("Earlier date")}>
        ‹
      </button>
      <button onClick={() => (playing.value = !playing.value)} aria-label={playing.value ? t("Pause") : t("Play")}>
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d={playing.value ? "M8 5v14 M16 5v14" : "M8 5l11 7-11 7z"} />
        </svg>
      </button>
      <button onClick={() => go(at + 1)} aria-label={t("Later date")}>
        ›
      </button>
      <button
        class="compare"
        aria-pressed={Boolean(compare.value)}
        onClick={() => (compare.value = compare.value ? "" : other)}
      >
        {t("Compare")}
      </button>
    </div>
  );
}
