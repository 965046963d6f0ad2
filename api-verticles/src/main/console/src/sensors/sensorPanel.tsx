import { useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import type { Thing } from "../api/bodies";
import { Fault } from "../fault";
import { Waiting } from "../parts/waiting";
import { chartSpan, span, stream } from "./choices";
import { SensorChart } from "./sensorChart";
import { LiveSeries, SPANS } from "./series";
import { observedName, secondsOf, type Stream, streamsIn, unitOf } from "./things";
import { t, wordIn } from "../texts/texts";
import { ageText } from "../words";
import { quantityText } from "../units";
import { type LiveState } from "./live";
import { locale } from "../texts/locale";

const time = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" });
/** A live stream is worth the word while the last value is not older. */
const LIVE_MILLIS = 3 * 3_600_000;

/** The state of the stream; one without new values says how old the last one is. */
function stateText(state: LiveState, last: number | undefined): string {
  if (state === "connecting") return t("Connecting …");
  if (state === "waiting") return t("Connection lost, trying again …");
  if (last === undefined || Date.now() - last < LIVE_MILLIS) return t("Live");
  return t("Waiting; the last value came {age}", { age: ageText(last) });
}

/** A thing with a live chart of one of its datastreams. */
export function SensorPanel({ thing, all, close }: { thing: Thing; all: Thing[]; close: () => void }) {
  const streams = thing.Datastreams ?? [];
  const chosen = streams.find((one) => String(one["@iot.id"]) === stream.value) ?? streams[0];
  return (
    <aside class="panel card" aria-label={t("Chosen sensor")}>
      <header>
        <h2>{thing.name}</h2>
        <button onClick={close} aria-label={t("Close")}>
          ×
        </button>
      </header>
      <div class="body">
        <p class="where">{thing.description && <span>{thing.description}</span>}</p>
        {!chosen && <p class="hint">{t("This thing has no datastream yet.")}</p>}
        {streams.length > 1 && (
          <div class="choices" role="group" aria-label={t("Datastream")}>
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
        {chosen && (
          <Series
            key={chosen["@iot.id"]}
            main={{ of: chosen, thing: thing.name ?? "", thingId: thing["@iot.id"] }}
            streams={streamsIn(all)}
          />
        )}
      </div>
    </aside>
  );
}

function Series({ main, streams }: { main: Stream; streams: Stream[] }) {
  const { of } = main;
  const id = of["@iot.id"];
  const wanted = span.value in SPANS ? span.value : "WEEK";
  const first = of.Observations?.[0];
  const attempt = useSignal(0);
  const series = useMemo(
    () => new LiveSeries(id, first ? secondsOf(first.phenomenonTime) : Date.now() / 1000, wanted),
    [id, wanted, attempt.value],
  );
  useEffect(() => () => series.close(), [series]);
  const samples = series.samples.value;
  const last = samples?.at(-1);
  const fault = series.fault.value;
  const choose = (key: string) => {
    chartSpan.value = "";
    span.value = key;
  };
  return (
    <>
      <p class="now">
        <span aria-live="polite">{last ? quantityText(last[1], unitOf(of)) : t("no value")}</span>
        {last && <small class="when">{time.format(new Date(last[0] * 1000))}</small>}
      </p>
      <div class="choices" role="group" aria-label={t("Time span")}>
        {Object.entries(SPANS).map(([key, { name }]) => (
          <button key={key} aria-pressed={key === wanted} onClick={() => choose(key)}>
            {wordIn(name)}
          </button>
        ))}
        <span class={`live ${series.state.value}`} role="status">
          {stateText(series.state.value, last && last[0] * 1000)}
        </span>
      </div>
      {fault && <Fault fault={fault} retry={() => attempt.value++} />}
      {!samples && !fault && (
        <Waiting
          label={t("Loading the series")}
          slow={t("This takes longer than usual. A shorter time span is faster.")}
        />
      )}
      {samples?.length === 0 && (
        <p class="hint">{t("No value in this span yet. It appears here as soon as the sensor sends one.")}</p>
      )}
      {samples && samples.length > 0 && (
        <SensorChart main={main} streams={streams} samples={samples} asked={series.asked} step={series.step} />
      )}
    </>
  );
}
