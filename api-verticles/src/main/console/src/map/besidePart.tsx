import { useMemo } from "preact/hooks";
import type { Resolution } from "../api/cubes";
import { Fault } from "../fault";
import { type Loading, useLoading } from "../loading";
import type { Datastream } from "../api/bodies";
import { means, observedName, streamsOf, unitOf } from "../sensors/things";
import type { SensorSeries } from "./chartData";
import { beside } from "./choices";
import { t } from "../texts/texts";
import { quantityText } from "../units";

/** The choice of no sensor in the chart. */
const NONE = "-";

export interface BesideState {
  streams: Datastream[];
  chosen: Datastream | undefined;
  found: Loading<SensorSeries>;
  drawn: SensorSeries | undefined;
}

/**
 * Loads the observations of a field's sensors in the buckets of the series.
 *
 * @param times the dates of the series
 */
export function useBeside(field: string | undefined, resolution: Resolution, times: string[]): BesideState {
  // without the permission to read sensors the series of the layer is still shown
  const all = useLoading(
    (signal) => (field ? streamsOf(field, signal).catch((): Datastream[] => []) : undefined),
    [field],
  );
  const streams = all.value.value ?? [];
  const chosen =
    beside.value === NONE ? undefined : (streams.find((one) => observedName(one) === beside.value) ?? streams[0]);
  const [first, last] = [times[0]?.slice(0, 10), times.at(-1)?.slice(0, 10)];
  const found = useLoading(
    (signal) =>
      chosen && first && last
        ? means(chosen["@iot.id"], `${first}T00:00:00Z/${last}T23:59:59Z`, signal, resolution).then((samples) => ({
            name: observedName(chosen),
            unit: unitOf(chosen),
            samples,
          }))
        : undefined,
    [chosen?.["@iot.id"], first, last, resolution],
  );
  const drawn = useMemo(() => found.value.value, [found.value.value]);
  return { streams, chosen, found, drawn: chosen && drawn };
}

/** Chooses the sensors that the chart shows with the layer. */
export function BesideChoice({ state: { streams, chosen, found, drawn } }: { state: BesideState }) {
  if (streams.length === 0) return null;
  const values = drawn?.samples.map(([, value]) => value) ?? [];
  return (
    <div class="beside-choice">
      <label>
        <span>{t("Sensors of the field")}</span>
        <select
          value={chosen ? observedName(chosen) : NONE}
          onChange={(event) => (beside.value = event.currentTarget.value)}
        >
          <option value={NONE}>{t("none")}</option>
          {[...new Set(streams.map(observedName))].map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
      </label>
      {found.fault.value && <Fault fault={found.fault.value} retry={found.again} />}
      {drawn &&
        (values.length === 0 ? (
          <small>{t("no value in these dates")}</small>
        ) : (
          <small>
            {t("{from} to {to}, means", {
              from: quantityText(Math.min(...values), drawn.unit),
              to: quantityText(Math.max(...values), drawn.unit),
            })}
          </small>
        ))}
    </div>
  );
}
