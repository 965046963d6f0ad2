import { useEffect, useRef } from "preact/hooks";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { date } from "./choices";
import { timeAxis } from "../timeAxis";
import { bucketAt, type LayerSeries } from "../cubes";
import type { Sample } from "../sensors/things";

const HEIGHT = 210;
const INKS = ["--accent", "--second", "--third"];

/** What sensors saw meanwhile, on a scale of its own. */
export interface Beside {
  name: string;
  unit: string;
  samples: Sample[];
}

/** Values under cloud are left out of the line and drawn pale; missing values are gaps. */
function columns(series: LayerSeries[], cloudy: boolean[]): uPlot.AlignedData {
  const times = series[0]?.values.map((sample) => Date.parse(sample.datetime) / 1000) ?? [];
  const clear = series.map((one) => one.values.map((sample, i) => (cloudy[i] ? undefined : sample.value)));
  const hidden = series.map((one) => one.values.map((sample, i) => (cloudy[i] ? sample.value : undefined)));
  return [times, ...clear, ...hidden] as uPlot.AlignedData;
}

/** The same with the sensor's values on one time axis; a moment that only one of them has is no gap in the other. */
function joined(raster: uPlot.AlignedData, beside: Beside | undefined): uPlot.AlignedData {
  if (!beside) return raster;
  const samples: uPlot.AlignedData = [beside.samples.map(([time]) => time), beside.samples.map(([, value]) => value)];
  const keptNulls = raster.map(() => 2); // their missing values stay gaps
  return uPlot.join([raster, samples], [keptNulls, [2, 2]]);
}

/** The index of the moment that lies nearest. */
const nearest = (moments: number[], wanted: number) =>
  moments.reduce((best, time, i) => (Math.abs(time - wanted) < Math.abs((moments[best] ?? Infinity) - wanted) ? i : best), 0);

interface Props {
  series: LayerSeries[];
  /** the dates that can be chosen */
  times: string[];
  cloudy: boolean[];
  unit: string;
  beside: Beside | undefined;
}

/** Lines of one or more layers; a click chooses the nearest date. */
export function Chart({ series, times, cloudy, unit, beside }: Props) {
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
    const moments = series[0]?.values.map((sample) => Date.parse(sample.datetime) / 1000) ?? [];
    const at = moments[bucketAt(series[0]?.values.map((sample) => sample.datetime) ?? [], now)];
    const stroke = colour(series.length > 1 ? "--quiet" : "--second");
    const other: uPlot.Series[] = beside ? [{ label: beside.name, scale: "beside", stroke, width: 1.5, dash: [5, 3], points: { show: false } }] : [];
    const otherAxis: uPlot.Axis[] = beside ? [{ ...axis, stroke, scale: "beside", side: 1, size: 46, grid: { show: false } }] : [];
    const plot = new uPlot(
      {
        width: holder.clientWidth,
        height: HEIGHT,
        tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), "UTC"),
        legend: { show: false },
        cursor: { points: { show: false }, drag: { x: false, y: false } },
        series: [{}, ...lines, ...pale, ...other],
        axes: [{ ...axis, ...timeAxis("UTC") }, { ...axis, size: 46 }, ...otherAxis],
        hooks: { draw: [(drawn) => needle(drawn, at, colour("--mark"))] },
      },
      joined(columns(series, cloudy), beside),
      holder,
    );
    plot.over.addEventListener("click", () => {
      const under = plot.data[0][plot.cursor.idx ?? -1];
      const chosen = under === undefined ? undefined : series[0]?.values[nearest(moments, under)];
      const time = chosen && times.find((one) => one >= chosen.datetime); // of a bucket, its first date
      if (time) date.value = time;
    });
    const observer = new ResizeObserver(() => plot.setSize({ width: holder.clientWidth, height: HEIGHT }));
    observer.observe(holder);
    return () => {
      observer.disconnect();
      plot.destroy();
    };
  }, [series, cloudy, now, beside]);
  const names = series.map((one) => one.layer).join(", ");
  const dates = series[0]?.values.length ?? 0;
  const also = beside ? `, and of ${beside.name}${beside.unit && ` in ${beside.unit}`}, ${beside.samples.length} values` : "";
  return <div class="chart" ref={box} role="img" aria-label={`Series of ${names}${unit && ` in ${unit}`}, ${dates} dates${also}`} />;
}

/** A thin line at the date that the map shows. */
function needle(plot: uPlot, time: number | undefined, stroke: string): void {
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
