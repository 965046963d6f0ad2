import { useMemo } from "preact/hooks";
import type { Layer, LayerSeries } from "../api/bodies";
import { type Clouds, fieldSeries, pointSeries, type Resolution } from "../api/cubes";
import type { FieldSummary } from "../api/fields";
import { bucketAt, utcDay } from "../dates";
import { Fault } from "../fault";
import { useLoading } from "../loading";
import { numbersIn } from "../maps/geometry";
import { Waiting } from "../parts/waiting";
import { BesideChoice, useBeside } from "./besidePart";
import { nameOf } from "./classes";
import { cloudyOf, figuresOf, timesOf } from "./chartData";
import { date, extent, point, step } from "./choices";
import { useMore } from "./moreSeries";
import { SeriesChart } from "./seriesChart";
import { t, wordIn } from "../texts/texts";
import { locale } from "../texts/locale";
import { shownUnit } from "../units";

const coordinate = new Intl.NumberFormat(locale, { minimumFractionDigits: 5, maximumFractionDigits: 5 });
const month = new Intl.DateTimeFormat(locale, { month: "long", year: "numeric", timeZone: "UTC" });

const STEPS = { P1D: "Days", P1W: "Weeks", P1M: "Months" } satisfies Record<Resolution, string>;
const isStep = (text: string): text is Resolution => text in STEPS;

/** The name of a date, or of the week or month that contains it. */
function bucketName(start: string, time: string, resolution: string): string {
  if (resolution === "P1M") return month.format(new Date(start));
  return resolution === "P1W"
    ? t("week from {day}", { day: utcDay.format(new Date(start)) })
    : utcDay.format(new Date(time));
}

interface Props {
  collection: string;
  layer: Layer;
  times: string[];
  /** the layer that marks clouds */
  clouds: Clouds | undefined;
  field: FieldSummary | undefined;
  /** of which more can be added to the chart */
  layers: Layer[];
  fields: FieldSummary[];
}

/** The whole series of the chosen layer, or of the bands of a composite, at the chosen point or over its field. */
export function SeriesPanel({ collection, layer, times, clouds, field, layers, fields }: Props) {
  const [lon = 0, lat = 0] = numbersIn(point.value, 2) ?? [];
  const shown = layer.bands ?? [layer.name];
  const whole = extent.value === "FIELD" ? field : undefined;
  const resolution = whole && isStep(step.value) ? step.value : "P1D";
  const mask = clouds && !shown.includes(clouds.layer) ? clouds.layer : undefined;
  const loaded = useLoading(
    (signal) =>
      whole
        ? fieldSeries(collection, { layers: shown, fieldId: whole.id, clouds, resolution }, signal)
        : pointSeries(collection, mask ? [...shown, mask] : shown, lon, lat, signal),
    [collection, layer.name, whole?.id ?? point.value, resolution],
  );
  const all = loaded.value.value;
  const fault = loaded.fault.value;
  const series = useMemo(() => all?.filter((one) => shown.includes(one.layer)) ?? [], [all]);
  const cloudy = useMemo(
    () =>
      cloudyOf(
        all?.find((one) => one.layer === mask),
        clouds?.values ?? [],
      ),
    [all],
  );
  const sensors = useBeside(field?.id, resolution, times);
  const unit = layer.unit ?? "";
  const possible = layers.filter(({ kind }) => kind === "continuous").map(({ name }) => name);
  const more = useMore({ collection, shown, possible, clouds, lon, lat, whole, resolution });
  const name = field?.name ?? t("Point");
  return (
    <aside class="panel card" aria-label={t("Chosen point")}>
      <Heading name={name} />
      <div class="body">
        <p class="where">
          {field && [field.size, field.note].filter(Boolean).map((text) => <span key={text}>{text}</span>)}
          <span class="at">
            {coordinate.format(lat)}°, {coordinate.format(lon)}°
          </span>
        </p>
        {field && <Extent whole={Boolean(whole)} resolution={resolution} />}
        {fault && <Fault fault={fault} retry={loaded.again} />}
        {!fault && !hasValues(series) && <NoValues loaded={all !== undefined} />}
        {!fault && all && hasValues(series) && (
          <>
            <Values {...{ series, cloudy, unit, resolution }} classes={whole ? undefined : layer.classes} />
            <SeriesChart
              {...{ series, times, cloudy, unit, sensors, more, layers, fields, whole, resolution }}
              place={name}
            />
            <BesideChoice state={sensors} />
            <Summary {...{ series, cloudy, unit }} />
          </>
        )}
      </div>
    </aside>
  );
}

function Heading({ name }: { name: string }) {
  return (
    <header>
      <h2>{name}</h2>
      <button onClick={() => (point.value = "")} aria-label={t("Close")}>
        ×
      </button>
    </header>
  );
}

/** Says why there is no chart: the series is not loaded yet, or has no value. */
function NoValues({ loaded }: { loaded: boolean }) {
  if (loaded)
    return <p class="hint">{t("There is no value here. Choose another place on the map, or another layer.")}</p>;
  return (
    <Waiting
      label={t("Loading the series")}
      slow={t("This takes longer than usual. The series of a point is faster than that of a field.")}
    />
  );
}

const hasValues = (series: LayerSeries[]) => series.some(({ values }) => values.some(({ value }) => value !== null));

/** Chooses between the point and its field, and the steps of a field's series. */
function Extent({ whole, resolution }: { whole: boolean; resolution: string }) {
  return (
    <>
      <div class="extent" role="group" aria-label={t("Extent of the series")}>
        <button aria-pressed={!whole} onClick={() => (extent.value = "")}>
          {t("Point")}
        </button>
        <button aria-pressed={whole} onClick={() => (extent.value = "FIELD")}>
          {t("Mean of the field")}
        </button>
      </div>
      {whole && (
        <div class="extent" role="group" aria-label={t("Steps of the series")}>
          {Object.entries(STEPS).map(([id, name]) => (
            <button key={id} aria-pressed={id === resolution} onClick={() => (step.value = id === "P1D" ? "" : id)}>
              {wordIn(name)}
            </button>
          ))}
        </div>
      )}
    </>
  );
}

interface ValuesProps {
  series: LayerSeries[];
  cloudy: boolean[];
  unit: string;
  resolution: string;
  /** of a layer of classes */
  classes: Layer["classes"];
}

/** The values at the date of the map. */
function Values({ series, cloudy, unit, resolution, classes }: ValuesProps) {
  const times = timesOf(series);
  const at = bucketAt(times, date.value);
  return (
    <p class="now" aria-live="polite">
      {series.map((one, index) => {
        const value = one.values[at]?.value;
        return (
          <span key={one.layer} class={`ink${index}`}>
            <small>{one.layer}</small> {value == null ? t("no value") : nameOf(value, classes, unit)} {shownUnit(unit)}
          </span>
        );
      })}
      <small class="when">
        {date.value && bucketName(times[at] ?? date.value, date.value, resolution)}
        {cloudy[at] && t(", under cloud")}
      </small>
    </p>
  );
}

function Summary({ series, cloudy, unit }: { series: LayerSeries[]; cloudy: boolean[]; unit: string }) {
  const first = series[0];
  if (!first) return null;
  const figures = figuresOf(first, cloudy);
  if (!figures) return <p class="hint">{t("No clear value at this point.")}</p>;
  const hidden = cloudy.filter(Boolean).length;
  const named = { lowest: figures.lowest, mean: figures.mean, highest: figures.highest };
  return (
    <dl class="summary">
      {series.length === 1 &&
        Object.entries(named).map(([name, value]) => (
          <div key={name}>
            <dt>{wordIn(name)}</dt>
            <dd>{nameOf(value, undefined, unit)}</dd>
          </div>
        ))}
      <div>
        <dt>{t("dates")}</dt>
        <dd>
          {t("{n} clear", { n: figures.count })}
          {hidden > 0 && `, ${t("{n} cloudy", { n: hidden })}`}
        </dd>
      </div>
    </dl>
  );
}
