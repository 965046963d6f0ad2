import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { Fault } from "../fault";
import { asRefusal, type Refusal } from "../refusal";
import { sizeOf } from "../words";
import { type Layer, sendSlices } from "./catalogue";
import { DropZone, Sending } from "./dropZone";
import { instantOf, layerIn, momentIn } from "./slices";

const KINDS = ".tif,.tiff,.gtiff,.npy";
const RESAMPLING = ["nearest", "bilinear", "cubic", "average"];
/** Files of one upload. */
const MAX_FILES = 1000;

interface Waiting {
  file: File;
  /** as an input of type datetime-local has it, in UTC */
  moment: string;
}

interface Props {
  id: string;
  layers: Layer[];
  /** called when slices have become visible */
  done: () => void;
  /** called when a sending has ended, stored or refused */
  ended: () => void;
}

/** Takes files that are dropped or chosen, asks what they are, and sends them as slices of one layer. */
export function UploadPart({ id, layers, done, ended }: Props) {
  const waiting = useSignal<Waiting[]>([]);
  const layer = useSignal("");
  const resampling = useSignal("");
  const share = useSignal<number | undefined>(undefined);
  const fault = useSignal<Refusal | undefined>(undefined);
  const stored = useSignal("");
  const abort = useRef<AbortController | undefined>(undefined);
  useEffect(() => () => abort.current?.abort(), []);
  const names = layers.map(({ name }) => name);
  const into = names.includes(layer.value) ? layer.value : names[0]!;
  const busy = share.value !== undefined;

  const take = (files: File[]) => {
    fault.value = undefined;
    stored.value = "";
    const named = layerIn(files[0]!.name, names);
    if (named && waiting.value.length === 0) layer.value = named;
    const more = files.map((file) => ({ file, moment: momentIn(file.name) }));
    waiting.value = [...waiting.value, ...more].slice(0, MAX_FILES);
  };
  const change = (index: number, moment: string) =>
    (waiting.value = waiting.value.map((one, i) => (i === index ? { ...one, moment } : one)));
  const drop = (index: number) => (waiting.value = waiting.value.filter((_, i) => i !== index));
  const start = async () => {
    share.value = 0;
    fault.value = undefined;
    abort.current = new AbortController();
    const slices = waiting.value
      .map(({ file, moment }) => ({ file, datetime: instantOf(moment) }))
      .sort((a, b) => a.datetime.localeCompare(b.datetime));
    try {
      const answer = await sendSlices(id, into, slices, resampling.value, (next) => (share.value = next), abort.current.signal);
      waiting.value = [];
      stored.value = `${answer.datetime.length === 1 ? "One slice is" : `${answer.datetime.length} slices are`} in ${into} now.`;
      done();
    } catch (error) {
      fault.value = asRefusal(error);
    } finally {
      share.value = undefined;
      ended();
    }
  };
  return (
    <section class="upload" aria-label="Upload">
      <h3>Upload</h3>
      <DropZone text="Drop GeoTIFF or .npy files here, or choose them" accept={KINDS} many busy={busy} take={take} />
      {stored.value && <p class="good" role="status">{stored.value}</p>}
      {waiting.value.length > 0 && (
        <form
          class="record-form"
          aria-label="Files to send"
          onSubmit={(event) => {
            event.preventDefault();
            void start();
          }}
        >
          <fieldset class="all" disabled={busy}>
            <div class="pair">
              <label>
                Layer
                <select value={into} onChange={(event) => (layer.value = event.currentTarget.value)}>
                  {names.map((name) => <option key={name} value={name}>{name}</option>)}
                </select>
              </label>
              <label>
                Resampling
                <select value={resampling.value} onChange={(event) => (resampling.value = event.currentTarget.value)}>
                  <option value="">as the layer needs</option>
                  {RESAMPLING.map((name) => <option key={name} value={name}>{name}</option>)}
                </select>
              </label>
            </div>
            <ul class="waiting">
              {waiting.value.map(({ file, moment }, index) => (
                <li key={`${file.name}${index}`}>
                  <label>
                    {file.name} ({sizeOf(file.size)}), time in UTC
                    <input type="datetime-local" step={1} required value={moment} onInput={(event) => change(index, event.currentTarget.value)} />
                  </label>
                  <button type="button" class="plain" onClick={() => drop(index)} aria-label={`Leave out ${file.name}`}>×</button>
                </li>
              ))}
            </ul>
          </fieldset>
          {share.value !== undefined && <Sending share={share.value} />}
          {fault.value && <Fault fault={fault.value} />}
          <div class="buttons">
            <button class="strong" disabled={busy}>{busy ? "Sending …" : "Upload"}</button>
            <button type="button" class="plain" onClick={() => (busy ? abort.current?.abort() : (waiting.value = []))}>Cancel</button>
          </div>
        </form>
      )}
    </section>
  );
}
