import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Refusal } from "glebe-client";
import type { Job } from "../api/bodies";
import { type Look, tileJson } from "../api/cubes";
import { asRefusal } from "../api/refusal";
import { utcDay } from "../dates";
import { Fault } from "../fault";
import { useLoading } from "../loading";
import { sizeOf, words } from "../words";
import { date, layer } from "./choices";
import { canExport, dismiss, isOpen, jobsOf, outputPath, reasonOf, startExport, titleOf } from "./jobs";
import { counted, t, wordIn } from "../texts/texts";
import { mayAnywhere } from "../rights";

const ASK_MILLIS = 2_000;

interface Props {
  collection: string;
  look: Look;
}

/** Exports the shown tiles and lists the jobs of the collection. */
export function JobsPart(props: Props) {
  const opened = useSignal(false);
  return (
    <details class="part" onToggle={(event) => (opened.value = event.currentTarget.open)}>
      <summary>{t("Export")}</summary>
      {opened.value && <Jobs {...props} />}
    </details>
  );
}

function Jobs({ collection, look }: Props) {
  const loaded = useLoading((signal) => jobsOf(collection, signal), [collection]);
  const fault = useSignal<Refusal | undefined>(undefined);
  const busy = useSignal(false);
  const jobs = loaded.value.value;
  const open = jobs?.some(isOpen) ?? false;
  useEffect(() => {
    if (!open) return;
    const timer = setTimeout(loaded.again, ASK_MILLIS);
    return () => clearTimeout(timer);
  }, [jobs]);

  const run = async (work: () => Promise<unknown>) => {
    busy.value = true;
    fault.value = undefined;
    await work().catch((error: unknown) => (fault.value = asRefusal(error)));
    busy.value = false;
    loaded.again();
  };
  const start = async () => {
    const source = { collection, layer: layer.value, date: date.value };
    const { minzoom, maxzoom } = await tileJson(collection, source.layer, source.date, look);
    await startExport({ ...source, zooms: { min: minzoom, max: maxzoom } }, look);
  };
  return (
    <>
      {mayAnywhere("processingJob:create") && (
        <button class="plain" disabled={busy.value || !date.value || !canExport(look)} onClick={() => void run(start)}>
          {t("Export {layer} of {day}", {
            layer: layer.value,
            day: date.value && utcDay.format(new Date(date.value)),
          })}
        </button>
      )}
      {!canExport(look) && <p class="hint">{t("A style that computes with bands cannot be exported.")}</p>}
      {fault.value && <Fault fault={fault.value} />}
      {loaded.fault.value && <Fault fault={loaded.fault.value} retry={loaded.again} />}
      <ul class="jobs">
        {jobs?.map((job) => (
          <Line key={job.id} job={job} drop={() => void run(() => dismiss(job))} />
        ))}
      </ul>
    </>
  );
}

function Line({ job, drop }: { job: Job; drop: () => void }) {
  const left = job.estimate?.secondsLeft;
  const title = titleOf(job);
  const action = isOpen(job) ? t("Cancel") : t("Remove");
  return (
    <li>
      <span>{title}</span>
      {isOpen(job) ? (
        <>
          <progress max={100} value={job.progress} aria-label={t("Progress of {name}", { name: title })} />
          <small>
            {counted("{done} of {n} tile|{done} of {n} tiles", job.counts.total, { done: job.counts.done })}
            {left !== undefined && `, ${t("{n} s left", { n: left })}`}
          </small>
        </>
      ) : (
        <small>
          {wordIn(words(job.state))}
          {job.state === "FAILED" && reasonOf(job)}
        </small>
      )}
      {job.outputs?.map(({ name, size }) => (
        <a key={name} href={outputPath(job, name)} download={name}>
          {name} ({sizeOf(size)})
        </a>
      ))}
      {mayAnywhere("processingJob:update") && (
        <button class="plain" onClick={drop} aria-label={`${action} ${title}`}>
          {action}
        </button>
      )}
    </li>
  );
}
