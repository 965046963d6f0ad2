import { type Signal, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { Refusal } from "glebe-client";
import type { Layer } from "../api/bodies";
import type { Resampling } from "../api/cubes";
import { asRefusal } from "../api/refusal";
import { Fault } from "../fault";
import { plainOptions, Select } from "../select";
import { sizeOf } from "../words";
import { sendSlices } from "./catalogue";
import { DropZone, Sending } from "./dropZone";
import { instantOf, layerIn, timeIn } from "./slices";
import { counted, t } from "../texts/texts";

const ENDINGS = ".tif,.tiff,.gtiff,.npy";
const RESAMPLING = [
  ["", "fitting for the layer"] as const,
  ...plainOptions(["nearest", "bilinear", "cubic", "average"]),
];
/** Files of one upload. */
const MAX_FILES = 1000;

interface Waiting {
  file: File;
  /** as an input of type datetime-local has it, in UTC */
  time: string;
}

interface Props {
  id: string;
  layers: Layer[];
  /** called when slices are visible */
  done: () => void;
  /** called when an upload has ended, stored or refused */
  ended: () => void;
}

/** Sends the waiting files; leaving the page cancels it. */
function useUpload({ id, done, ended }: Props, waiting: Signal<Waiting[]>) {
  const share = useSignal<number | undefined>(undefined);
  const fault = useSignal<Refusal | undefined>(undefined);
  const result = useSignal("");
  const abort = useRef<AbortController | undefined>(undefined);
  useEffect(() => () => abort.current?.abort(), []);
  const start = async (layer: string, resampling: Resampling | "") => {
    share.value = 0;
    fault.value = undefined;
    abort.current = new AbortController();
    const slices = waiting.value
      .map(({ file, time }) => ({ file, datetime: instantOf(time) }))
      .sort((a, b) => a.datetime.localeCompare(b.datetime));
    try {
      const progress = (next: number) => (share.value = next);
      const { datetime } = await sendSlices(id, { layer, slices, resampling }, progress, abort.current.signal);
      waiting.value = [];
      result.value = counted("{n} slice is in {name} now.|{n} slices are in {name} now.", datetime.length, {
        name: layer,
      });
      done();
    } catch (error) {
      fault.value = asRefusal(error);
    } finally {
      share.value = undefined;
      ended();
    }
  };
  return { share, fault, result, start, cancel: () => abort.current?.abort() };
}

/** Sends chosen or dropped files as slices of one layer. */
export function UploadPart(props: Props) {
  const waiting = useSignal<Waiting[]>([]);
  const layer = useSignal("");
  const upload = useUpload(props, waiting);
  const { share, fault, result } = upload;
  const names = props.layers.map(({ name }) => name);
  const take = (files: File[]) => {
    fault.value = undefined;
    result.value = "";
    const named = layerIn(files[0]!.name, names);
    if (named && waiting.value.length === 0) layer.value = named;
    const more = files.map((file) => ({ file, time: timeIn(file.name) }));
    waiting.value = [...waiting.value, ...more].slice(0, MAX_FILES);
  };
  const busy = share.value !== undefined;
  return (
    <section class="upload" aria-label={t("Upload")}>
      <h3>{t("Upload")}</h3>
      <DropZone
        text={t("Drop GeoTIFF or .npy files here, or choose them")}
        accept={ENDINGS}
        many
        busy={busy}
        take={take}
      />
      {result.value && (
        <p class="good" role="status">
          {result.value}
        </p>
      )}
      {waiting.value.length > 0 && <FilesForm waiting={waiting} names={names} layer={layer} upload={upload} />}
    </section>
  );
}

interface FormProps {
  waiting: Signal<Waiting[]>;
  /** of layers */
  names: string[];
  layer: Signal<string>;
  upload: ReturnType<typeof useUpload>;
}

/** Layer, resampling and times of the waiting files. */
function FilesForm({ waiting, names, layer, upload: { share, fault, start, cancel } }: FormProps) {
  const resampling = useSignal<Resampling | "">("");
  const into = names.includes(layer.value) ? layer.value : names[0]!;
  const busy = share.value !== undefined;
  return (
    <form
      class="record-form"
      aria-label={t("Files to send")}
      onSubmit={(event) => {
        event.preventDefault();
        void start(into, resampling.value);
      }}
    >
      <fieldset class="all" disabled={busy}>
        <div class="pair">
          <Select
            label={t("Layer")}
            value={into}
            options={plainOptions(names)}
            change={(name) => (layer.value = name)}
          />
          <Select
            label={t("Resampling")}
            value={resampling.value}
            options={RESAMPLING}
            change={(value) => (resampling.value = value as Resampling | "")}
          />
        </div>
        <WaitingFiles waiting={waiting} />
      </fieldset>
      {share.value !== undefined && <Sending share={share.value} />}
      {fault.value && <Fault fault={fault.value} />}
      <div class="buttons">
        <button class="strong" disabled={busy}>
          {busy ? t("Sending …") : t("Upload")}
        </button>
        <button type="button" class="plain" onClick={() => (busy ? cancel() : (waiting.value = []))}>
          {t("Cancel")}
        </button>
      </div>
    </form>
  );
}

/** The files with the time of each. */
function WaitingFiles({ waiting }: { waiting: Signal<Waiting[]> }) {
  const change = (index: number, time: string) =>
    (waiting.value = waiting.value.map((one, i) => (i === index ? { ...one, time } : one)));
  const drop = (index: number) => (waiting.value = waiting.value.filter((_, i) => i !== index));
  return (
    <ul class="waiting">
      {waiting.value.map(({ file, time }, index) => (
        <li key={`${file.name}${index}`}>
          <label>
            {t("{name} ({size}), time in UTC", { name: file.name, size: sizeOf(file.size) })}
            <input
              type="datetime-local"
              step={1}
              required
              value={time}
              onInput={(event) => change(index, event.currentTarget.value)}
            />
          </label>
          <button
            type="button"
            class="plain"
            onClick={() => drop(index)}
            aria-label={t("Remove {name}", { name: file.name })}
          >
            ×
          </button>
        </li>
      ))}
    </ul>
  );
}
