import type { RefObject } from "preact";
import { useEffect, useMemo, useRef } from "preact/hooks";
import type { Datastream, Thing } from "../api/bodies";
import { fieldOutlines, type Outlines } from "../api/fields";
import { CutFields } from "../farm/cutFields";
import { Fault } from "../fault";
import { useLoading } from "../loading";
import { useMap } from "../maps/useMap";
import { plainOptions, Select } from "../select";
import { property, stream, thing, view } from "./choices";
import { pointsOf, SensorMap } from "./sensorMap";
import { SensorPanel } from "./sensorPanel";
import "./sensors.css";
import { locationOf, observedName, things, unitOf } from "./things";
import { t } from "../texts/texts";
import { mayAnywhere } from "../rights";
import { ageText } from "../words";
import { quantityText } from "../units";

const REFRESH_MILLIS = 30_000;

/** Draws the outlines of the fields; a person who may not read fields sees none. */
function useOutlines(map: RefObject<SensorMap | null>): Outlines | undefined {
  const outlines = useLoading((signal) => fieldOutlines(signal), []).value.value;
  useEffect(() => {
    if (outlines) void map.current?.outline(outlines);
  }, [outlines]);
  return outlines;
}

/** Sensors on a map with their latest values, and a live chart of the chosen one. */
export function SensorsPage() {
  const choose = (id: string) => {
    thing.value = id;
    stream.value = "";
  };
  const { holder, map, fault: noMap } = useMap((container) => new SensorMap(container, view, choose));
  const all = useLoading(things, []);
  const outlines = useOutlines(map);
  const found = all.value.value;
  const properties = useMemo(
    () => [...new Set(found?.flatMap((one) => one.Datastreams ?? []).map(observedName))],
    [found],
  );
  const shown = properties.includes(property.value) ? property.value : (properties[0] ?? "");
  const chosen = found?.find((one) => String(one["@iot.id"]) === thing.value);
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === "visible" && all.again(), REFRESH_MILLIS);
    return () => clearInterval(timer);
  }, []);
  const fitted = useRef(false);
  useEffect(() => {
    if (!found) return;
    void map.current?.show(pointsOf(found, shown), !view.value && !fitted.current);
    fitted.current = true;
  }, [found, shown]);
  useEffect(
    () => void map.current?.choose(thing.value, chosen && locationOf(chosen)),
    [thing.value, chosen?.["@iot.id"]],
  );
  const fault = all.fault.value ?? noMap.value;
  return (
    <div class={`map-page listed ${chosen ? "with-panel" : ""}`}>
      <h1 class="unseen">{t("Sensors")}</h1>
      <div class="map" ref={holder} />
      <section class="list card" aria-label={t("Sensors")}>
        {properties.length > 0 && (
          <Select
            label={t("On the map")}
            value={shown}
            options={plainOptions(properties)}
            change={(name) => (property.value = name)}
          />
        )}
        {thing.value && found && !chosen && (
          <p class="fault">{t("The sensor of this link is not there, or you may not see it.")}</p>
        )}
        <CutFields at={outlines?.cutAt} />
        {fault && <Fault fault={fault} retry={all.fault.value && all.again} />}
        {!found && !fault && <div class="skeleton" role="status" aria-label={t("Loading the sensors")} />}
        {found?.length === 0 && <NoSensor />}
        {found && found.length > 0 && <Things all={found} chosen={thing.value} choose={choose} />}
      </section>
      {chosen && <SensorPanel thing={chosen} all={found ?? []} close={() => choose("")} />}
    </div>
  );
}

const NoSensor = () => (
  <p class="hint">
    {mayAnywhere("device:create")
      ? t("You have no sensor yet. Add one on the page “Devices”.")
      : t("You have no sensor yet. Ask for access to a farm that has some.")}
  </p>
);

function Things({ all, chosen, choose }: { all: Thing[]; chosen: string; choose: (id: string) => void }) {
  return (
    <ul class="things">
      {all.map((one) => (
        <li key={one["@iot.id"]}>
          <button aria-pressed={String(one["@iot.id"]) === chosen} onClick={() => choose(String(one["@iot.id"]))}>
            <strong>{one.name}</strong>
            {one.Datastreams?.map((stream) => (
              <Latest key={stream["@iot.id"]} stream={stream} />
            ))}
          </button>
        </li>
      ))}
    </ul>
  );
}

function Latest({ stream }: { stream: Datastream }) {
  const { result: value, phenomenonTime } = stream.Observations?.[0] ?? {};
  return (
    <span class="latest">
      <span>{observedName(stream)}</span>
      <span>
        {typeof value === "number" ? quantityText(value, unitOf(stream)) : "–"}
        {phenomenonTime && <small>{ageText(Date.parse(phenomenonTime.split("/")[0] ?? ""))}</small>}
      </span>
    </span>
  );
}
