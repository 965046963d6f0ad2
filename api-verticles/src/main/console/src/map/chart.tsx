import { useEffect, useRef } from "preact/hooks";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { date } from "./choices";
import { timeAxis } from "../timeAxis";
import { indexAt, type LayerSeries } from "../cubes";

const HEIGHT = 210;
const INKS = ["--accent", "--second", "--third"];

/** Values under cloud are left out of the line and drawn pale; missing values are gaps. */
function columns(series: LayerSeries[], cloudy: boolean[]): uPlot.AlignedData {
  const times = series[0]?.values.map((sample) => Date.parse(sample.datetime) / 1000) ?? [];
  const clear = series.map((one) => one.values.map((sample, i) => (cloudy[i] ? undefined : sample.value)));
  const hidden = series.map((one) => one.values.map((sample, i) => (cloudy[i] ? sample.value : undefined)));
  return [times, ...clear, ...hidden] as uPlot.AlignedData;
}

interface Props {
  series: LayerSeries[];
  /** the dates that can be chosen */
  times: string[];
  cloudy: boolean[];
  unit: string;
}

/** Lines of one or more layers; a click chooses the nearest date. */
export function Chart({ series, times, cloudy, unit }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const now = date.value;
  useEffect(() => {
    const holder = box.current;
    if (!holder) return;
    const style = getComputedStyle(document.documentElement);
    const colour = (name: string) => style.getPropertyValue(name).trim();
    const axis = { stroke: colour("--quiet"), grid: { stroke: colour("--line"), width: 1 }, ticks: { show: false } };
    const lines = series.map((one, i): uPlot.Series => {
      const stroke = colour(INKS[i % INKS.length] ?? "--accent");
      return { label: one.layer, stroke, width: 2, points: { show: true, size: 6, fill: stroke, stroke } };
    });
    const pale = series.map((one): uPlot.Series => {
      const points = { show: true, size: 5, width: 1, stroke: colour("--quiet"), fill: colour("--paper") };
      return { label: `${one.layer} under cloud`, paths: () => null, points };
    });
    const at = indexAt(series[0]?.values.map((sample) => sample.datetime) ?? [], now);
    const plot = new uPlot(
      {
        width: holder.clientWidth,
        height: HEIGHT,
        tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), "UTC"),
        legend: { show: false },
        cursor: { points: { show: false }, drag: { x: false, y: false } },
        series: [{}, ...lines, ...pale],
        axes: [{ ...axis, ...timeAxis("UTC") }, { ...axis, size: 46 }],
        hooks: { draw: [(drawn) => needle(drawn, at, colour("--mark"))] },
      },
      columns(series, cloudy),
      holder,
    );
    plot.over.addEventListener("click", () => {
      const chosen = series[0]?.values[plot.cursor.idx ?? -1];
      const time = chosen && times[indexAt(times, chosen.datetime)];
      if (time) date.value = time;
    });
    const observer = new ResizeObserver(() => plot.setSize({ width: holder.clientWidth, height: HEIGHT }));
    observer.observe(holder);
    return () => {
      observer.disconnect();
      plot.destroy();
    };
  }, [series, cloudy, now]);
  const names = series.map((one) => one.layer).join(", ");
  const dates = series[0]?.values.length ?? 0;
  return <div class="chart" ref={box} role="img" aria-label={`Series of ${names}${unit && ` in ${unit}`}, ${dates} dates`} />;
}

/** A thin line at the date that the map shows. */
function needle(plot: uPlot, index: number, stroke: string): void {
  const time = plot.data[0][index];
  if (time === undefined) return;
  const x = Math.round(plot.valToPos(time, "x", true));
  const { ctx } = plot;
  ctx.save();
  ctx.strokeStyle = stroke;
  ctx.lineWidth = devicePixelRatio * 1.5;
  ctx.setLineDash([4, 3]);
  ctx.beginPath();
  ctx.moveTo(x, plot.bbox.top);
  ctx.lineTo(x, plot.bbox.top + plot.bbox.height);
  ctx.stroke();
  ctx.restore();
}
