import { useEffect } from "preact/hooks";
import type { HealthReport } from "../api/bodies";
import { useLoading } from "../loading";
import { Loaded } from "../parts/loaded";
import { Card } from "../parts/sheet";
import { locale } from "../texts/locale";
import { t } from "../texts/texts";
import { sizeOf, words } from "../words";
import { health } from "./administration";

const REFRESH_MILLIS = 5000;

type Gauge = HealthReport["gauges"][number];

/** The state of the parts, what waits in queues, and how much memory and storage is used. */
export function HealthPart() {
  const loaded = useLoading(health, []);
  useEffect(() => {
    const timer = setInterval(loaded.again, REFRESH_MILLIS);
    return () => clearInterval(timer);
  }, []);
  return (
    <Loaded of={loaded} what={t("Health")}>
      {({ ready, parts, version, java, gauges }) => (
        <>
          <Card
            title={t("Parts")}
            tools={<span class={`badge ${ready ? "good" : "bad"}`}>{ready ? t("Ready") : t("Not ready")}</span>}
          >
            <ul class="rows">
              {Object.entries(parts).map(([name, state]) => (
                <li key={name}>
                  <div>{words(name)}</div>
                  <span class={`badge ${state === "ready" ? "good" : "bad"}`}>
                    {state === "ready" ? t("Ready") : state}
                  </span>
                </li>
              ))}
            </ul>
            <p class="hint">{t("Version {version}, Java {java}", { version, java })}</p>
          </Card>
          <Gauges title={t("Queues")} gauges={gauges.filter(({ name }) => name.includes("waiting"))} />
          <Gauges title={t("Memory and storage")} gauges={gauges.filter(({ name }) => BYTES.test(name))} all={gauges} />
        </>
      )}
    </Loaded>
  );
}

const number = new Intl.NumberFormat(locale);

/** Gauges in bytes; of memory there is a second one with the limit. */
const BYTES = /(disk_free|_bytes|cache_size|direct_used|slabs_used|memory_held)$/;

const gaugeName = ({ name, labels }: Gauge) =>
  [words(name.replace(/^glebe_/, "").replace(/_(bytes|size|used|held)$/, "")), ...Object.values(labels)].join(", ");

function valueOf({ name, value, labels }: Gauge, all: Gauge[]): string {
  if (!BYTES.test(name)) return number.format(value);
  const called = name.replace(/_(size|used|held)$/, "_limit");
  const limit =
    called !== name &&
    all.find((one) => one.name === called && String(Object.values(one.labels)) === String(Object.values(labels)));
  return limit ? t("{part} of {whole}", { part: sizeOf(value), whole: sizeOf(limit.value) }) : sizeOf(value);
}

function Gauges({ title, gauges, all = [] }: { title: string; gauges: Gauge[]; all?: Gauge[] }) {
  return (
    <Card title={title}>
      <dl class="facts">
        {gauges.map((gauge) => (
          <>
            <dt>{gaugeName(gauge)}</dt>
            <dd>{valueOf(gauge, all)}</dd>
          </>
        ))}
      </dl>
    </Card>
  );
}
