import { type Signal, useSignal } from "@preact/signals";
import { useEffect, useId, useMemo, useRef } from "preact/hooks";
import { utcDay } from "../dates";
import { counted, t } from "../texts/texts";
import { ownZone, timeFormat } from "../words";
import "../parts/part.css";
import "./chart.css";
import { Key } from "./key";
import { onKey } from "./keys";
import { beyond, type Drawing, type Line } from "./lines";
import { HEIGHT } from "./options";
import { Plot } from "./plot";
import { spanIn, spanText, wholeOf, type Span } from "./span";
import { sentence, valueText } from "./told";
import { ChartTools } from "./tools";
import { Tooltip } from "./tooltip";
import { ValueTable } from "./valueTable";

interface Props {
  drawing: Drawing;
  /** of files and for those who hear the page */
  title: string;
  /** what the chart shows, in a sentence */
  label: string;
  /** days in UTC, or times in the person's zone */
  days?: boolean;
  /** the visible span as a choice of the address */
  zoom: Signal<string>;
  /** a reading was chosen, at a time in seconds */
  choose?: (time: number) => void;
}

const SETTLED_MILLIS = 300;

/** Everything that needs another plot when it changes; readings and marks do not. */
const structureOf = ({ lines, limits }: Drawing) =>
  JSON.stringify([lines.map(({ name, unit, look, ink }) => [name, unit, look, ink]), limits]);

/** A counter that grows when the colours of the page change between light and dark. */
function useTheme(): number {
  const theme = useSignal(0);
  useEffect(() => {
    const dark = matchMedia("(prefers-color-scheme: dark)");
    const changed = () => theme.value++;
    dark.addEventListener("change", changed);
    return () => dark.removeEventListener("change", changed);
  }, []);
  return theme.value;
}

/** Keeps the span in the address, after the movement that changes it. */
function useSpan(zoom: Signal<string>, lines: Line[]): [Span | undefined, (span: Span | undefined) => void] {
  const span = useSignal<Span | undefined>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const empty = lines.every(({ readings }) => readings.length === 0);
  useEffect(() => {
    span.value = empty ? undefined : spanIn(zoom.value, wholeOf(lines));
  }, [zoom.value, empty]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const change = (next: Span | undefined) => {
    span.value = next;
    clearTimeout(timer.current);
    timer.current = setTimeout(() => (zoom.value = next ? spanText(next) : ""), SETTLED_MILLIS);
  };
  return [span.value, change];
}

/** The plot in an element, drawn again when its structure or the colours of the page change. */
function usePlot({ drawing, days = false, zoom, choose }: Props) {
  const { lines } = drawing;
  const box = useRef<HTMLDivElement>(null);
  const plot = useRef<Plot | undefined>(undefined);
  const pointed = useSignal<number | undefined>(undefined);
  const [span, shown] = useSpan(zoom, lines);
  const theme = useTheme();
  const calls = useRef({ shown, choose });
  calls.current = { shown, choose };
  useEffect(() => {
    if (!box.current) return;
    const drawn = new Plot(box.current, drawing, days ? "UTC" : ownZone(), {
      pointed: (time) => (pointed.value = time),
      shown: (next) => calls.current.shown(next),
      pressed: (time) => calls.current.choose?.(time),
    });
    drawn.show(span);
    plot.current = drawn;
    return () => drawn.destroy();
  }, [structureOf(drawing), days, theme]);
  useEffect(() => plot.current?.draw(drawing), [lines, drawing.marked]);
  useEffect(() => plot.current?.show(span), [span?.[0], span?.[1]]);
  return { box, plot, span, time: pointed.value };
}

/** Lines over time with the values under the pointer, zoom, limits, a table and files. */
export function Chart(props: Props) {
  const { drawing, title, label, days = false, choose } = props;
  const { lines } = drawing;
  const { box, plot, span, time } = usePlot(props);
  const listed = useSignal(false);
  const form = useMemo(() => (days ? utcDay : timeFormat()), [days]);
  const help = useId();
  return (
    <div class="charted">
      <div
        class="chart"
        ref={box}
        tabIndex={0}
        role="slider"
        data-samples={lines[0]?.readings.length ?? 0}
        aria-label={label}
        aria-describedby={help}
        aria-orientation="horizontal"
        {...positionOf(lines, time)}
        aria-valuetext={time === undefined ? t("no value chosen") : sentence(lines, time, form)}
        style={{ height: `${HEIGHT}px` }}
        onKeyDown={(event) => plot.current && onKey(event, plot.current, lines, time, choose)}
        onBlur={() => plot.current?.leave()}
      >
        {time !== undefined && plot.current && (
          <Tooltip
            lines={lines}
            time={time}
            form={form}
            left={plot.current.leftOf(time)}
            width={box.current?.clientWidth ?? 0}
          />
        )}
      </div>
      <p class="unseen" id={help}>
        {t("Left and right go through the values, with Shift through time. Plus and minus zoom, 0 shows everything.")}
      </p>
      <Key lines={lines} />
      <Limits drawing={drawing} span={span ?? wholeOf(lines)} />
      <ChartTools plot={() => plot.current} lines={lines} title={title} close={span !== undefined} listed={listed} />
      {listed.value && <ValueTable lines={lines} span={span ?? wholeOf(lines)} form={form} />}
    </div>
  );
}

/** The place of a time among the readings of the first line. */
function positionOf(lines: Line[], time: number | undefined) {
  const readings = lines[0]?.readings ?? [];
  const at = time === undefined ? 0 : readings.findIndex((one) => one[0] >= time);
  return { "aria-valuemin": 1, "aria-valuemax": Math.max(1, readings.length), "aria-valuenow": Math.max(0, at) + 1 };
}

/** How many of the visible values of the first line are beyond the limits; a hint where no value is visible. */
function Limits({ drawing: { lines, limits }, span: [from, to] }: { drawing: Drawing; span: Span }) {
  const [first] = lines;
  if (!first) return null;
  const visible = first.readings.filter(([time]) => time >= from && time <= to);
  const { below, above, count } = beyond(visible, limits);
  if (count === 0)
    return <p class="hint">{t("{name} has no value in this span. Zoom out or move it.", { name: first.name })}</p>;
  const texts = [
    limits.lower !== undefined &&
      counted("{part} of {n} value below {limit}|{part} of {n} values below {limit}", count, {
        part: below,
        limit: valueText(limits.lower, first.unit),
      }),
    limits.upper !== undefined &&
      counted("{part} of {n} value above {limit}|{part} of {n} values above {limit}", count, {
        part: above,
        limit: valueText(limits.upper, first.unit),
      }),
  ].filter(Boolean);
  return texts.length > 0 ? <p class="chart-limits">{texts.join("; ")}</p> : null;
}
