import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { type Look, tileJson } from "../cubes";
import { sizeOf, words } from "../words";
import { Fault } from "../fault";
import { useLoading } from "../loading";
import { asRefusal, type Refusal } from "../refusal";
import { collection, date, layer } from "./choices";
import { canPack, dismiss, isOpen, type Job, jobsOf, outputPath, pack } from "./jobs";

const ASK_MILLIS = 2_000;
const day = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeZone: "UTC" });

/** Packs the shown picture for taking along, and tells how such jobs stand. */
export function JobsPart({ look }: { look: Look }) {
  const opened = useSignal(false);
  return (
    <details class="part" onToggle={(event) => (opened.value = event.currentTarget.open)}>
      <summary>Take along</summary>
      {opened.value && <Jobs look={look} />}
    </details>
  );
}

function Jobs({ look }: { look: Look }) {
  const found = useLoading((signal) => jobsOf(collection.value, signal), [collection.value]);
  const fault = useSignal<Refusal | undefined>(undefined);
  const busy = useSignal(false);
  const jobs = found.value.value;
  const open = jobs?.some(isOpen) ?? false;
  useEffect(() => {
    if (!open) return;
    const timer = setTimeout(found.again, ASK_MILLIS);
    return () => clearTimeout(timer);
  }, [jobs]);

  const run = async (work: () => Promise<unknown>) => {
    busy.value = true;
    fault.value = undefined;
    await work().catch((error: unknown) => (fault.value = asRefusal(error)));
    busy.value = false;
    found.again();
  };
  const start = async () => {
    const { minzoom, maxzoom } = await tileJson(collection.value, layer.value, date.value, look);
    await pack(collection.value, layer.value, date.value, { min: minzoom, max: maxzoom }, look);
  };
  return (
    <>
      <button class="plain" disabled={busy.value || !date.value || !canPack(look)} onClick={() => void run(start)}>
        Pack {layer.value} of {date.value && day.format(new Date(date.value))}
      </button>
      {!canPack(look) && <p class="hint">A style that computes with bands cannot be packed.</p>}
      {fault.value && <Fault fault={fault.value} />}
      {found.fault.value && <Fault fault={found.fault.value} retry={found.again} />}
      <ul class="jobs">
        {jobs?.map((job) => <Line key={job.id} job={job} drop={() => void run(() => dismiss(job))} />)}
      </ul>
    </>
  );
}

const reasonOf = ({ errors }: Job) => {
  const [first] = errors ?? [];
  return first ? `: ${first.detail ?? first.message ?? ""}` : "";
};

const dayOf = (time: string) => (Number.isNaN(Date.parse(time)) ? time : day.format(new Date(time)));
const MAX_NAMES = 2;

function titleOf({ request, type }: Job): string {
  const layers = ([] as string[]).concat(request?.layers ?? words(type));
  const more = layers.length > MAX_NAMES ? `and ${layers.length - MAX_NAMES} more` : "";
  const times = ([] as string[]).concat(request?.datetimes ?? []).map((one) => one.split("/").map(dayOf).join(" to ")).join(", ");
  return [layers.slice(0, MAX_NAMES).join("; "), more, times].filter(Boolean).join(" ");
}

function Line({ job, drop }: { job: Job; drop: () => void }) {
  const left = job.estimate?.secondsLeft;
  const title = titleOf(job);
  return (
    <li>
      <span>{title}</span>
      {isOpen(job) ? (
        <>
          <progress max={100} value={job.progress} aria-label={`Progress of ${title}`} />
          <small>
            {job.counts.done} of {job.counts.total} tiles{left !== undefined && `, ${left} s left`}
          </small>
        </>
      ) : (
        <small>{words(job.state)}{job.state === "FAILED" && reasonOf(job)}</small>
      )}
      {job.outputs?.map(({ name, size }) => (
        <a key={name} href={outputPath(job, name)} download={name}>{name} ({sizeOf(size)})</a>
      ))}
      <button class="plain" onClick={drop} aria-label={`${isOpen(job) ? "Cancel" : "Remove"} ${title}`}>{isOpen(job) ? "Cancel" : "Remove"}</button>
    </li>
  );
}
