import { type Signal, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { Refusal, Violation } from "glebe-client";
import type { FarmRecord, RecordType } from "../api/bodies";
import { asRefusal } from "../api/refusal";
import { Fault } from "../fault";
import "../form.css";
import { useLoading } from "../loading";
import { addRecord, attach, type Place, recordTypes } from "./farms";
import { Progress } from "./progress";
import { ObjectInputs } from "./schemaInput";

interface Props {
  farm: string;
  place: Place;
  /** called when the record and its files are stored */
  done: () => void;
  close: () => void;
}

interface Draft {
  type: string;
  payload: Record<string, unknown>;
  /** as an input of type datetime-local shows it */
  time: string;
}

const localTime = (time: Date) =>
  new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);

/** Stores a record and then its files, one after the other. */
function useSaving(farm: string, place: Place, draft: Signal<Draft>, done: () => void) {
  const files = useSignal<File[]>([]);
  const share = useSignal<number | undefined>(undefined);
  const busy = useSignal(false);
  const fault = useSignal<Refusal | undefined>(undefined);
  /** the record, when it is stored but one of its files is not */
  const stored = useSignal<FarmRecord | undefined>(undefined);
  const save = async () => {
    busy.value = true;
    fault.value = undefined;
    const { type, payload, time } = draft.value;
    try {
      stored.value ??= await addRecord(farm, place, { type, payload, phenomenonTime: new Date(time).toISOString() });
      while (files.value[0]) {
        share.value = 0;
        await attach(stored.value.id, files.value[0], (next) => (share.value = next));
        files.value = files.value.slice(1);
      }
      done();
    } catch (error) {
      fault.value = asRefusal(error);
    } finally {
      busy.value = false;
      share.value = undefined;
    }
  };
  return { files, share, busy, fault, stored, save };
}

/** A new record of a chosen type, with files. */
export function RecordForm({ farm, place, done, close }: Props) {
  const draft = useSignal<Draft>({ type: "NOTE", payload: {}, time: localTime(new Date()) });
  const { files, share, busy, fault, stored, save } = useSaving(farm, place, draft, done);
  const types = useLoading(recordTypes, []);
  const schema = types.value.value?.find((one) => one.type === draft.value.type)?.payloadSchema;
  const shown = fault.value ?? types.fault.value;
  return (
    <form
      class="record-form"
      aria-label="New record"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <fieldset class="all" disabled={busy.value || stored.value !== undefined}>
        <Inputs draft={draft} types={types.value.value ?? []} faults={fault.value?.violations ?? []} />
        {!schema && !shown && <div class="skeleton line" role="status" aria-label="Loading the record types" />}
      </fieldset>
      <label>
        <span>Photos and files</span>
        <input
          type="file"
          multiple
          disabled={busy.value}
          onChange={(event) => (files.value = [...(event.currentTarget.files ?? [])])}
        />
      </label>
      {share.value !== undefined && <Progress share={share.value} name={files.value[0]?.name ?? ""} />}
      {shown && <Fault fault={shown} />}
      {stored.value && fault.value && (
        <p class="hint">
          The record is stored. {files.value.length === 1 ? "1 file is" : `${files.value.length} files are`} not sent
          yet.
        </p>
      )}
      <div class="buttons">
        <button class="strong" disabled={busy.value || !schema}>
          {busy.value ? "Saving …" : stored.value ? "Send the file again" : "Save"}
        </button>
        <button type="button" class="plain" disabled={busy.value} onClick={stored.value ? done : close}>
          {stored.value ? "Done" : "Cancel"}
        </button>
      </div>
    </form>
  );
}

interface InputsProps {
  draft: Signal<Draft>;
  types: RecordType[];
  faults: Violation[];
}

function Inputs({ draft, types, faults }: InputsProps) {
  const first = useRef<HTMLSelectElement>(null);
  useEffect(() => first.current?.focus(), []);
  const { type, payload, time } = draft.value;
  const schema = types.find((one) => one.type === type)?.payloadSchema;
  const change = (next: Partial<Draft>) => (draft.value = { ...draft.value, ...next });
  return (
    <>
      <label>
        <span>Type</span>
        <select ref={first} value={type} onChange={(event) => change({ type: event.currentTarget.value, payload: {} })}>
          {types.map((one) => (
            <option key={one.type} value={one.type}>
              {one.name}
            </option>
          ))}
        </select>
      </label>
      <label>
        <span>Time</span>
        <input
          type="datetime-local"
          required
          value={time}
          onInput={(event) => change({ time: event.currentTarget.value })}
        />
      </label>
      {schema && (
        <ObjectInputs
          schema={schema}
          values={payload}
          change={(next) => change({ payload: next })}
          faults={faults}
          pointer="/payload"
        />
      )}
    </>
  );
}
