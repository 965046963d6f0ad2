import uPlot from "uplot";
import { locale } from "../texts/locale";
import { timeAxis } from "../timeAxis";
import { colour, dashOf, inkOf } from "./inks";
import { type Drawing, type Line, valuesOf } from "./lines";

// What uPlot draws of a drawing.

export const HEIGHT = 210;
const AXIS = 46;
const MARGIN = 0.1;
const POINT = 6;
const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 6 });

/** The units of the lines, the first line's first; each has a scale, and the first two have an axis. */
export const unitsOf = (lines: Line[]): string[] => [...new Set(lines.map(({ unit }) => unit))];

const scaleOf = (unit: string) => `unit ${unit}`;

function seriesOf(line: Line): uPlot.Series {
  const scale = scaleOf(line.unit);
  const stroke = colour(inkOf(line));
  const points = { size: POINT, fill: stroke, stroke };
  switch (line.look) {
    case "cloudy":
      return {
        scale,
        stroke: colour("--quiet"),
        paths: () => null,
        points: { show: true, size: POINT - 1, width: 1, stroke: colour("--quiet"), fill: colour("--paper") },
      };
    case "lowest":
    case "highest":
      return { scale, stroke: "transparent", width: 0, points: { show: false } };
    case "mean":
      return { scale, stroke, width: 1.5, dash: dashOf(line), points: { show: false } };
    case "earlier":
    case "beside":
      return { scale, stroke, width: 1.5, dash: dashOf(line), points: { ...points, size: POINT - 2 } };
    case "plain":
      return { scale, stroke, width: 2, dash: dashOf(line), points };
  }
}

/** The areas between the highest and the lowest values of earlier years. */
function bandsOf(lines: Line[]): uPlot.Band[] {
  const at = (look: Line["look"]) => lines.findIndex((line) => line.look === look);
  const [highest, lowest] = [at("highest"), at("lowest")];
  if (highest < 0 || lowest < 0) return [];
  return [{ series: [highest + 1, lowest + 1], fill: `${colour(inkOf(lines[lowest]!))}2e` }];
}

/** A range with room above and below, in which the limits are. */
const rangeWith =
  (limits: number[]): uPlot.Range.Function =>
  (_, least, most) => {
    const all = [least, most, ...limits].filter((value) => value !== null && Number.isFinite(value));
    if (all.length === 0) return [0, 1];
    return uPlot.rangeNum(Math.min(...all), Math.max(...all), MARGIN, true);
  };

export function optionsOf(drawing: () => Drawing, width: number, zone: string | undefined): uPlot.Options {
  const { lines, limits } = drawing();
  const grid = { stroke: colour("--line"), width: 1 };
  const axis = { stroke: colour("--quiet"), grid, ticks: { show: false } };
  const values: uPlot.Axis.DynamicValues = (_, ticks) => ticks.map((tick) => number.format(tick));
  const [left = "", right] = unitsOf(lines);
  const thresholds = valuesOf(limits);
  return {
    width,
    height: HEIGHT,
    ...(zone && { tzDate: (time: number) => uPlot.tzDate(new Date(time * 1000), zone) }),
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false, setScale: false }, bind: { dblclick: () => null } },
    scales: Object.fromEntries(
      unitsOf(lines).map((unit) => [scaleOf(unit), { range: rangeWith(unit === left ? thresholds : []) }]),
    ),
    series: [{}, ...lines.map(seriesOf)],
    bands: bandsOf(lines),
    axes: [
      { ...axis, ...timeAxis(zone) },
      { ...axis, values, scale: scaleOf(left), size: AXIS },
      ...(right === undefined
        ? []
        : [{ ...axis, values, scale: scaleOf(right), side: 1, size: AXIS, grid: { show: false } }]),
    ],
    hooks: { draw: [(plot) => marks(plot, drawing())] },
  };
}

/** A thin vertical line at the marked time, and a horizontal one at each limit. */
function marks(plot: uPlot, { marked, limits, lines }: Drawing): void {
  const { left, top, width, height } = plot.bbox;
  const scale = scaleOf(lines[0]?.unit ?? "");
  const { ctx } = plot;
  const stroke = (name: string, dash: number[], from: [number, number], to: [number, number]) => {
    ctx.strokeStyle = colour(name);
    ctx.lineWidth = devicePixelRatio * 1.5;
    ctx.setLineDash(dash.map((one) => one * devicePixelRatio));
    ctx.beginPath();
    ctx.moveTo(...from);
    ctx.lineTo(...to);
    ctx.stroke();
  };
  ctx.save();
  for (const limit of valuesOf(limits)) {
    const y = Math.round(plot.valToPos(limit, scale, true));
    if (y >= top && y <= top + height) stroke("--danger", [10, 4], [left, y], [left + width, y]);
  }
  const x = marked === undefined ? -1 : Math.round(plot.valToPos(marked, "x", true));
  if (x >= left && x <= left + width) stroke("--mark", [4, 3], [x, top], [x, top + height]);
  ctx.restore();
}
