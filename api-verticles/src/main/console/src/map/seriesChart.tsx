import { useMemo } from "preact/hooks";
import type { Layer, LayerSeries } from "../api/bodies";
import type { Resolution } from "../api/cubes";
import type { FieldSummary } from "../api/fields";
import { Chart } from "../charts/chart";
import { type Bare, inked, leftOut } from "../charts/compared";
import { type Drawing, MAX_LINES, nearest } from "../charts/lines";
import { Added, LimitsChoice, limitsShown, listIn, More, YearsChoice } from "../charts/more";
import { yearOf } from "../charts/years";
import { bucketAt } from "../dates";
import { Fault } from "../fault";
import type { Loading } from "../loading";
import { counted, t } from "../texts/texts";
import { shownUnit } from "../units";
import type { BesideState } from "./besidePart";
import { type SensorSeries, timesOf } from "./chartData";
import { chartFields, chartLayers, chartSpan, date, limits, spread, years } from "./choices";
import type { MoreSeries } from "./moreSeries";
import { linesOf, type Place, sensorLine, withYears, yearsBefore } from "./seriesLines";

interface Props {
  series: LayerSeries[];
  /** the dates that can be chosen */
  times: string[];
  cloudy: boolean[];
  unit: string;
  sensors: BesideState;
  /** the name of the place */
  place: string;
  more: Loading<MoreSeries>;
  layers: Layer[];
  fields: FieldSummary[];
  /** the field whose mean is shown; nothing for a point */
  whole: FieldSummary | undefined;
  resolution: Resolution;
}

const NO_CLOUDS: ReadonlySet<string> = new Set();

/** The first series with what was added to it, all years on one axis. */
function useLines({ series, cloudy, unit, sensors, place, more, layers, fields }: Props): Bare[] {
  const added = more.value.value;
  const { drawn } = sensors;
  return useMemo(() => {
    const clouds = new Set(timesOf(series).filter((_, i) => cloudy[i]));
    const first: Place = { name: place, series: [...series, ...(added?.here ?? [])], cloudy: clouds };
    const others = added?.fields.map(({ id, series: own }): Place => {
      const name = fields.find((one) => one.id === id)?.name ?? id;
      return { name, series: own, cloudy: NO_CLOUDS };
    });
    const own = new Set(series.map((one) => one.layer));
    const unitOf = (name: string) => (own.has(name) ? unit : (layers.find((one) => one.name === name)?.unit ?? ""));
    return [...linesOf([first, ...(others ?? [])], unitOf), ...(drawn ? [sensorLine(drawn)] : [])];
  }, [series, cloudy, unit, drawn, place, added, layers, fields]);
}

/** What the chart shows, in a sentence. */
function labelOf(series: LayerSeries[], unit: string, sensor: SensorSeries | undefined): string {
  const names = series.map((one) => one.layer).join(", ");
  const also = sensor && [sensor.name, sensor.unit, counted("{n} value|{n} values", sensor.samples.length)];
  const own = [
    t("Series of {names}", { names }),
    shownUnit(unit),
    counted("{n} date|{n} dates", timesOf(series).length),
  ];
  return [own, also ?? []]
    .map((parts) => parts.filter(Boolean).join(", "))
    .filter(Boolean)
    .join("; ");
}

/** The chart of the panel with what can be added to it; a press on a value shows its date on the map. */
export function SeriesChart(props: Props) {
  const { series, times, unit, sensors, place, resolution } = props;
  const bare = useLines(props);
  const now = date.value;
  const each = listIn(years.value);
  const wanted = useMemo(
    () => withYears(bare, { date: now, each, spread: spread.value === "1", resolution }),
    [bare, now.slice(0, 4), years.value, spread.value, resolution],
  );
  const lines = useMemo(() => inked(wanted), [wanted]);
  const starts = timesOf(series);
  const at = starts[bucketAt(starts, now)];
  const drawing: Drawing = {
    lines,
    limits: limitsShown(limits.value, unit),
    ...(at && { marked: Date.parse(at) / 1000 }),
  };
  const choose = (time: number) => {
    const instants = starts.map((start) => Date.parse(start) / 1000);
    const chosen = starts[nearest(instants, time)];
    const next = chosen && times.find((one) => one >= chosen); // in a bucket, its first date
    if (next) date.value = next;
  };
  return (
    <>
      <Chart
        drawing={drawing}
        title={[place, series.map((one) => one.layer).join(", ")].join(", ")}
        label={labelOf(series, unit, sensors.drawn)}
        days
        zoom={chartSpan}
        choose={choose}
      />
      <SeriesMore
        {...props}
        bare={bare}
        drawn={lines.filter(({ look }) => look !== "cloudy").length}
        left={leftOut(wanted)}
      />
    </>
  );
}

/** What can be added: layers, in the mean of a field more fields, earlier years, thresholds. */
function SeriesMore({
  series,
  layers,
  fields,
  whole,
  more,
  unit,
  bare,
  drawn,
  left,
}: Props & { bare: Bare[]; drawn: number; left: number }) {
  const shown = series.map((one) => one.layer);
  const possible = layers.filter(({ kind, name }) => kind === "continuous" && !shown.includes(name));
  const full = drawn >= MAX_LINES;
  const year = yearOf(date.value ? Date.parse(date.value) / 1000 : Date.now() / 1000);
  const used = [chartLayers, chartFields, years, spread, limits].some((one) => one.value !== "");
  return (
    <More used={used}>
      {() => (
        <>
          <Added
            title="Layers"
            none="Add a layer"
            options={possible.map(({ name, title }) => [name, title ?? name])}
            chosen={chartLayers}
            full={full}
          />
          {whole && (
            <Added
              title="Fields"
              none="Add a field"
              options={fields.filter(({ id }) => id !== whole.id).map(({ id, name }) => [id, name])}
              chosen={chartFields}
              full={full}
            />
          )}
          {more.fault.value && <Fault fault={more.fault.value} retry={more.again} />}
          <YearsChoice years={yearsBefore(bare, year)} chosen={years} spread={spread} left={left} />
          <LimitsChoice limits={limits} unit={unit} />
        </>
      )}
    </More>
  );
}
