import { useEffect, useRef } from "preact/hooks";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { timeAxis } from "../timeAxis";
import { columns } from "./liveColumns";
import type { Sample } from "./things";
import { counted, t } from "../texts/texts";
import { quantityText } from "../units";
import { locale } from "../texts/locale";

const HEIGHT = 220;
const time = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" });

/** A line that grows while values arrive. */
export function LiveChart({ samples, name, unit }: { samples: Sample[]; name: string; unit: string }) {
  const box = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | undefined>(undefined);
  useEffect(() => {
    const holder = box.current;
    if (!holder) return;
    const style = getComputedStyle(document.documentElement);
    const colour = (variable: string) => style.getPropertyValue(variable).trim();
    const axis = { stroke: colour("--quiet"), grid: { stroke: colour("--line"), width: 1 }, ticks: { show: false } };
    const drawn = new uPlot(
      {
        width: holder.clientWidth,
        height: HEIGHT,
        legend: { show: false },
        cursor: { drag: { x: true, y: false } },
        series: [
          {},
          { label: name, stroke: colour("--accent"), width: 2, points: { size: 5 }, fill: `${colour("--accent")}18` },
        ],
        axes: [
          { ...axis, ...timeAxis() },
          { ...axis, size: 50 },
        ],
      },
      columns(samples),
      holder,
    );
    plot.current = drawn;
    const observer = new ResizeObserver(() => drawn.setSize({ width: holder.clientWidth, height: HEIGHT }));
    observer.observe(holder);
    return () => {
      observer.disconnect();
      drawn.destroy();
    };
  }, [name]);
  useEffect(() => plot.current?.setData(columns(samples)), [samples]);
  const last = samples.at(-1);
  const latest = last
    ? `, ${t("the last {value} at {time}", { value: quantityText(last[1], unit), time: time.format(new Date(last[0] * 1000)) })}`
    : "";
  return (
    <div
      class="chart"
      ref={box}
      role="img"
      data-samples={samples.length}
      aria-label={`${name}: ${counted("{n} value|{n} values", samples.length)}${latest}`}
    />
  );
}
