import { useEffect, useMemo } from "preact/hooks";
import type { Datastream, Thing } from "../api/bodies";
import { Fault } from "../fault";
import { span, stream } from "./choices";
import { LiveChart } from "./liveChart";
import { LiveSeries, SPANS } from "./series";
import { observedName, secondsOf, unitOf } from "./things";

const number = new Intl.NumberFormat(undefined, { maximumFractionDigits: 3 });
const time = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
const STATES = { connecting: "Connecting …", live: "Live", waiting: "Connection lost, trying again …" };

/** A thing with a live chart of one of its datastreams. */
export function SensorPanel({ thing, close }: { thing: Thing; close: () => void }) {
  const streams = thing.Datastreams ?? [];
  const chosen = streams.find((one) => String(one["@iot.id"]) === stream.value) ?? streams[0];
  return (
    <aside class="panel card" aria-label="Chosen sensor">
      <header>
        <h2>{thing.name}</h2>
        <button onClick={close} aria-label="Close">
          ×
        </button>
      </header>
      <div class="body">
        <p class="where">{thing.description && <span>{thing.description}</span>}</p>
        {!chosen && <p class="hint">This thing has no datastream yet.</p>}
        {streams.length > 1 && (
          <div class="choices" role="group" aria-label="Datastream">
            {streams.map((one) => (
              <button
                key={one["@iot.id"]}
                aria-pressed={one === chosen}
                onClick={() => (stream.value = String(one["@iot.id"]))}
              >
                {observedName(one)}
              </button>
            ))}
          </div>
        )}
        {chosen && <Series key={chosen["@iot.id"]} of={chosen} />}
      </div>
    </aside>
  );
}

function Series({ of }: { of: Datastream }) {
  const id = of["@iot.id"];
  const wanted = span.value in SPANS ? span.value : "WEEK";
  const first = of.Observations?.[0];
  const series = useMemo(
    () => new LiveSeries(id, first ? secondsOf(first.phenomenonTime) : Date.now() / 1000, wanted),
    [id, wanted],
  );
  useEffect(() => () => series.close(), [series]);
  const samples = series.samples.value;
  const last = samples?.at(-1);
  return (
    <>
      <p class="now">
        <span aria-live="polite">{last ? `${number.format(last[1])} ${unitOf(of)}` : "no value"}</span>
        {last && <small class="when">{time.format(new Date(last[0] * 1000))}</small>}
      </p>
      <div class="choices" role="group" aria-label="Time span">
        {Object.entries(SPANS).map(([key, { name }]) => (
          <button key={key} aria-pressed={key === wanted} onClick={() => (span.value = key)}>
            {name}
          </button>
        ))}
        <span class={`live ${series.state.value}`} role="status">
          {STATES[series.state.value]}
        </span>
      </div>
      {series.fault.value && <Fault fault={series.fault.value} />}
      {!samples && !series.fault.value && <div class="skeleton" role="status" aria-label="Loading the series" />}
      {samples?.length === 0 && (
        <p class="hint">No value in this span yet. It appears here as soon as the sensor sends one.</p>
      )}
      {samples && samples.length > 0 && <LiveChart samples={samples} name={observedName(of)} unit={unitOf(of)} />}
    </>
  );
}
