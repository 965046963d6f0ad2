import { useEffect, useRef } from "preact/hooks";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import type { LayerSeries } from "../api/bodies";
import { bucketAt } from "../dates";
import { timeAxis } from "../timeAxis";
import { columns, joined, nearest, type SensorSeries, timesOf } from "./chartData";
import { date } from "./choices";
import { counted, t } from "../texts/texts";

const HEIGHT = 210;
const INKS = ["--accent", "--second", "--third"];

interface Props {
  series: LayerSeries[];
  /** the dates that can be chosen */
  times: string[];
  cloudy: boolean[];
  unit: string;
  sensor: SensorSeries | undefined;
}

const colour = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

function linesOf(series: LayerSeries[]): uPlot.Series[] {
  const lines = series.map((one, i): uPlot.Series => {
    const stroke = colour(INKS[i % INKS.length] ?? "--accent");
    return { label: one.layer, stroke, width: 2, points: { show: true, size: 6, fill: stroke, stroke } };
  });
  const pale = series.map((one): uPlot.Series => {
    const points = { show: true, size: 5, width: 1, stroke: colour("--quiet"), fill: colour("--paper") };
    return { label: t("{name} under cloud", { name: one.layer }), paths: () => null, points };
  });
  return [...lines, ...pale];
}

/** The options of the plot; a needle marks the date of the map. */
function optionsOf({ series, sensor }: Props, width: number, needleAt: number | undefined): uPlot.Options {
  const axis = { stroke: colour("--quiet"), grid: { stroke: colour("--line"), width: 1 }, ticks: { show: false } };
  const stroke = colour(series.length > 1 ? "--quiet" : "--second");
  const scale = "beside";
  const other: uPlot.Series[] = sensor
    ? [{ label: sensor.name, scale, stroke, width: 1.5, dash: [5, 3], points: { show: false } }]
    : [];
  const otherAxis: uPlot.Axis[] = sensor ? [{ ...axis, stroke, scale, side: 1, size: 46, grid: { show: false } }] : [];
  return {
    width,
    height: HEIGHT,
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), "UTC"),
    legend: { show: false },
    cursor: { points: { show: false }, drag: { x: false, y: false } },
    series: [{}, ...linesOf(series), ...other],
    axes: [{ ...axis, ...timeAxis("UTC") }, { ...axis, size: 46 }, ...otherAxis],
    hooks: { draw: [(drawn) => needle(drawn, needleAt, colour("--mark"))] },
  };
}

/** Lines of one or more layers; a click chooses the nearest date. */
export function Chart(props: Props) {
  const { series, times, cloudy, unit, sensor } = props;
  const box = useRef<HTMLDivElement>(null);
  const now = date.value;
  useEffect(() => {
    const holder = box.current;
    if (!holder) return;
    const instants = timesOf(series).map((time) => Date.parse(time) / 1000);
    const options = optionsOf(props, holder.clientWidth, instants[bucketAt(timesOf(series), now)]);
    const plot = new uPlot(options, joined(columns(series, cloudy), sensor), holder);
    plot.over.addEventListener("click", () => {
      const under = plot.data[0][plot.cursor.idx ?? -1];
      const chosen = under === undefined ? undefined : series[0]?.values[nearest(instants, under)];
      const time = chosen && times.find((one) => one >= chosen.datetime); // in a bucket, its first date
      if (time) date.value = time;
    });
    const observer = new ResizeObserver(() => plot.setSize({ width: holder.clientWidth, height: HEIGHT }));
    observer.observe(holder);
    return () => {
      observer.disconnect();
      plot.destroy();
    };
  }, [series, cloudy, now, sensor]);
  const names = series.map((one) => one.layer).join(", ");
  const also = sensor
    ? `; ${[sensor.name, sensor.unit].filter(Boolean).join(", ")}, ${counted("{n} value|{n} values", sensor.samples.length)}`
    : "";
  const label = `${[t("Series of {names}", { names }), unit, counted("{n} date|{n} dates", timesOf(series).length)].filter(Boolean).join(", ")}${also}`;
  return <div class="chart" ref={box} role="img" aria-label={label} />;
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
