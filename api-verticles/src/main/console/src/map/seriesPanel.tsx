import { useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { collection, date, extent, point, step } from "./choices";
import { bucketAt, fieldSeries, type Layer, type LayerSeries, pointSeries } from "../cubes";
import type { FieldFacts } from "./outlines";
import { Fault } from "../fault";
import { asRefusal, type Refusal } from "../refusal";
import { Chart } from "./chart";
import { BesideChoice, useBeside } from "./besidePart";

const coordinate = new Intl.NumberFormat(undefined, { minimumFractionDigits: 5, maximumFractionDigits: 5 });
const number = new Intl.NumberFormat(undefined, { maximumFractionDigits: 3 });
const day = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeZone: "UTC" });

const month = new Intl.DateTimeFormat(undefined, { month: "long", year: "numeric", timeZone: "UTC" });

/** What a value stands for: a date, or the week or month in which it lies. */
function bucketName(start: string, moment: string, by: string): string {
  if (by === "P1M") return month.format(new Date(start));
  return by === "P1W" ? `week from ${day.format(new Date(start))}` : day.format(new Date(moment));
}

const momentsOf = (series: LayerSeries[]) => series[0]?.values.map((sample) => sample.datetime) ?? [];

const STEPS = [["P1D", "Days"], ["P1W", "Weeks"], ["P1M", "Months"]] as const;

interface Props {
  layer: Layer;
  times: string[];
  clouds: string | undefined;
  field: FieldFacts | undefined;
}

/** The whole series of the chosen layer, or of the bands of a composite, at the chosen point or over the field around it. */
export function SeriesPanel({ layer, times, clouds, field }: Props) {
  const found = useSignal<LayerSeries[] | undefined>(undefined);
  const fault = useSignal<Refusal | undefined>(undefined);
  const attempt = useSignal(0);
  const [lon, lat] = point.value.split(",").map(Number) as [number, number];
  const shown = layer.bands ?? [layer.name];
  const whole = extent.value === "FIELD" ? field : undefined;
  const by = STEPS.some(([id]) => id === step.value) ? step.value : "P1D";
  const asked = clouds && !shown.includes(clouds) ? [...shown, clouds] : shown;

  useEffect(() => {
    const abort = new AbortController();
    found.value = undefined;
    fault.value = undefined;
    const answer = whole
      ? fieldSeries(collection.value, shown, whole.id, clouds, abort.signal, by)
      : pointSeries(collection.value, asked, lon, lat, abort.signal);
    answer
      .then((next) => (found.value = next))
      .catch((error: unknown) => (fault.value = asRefusal(error)));
    return () => abort.abort();
  }, [collection.value, layer.name, whole?.id ?? point.value, whole && by, attempt.value]);

  const series = useMemo(() => found.value?.filter((one) => shown.includes(one.layer)) ?? [], [found.value]);
  const cloudy = useMemo(() => {
    const mask = found.value?.find((one) => one.layer === clouds && !shown.includes(one.layer));
    return mask ? mask.values.map((sample) => (sample.value ?? 0) > 0) : [];
  }, [found.value]);
  const sensors = useBeside(field?.id, whole ? by : "P1D", times);
  return (
    <aside class="panel card" aria-label="Chosen point">
      <header>
        <h2>{field?.name ?? "Point"}</h2>
        <button onClick={() => (point.value = "")} aria-label="Close">×</button>
      </header>
      <div class="body">
        <p class="where">
          {field && [field.size, field.note].filter(Boolean).map((text) => <span key={text}>{text}</span>)}
          <span class="at">
            {coordinate.format(lat)}°, {coordinate.format(lon)}°
          </span>
        </p>
        {field && (
          <div class="extent" role="group" aria-label="What the series tells of">
            <button aria-pressed={!whole} onClick={() => (extent.value = "")}>Point</button>
            <button aria-pressed={Boolean(whole)} onClick={() => (extent.value = "FIELD")}>Mean of the field</button>
          </div>
        )}
        {whole && (
          <div class="extent" role="group" aria-label="Steps of the series">
            {STEPS.map(([id, name]) => <button key={id} aria-pressed={id === by} onClick={() => (step.value = id === "P1D" ? "" : id)}>{name}</button>)}
          </div>
        )}
        {fault.value && <Fault fault={fault.value} retry={() => attempt.value++} />}
        {!fault.value && !found.value && <div class="skeleton" role="status" aria-label="Loading the series" />}
        {found.value && (
          <>
            <Values series={series} cloudy={cloudy} unit={layer.unit ?? ""} by={whole ? by : "P1D"} />
            <Chart series={series} times={times} cloudy={cloudy} unit={layer.unit ?? ""} beside={sensors.drawn} />
            <BesideChoice state={sensors} />
            <Summary series={series} cloudy={cloudy} />
          </>
        )}
      </div>
    </aside>
  );
}

function Values({ series, cloudy, unit, by }: { series: LayerSeries[]; cloudy: boolean[]; unit: string; by: string }) {
  const moments = momentsOf(series);
  const at = bucketAt(moments, date.value);
  return (
    <p class="now" aria-live="polite">
      {series.map((one, index) => {
        const value = one.values[at]?.value;
        return (
          <span key={one.layer} class={`ink${index}`}>
            <small>{one.layer}</small> {value == null ? "no value" : number.format(value)} {unit}
          </span>
        );
      })}
      <small class="when">
        {date.value && bucketName(moments[at] ?? date.value, date.value, by)}
        {cloudy[at] && ", under cloud"}
      </small>
    </p>
  );
}

function Summary({ series, cloudy }: { series: LayerSeries[]; cloudy: boolean[] }) {
  const first = series[0];
  if (!first) return null;
  const clear = first.values.flatMap((sample, i) => (sample.value === null || cloudy[i] ? [] : [sample.value]));
  if (clear.length === 0) return <p class="hint">No clear value at this point.</p>;
  const mean = clear.reduce((sum, value) => sum + value, 0) / clear.length;
  const hidden = cloudy.filter(Boolean).length;
  return (
    <dl class="summary">
      {series.length === 1 && (
        <>
          <div><dt>lowest</dt><dd>{number.format(Math.min(...clear))}</dd></div>
          <div><dt>mean</dt><dd>{number.format(mean)}</dd></div>
          <div><dt>highest</dt><dd>{number.format(Math.max(...clear))}</dd></div>
        </>
      )}
      <div><dt>dates</dt><dd>{clear.length} clear{hidden > 0 && `, ${hidden} cloudy`}</dd></div>
    </dl>
  );
}
