import { useSignal } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { Fault } from "../fault";
import { useLoading } from "../loading";
import { mapOr, NOTHING } from "../map/base";
import { fields } from "../map/outlines";
import type { Refusal } from "../refusal";
import { property, stream, thing, view } from "./choices";
import { SensorMap, pointsOf } from "./sensorMap";
import { SensorPanel } from "./sensorPanel";
import "./sensors.css";
import { type Datastream, observed, placeOf, type Thing, things, unitOf } from "./things";

const REFRESH_MILLIS = 30_000;
const number = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 });

/** Sensors on the map with their latest value, and the live chart of the chosen one. */
export function SensorsPage() {
  const holder = useRef<HTMLDivElement>(null);
  const map = useRef<SensorMap | undefined>(undefined);
  const noMap = useSignal<Refusal | undefined>(undefined);
  const all = useLoading(things, []);
  const found = all.value.value;
  const properties = useMemo(() => [...new Set(found?.flatMap((one) => one.Datastreams ?? []).map(observed))], [found]);
  const shown = properties.includes(property.value) ? property.value : (properties[0] ?? "");
  const chosen = found?.find((one) => String(one["@iot.id"]) === thing.value);

  const choose = (id: string) => {
    thing.value = id;
    stream.value = "";
  };
  useEffect(() => {
    const box = holder.current;
    const next = !box ? undefined : mapOr(() => new SensorMap(box, view, choose), (fault) => (noMap.value = fault));
    map.current = next;
    fields().then((land) => next?.land(land), () => next?.land(NOTHING)); // outlines are an extra
    const timer = setInterval(() => document.visibilityState === "visible" && all.again(), REFRESH_MILLIS);
    return () => {
      clearInterval(timer);
      next?.base.remove();
    };
  }, []);
  const fitted = useRef(false);
  useEffect(() => {
    if (!found) return;
    void map.current?.show(pointsOf(found, shown), !view.value && !fitted.current);
    fitted.current = true;
  }, [found, shown]);
  useEffect(() => void map.current?.choose(thing.value, chosen && placeOf(chosen)), [thing.value, chosen?.["@iot.id"]]);

  const fault = all.fault.value ?? noMap.value;
  return (
    <div class={`map-page listed ${chosen ? "with-panel" : ""}`}>
      <h1 class="unseen">Sensors</h1>
      <div class="map" ref={holder} />
      <section class="list card" aria-label="Sensors">
        {properties.length > 0 && (
          <label>
            On the map
            <select value={shown} onChange={(event) => (property.value = event.currentTarget.value)}>
              {properties.map((name) => <option key={name} value={name}>{name}</option>)}
            </select>
          </label>
        )}
        {fault && <Fault fault={fault} retry={all.again} />}
        {!found && !fault && <div class="skeleton" role="status" aria-label="Loading the sensors" />}
        {found?.length === 0 && <p class="hint">No sensor in your reach yet. Register a thing through the sensor service, then reload.</p>}
        {found && found.length > 0 && <Things all={found} chosen={thing.value} choose={choose} />}
      </section>
      {chosen && <SensorPanel thing={chosen} close={() => choose("")} />}
    </div>
  );
}

function Things({ all, chosen, choose }: { all: Thing[]; chosen: string; choose: (id: string) => void }) {
  return (
    <ul class="things">
      {all.map((one) => (
        <li key={one["@iot.id"]}>
          <button aria-pressed={String(one["@iot.id"]) === chosen} onClick={() => choose(String(one["@iot.id"]))}>
            <strong>{one.name}</strong>
            {one.Datastreams?.map((stream) => <Latest key={stream["@iot.id"]} stream={stream} />)}
          </button>
        </li>
      ))}
    </ul>
  );
}

function Latest({ stream }: { stream: Datastream }) {
  const value = stream.Observations?.[0]?.result;
  return (
    <span class="latest">
      <span>{observed(stream)}</span>
      <span>{typeof value === "number" ? `${number.format(value)} ${unitOf(stream)}` : "–"}</span>
    </span>
  );
}
