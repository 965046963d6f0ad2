import { useEffect, useRef } from "preact/hooks";
import type { Upload } from "../api/bodies";
import { Fault } from "../fault";
import { useLoading } from "../loading";
import { sizeOf } from "../words";
import { uploads } from "./catalogue";
import { counted, t, wordIn } from "../texts/texts";
import { locale } from "../texts/locale";

const SHOWN = 5;
const ASK_MILLIS = 2_000;
const IDLE_MILLIS = 5_000;
const time = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" });
const STATES = { running: "running", successful: "stored", failed: "refused" };

interface Props {
  id: string;
  /** number of uploads from this page; the list is loaded again when it changes */
  sent: number;
  /** called when new slices are visible */
  changed: () => void;
}

/** The newest uploads into the collection, of all people, with their progress. */
export function UploadList({ id, sent, changed }: Props) {
  const found = useLoading((signal) => uploads(id, signal), [id]);
  const all = found.value.value;
  const running = all?.some(({ state }) => state === "running") ?? false;
  const latest = all?.find(({ state }) => state === "successful")?.id;
  const known = useRef<string | undefined>(undefined);
  useEffect(() => {
    const timer = setInterval(
      () => document.visibilityState === "visible" && found.again(),
      running ? ASK_MILLIS : IDLE_MILLIS,
    );
    return () => clearInterval(timer);
  }, [running]);
  useEffect(() => {
    if (sent > 0) found.again();
  }, [sent]);
  useEffect(() => {
    if (!all) return;
    if (known.current !== undefined && known.current !== (latest ?? "")) changed();
    known.current = latest ?? "";
  }, [all]);
  if (found.fault.value) return <Fault fault={found.fault.value} retry={found.again} />;
  if (!all?.length) return null;
  return (
    <section aria-label={t("Newest uploads")}>
      <h3>{t("Newest uploads")}</h3>
      <ul class="uploads">
        {all.slice(0, SHOWN).map((one) => (
          <Line key={one.id} of={one} />
        ))}
      </ul>
    </section>
  );
}

function Line({ of }: { of: Upload }) {
  const { layer, state, bytes, bytesTotal, slices, detail, startedAt } = of;
  const size = bytesTotal ? t("{part} of {whole}", { part: sizeOf(bytes), whole: sizeOf(bytesTotal) }) : sizeOf(bytes);
  return (
    <li class={state}>
      <header>
        <strong>{layer}</strong>
        <time dateTime={startedAt}>{time.format(new Date(startedAt))}</time>
      </header>
      <p>
        <span class="state">{wordIn(STATES[state])}</span>
        {size}
        {slices > 0 && `, ${counted("{n} slice|{n} slices", slices)}`}
      </p>
      {state === "running" && (
        <progress
          max={bytesTotal ?? 1}
          value={bytesTotal ? bytes : undefined}
          aria-label={t("Progress of the upload into {name}", { name: layer })}
        />
      )}
      {detail && <p class="detail">{detail}</p>}
    </li>
  );
}
