import { useMemo } from "preact/hooks";
import { Fault } from "../fault";
import { type Loading, useLoading } from "../loading";
import { type Datastream, means, observed, streamsOf, unitOf } from "../sensors/things";
import type { Beside } from "./chart";
import { beside } from "./choices";

/** The mark of somebody who wants no sensor in the chart. */
const NONE = "-";
const number = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 });

export interface BesideState {
  streams: Datastream[];
  chosen: Datastream | undefined;
  found: Loading<Beside>;
  drawn: Beside | undefined;
}

/**
 * What the sensors of a field saw while the pictures were taken, in the same buckets.
 *
 * @param times the dates of the pictures
 */
export function useBeside(field: string | undefined, resolution: string, times: string[]): BesideState {
  // whoever may not read sensors, or has none, still gets the series of the pictures
  const all = useLoading((signal) => (field ? streamsOf(field, signal).catch((): Datastream[] => []) : undefined), [field]);
  const streams = all.value.value ?? [];
  const chosen = beside.value === NONE ? undefined : (streams.find((one) => observed(one) === beside.value) ?? streams[0]);
  const [first, last] = [times[0]?.slice(0, 10), times.at(-1)?.slice(0, 10)];
  const found = useLoading(
    (signal) =>
      chosen && first && last
        ? means(chosen["@iot.id"], `${first}T00:00:00Z/${last}T23:59:59Z`, signal, resolution).then((samples) => ({ name: observed(chosen), unit: unitOf(chosen), samples }))
        : undefined,
    [chosen?.["@iot.id"], first, last, resolution],
  );
  const drawn = useMemo(() => found.value.value, [found.value.value]);
  return { streams, chosen, found, drawn: chosen && drawn };
}

/** Chooses what sensors observe beside the pictures. */
export function BesideChoice({ state: { streams, chosen, found, drawn } }: { state: BesideState }) {
  if (streams.length === 0) return null;
  const values = drawn?.samples.map(([, value]) => value) ?? [];
  return (
    <div class="beside-choice">
      <label>
        <span>Sensors of the field</span>
        <select value={chosen ? observed(chosen) : NONE} onChange={(event) => (beside.value = event.currentTarget.value)}>
          <option value={NONE}>none</option>
          {[...new Set(streams.map(observed))].map((name) => <option key={name} value={name}>{name}</option>)}
        </select>
      </label>
      {found.fault.value && <Fault fault={found.fault.value} retry={found.again} />}
      {drawn && (values.length === 0 ? (
        <small>no value in these dates</small>
      ) : (
        <small>{number.format(Math.min(...values))} to {number.format(Math.max(...values))} {drawn.unit}, means, right scale</small>
      ))}
    </div>
  );
}
